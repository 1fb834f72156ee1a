// Makes the rosters of sites, and caches each for as long as the records are the same. Records are appended: where
// older records have not changed, only the newer ones are read.

import { inTurns } from '../../fairness/shared-work.ts';
import { inSlices, merged, pauses, sorted } from '../../fairness/slices.ts';
import type { Marks } from '../../store/store.ts';
import { momentOf } from '../visibility.ts';
import { postingOf } from './posting.ts';
import type { Reader, Site } from './reader.ts';
import { type Entry, entryOf, inOrder, type Jobs, type Roster, rosterOf } from './roster.ts';

/** Requests that need a new one share it. */
type Cached = { readonly make: () => Promise<Jobs>; jobs?: Jobs; roster?: Roster | undefined };

/** Entries of all sites together. */
const MOST_ENTRIES = 200_000;
/** Records that are read at a time. */
const PORTION = 200;

export function rosters(read: Reader) {
  const cached = new Map<number, Cached>();

  async function make(site: Site, before: Jobs | undefined): Promise<Jobs> {
    const marks = await read.marks();
    const upTo = before?.marks.generation === marks.generation ? before.marks.watermarks[DISTRIBUTIONS]! : 0;
    const old = before?.entries.filter(({ id }) => id <= upTo) ?? [];
    const more = await entriesAfter(site, upTo, marks);
    const isSame = before?.entries.length === old.length;
    if (isSame && more.length === 0) return { ...before, marks };
    const pages = isSame ? before.pages : new Map(old.map((entry) => [entry.path, entry]));
    for (const entry of more) pages.set(entry.path, entry);
    return { marks, pages, entries: await inSlices(merged(old, await inSlices(sorted(more, inOrder)), inOrder)) };
  }

  async function entriesAfter(site: Site, upTo: number, marks: Marks): Promise<Entry[]> {
    const entries: Entry[] = [];
    const pause = pauses();
    for (let after = upTo; ; ) {
      const where = { career_site_id: site.id as number };
      const { position } = marks;
      const records = await read.find('job-distributions', { where, after, limit: PORTION, position });
      const published = records.filter(({ status }) => status === 'published');
      const jobs = await read.jobsOf(published, position);
      for (const distribution of published) {
        const job = jobs.get(distribution.job_posting_id);
        if (!job) continue;
        const posting = await postingOf(read, { site, distribution, job }, marks, END_OF_TIME);
        if (posting.visibility.shown.page) entries.push(entryOf(posting));
        await pause();
      }
      if (records.length < PORTION) return entries;
      after = records.at(-1)!.id as number;
    }
  }

  /** Never the newest, however many jobs that site has. */
  function forgetOldest(): void {
    let total = 0;
    for (const [at, [id, { jobs }]] of [...cached].reverse().entries()) {
      total += jobs?.pages.size ?? 0;
      if (at > 0 && total > MOST_ENTRIES) cached.delete(id);
    }
  }

  /** The roster of a site when the records had come as far as the marks, or later. */
  return async (site: Site, marks: Marks, now: string): Promise<Roster> => {
    const id = site.id as number;
    const own: Cached = cached.get(id) ?? { make: inTurns(() => make(site, own.jobs)) };
    if (own.jobs?.marks.state !== marks.state) {
      cached.delete(id);
      cached.set(id, own);
      own.jobs = await own.make();
      own.roster = undefined;
      forgetOldest();
    }
    const { roster } = own;
    if (roster && (roster.until === undefined || Date.parse(now) < roster.until)) return roster;
    own.roster = rosterOf(own.jobs, momentOf(now));
    return own.roster;
  };
}

/** Its place among the resources of the marks. */
const DISTRIBUTIONS = 1;

/** Everything is published by then. */
const END_OF_TIME = '9999-12-31T23:59:59Z';
