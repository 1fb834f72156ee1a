// The active sites, by their names in addresses and by their domains. Of several with one domain, it is the one with the lowest id.
import type { Marks } from '../store/store.ts';
import type { Reader, Site } from './records/reader.ts';
import { textOf } from './records/roster.ts';

const PORTION = 200;

/** A site, and how far the records had come when it was found. */
export type FoundSite = { readonly site: Site; readonly marks: Marks };

export type Sites = {
  named(slug: string): Promise<FoundSite | undefined>;
  /** The site of a host as a client sent it; `undefined` for any other host. */
  at(host: string): Promise<FoundSite | undefined>;
  /** Whether the host was one of a site when last looked. */
  isKnown(host: string): boolean;
};

type Kept = {
  readonly marks: Marks;
  readonly bySlug: ReadonlyMap<string, Site>;
  readonly byDomain: ReadonlyMap<string, Site>;
};

export function sites(read: Reader): Sites {
  let kept: Kept | undefined;
  let underWay: Promise<void> | undefined;

  async function refresh(marks: Marks): Promise<void> {
    const before = kept?.marks.generation === marks.generation ? kept : undefined;
    const [bySlug, byDomain] = [new Map(before?.bySlug), new Map(before?.byDomain)];
    for (let after = before?.marks.watermarks[SITES] ?? 0; ; ) {
      const wanted = { where: { is_active: 1 }, after, limit: PORTION, position: marks.position };
      const { records } = await read.find('career-sites', wanted);
      for (const site of records) {
        const [slug, domain] = [textOf(site.slug), textOf(site.custom_domain)?.toLowerCase()];
        if (slug !== null) bySlug.set(slug, site);
        if (domain !== undefined && !byDomain.has(domain)) byDomain.set(domain, site);
      }
      if (records.length < PORTION) break;
      after = records.at(-1)!.id as number;
    }
    kept = { marks, bySlug, byDomain };
  }

  async function current(): Promise<Kept> {
    const marks = await read.marks();
    while (kept?.marks.state !== marks.state && underWay) await underWay;
    if (kept?.marks.state !== marks.state) {
      underWay = refresh(marks).finally(() => {
        underWay = undefined;
      });
      await underWay;
    }
    return kept!;
  }

  return {
    async named(slug) {
      const { marks, bySlug } = await current();
      const site = bySlug.get(slug);
      return site && { site, marks };
    },
    async at(host) {
      const name = hostName(host);
      if (name === '') return undefined;
      const { marks, byDomain } = await current();
      const site = byDomain.get(name);
      return site && { site, marks };
    },
    isKnown: (host) => kept?.byDomain.has(hostName(host)) ?? false,
  };
}

/** Its place among the resources of the marks. */
const SITES = 0;

/** Without port, and without the dot at the end that names may have. */
export const hostName = (host: string): string => host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
