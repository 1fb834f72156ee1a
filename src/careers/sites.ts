// The active sites, by their names in addresses and by their domains. Of several with one domain, it is the one with
// the lowest id.
import { inTurns } from '../fairness/shared-work.ts';
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

type ActiveSites = {
  readonly marks: Marks;
  readonly bySlug: ReadonlyMap<string, Site>;
  readonly byDomain: ReadonlyMap<string, Site>;
};

export function sites(read: Reader): Sites {
  let cached: ActiveSites | undefined;

  const find = inTurns(async (): Promise<ActiveSites> => {
    const marks = await read.marks();
    const [bySlug, byDomain] = [new Map<string, Site>(), new Map<string, Site>()];
    for (let after = 0; ; ) {
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
    cached = { marks, bySlug, byDomain };
    return cached;
  });

  async function current(): Promise<ActiveSites> {
    const marks = await read.marks();
    return cached?.marks.state === marks.state ? cached : find();
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
    isKnown: (host) => cached?.byDomain.has(hostName(host)) ?? false,
  };
}

/** Without port, and without the dot at the end that names may have. */
export const hostName = (host: string): string => host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
