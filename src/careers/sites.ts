// The active sites, by their names in addresses and by their domains. Of several with one domain, it is the one with
// the lowest id.
import { inTurns } from '../fairness/shared-work.ts';
import type { Marks } from '../store/store.ts';
import { type Reader, type Site, textOf } from './records/reader.ts';

const PORTION = 200;

/** A site that an address leads to, and how far the records had come when it was found. */
export type Target = { readonly site: Site; readonly marks: Marks; readonly isOwnDomain: boolean };

export function sites(read: Reader) {
  let cached: Awaited<ReturnType<typeof find>> | undefined;

  const find = inTurns(async () => {
    const marks = await read.marks();
    /** In the order of their ids. */
    const all: Site[] = [];
    const [bySlug, byDomain] = [new Map<string, Site>(), new Map<string, Site>()];
    for (let after = 0; ; ) {
      const wanted = { where: { is_active: 1 }, after, limit: PORTION, position: marks.position };
      const records = await read.find('career-sites', wanted);
      all.push(...records);
      for (const site of records) {
        const [slug, domain] = [textOf(site.slug), textOf(site.custom_domain)?.toLowerCase()];
        if (slug !== null) bySlug.set(slug, site);
        if (domain !== undefined && !byDomain.has(domain)) byDomain.set(domain, site);
      }
      if (records.length < PORTION) break;
      after = records.at(-1)!.id as number;
    }
    return { marks, all, bySlug, byDomain };
  });

  async function current() {
    const marks = await read.marks();
    if (cached?.marks.state !== marks.state) cached = await find();
    return cached;
  }

  return {
    current,
    async siteNamed(slug: string): Promise<Target | undefined> {
      const { marks, bySlug } = await current();
      const site = bySlug.get(slug);
      return site && { site, marks, isOwnDomain: false };
    },
    /** The site of a host as a client sent it; `undefined` for any other host. */
    async siteAt(host: string): Promise<Target | undefined> {
      const name = hostName(host);
      if (name === '') return undefined;
      const { marks, byDomain } = await current();
      const site = byDomain.get(name);
      return site && { site, marks, isOwnDomain: true };
    },
    /** Whether the host was one of a site when last looked. */
    isKnownHost: (host: string) => cached?.byDomain.has(hostName(host)) ?? false,
  };
}

/** Without port, and without the dot at the end that names may have. */
const hostName = (host: string): string => host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
