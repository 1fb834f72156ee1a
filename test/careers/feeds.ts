// The feeds of career sites, read by parsers of others into what they have in common: which distributions, where, and
// since when.
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { parseJsonFeed, parseRssFeed } from 'feedsmith';

export type FeedEntry = {
  /** Of the distribution; of sitemaps there is none. */
  readonly id: number;
  readonly url: string;
  readonly date: string | undefined;
  readonly title: string | undefined;
  /** As it is in the file. */
  readonly item: Readonly<Record<string, any>>;
};
export type ReadFeed = {
  readonly entries: readonly FeedEntry[];
  /** What the file says of itself. */
  readonly head: Readonly<Record<string, any>>;
};

/** The job of an entry, by what feeds call it. */
const idIn = (name: unknown): number => Number(/^job-distribution-(\d+)$/.exec(String(name))?.[1]);

const parser = new XMLParser({
  parseTagValue: false,
  isArray: (_, path) => ['source.job', 'urlset.url'].includes(String(path)),
});

/** Throws what is wrong with a text that is no XML. */
export function xmlIn(text: string): any {
  const found = XMLValidator.validate(text);
  if (found !== true) throw new Error(`${found.err.line}:${found.err.col} ${found.err.msg}`);
  return parser.parse(text);
}

export const FEEDS = {
  'feed.xml': {
    type: 'application/rss+xml; charset=utf-8',
    read(text) {
      xmlIn(text);
      const { items = [], ...head } = parseRssFeed(text);
      return {
        head,
        entries: items.map((item) => ({
          ...{ id: idIn(item.guid?.value), url: item.link ?? '', date: item.pubDate, title: item.title, item },
        })),
      };
    },
  },
  'feed.json': {
    type: 'application/feed+json; charset=utf-8',
    read(text) {
      const { items = [], ...head } = parseJsonFeed(text);
      return {
        head,
        entries: items.map((item) => ({
          ...{ id: idIn(item.id), url: item.url ?? '', date: item.date_published, title: item.title, item },
        })),
      };
    },
  },
  'indeed.xml': { type: 'application/xml; charset=utf-8', read: jobsIn('referencenumber', 'url', 'date') },
  'linkedin.xml': { type: 'application/xml; charset=utf-8', read: jobsIn('partnerJobId', 'applyUrl', 'listDate') },
  'sitemap.xml': {
    type: 'application/xml; charset=utf-8',
    read(text) {
      const { urlset, ...head } = xmlIn(text);
      return {
        head: { ...head, ...urlset },
        entries: urlset.url.map((item: any) => ({ id: 0, url: item.loc, date: item.lastmod, title: undefined, item })),
      };
    },
  },
} as const satisfies Record<string, { type: string; read(text: string): ReadFeed }>;

export type FeedName = keyof typeof FEEDS;
export const feedNames = Object.keys(FEEDS) as FeedName[];

/** The two for job boards have the same form and other names. */
function jobsIn(id: string, url: string, date: string): (text: string) => ReadFeed {
  return (text) => {
    const { job = [], ...head } = xmlIn(text).source;
    return {
      head,
      entries: job.map((item: any) => ({
        ...{ id: idIn(item[id]), url: item[url], date: item[date], title: item.title, item },
      })),
    };
  };
}
