// The jobs of one career site, kept in memory: in the order of its list, by department, place and so on. Records are appended, so a
// roster that was made before takes only what came since; it is made anew when older records have changed.

import type { Value } from '../../catalogue/kinds.ts';
import { pauses } from '../../store/shared/pauses.ts';
import type { Marks } from '../../store/store.ts';
import { type Channel, momentOf, visibilityOf } from '../visibility.ts';
import type { Distribution, Job, Name, Reader, RecordOf, Site } from './reader.ts';

/** A distribution that has a page, now or from a time on. */
export type Entry = {
  readonly id: number;
  readonly jobId: number;
  readonly locale: string;
  readonly slug: string;
  /** When it was published, as the record says it. */
  readonly publishedAt: string | null;
  /** The moment from which it can be seen. The order of the texts is the order in time. */
  readonly from: string;
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
  /** The language that most of the site is in. */
  readonly locale: string;
  /** Differs when anything that it is made of does. */
  readonly state: string;
  /** When the next distribution is published, in milliseconds; without one nothing changes by itself. */
  readonly until: number | undefined;
};

type Kept = {
  readonly marks: Marks;
  /** Distributions that are, or will be, published. */
  readonly entries: readonly Entry[];
  roster: Roster | undefined;
};

/** Entries of all sites together. */
const MOST_ENTRIES = 200_000;
/** Records that are read at a time. */
const PORTION = 200;

export type Rosters = (site: Site, now: string) => Promise<Roster>;

export function rosters(read: Reader): Rosters {
  const known = new Map<number, Kept>();
  const underWay = new Map<number, Promise<Kept>>();

  /** Requests that come meanwhile wait for the same one. */
  function current(site: Site, marks: Marks): Promise<Kept> | Kept {
    const id = site.id as number;
    const before = known.get(id);
    if (before?.marks.state === marks.state) return before;
    const running = underWay.get(id);
    if (running) return running.then(() => again(site));
    const made = make(site, marks, before).finally(() => underWay.delete(id));
    underWay.set(id, made);
    return made;
  }

  async function again(site: Site): Promise<Kept> {
    return current(site, await read.marks());
  }

  async function make(site: Site, marks: Marks, before: Kept | undefined): Promise<Kept> {
    const grows = before !== undefined && before.marks.generation === marks.generation;
    const after = grows ? before.marks.sealed[DISTRIBUTIONS]! : 0;
    const old = grows ? before.entries.filter(({ id }) => id <= after) : [];
    const entries = [...old, ...(await entriesAfter(read, site, after, marks.position))];
    const made = { marks, entries, roster: undefined };
    const id = site.id as number;
    known.delete(id);
    known.set(id, made);
    forgetOldest();
    return made;
  }

  function forgetOldest(): void {
    let total = 0;
    for (const [id, { entries }] of [...known].reverse()) {
      total += entries.length;
      if (total > MOST_ENTRIES) known.delete(id);
    }
  }

  return async (site, now) => {
    const one = await current(site, await read.marks());
    const { roster } = one;
    if (roster && (roster.until === undefined || Date.parse(now) < roster.until)) return roster;
    one.roster = rosterOf(one.entries, one.marks.state, now);
    return one.roster;
  };
}

/** Its place among the resources of the marks. */
const DISTRIBUTIONS = 1;

async function entriesAfter(read: Reader, site: Site, after: number, position: string | undefined): Promise<Entry[]> {
  const pause = pauses();
  const entries: Entry[] = [];
  const [organizationOf, departmentOf] = [once(read, 'organizations'), once(read, 'departments')];
  for (let last = after; ; ) {
    const { records, to } = await read.find('job-distributions', {
      where: { career_site_id: site.id as number, status: 'published' },
      after: last,
      limit: PORTION,
      follow: ['job_posting_id', 'brand_id'],
      position,
    });
    for (const distribution of records) {
      const job = to(distribution, 'job_posting_id');
      if (!job) continue;
      const brand = to(distribution, 'brand_id');
      const organization = brand && (await organizationOf(brand.organization_id));
      const { shown } = visibilityOf({ distribution, job, site, brand, organization }, END_OF_TIME);
      if (!shown.page) continue;
      entries.push(entryOf(distribution, job, shown, textOf((await departmentOf(job.dept_id))?.name)));
      await pause();
    }
    if (records.length < PORTION) return entries;
    last = records.at(-1)!.id as number;
  }
}

/** Reads the records of a resource by their ids, each of them once. */
export function once<N extends Name>(read: Reader, name: N): (id: Value) => Promise<RecordOf<N> | undefined> {
  const known = new Map<Value, Promise<RecordOf<N> | undefined>>();
  return (id) => {
    const found = known.get(id) ?? read.get(name, id);
    known.set(id, found);
    return found;
  };
}

/** Everything is published by then. */
const END_OF_TIME = '9999-12-31T23:59:59Z';

export const textOf = (value: Value | undefined): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

const numberOf = (value: Value): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

export const payOf = (job: Job): Pay => ({
  min: numberOf(job.comp_min),
  max: numberOf(job.comp_max),
  currency: textOf(job.currency),
});

function entryOf(distribution: Distribution, job: Job, shown: Entry['shown'], department: string | null): Entry {
  const publishedAt = textOf(distribution.published_at);
  const [title, place, code] = [textOf(job.title) ?? '', textOf(job.location), textOf(job.code)];
  return {
    id: distribution.id as number,
    jobId: job.id as number,
    locale: String(distribution.locale),
    slug: String(distribution.slug),
    publishedAt,
    from: publishedAt === null ? '' : momentOf(publishedAt),
    title,
    department,
    place,
    policy: textOf(job.remote_policy),
    type: textOf(job.employment_type),
    pay: payOf(job),
    shown,
    words: foldedWords([title, place, department, code].filter(Boolean).join(' ')),
  };
}

/** Without regard to case and accents. */
export const foldedWords = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

function rosterOf(entries: readonly Entry[], state: string, now: string): Roster {
  const moment = momentOf(now);
  let until: string | undefined;
  const listed: Entry[] = [];
  for (const entry of entries) {
    if (entry.from > moment) until = until === undefined || entry.from < until ? entry.from : until;
    else if (entry.shown.site) listed.push(entry);
  }
  listed.sort(inOrder);
  const locales = grouped(listed, 'locale');
  const locale = longest(locales) ?? 'en';
  const jobs = eachOnce(listed, locale);
  const by = {
    ...(Object.fromEntries(facets.map((facet) => [facet, grouped(jobs, facet)])) as unknown as Roster['by']),
    locale: locales,
  };
  return {
    listed,
    jobs,
    by,
    locale,
    state: `${state} ${until ?? ''}`,
    until: until === undefined ? undefined : Date.parse(until),
  };
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
