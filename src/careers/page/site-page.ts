// The page of a career site: its introduction, and its jobs, which can be searched and filtered without script.

import { memoizeWith } from '../../cache/memoize.ts';
import { startOf } from '../../contract/words.ts';
import { type Addresses, PICTURE } from '../addresses.ts';
import { type Site, textOf } from '../records/reader.ts';
import { departmentAt, type Entry, foldedWords, type Roster, withWords } from '../records/roster.ts';
import { filled } from '../words/words.ts';
import type { LanguageLink, Page } from './document.ts';
import { escaped, type Html, html, raw } from './html.ts';
import { lookOf, type Pictured, siteName } from './look.ts';
import { prose, summaryOf } from './prose.ts';
import { jobList, languageLinks, siteDocument } from './site-document.ts';
import { apart, isolated, type Texts, textsFor } from './texts.ts';

/** Jobs on a page. */
const PAGE = 50;
/** Values in a menu. */
const MOST_VALUES = 500;

/** The parameters, by the fields that they filter. */
const PARAMETERS = {
  place: 'place',
  department: 'department',
  remote: 'policy',
  type: 'type',
  lang: 'locale',
} as const;
type Parameter = keyof typeof PARAMETERS;
const parameters = Object.keys(PARAMETERS) as Parameter[];

/** The search and the filters of a visitor. */
type SiteQuestion = { readonly q: string; readonly page: number } & Readonly<Record<Parameter, string>>;

export function askedIn(query: string): SiteQuestion {
  const given = new URLSearchParams(query);
  const text = (name: string) => startOf((given.get(name) ?? '').trim(), 200);
  const page = Number(given.get('page'));
  const values = Object.fromEntries(parameters.map((name) => [name, text(name)])) as Record<Parameter, string>;
  return { ...values, q: text('q'), page: Number.isSafeInteger(page) && page > 1 ? page : 1 };
}

/** The content of its picture, whatever the search. */
export const pictured = (site: Site): Pictured => ({
  look: lookOf(site),
  title: textOf(site.headline) ?? siteName(site),
  facts: [],
});

type SiteContext = {
  readonly site: Site;
  readonly roster: Roster;
  readonly addresses: Addresses;
};

export function sitePage(context: SiteContext, asked: SiteQuestion): Page {
  const { site, roster, addresses } = context;
  const texts = textsFor(roster.by.locale.has(asked.lang) ? asked.lang : roster.locale);
  const { words } = texts;
  const name = siteName(site);
  const found = entriesFor(roster, asked);
  const pages = Math.max(1, Math.ceil(found.length / PAGE));
  const page = Math.min(asked.page, pages);
  const [from, to] = [(page - 1) * PAGE, Math.min(page * PAGE, found.length)];
  const isFiltered = asked.q !== '' || parameters.some((each) => each !== 'lang' && asked[each] !== '');
  const address = (changed: Partial<Record<keyof SiteQuestion, string>>) =>
    addresses.path('') + queryOf({ ...asked, ...changed });
  const title = filled(words.careersAt, { name: apart(name, texts.dir) });
  return siteDocument(site, addresses, {
    texts,
    look: lookOf(site),
    title:
      page > 1 ? `${title} · ${filled(words.pageOf, { page: texts.number(page), pages: texts.number(pages) })}` : title,
    description: summaryOf(textOf(site.introduction) ?? textOf(site.headline) ?? title) || title,
    canonical:
      addresses.absolute('') +
      queryOf({ lang: roster.by.locale.has(asked.lang) ? asked.lang : '', page: isFiltered ? '' : String(page) }),
    picture: { url: addresses.absolute(`/${PICTURE.name}`), alt: pictured(site).title },
    isIndexed: !isFiltered,
    kind: isFiltered || page > 1 ? 'site searched' : 'site',
    languages: languagesOf(context, asked, texts),
    hero: html`<div class="welcome"><h1>${isolated(textOf(site.headline) ?? name, texts)}</h1>${
      textOf(site.introduction) !== null &&
      html`<div class="lead" dir="auto">${prose(textOf(site.introduction)!)}</div>`
    }</div>`,
    main: html`${form(context, asked, texts)}
${
  found.length === 0
    ? nothing(context, texts)
    : html`<div class="found"><h2>${texts.openings(found.length)}</h2>${isFiltered && html`<a href="${addresses.path('')}">${words.clear}</a>`}</div>
${groups(context, found, from, to, texts)}${pages > 1 && pageLinks(page, pages, texts, (to) => address({ page: String(to) }))}`
}`,
  });
}

/** Without empty values, and without the first page. */
function queryOf(asked: Partial<Record<keyof SiteQuestion, string | number>>): string {
  const given = Object.entries(asked).filter(
    ([name, value]) => value !== '' && !(name === 'page' && Number(value) <= 1),
  );
  return given.length === 0 ? '' : `?${new URLSearchParams(given.map(([name, value]) => [name, String(value)]))}`;
}

