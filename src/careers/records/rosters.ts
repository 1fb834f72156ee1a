// Keeps the rosters of sites. Records are appended, so a roster that was made before takes only what came since; it is made anew when
// older records have changed.
import { pauses } from '../../fairness/slices.ts';
import type { Marks } from '../../store/store.ts';
import { jobPath } from '../addresses.ts';
import { memoized } from '../memoized.ts';
import { momentOf } from '../visibility.ts';
import type { Known } from './known.ts';
import { type Posting, postingOf } from './posting.ts';
import type { Reader, Site } from './reader.ts';
import { type Entry, foldedWords, inOrder, type Jobs, merged, payOf, type Roster, rosterOf, textOf } from './roster.ts';

/** All in the order of the list. Until the roster is made, `later` has all that came. */
type Kept = Jobs & {
  readonly pages: Map<string, Entry>;
  listed: readonly Entry[];
  later: readonly Entry[];
  roster?: Roster;
};

type Pause = ReturnType<typeof pauses>;

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
    const after = grows ? before.marks.watermarks[DISTRIBUTIONS]! : 0;
    const isOld = ({ id }: Entry) => id <= after;
    const pause = pauses();
    const more = await entriesAfter(site, after, marks, pause);
    const { listed, later, pages } = grows ? before : { listed: [], later: [], pages: new Map<string, Entry>() };
    for (const entry of more) pages.set(entry.path, entry);
    const made: Kept = {
      ...{ marks, pages, listed: listed.filter(isOld) },
      later: merged(later.filter(isOld), await inPieces(more, pause)),
    };
    const id = site.id as number;
    kept.delete(id);
    kept.set(id, made);
    forgetOldest();
    return made;
  }

  async function entriesAfter(site: Site, after: number, marks: Marks, pause: Pause): Promise<Entry[]> {
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

  /** Never the newest, however many jobs that site has. */
  function forgetOldest(): void {
    const [newest, ...others] = [...kept].reverse();
    let total = newest![1].pages.size;
    for (const [id, { pages }] of others) {
      total += pages.size;
      if (total > MOST_ENTRIES) kept.delete(id);
    }
  }

  return async (site, marks, now) => {
    const one = await current(site, marks);
    const { roster } = one;
    if (roster && (roster.until === undefined || Date.parse(now) < roster.until)) return roster;
    const moment = momentOf(now);
    one.listed = merged(
      one.listed,
      one.later.filter(({ from, shown }) => from <= moment && shown.site),
    );
    one.later = one.later.filter(({ from }) => from > moment);
    one.roster = rosterOf(one);
    return one.roster;
  };
}

/** Entries that are sorted at a time. */
const PIECE = 500;

/** In the order of the list. Sorting many takes long, and others are answered in between. */
async function inPieces(entries: Entry[], pause: Pause): Promise<readonly Entry[]> {
  if (entries.length <= PIECE) return entries.sort(inOrder);
  const middle = entries.length >> 1;
  const some = await inPieces(entries.slice(0, middle), pause);
  const others = await inPieces(entries.slice(middle), pause);
  await pause();
  return merged(some, others);
}

/** Its place among the resources of the marks. */
const DISTRIBUTIONS = 1;

/** Everything is published by then. */
const END_OF_TIME = '9999-12-31T23:59:59Z';

/** The same text once in the memory, which also makes it faster to compare. */
const shared = memoized((text: string) => text);

function entryOf({ distribution, job, department, visibility: { shown } }: Posting): Entry {
  const [publishedAt, visibleFrom] = [textOf(distribution.published_at), textOf(distribution.visible_from)];
  const [title, place, code] = [textOf(job.title), textOf(job.location), textOf(job.code)];
  const [policy, type] = [textOf(job.remote_policy), textOf(job.employment_type)];
  return {
    distribution,
    id: distribution.id as number,
    jobId: job.id as number,
    locale: shared(String(distribution.locale)),
    path: jobPath(distribution),
    publishedAt,
    moment: publishedAt === null ? '' : momentOf(publishedAt),
    from: visibleFrom === null ? '' : momentOf(visibleFrom),
    title: title ?? String(distribution.slug),
    department,
    place: place && shared(place),
    policy: policy && shared(policy),
    type: type && shared(type),
    pay: payOf(job),
    shown,
    words: foldedWords([title, place, department, code].filter(Boolean).join(' ')),
  };
}
