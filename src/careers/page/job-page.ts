// The page of a job: its text, its facts, how to apply, and similar jobs. A job on hold says so.
import { type Addresses, jobPath, PICTURE } from '../addresses.ts';
import { applyAddress, type Posting } from '../records/posting.ts';
import { textOf } from '../records/reader.ts';
import type { Entry, Roster } from '../records/roster.ts';
import type { Versions } from '../versions.ts';
import { filled } from '../words/words.ts';
import type { Page } from './document.ts';
import { type Facts, factsOf, jobPosting, proseOf, shortFacts } from './facts.ts';
import { type Html, html, NOTHING } from './html.ts';
import type { Pictured } from './look.ts';
import { summaryOf } from './prose.ts';
import { jobList, languageLinks, siteDocument } from './site-document.ts';
import { apart, isolated, type Texts } from './texts.ts';

const MOST_SIMILAR = 4;

/** The newest ones of the same department and language, else of the same place. */
export function similarTo({ by }: Roster, locale: string, posting?: Posting): readonly Entry[] {
  const found = new Map<number, Entry>();
  const { job, department, place } = posting ?? {};
  const near = [by.department.get(department ?? ''), by.place.get(place ?? ''), by.locale.get(locale)];
  for (const some of near)
    for (const entry of (some ?? []).slice(0, 10 * MOST_SIMILAR)) {
      if (found.size === MOST_SIMILAR) break;
      if (entry.jobId !== job?.id && entry.locale === locale) found.set(entry.jobId, entry);
    }
  return [...found.values()];
}

/** A list beside the text of a job. */
function factRows({ texts, ...facts }: Facts): { label: string; value: string | undefined | null }[] {
  const { words } = texts;
  const place = [facts.place, facts.country && texts.country(facts.country)]
    .flatMap((each) => (each ? apart(each, texts.dir) : []))
    .join(', ');
  return [
    { label: words.pay, value: facts.payText },
    { label: words.place, value: place },
    { label: words.workplace, value: facts.workplace },
    { label: words.contract, value: facts.contract },
    { label: words.department, value: facts.department },
    { label: words.brand, value: facts.company },
    { label: words.reference, value: facts.code },
    { label: words.posted, value: facts.publishedAt && texts.day(facts.publishedAt) },
  ].filter(({ value }) => value);
}

export function pictured(posting: Posting): Pictured {
  const facts = factsOf(posting);
  return { look: facts.look, title: facts.title, facts: shortFacts(facts) };
}

export function jobPage(posting: Posting, roster: Roster, addresses: Addresses, versions: Versions): Page {
  const { site, distribution, job, organization, visibility, locale, title, department } = posting;
  const facts = factsOf(posting);
  const { texts, look } = facts;
  const { words } = texts;
  const isOnHold = visibility.reasons.includes('job_on_hold');
  const text = proseOf(facts);
  const short = shortFacts(facts).map((fact) => apart(fact, texts.dir));
  const line = short.join(' · ');
  const address = isOnHold ? undefined : applyAddress(posting, [title, posting.code].filter(Boolean).join(', '));
  const button = address && applyButton(address, texts);
  const similar = similarTo(roster, locale, posting);
  return siteDocument(site, addresses, {
    texts,
    look,
    title: `${apart(title, texts.dir)} · ${apart(look.name, texts.dir)}`,
    description: summaryOf(textOf(job.description) ?? '', line) || title,
    canonical: versions.canonical,
    alternates: versions.alternates,
    picture: {
      url: addresses.absolute(`${jobPath(distribution)}/${PICTURE.name}`),
      alt: [...[title, look.name].map((each) => apart(each, texts.dir)), ...short].join(' · '),
    },
    isIndexed: true,
    markup: visibility.shown.markup
      ? jobPosting(facts, text, versions.canonical, addresses.asset(look.logo ?? null))
      : undefined,
    kind: 'job',
    languages: languageLinks(versions.languages),
    hero: html`<div class="job-head"><p class="trail"><a href="${addresses.path('')}">${words.openings}</a>${
      department !== null &&
      html` › <a href="${addresses.path('')}?department=${encodeURIComponent(department)}">${isolated(department, texts)}</a>`
    }</p><h1>${isolated(title, texts)}</h1>${line && html`<p class="lead">${line}</p>`}</div>`,
    main: html`${isOnHold && html`<div class="note"><p><strong>${words.onHold}</strong></p><p>${words.onHoldHint}</p></div>`}
<div class="two">
<article class="text" dir="auto">
${text}
</article>
<aside class="facts" aria-labelledby="facts">
<h2 id="facts">${words.facts}</h2>
<dl>${factRows(facts).map(({ label, value }) => html`<div><dt>${label}</dt><dd>${isolated(value!, texts)}</dd></div>`)}</dl>
${isOnHold ? NOTHING : (button ?? html`<p>${filled(words.applyElsewhere, { name: apart(textOf(organization?.name) ?? look.name, texts.dir) })}</p>`)}
</aside>
</div>
${button && html`<p class="apply">${button}</p>\n`}${similar.length > 0 && html`<section class="more"><h2>${words.similar}</h2>\n${jobList(similar, texts, addresses)}</section>`}`,
  });
}

const applyButton = (address: string, { words }: Texts): Html =>
  html`<a class="button" href="${address}" rel="nofollow">${words.apply}</a>`;