/** Begins with the language, or else with the shortest list that a filter leads to. */
function entriesFor({ jobs, by }: Roster, asked: SiteQuestion): readonly Entry[] {
  const filters = parameters
    .filter((name) => asked[name] !== '')
    .map((name) => [PARAMETERS[name], asked[name]] as const);
  const lists = filters.map(([facet, value]) => by[facet].get(value) ?? []);
  const first = asked.lang === '' ? lists.sort((a, b) => a.length - b.length)[0] : by.locale.get(asked.lang);
  const words = foldedWords(asked.q).split(/\s+/).filter(Boolean);
  const found = withWords(filters.length === 0 ? jobs : (first ?? []), words);
  return filters.length > 1
    ? found.filter((entry) => filters.every(([facet, value]) => entry[facet] === value))
    : found;
}

function languagesOf({ roster, addresses }: SiteContext, asked: SiteQuestion, texts: Texts): LanguageLink[] {
  const locales = [...roster.by.locale.keys()].sort();
  if (locales.length < 2) return [];
  const { lang, words } = texts;
  const all = { name: words.allLanguages, lang, href: addresses.path(''), isCurrent: asked.lang === '' };
  const versions = locales.map((locale) => ({
    ...{ locale, href: addresses.path('') + queryOf({ lang: locale }), isCurrent: asked.lang === locale },
  }));
  return [all, ...languageLinks(versions)];
}

function form({ roster, addresses }: SiteContext, asked: SiteQuestion, texts: Texts): Html {
  const { words } = texts;
  const same = (value: string) => value;
  return html`<form class="find" role="search" method="get" action="${addresses.path('')}">
<label>${words.search}<input type="search" name="q" value="${asked.q}" placeholder="${words.searchHint}" maxlength="200" autocomplete="off"></label>
${menu('place', words.place, words.anywhere, same)}
${menu('department', words.department, words.all, same)}
${menu('remote', words.workplace, words.all, texts.policy)}
${menu('type', words.contract, words.all, texts.type)}
${asked.lang !== '' && html`<input type="hidden" name="lang" value="${asked.lang}">`}<button class="button" type="submit">${words.show}</button>
</form>`;

  function menu(name: Parameter, label: string, all: string, text: (value: string) => string): Html {
    const chosen = asked[name];
    const known = roster.by[PARAMETERS[name]];
    const values = () => [...known.keys()].slice(0, MOST_VALUES);
    const options =
      chosen === '' || known.has(chosen)
        ? menus(roster, `${name} ${texts.lang}`, () => optionsOf(values(), text))
        : optionsOf([...values(), chosen], text);
    const start = `<option value="${escaped(chosen)}"`;
    const selected = chosen === '' ? options : options.replace(`${start}>`, () => `${start} selected>`);
    return html`<label>${label}<select name="${name}"><option value="">${all}</option>${raw(selected)}</select></label>`;
  }
}

/** The options of each menu, in each language. */
const menus = memoizeWith<Roster, string>();

const optionsOf = (values: readonly string[], text: (value: string) => string): string =>
  values
    .map((value) => [value, text(value)] as const)
    .sort(([, a], [, b]) => (a < b ? -1 : 1))
    .map(([value, shown]) => html`<option value="${value}">${shown}</option>`.text)
    .join('');

/** `from`, `to`: the part of the found entries that the page shows. The list is by department. */
function groups({ addresses }: SiteContext, found: readonly Entry[], from: number, to: number, texts: Texts): Html {
  const parts: Html[] = [];
  const areSeveral = found[0]!.department !== found.at(-1)!.department;
  for (let at = from; at < to; ) {
    const { department } = found[at]!;
    const [start, end] = departmentAt(found, at);
    const heading = areSeveral || department !== null;
    parts.push(
      html`${heading && html`<h3 class="group"><span>${isolated(department ?? texts.words.otherDepartment, texts)} · ${texts.number(end - start)}</span></h3>\n`}${jobList(found.slice(at, Math.min(end, to)), texts, addresses)}\n`,
    );
    at = end;
  }
  return html`${parts}`;
}

function nothing({ roster, addresses }: SiteContext, { words }: Texts): Html {
  return roster.listed.length === 0
    ? html`<p class="empty"><strong>${words.noOpenings}</strong>${words.noOpeningsHint}</p>`
    : html`<p class="empty"><strong>${words.nothingFits}</strong>${words.nothingFitsHint} <a href="${addresses.path('')}">${words.allOpenings}</a></p>`;
}

const pageLinks = (page: number, pages: number, texts: Texts, address: (page: number) => string): Html =>
  html`<nav class="pages" aria-label="${texts.words.pages}"><span>${page > 1 && html`<a rel="prev" href="${address(page - 1)}">${texts.words.previous}</a>`}</span><span>${filled(
    texts.words.pageOf,
    { page: texts.number(page), pages: texts.number(pages) },
  )}</span><span>${page < pages && html`<a rel="next" href="${address(page + 1)}">${texts.words.next}</a>`}</span></nav>`;
