// What the pages of a site have in common: the way to its list, its feeds, links to other languages, and jobs as rows
// of a list.
import type { Addresses, SiteFile } from '../addresses.ts';
import { type Site, textOf } from '../records/reader.ts';
import type { Entry } from '../records/roster.ts';
import { documentOf, type LanguageLink, type Page, type PageParts } from './document.ts';
import { type Html, html, NOTHING } from './html.ts';
import { siteName } from './look.ts';
import { isolated, localeTag, type Texts, textsFor } from './texts.ts';

export const siteDocument = (
  site: Site,
  addresses: Addresses,
  parts: Omit<PageParts, 'home' | 'feeds' | 'foot'>,
): Page =>
  documentOf({
    ...parts,
    home: { href: addresses.path(''), name: siteName(site) },
    ...(parts.kind !== 'notice' && {
      feeds: { rss: addresses.path('/feed.xml'), json: addresses.path('/feed.json') },
    }),
    foot: siteFoot(site, addresses, parts.texts),
  });

function siteFoot(site: Site, addresses: Addresses, texts: Texts): Html {
  const { words } = texts;
  const file = (name: SiteFile, text: string) => html`<a href="${addresses.path(`/${name}`)}">${text}</a>`;
  const privacy = addresses.asset(textOf(site.privacy_policy_url));
  return html`<span>${isolated(siteName(site), texts)}</span>${privacy ? html`<a href="${privacy}">${words.privacy}</a>` : NOTHING}${file('feed.xml', words.feed)}`;
}

/** The same page in a locale. */
type Version = { readonly locale: string; readonly href: string; readonly isCurrent: boolean };

export function languageLinks(versions: readonly Version[]): LanguageLink[] {
  const locales = versions.map(({ locale }) => locale);
  return versions.map(({ locale, href, isCurrent }) => ({
    ...{ name: languageName(locale, locales), lang: localeTag(locale), href, isCurrent },
  }));
}

/** As the language calls itself; with the region where there are several of one language. */
export function languageName(locale: string, all: readonly string[]): string {
  const bare = withoutRegion(locale);
  const isAlone = all.filter((each) => withoutRegion(each) === bare).length === 1;
  return textsFor(locale).language(isAlone ? bare : localeTag(locale));
}

const withoutRegion = (locale: string): string => localeTag(locale).replace(/-([A-Z]{2}|\d{3})(?=-|$)/, '');

export const jobList = (entries: readonly Entry[], texts: Texts, addresses: Addresses): Html =>
  html`<ul class="jobs">\n${entries.map((entry) => row(entry, texts, addresses))}</ul>`;

function row(entry: Entry, texts: Texts, addresses: Addresses): Html {
  const tags = [
    entry.policy && texts.policy(entry.policy),
    entry.type && entry.type !== 'full_time' && texts.type(entry.type),
  ];
  const language = languageBeside(entry.locale, texts);
  return html`<li><div><a href="${addresses.path(entry.path)}"${language && html` hreflang="${language.lang}"`}>${isolated(entry.title, texts)}</a><span class="tags">${tags.map(
    (tag) => (tag ? html`<span class="tag">${tag}</span>` : html``),
  )}${language && html`<span class="tag">${language.name}</span>`}</span></div><p>${entry.place && isolated(entry.place, texts)}</p><p>${texts.pay(entry.pay)}</p><span class="go"></span></li>
`;
}

/** The language of a job where it is not the one of the page, as the language of the page calls it. */
function languageBeside(locale: string, texts: Texts): { name: string; lang: string } | undefined {
  const lang = localeTag(locale);
  return partOf(lang) === partOf(texts.lang) ? undefined : { name: texts.language(lang), lang };
}

const partOf = (tag: string): string => tag.split('-')[0]!;
