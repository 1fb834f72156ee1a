// Jobs as rows of a list.
import type { Addresses } from '../addresses.ts';
import type { Entry } from '../records/roster.ts';
import { type Html, html } from './html.ts';
import { isolated, localeTag, type Texts } from './texts.ts';

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
