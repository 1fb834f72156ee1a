// The jobs of one career site in memory: in the order of its list, by department, place and so on; and the search in
// such lists.
import { memoize, memoizeWith } from '../../cache/memoize.ts';
import type { Marks } from '../../store/store.ts';
import { jobPath } from '../addresses.ts';
import { momentOf } from '../visibility.ts';
import type { Posting } from './posting.ts';
import { textOf } from './reader.ts';

/** A distribution that has a page, now or from a time on. */
export type Entry = ReturnType<typeof entryOf>;

/** The same text once in the memory, which also makes it faster to compare. */
const shared = memoize((text: string) => text);

export function entryOf({ distribution, job, department, visibility, ...posting }: Posting) {
  const { publishedAt, title, code, place, policy, type, pay } = posting;
  const visibleFrom = textOf(distribution.visible_from);
  return {
    distribution,
    id: distribution.id as number,
    jobId: job.id as number,
    locale: shared(posting.locale),
    /** Below its site, as in `/de/entwickler`. */
    path: jobPath(distribution),
    /** When it was published, as the record says it; and the moment of that. */
    publishedAt,
    moment: publishedAt === null ? '' : momentOf(publishedAt),
    /** The moment from which it can be seen, which may be private. The order of the texts is the order in time. */
    from: visibleFrom === null ? '' : momentOf(visibleFrom),
    ...{ title, department, pay },
    place: place && shared(place),
    policy: policy && shared(policy),
    type: type && shared(type),
    shown: visibility.shown,
    /** The texts that the search looks at, folded. */
    words: foldedWords([textOf(job.title), place, department, code].filter(Boolean).join(' ')),
  };
}

type Facet = 'department' | 'place' | 'policy' | 'type' | 'locale';

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

/** Without regard to case and accents. */
export const foldedWords = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** The sources of a roster: all jobs that have a page now or later, in the order of the list. */
export type Jobs = {
  readonly entries: readonly Entry[];
  readonly pages: Map<string, Entry>;
  readonly marks: Marks;
};

export function rosterOf({ entries, pages, marks }: Jobs, moment: string): Roster {
  const listed = entries.filter(({ from, shown }) => from <= moment && shown.site);
  const later = entries.filter(({ from }) => from > moment);
  const next = later.map(({ from }) => from).sort()[0];
  const locales = grouped(listed, 'locale');
  const [[locale] = ['en']] = [...locales].sort(([, a], [, b]) => b.length - a.length);
  const jobs = eachOnce(listed, locale);
  return {
    ...{ listed, jobs, pages, locale, marks },
    by: {
      department: grouped(jobs, 'department'),
      place: grouped(jobs, 'place'),
      policy: grouped(jobs, 'policy'),
      type: grouped(jobs, 'type'),
      locale: locales,
    },
    state: `${marks.state} ${later.length}`,
    // Without "Z" it would be a time of this machine's zone.
    until: next === undefined ? undefined : Date.parse(next.length === 10 ? next : `${next}Z`),
  };
}

/** By the values of a field; those without one are in no group. */
function grouped(entries: readonly Entry[], facet: Facet): ReadonlyMap<string, readonly Entry[]> {
  const groups = Map.groupBy(entries, (entry) => entry[facet]);
  groups.delete(null);
  return groups as Map<string, Entry[]>;
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
export function byTime(a: Entry, b: Entry): number {
  if (a.moment !== b.moment) return a.moment > b.moment ? -1 : 1;
  return b.id - a.id;
}

/** The one in the locale, where a job is there in several. */
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

/** A shorter list is looked through as it is. */
const LONG = 500;

/** The entries that have all of the words, in the order of the list. The words of a long list are one text, because
 * looking at thousands of texts here and there in the memory takes longer than reading one from its beginning to its
 * end. */
export function withWords(list: readonly Entry[], words: readonly string[]): readonly Entry[] {
  if (words.length === 0) return list;
  const [first, ...rest] = words.toSorted((a, b) => b.length - a.length) as [string, ...string[]];
  const found = list.length < LONG ? list.filter((entry) => entry.words.includes(first)) : inText(list, first);
  return rest.length === 0 ? found : found.filter((entry) => rest.every((word) => entry.words.includes(word)));
}

/** `starts`: where the words of each entry begin, in bytes; and the end. */
type Text = { readonly bytes: Buffer; readonly starts: Uint32Array };

const texts = memoizeWith<readonly Entry[], Text>();

function wordsOf(list: readonly Entry[]): Text {
  const starts = new Uint32Array(list.length + 1);
  let end = 0;
  for (const [at, { words }] of list.entries()) {
    starts[at] = end;
    end += Buffer.byteLength(words) + 1;
  }
  starts[list.length] = end;
  // A word has no line feed in it, so it is never found across two entries.
  return { bytes: Buffer.from(list.map(({ words }) => `${words}\n`).join('')), starts };
}

function inText(list: readonly Entry[], word: string): Entry[] {
  const { bytes, starts } = texts(list, '', () => wordsOf(list));
  const wanted = Buffer.from(word);
  const found: Entry[] = [];
  let entry = 0;
  for (let at = bytes.indexOf(wanted); at >= 0; at = bytes.indexOf(wanted, starts[entry])) {
    while (starts[entry + 1]! <= at) entry++;
    found.push(list[entry++]!);
  }
  return found;
}
