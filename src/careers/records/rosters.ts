// Keeps the rosters of sites. Records are appended, so a roster that was made before takes only what came since; it is made anew when
// older records have changed.
import { pauses } from '../../store/shared/pauses.ts';
import type { Marks } from '../../store/store.ts';
import { jobPath } from '../addresses.ts';
import { momentOf } from '../visibility.ts';
import type { Known } from './known.ts';
import { type Posting, postingOf } from './posting.ts';
import type { Reader, Site } from './reader.ts';
import { type Entry, foldedWords, merged, payOf, type Roster, rosterOf, textOf } from './roster.ts';

type Kept = {
  readonly marks: Marks;
  /** Distributions that are, or will be, published, in the order of the list. */
  readonly entries: readonly Entry[];
  /** The same by their paths. */
  readonly pages: Map<string, Entry>;
  roster: Roster | undefined;
};

/** Entries of all sites together. */
const MOST_ENTRIES = 200_000;
/** Records that are read at a time. */
const PORTION = 200;

/** The roster of a site when the records had come as far as the marks, or later. */
export type Rosters = (site: Site, marks: Marks, now: string) => Promise<Roster>;

export function rosters(read: Reader, known: Known): Rosters {
  const kept = new Map<number, Kept>();
  const underWay = new Map<number, Promise<Kept>>();

  /** Requests that come meanwhile wait for the same one. */
  function current(site: Site, marks: Marks): Promise<Kept> | Kept {
    const id = site.id as number;
    const before = kept.get(id);
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
    const pages = grows ? before.pages : new Map<string, Entry>();
    const more = await entriesAfter(site, after, marks);
    for (const entry of more) pages.set(entry.path, entry);
    const made = { marks, entries: merged(old, more), pages, roster: undefined };
    const id = site.id as number;
    kept.delete(id);
    kept.set(id, made);
    forgetOldest();
    return made;
  }

  async function entriesAfter(site: Site, after: number, marks: Marks): Promise<Entry[]> {
    const pause = pauses();
    const entries: Entry[] = [];
    for (let last = after; ; ) {
      const { records, to } = await read.find('job-distributions', {
        where: { career_site_id: site.id as number },
        after: last,
        limit: PORTION,
        follow: ['job_posting_id'],
        position: marks.position,
      });
      for (const distribution of records) {
        const job = distribution.status === 'published' ? to(distribution, 'job_posting_id') : undefined;
        if (!job) continue;
        const posting = await postingOf(known, { site, distribution, job }, marks, END_OF_TIME);
        if (posting.visibility.shown.page) entries.push(entryOf(posting));
        await pause();
      }
      if (records.length < PORTION) return entries;
      last = records.at(-1)!.id as number;
    }
  }

  function forgetOldest(): void {
    let total = 0;
    for (const [id, { entries }] of [...kept].reverse()) {
      total += entries.length;
      if (total > MOST_ENTRIES) kept.delete(id);
    }
  }

  return async (site, marks, now) => {
    const one = await current(site, marks);
    const { roster } = one;
    if (roster && (roster.until === undefined || Date.parse(now) < roster.until)) return roster;
    one.roster = rosterOf(one, now);
    return one.roster;
  };
}

/** Its place among the resources of the marks. */
const DISTRIBUTIONS = 1;

/** Everything is published by then. */
const END_OF_TIME = '9999-12-31T23:59:59Z';

function entryOf({ distribution, job, department, visibility: { shown } }: Posting): Entry {
  const publishedAt = textOf(distribution.published_at);
  const [title, place, code] = [textOf(job.title), textOf(job.location), textOf(job.code)];
  return {
    distribution,
    id: distribution.id as number,
    jobId: job.id as number,
    locale: String(distribution.locale),
    path: jobPath(distribution),
    publishedAt,
    from: publishedAt === null ? '' : momentOf(publishedAt),
    title: title ?? String(distribution.slug),
    department,
    place,
    policy: textOf(job.remote_policy),
    type: textOf(job.employment_type),
    pay: payOf(job),
    shown,
    words: foldedWords([title, place, department, code].filter(Boolean).join(' ')),
  };
}
