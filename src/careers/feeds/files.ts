// The feeds and the sitemap of a site, made of its roster and, some at a time, of the records behind it.
import type { Value } from '../../catalogue/kinds.ts';
import { type Addresses, addressesOf, jobPath, type SiteFile } from '../addresses.ts';
import { lookOf } from '../page/look.ts';
import { textsFor } from '../page/texts.ts';
import type { Known } from '../records/known.ts';
import { type Posting, postingOf } from '../records/posting.ts';
import type { Distribution, Reader, Site } from '../records/reader.ts';
import { type Entry, type Roster, textOf } from '../records/roster.ts';
import { filled } from '../words/words.ts';
import type { Feed, FeedContext } from './feed.ts';
import { indeed } from './indeed.ts';
import { jsonFeed } from './json-feed.ts';
import { linkedin } from './linkedin.ts';
import { rss } from './rss.ts';
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

type Asked = {
  readonly read: Reader;
  readonly known: Known;
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
/** Distributions that are read at a time. */
const PORTION = 200;

/** `undefined`: there is no such part of the sitemap. */
export function siteFile(site: Site, name: SiteFile, asked: Asked): FileAnswer | undefined {
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

const newestFirst = (a: Entry, b: Entry): number => (a.from === b.from ? b.id - a.id : a.from > b.from ? -1 : 1);

function contextOf(site: Site, roster: Roster, addresses: Addresses, path: string): FeedContext {
  const texts = textsFor(roster.locale);
  const name = textOf(site.name) ?? '';
  return {
    ...{ name, texts, addresses },
    about: textOf(site.introduction) ?? filled(texts.words.feedOf, { name }),
    self: addresses.absolute(path),
    logo: addresses.asset(lookOf(site).logo ?? null),
  };
}

async function* feedParts(feed: Feed, site: Site, context: FeedContext, asked: Asked): AsyncGenerator<string> {
  const entries = asked.roster.listed.filter(({ shown }) => shown[feed.channel]).sort(newestFirst);
  yield feed.start(context, entries[0]?.publishedAt);
  let isFirst = true;
  for (let at = 0; at < entries.length; at += PORTION)
    for await (const posting of postings(entries.slice(at, at + PORTION), site, asked)) {
      if (!posting.visibility.shown[feed.channel]) continue;
      const url = context.addresses.absolute(jobPath(posting.distribution));
      yield feed.item({ posting, url }, isFirst);
      isFirst = false;
    }
  yield feed.end;
}

/** As they are at this moment, in the order of the entries. */
async function* postings(
  entries: readonly Entry[],
  site: Site,
  { read, known, roster: { marks }, now }: Asked,
): AsyncGenerator<Posting> {
  const ids = entries.map(({ id }) => id);
  const found = await read.find('job-distributions', {
    where: { id: ids },
    limit: PORTION,
    follow: ['job_posting_id'],
  });
  const byId = new Map<Value, Distribution>(found.records.map((record) => [record.id, record]));
  for (const id of ids) {
    const distribution = byId.get(id);
    const job = distribution && found.to(distribution, 'job_posting_id');
    if (job) yield postingOf(known, { site, distribution, job }, marks, now());
  }
}
