// Jobs as rows of a list.

import { memoizeWith } from '../../cache/memoize.ts';
import type { Addresses } from '../addresses.ts';
import type { Entry } from '../records/roster.ts';
import { type Html, html, raw } from './html.ts';
import { isolated, localeTag, type Texts } from './texts.ts';

export function jobList(entries: readonly Entry[], texts: Texts, addresses: Addresses): Html {
  const page = `${texts.lang} ${addresses.path('')}`;
  const text = entries.map((entry) => rows(entry, page, () => row(entry, texts, addresses).text)).join('');
  return html`<ul class="jobs">\n${raw(text)}</ul>`;
}

/** Most rows are on many pages, and an entry is never changed. */
const rows = memoizeWith<Entry, string>();

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
