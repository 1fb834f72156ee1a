// Pages in place of the wanted one, of a site or of none; and the list of all sites, which belongs to no brand either.
import { type Addresses, addressesOf, CAREERS } from '../addresses.ts';
import { type Brand, type Site, textOf } from '../records/reader.ts';
import type { Entry } from '../records/roster.ts';
import { documentOf, type Page } from './document.ts';
import { type Html, html } from './html.ts';
import { lookOf, siteName } from './look.ts';
import { jobList, siteDocument } from './site-document.ts';
import { textsFor } from './texts.ts';

type Notice = {
  readonly kind: 'gone' | 'notFound';
  readonly site: Site;
  readonly brand?: Brand | undefined;
  readonly locale: string;
  readonly addresses: Addresses;
  readonly similar: readonly Entry[];
};

/** For a job that is gone, with similar ones; or for an address of a site that never had a page. */
export function noticePage({ kind, site, brand, locale, addresses, similar }: Notice): Page {
  const texts = textsFor(locale);
  const { words } = texts;
  const [title, hint] = kind === 'gone' ? [words.gone, words.goneHint] : [words.notFound, words.notFoundHint];
  return siteDocument(site, addresses, {
    texts,
    look: lookOf(site, brand),
    title: `${title} · ${siteName(site)}`,
    description: hint,
    canonical: undefined,
    isIndexed: false,
    kind: 'notice',
    languages: [],
    hero: html`<div class="job-head"><p class="trail"><a href="${addresses.path('')}">${words.allOpenings}</a></p><h1>${title}</h1><p class="lead">${hint}</p></div>`,
    main:
      similar.length > 0
        ? html`<section class="more"><h2>${kind === 'gone' ? words.similar : words.openings}</h2>\n${jobList(similar, texts, addresses)}</section>`
        : html`<p class="empty"><a href="${addresses.path('')}">${words.allOpenings}</a></p>`,
  });
}

const NOBODY: Site = {
  ...{ id: 0, name: 'Career sites', slug: 'careers', headline: null, introduction: null, logo_url: null },
  ...{ brand_color: '#1f2937', accent_color: '#f59e0b', privacy_policy_url: null, custom_domain: null, is_active: 1 },
};

const english = textsFor('en');
const plain = lookOf(NOBODY);

const neutral = (title: string, lead: string, main: Html, canonical: string | undefined, colours = ''): Page =>
  documentOf({
    texts: english,
    look: { ...plain, style: plain.style + colours },
    title,
    description: lead,
    canonical,
    isIndexed: canonical !== undefined,
    kind: 'notice',
    home: { href: CAREERS, name: 'Career sites' },
    languages: [],
    hero: html`<div class="job-head"><h1>${title}</h1><p class="lead">${lead}</p></div>`,
    main,
    foot: html`<a href="${CAREERS}">All career sites</a>`,
  });

/** `next`: the last id of this page, where there are more. */
export const frontPage = (
  sites: readonly { readonly site: Site; readonly openings: number }[],
  next: number | undefined,
  publicUrl: string,
): Page =>
  neutral(
    'Who is hiring',
    'Every career site that is open, and how many jobs it has.',
    sites.length === 0
      ? html`<p class="empty"><strong>There are no career sites yet</strong>A site appears here when it is active.</p>`
      : html`<ul class="sites">
${sites.map(({ site, openings }, n) => row(site, openings, n))}</ul>${next !== undefined && html`<nav class="pages" aria-label="Pages"><span></span><a rel="next" href="${CAREERS}?after=${next}">Next</a></nav>`}`,
    publicUrl + CAREERS,
    sites.map(({ site }, n) => lookOf(site).style.replace(':root', `.s${n}`)).join(''),
  );

/** Each in its own colours. */
function row(site: Site, openings: number, n: number): Html {
  const { name, initials, logo, pattern } = lookOf(site);
  return html`<li class="s${n}"><div class="hero ${pattern}"><span class="logo"><span aria-hidden="true">${initials}</span>${logo?.startsWith('/') && html`<img src="${logo}" alt="" width="40" height="40" loading="lazy">`}</span></div><h2><a href="${addressesOf(site, '', false).path('')}">${name}</a></h2><p dir="auto">${textOf(site.headline)}</p><p><span class="tag">${english.openings(openings)}</span></p></li>
`;
}

export const missingPage = (): Page =>
  neutral(
    'There is no such page',
    'The address may have a typing mistake, or the career site is not active.',
    html`<p class="empty"><a href="${CAREERS}">All career sites</a></p>`,
    undefined,
  );

/** The database cannot be read. */
export const closedPage = (): Page =>
  neutral(
    'Please come back in a moment',
    'This page cannot be shown just now. It is not your fault, and it does not take long as a rule.',
    html``,
    undefined,
  );
