// The jobs of one career site in memory: in the order of its list, by department, place and so on.
import type { Value } from '../../catalogue/kinds.ts';
import type { Marks } from '../../store/store.ts';
import type { Channel } from '../visibility.ts';
import type { Distribution, Job } from './reader.ts';

/** A distribution that has a page, now or from a time on. */
export type Entry = {
  readonly distribution: Distribution;
  readonly id: number;
  readonly jobId: number;
  readonly locale: string;
  /** Below its site, as in `/de/entwickler`. */
  readonly path: string;
  /** When it was published, as the record says it; and the moment of that. */
  readonly publishedAt: string | null;
  readonly moment: string;
  /** The moment from which it can be seen, which may be private. The order of the texts is the order in time. */
  readonly from: string;
  /** Of the job; the last part of its path where it has none. */
  readonly title: string;
  readonly department: string | null;
  readonly place: string | null;
  readonly policy: string | null;
  readonly type: string | null;
  readonly pay: Pay;
  readonly shown: Readonly<Record<Channel, boolean>>;
  /** The texts that the search looks at, folded. */
  readonly words: string;
};

export type Pay = { readonly min: number | null; readonly max: number | null; readonly currency: string | null };

export type Facet = 'department' | 'place' | 'policy' | 'type' | 'locale';

export type Roster = {
  /** The jobs on the site: by department, the newest first. A job may be there in several languages. */
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

/** The sources of a roster: all jobs that have a page now or later, in the order of the list. */
export type Jobs = {
  readonly entries: readonly Entry[];
  readonly pages: Map<string, Entry>;
  readonly marks: Marks;
};

/** As it is at a moment. */
export function rosterOf({ entries, pages, marks }: Jobs, moment: string): Roster {
  const [listed, later]: [Entry[], Entry[]] = [[], []];
  for (const entry of entries)
    if (entry.from > moment) later.push(entry);
    else if (entry.shown.site) listed.push(entry);
  const locales = new Map<string, Entry[]>();
  for (const entry of listed) group(locales, entry.locale, entry);
  const locale = longest(locales) ?? 'en';
  const jobs = eachOnce(listed, locale);
  const [department, place, policy, type] = [new Map(), new Map(), new Map(), new Map()];
  for (const entry of jobs) {
    group(department, entry.department, entry);
    group(place, entry.place, entry);
    group(policy, entry.policy, entry);
    group(type, entry.type, entry);
  }
  const next = later.reduce<string | undefined>((first, { from }) => (first && first < from ? first : from), undefined);
  return {
    ...{ listed, jobs, pages, locale, marks, by: { department, place, policy, type, locale: locales } },
    state: `${marks.state} ${later.length}`,
    until: next === undefined ? undefined : Date.parse(next),
  };
}

function group(groups: Map<string, Entry[]>, value: string | null, entry: Entry): void {
  if (value === null) return;
  const found = groups.get(value);
  if (found) found.push(entry);
  else groups.set(value, [entry]);
}

/** By department, those without one last; then the newest first. */
export function inOrder(a: Entry, b: Entry): number {
  if (a.department !== b.department) {
    if (a.department === null) return 1;
    if (b.department === null) return -1;
    return a.department < b.department ? -1 : 1;
  }
  return byTime(a, b);
}

/** The newest first. */
function byTime(a: Entry, b: Entry): number {
  if (a.moment !== b.moment) return a.moment > b.moment ? -1 : 1;
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

/** Where in a list that is by department the one of an entry begins, and where the next does. */
export function departmentAt(list: readonly Entry[], at: number): [number, number] {
  const { department } = list[at]!;
  const isSame = (place: number) => list[place]!.department === department;
  return [firstWhere(0, at, isSame), firstWhere(at, list.length, (place) => !isSame(place))];
}

/** The first place where it is true; it is true of all that follow. `to` where it is true of none. */
function firstWhere(from: number, to: number, isTrue: (place: number) => boolean): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (isTrue(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

/** A list that is by department as one that is the newest first. Each department is that already. */
export function newestFirst(list: readonly Entry[]): IteratorObject<Entry> {
  const departments: Entry[][] = [];
  for (let at = 0; at < list.length; ) {
    const [from, to] = departmentAt(list, at);
    departments.push(list.slice(from, to));
    at = to;
  }
  return interleaved(departments);
}

/** Made one by one, because a feed of many jobs begins before its end is known. */
function* interleaved(lists: readonly (readonly Entry[])[]): Generator<Entry, undefined> {
  if (lists.length < 2) return yield* lists[0] ?? [];
  const middle = lists.length >> 1;
  const [some, others] = [interleaved(lists.slice(0, middle)), interleaved(lists.slice(middle))];
  let [one, other] = [some.next().value, others.next().value];
  while (one || other)
    if (!other || (one && byTime(one, other) < 0)) {
      yield one!;
      one = some.next().value;
    } else {
      yield other;
      other = others.next().value;
    }
}
