// Pages in place of the wanted one: for a job that is gone, with similar ones; and for an address that never had a
// page.
import type { Addresses } from '../addresses.ts';
import type { Brand, Site } from '../records/reader.ts';
import type { Entry } from '../records/roster.ts';
import { documentOf, type Page } from './document.ts';
import { html } from './html.ts';
import { jobList } from './job-list.ts';
import { lookOf, siteName } from './look.ts';
import { siteFoot } from './site-page.ts';
import { textsFor } from './texts.ts';

type Notice = {
  readonly kind: 'gone' | 'notFound';
  readonly site: Site;
  readonly brand?: Brand | undefined;
  readonly locale: string;
  readonly addresses: Addresses;
  readonly similar: readonly Entry[];
};

export function noticePage({ kind, site, brand, locale, addresses, similar }: Notice): Page {
  const texts = textsFor(locale);
  const { words } = texts;
  const [title, hint] = kind === 'gone' ? [words.gone, words.goneHint] : [words.notFound, words.notFoundHint];
  const name = siteName(site);
  return documentOf({
    texts,
    look: lookOf(site, brand),
    title: `${title} · ${name}`,
    description: hint,
    canonical: undefined,
    isIndexed: false,
    kind: 'notice',
    home: { href: addresses.path(''), name },
    languages: [],
    hero: html`<div class="job-head"><p class="trail"><a href="${addresses.path('')}">${words.allOpenings}</a></p><h1>${title}</h1><p class="lead">${hint}</p></div>`,
    main:
      similar.length > 0
        ? html`<section class="more"><h2>${kind === 'gone' ? words.similar : words.openings}</h2>\n${jobList(similar, texts, addresses)}</section>`
        : html`<p class="empty"><a href="${addresses.path('')}">${words.allOpenings}</a></p>`,
    foot: siteFoot({ site, addresses }, texts),
  });
}
