// The page of a job: its text, its facts, how to apply, and similar jobs. A job on hold says so.
import { type Addresses, jobPath } from '../addresses.ts';
import { PICTURE, type Pictured } from '../picture/picture.ts';
import { applyAddress } from '../records/apply.ts';
import type { Posting } from '../records/posting.ts';
import type { Job } from '../records/reader.ts';
import { type Entry, payOf, type Roster, textOf } from '../records/roster.ts';
import { filled } from '../words/words.ts';
import { type Alternate, documentOf, type Page } from './document.ts';
import { type Html, html, NOTHING } from './html.ts';
import { jobList } from './job-list.ts';
import { lookOf, siteName } from './look.ts';
import { jobPosting } from './posting.ts';
import { jobProse, summaryOf } from './prose.ts';
import { languageName, siteFoot } from './site-page.ts';
import { apart, isolated, localeTag, type Texts, textsFor } from './texts.ts';

/** The same job elsewhere and in other languages. */
export type Versions = {
  readonly canonical: string;
  /** None where another address is the canonical one. */
  readonly alternates: readonly Alternate[];
  readonly languages: readonly { readonly locale: string; readonly href: string; readonly isCurrent: boolean }[];
};

export type JobContext = {
  readonly posting: Posting;
  readonly addresses: Addresses;
  readonly roster: Roster;
  readonly versions: Versions;
};

const MOST_SIMILAR = 4;

/** The newest ones of the same department and language, else of the same place. */
export function similarTo(
  { by }: Roster,
  job: {
    readonly id: number;
    readonly department: string | null;
    readonly place: string | null;
    readonly locale: string;
  },
): readonly Entry[] {
  const found = new Map<number, Entry>();
  const near = [by.department.get(job.department ?? ''), by.place.get(job.place ?? ''), by.locale.get(job.locale)];
  for (const some of near)
    for (const entry of (some ?? []).slice(0, 10 * MOST_SIMILAR)) {
      if (found.size === MOST_SIMILAR) break;
      if (entry.jobId !== job.id && entry.locale === job.locale) found.set(entry.jobId, entry);
    }
  return [...found.values()];
}

/** What is said of a job in one line, and beside its text. */
type Facts = { readonly label: string; readonly value: string | undefined | null }[];

function factsOf(
  { distribution, job, department, visibility: { country } }: Posting,
  texts: Texts,
  company: string,
): Facts {
  const { words } = texts;
  const place = [textOf(job.location), country && texts.country(country)]
    .flatMap((each) => (each ? apart(each, texts.dir) : []))
    .join(', ');
  const policy = textOf(job.remote_policy);
  const type = textOf(job.employment_type);
  const posted = textOf(distribution.published_at);
  return [
    { label: words.pay, value: texts.pay(payOf(job)) },
    { label: words.place, value: place },
    { label: words.workplace, value: policy && texts.policy(policy) },
    { label: words.contract, value: type && texts.type(type) },
    { label: words.department, value: department },
    { label: words.brand, value: company },
    { label: words.reference, value: textOf(job.code) },
    { label: words.posted, value: posted && texts.day(posted) },
  ].filter(({ value }) => value);
}

const titleOf = ({ job, distribution }: Posting): string => textOf(job.title) ?? String(distribution.slug);

/** What its picture shows. */
export function pictured(posting: Posting): Pictured {
  const { site, brand, job, distribution } = posting;
  const texts = textsFor(String(distribution.locale));
  const [place, policy, type] = [textOf(job.location), textOf(job.remote_policy), textOf(job.employment_type)];
  const facts = [place, policy && texts.policy(policy), type && texts.type(type)].filter((each) => each !== null);
  return { look: lookOf(site, brand), title: titleOf(posting), facts };
}

export function jobPage({ posting, addresses, roster, versions }: JobContext): Page {
  const { site, distribution, job, brand, organization, department, visibility } = posting;
  const texts = textsFor(String(distribution.locale));
  const { words } = texts;
  const look = lookOf(site, brand);
  const title = titleOf(posting);
  const isOnHold = visibility.reasons.includes('job_on_hold');
  const [description, requirements] = [textOf(job.description), textOf(job.requirements)];
  const text = jobProse({ description, requirements, requirementsTitle: words.requirements });
  const [place, policy, type] = [textOf(job.location), textOf(job.remote_policy), textOf(job.employment_type)];
  const { facts } = pictured(posting);
  const line = facts.map((fact) => apart(fact, texts.dir)).join(' · ');
  const address = isOnHold ? undefined : applyAddress({ brand, organization }, subjectOf(job, title));
  const button = address && applyButton(address, texts);
  const similar = similarTo(roster, {
    id: job.id as number,
    department,
    place,
    locale: String(distribution.locale),
  });
  return documentOf({
    texts,
    look,
    title: `${apart(title, texts.dir)} · ${apart(look.name, texts.dir)}`,
    description: summaryOf(description ?? '', line) || title,
    canonical: versions.canonical,
    alternates: versions.alternates,
    picture: {
      url: addresses.absolute(`${jobPath(distribution)}/${PICTURE.name}`),
      alt: [title, look.name, ...facts].map((each) => apart(each, texts.dir)).join(' · '),
    },
    isIndexed: true,
    feeds: { rss: addresses.path('/feed.xml'), json: addresses.path('/feed.json') },
    markup: visibility.shown.markup
      ? jobPosting({
          title,
          text,
          posted: textOf(distribution.published_at),
          company: look.name,
          logo: addresses.asset(look.logo ?? null),
          reference: textOf(job.code) ?? String(job.id),
          place,
          country: visibility.country!,
          isRemote: policy === 'remote',
          type,
          pay: payOf(job),
          url: versions.canonical,
        })
      : undefined,
    kind: 'job',
    home: { href: addresses.path(''), name: siteName(site) },
    languages: versions.languages.map(({ locale, href, isCurrent }) => ({
      ...{ lang: localeTag(locale), href, isCurrent },
      name: languageName(
        locale,
        versions.languages.map((each) => each.locale),
      ),
    })),
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
<dl>${factsOf(posting, texts, look.name).map(({ label, value }) => html`<div><dt>${label}</dt><dd>${isolated(value!, texts)}</dd></div>`)}</dl>
${isOnHold ? NOTHING : (button ?? html`<p>${filled(words.applyElsewhere, { name: apart(textOf(organization?.name) ?? look.name, texts.dir) })}</p>`)}
</aside>
</div>
${button && html`<p class="apply">${button}</p>\n`}${similar.length > 0 && html`<section class="more"><h2>${words.similar}</h2>\n${jobList(similar, texts, addresses)}</section>`}`,
    foot: siteFoot({ site, addresses }, texts),
  });
}

const subjectOf = ({ code }: Job, title: string): string => [title, textOf(code)].filter(Boolean).join(', ');

const applyButton = (address: string, { words }: Texts): Html =>
  html`<a class="button" href="${address}" rel="nofollow">${words.apply}</a>`;
