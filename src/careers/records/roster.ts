// The jobs of one career site in memory: in the order of its list, by department, place and so on.
import type { Value } from '../../catalogue/kinds.ts';
import type { Marks } from '../../store/store.ts';
import { type Channel, momentOf } from '../visibility.ts';
import type { Distribution, Job } from './reader.ts';

/** A distribution that has a page, now or from a time on. */
export type Entry = {
  readonly distribution: Distribution;
  readonly id: number;
  readonly jobId: number;
  readonly locale: string;
  /** Below its site, as in `/de/entwickler`. */
  readonly path: string;
  /** When it was published, as the record says it. */
  readonly publishedAt: string | null;
  /** The moment from which it can be seen. The order of the texts is the order in time. */
  readonly from: string;
  /** Of the job; the last part of its path where it has none. */
  readonly title: string;
  readonly department: string | null;
  readonly place: string | null;
  readonly policy: string | null;
  readonly type: string | null;
  readonly pay: Pay;
  readonly shown: Readonly<Record<Channel, boolean>>;
  /** What the search looks at, folded. */
  readonly words: string;
};

export type Pay = { readonly min: number | null; readonly max: number | null; readonly currency: string | null };

export type Facet = 'department' | 'place' | 'policy' | 'type' | 'locale';
export const facets: readonly Facet[] = ['department', 'place', 'policy', 'type', 'locale'];

export type Roster = {
  /** What is on the site: by department, the newest first. A job may be there in several languages. */
  readonly listed: readonly Entry[];
  /** The same with each job once, in the language that most of the site is in where it is there in that. */
  readonly jobs: readonly Entry[];
  /** The jobs with each value, in the same order; of a language all that is listed in it. */
  readonly by: Readonly<Record<Facet, ReadonlyMap<string, readonly Entry[]>>>;
  /** All that have a page, now or from a time on, by their paths. */
  readonly pages: ReadonlyMap<string, Entry>;
  /** The language that most of the site is in. */
  readonly locale: string;
  /** How far the records had come. */
  readonly marks: Marks;
  /** Differs when anything that it is made of does. */
  readonly state: string;
  /** When the next distribution is published, in milliseconds; without one nothing changes by itself. */
  readonly until: number | undefined;
};

export const textOf = (value: Value | undefined): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

const numberOf = (value: Value): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

export const payOf = (job: Job): Pay => ({
  min: numberOf(job.comp_min),
  max: numberOf(job.comp_max),
  currency: textOf(job.currency),
});

/** Without regard to case and accents. */
export const foldedWords = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

type Made = Pick<Roster, 'marks' | 'pages'> & { readonly entries: readonly Entry[] };

/** `entries`: all of them, in the order of the list. */
export function rosterOf({ entries, pages, marks }: Made, now: string): Roster {
  const moment = momentOf(now);
  let until: string | undefined;
  const listed: Entry[] = [];
  for (const entry of entries) {
    if (entry.from > moment) until = until === undefined || entry.from < until ? entry.from : until;
    else if (entry.shown.site) listed.push(entry);
  }
  const locales = grouped(listed, 'locale');
  const locale = longest(locales) ?? 'en';
  const jobs = eachOnce(listed, locale);
  const by = {
    ...(Object.fromEntries(facets.map((facet) => [facet, grouped(jobs, facet)])) as unknown as Roster['by']),
    locale: locales,
  };
  return {
    ...{ listed, jobs, by, pages, locale, marks },
    state: `${marks.state} ${until ?? ''}`,
    until: until === undefined ? undefined : Date.parse(until),
  };
}

/** Puts entries where they belong among others that are in the order of the list. */
export function merged(sorted: readonly Entry[], more: Entry[]): Entry[] {
  more.sort(inOrder);
  const all: Entry[] = [];
  let at = 0;
  for (const entry of more) {
    while (at < sorted.length && inOrder(sorted[at]!, entry) < 0) all.push(sorted[at++]!);
    all.push(entry);
  }
  while (at < sorted.length) all.push(sorted[at++]!);
  return all;
}

/** By department, those without one last; then the newest first. */
function inOrder(a: Entry, b: Entry): number {
  if (a.department !== b.department) {
    if (a.department === null) return 1;
    if (b.department === null) return -1;
    return a.department < b.department ? -1 : 1;
  }
  if (a.from !== b.from) return a.from > b.from ? -1 : 1;
  return b.id - a.id;
}

function longest(groups: ReadonlyMap<string, readonly Entry[]>): string | undefined {
  let [most, found]: [number, string | undefined] = [0, undefined];
  for (const [value, { length }] of groups) if (length > most) [most, found] = [length, value];
  return found;
}

function eachOnce(listed: readonly Entry[], locale: string): Entry[] {
  const chosen = new Map<number, Entry>();
  for (const entry of listed) {
    const before = chosen.get(entry.jobId);
    if (!before || (entry.locale === locale && before.locale !== locale)) chosen.set(entry.jobId, entry);
  }
  return listed.filter((entry) => chosen.get(entry.jobId) === entry);
}

function grouped(listed: readonly Entry[], facet: Facet): ReadonlyMap<string, readonly Entry[]> {
  const groups = new Map<string, Entry[]>();
  for (const entry of listed) {
    const value = entry[facet];
    if (value === null) continue;
    const group = groups.get(value);
    if (group) group.push(entry);
    else groups.set(value, [entry]);
  }
  return groups;
}
