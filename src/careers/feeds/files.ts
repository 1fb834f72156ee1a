// The feeds and the sitemap of a site, made of its roster and, some at a time, of the records behind it.
import { pauses } from '../../fairness/slices.ts';
import { type Addresses, addressesOf, type SiteFile } from '../addresses.ts';
import { factsOf, proseOf } from '../page/facts.ts';
import { lookOf, siteName } from '../page/look.ts';
import { lowered } from '../page/prose.ts';
import { textsFor } from '../page/texts.ts';
import { postingOf } from '../records/posting.ts';
import { type Reader, type Site, textOf } from '../records/reader.ts';
import { byTime, departmentAt, type Entry, type Roster } from '../records/roster.ts';
import { filled } from '../words/words.ts';
import { indeed, linkedin } from './board-feeds.ts';
import type { Feed, FeedContext } from './feed.ts';
import { jsonFeed, rss } from './reader-feeds.ts';
import { sitemap, sitemapParts, sitemapType } from './sitemap.ts';

/** Some of it at a time. `state` differs whenever it does. */
export type FileAnswer = {
  readonly type: string;
  readonly state: string;
  /** How many jobs it has, at most. */
  readonly size: number;
  /** When it changes by itself, in milliseconds. */
  readonly until: number | undefined;
  parts(): AsyncGenerator<string>;
};

type FileQuestion = {
  readonly read: Reader;
  readonly roster: Roster;
  readonly publicUrl: string;
  readonly now: () => string;
  /** Of a sitemap, counted from 1. */
  readonly part: number | undefined;
};

const FEEDS: Readonly<Record<Exclude<SiteFile, 'sitemap.xml'>, Feed>> = {
  'feed.xml': rss,
  'feed.json': jsonFeed,
  'indeed.xml': indeed,
  'linkedin.xml': linkedin,
};
/** Jobs that are read at a time. */
const PORTION = 50;

/** `undefined`: there is no such part of the sitemap. */
export function siteFile(site: Site, name: SiteFile, asked: FileQuestion): FileAnswer | undefined {
  const { roster, publicUrl, part } = asked;
  const { state, until, listed } = roster;
  const addresses = addressesOf(site, publicUrl, false);
  const about = { state: `${name} ${site.id} ${part ?? ''} ${publicUrl} ${state}`, until, size: listed.length };
  if (name !== 'sitemap.xml') {
    const feed = FEEDS[name];
    const context = contextOf(site, roster, addresses, `/${name}`);
    return { ...about, type: feed.type, parts: () => feedParts(feed, site, context, asked) };
  }
  if (part !== undefined && part > sitemapParts(listed)) return undefined;
  return {
    ...about,
    type: sitemapType,
    async *parts() {
      yield* sitemap(listed, addresses, part);
    },
  };
}

function contextOf(site: Site, roster: Roster, addresses: Addresses, path: string): FeedContext {
  const texts = textsFor(roster.locale);
  const name = siteName(site);
  return {
    ...{ name, texts, addresses },
    about: textOf(site.introduction) ?? filled(texts.words.feedOf, { name }),
    self: addresses.absolute(path),
    logo: addresses.asset(lookOf(site).logo ?? null),
  };
}

async function* feedParts(feed: Feed, site: Site, context: FeedContext, asked: FileQuestion): AsyncGenerator<string> {
  const entries = () => newestFirst(asked.roster.listed).filter(({ shown }) => shown[feed.channel]);
  yield feed.start(context, entries().next().value?.publishedAt);
  const pause = pauses();
  let isFirst = true;
  for (const portion of portions(entries())) {
    const distributions = portion.map(({ distribution }) => distribution);
    const jobs = await asked.read.jobsOf(distributions, asked.roster.marks.position);
    for (const { distribution, jobId, path } of portion) {
      const record = jobs.get(jobId);
      if (!record) continue;
      const posting = await postingOf(asked.read, { site, distribution, job: record }, asked.roster.marks, asked.now());
      if (!posting.visibility.shown[feed.channel]) continue;
      const job = factsOf(posting);
      const text = lowered(proseOf(job));
      yield feed.item({ job, text, url: context.addresses.absolute(path) }, isFirst);
      isFirst = false;
      await pause();
    }
  }
  yield feed.end;
}

function* portions(entries: Iterable<Entry>): Generator<Entry[]> {
  let portion: Entry[] = [];
  for (const entry of entries) {
    if (portion.length === PORTION) {
      yield portion;
      portion = [];
    }
    portion.push(entry);
  }
  if (portion.length > 0) yield portion;
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
