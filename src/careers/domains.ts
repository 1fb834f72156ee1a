// Which site each domain belongs to: an active one; of several, the one with the lowest id.
import type { Marks } from '../store/store.ts';
import type { Reader, Site } from './records/reader.ts';
import { textOf } from './records/roster.ts';

const PORTION = 200;

export type Domains = {
  /** The site of a host as a client sent it; `undefined` for any other host. */
  siteOf(host: string): Promise<number | undefined>;
  /** Whether the host was one of a site when last looked. */
  isKnown(host: string): boolean;
};

export function domains(read: Reader): Domains {
  let [known, marks]: [Map<string, number>, Marks | undefined] = [new Map(), undefined];
  let underWay: Promise<void> | undefined;

  async function refresh(now: Marks): Promise<void> {
    const grows = marks?.generation === now.generation;
    const found = new Map(grows ? known : []);
    for (let after = grows ? marks!.sealed[SITES]! : 0; ; ) {
      const wanted = { where: { is_active: 1 }, after, limit: PORTION, position: now.position };
      const { records } = await read.find('career-sites', wanted);
      for (const site of records) add(found, site);
      if (records.length < PORTION) break;
      after = records.at(-1)!.id as number;
    }
    [known, marks] = [found, now];
  }

  return {
    async siteOf(host) {
      const name = hostName(host);
      if (name === '') return undefined;
      const now = await read.marks();
      while (marks?.state !== now.state && underWay) await underWay;
      if (marks?.state !== now.state) {
        underWay = refresh(now).finally(() => {
          underWay = undefined;
        });
        await underWay;
      }
      return known.get(name);
    },
    isKnown: (host) => known.has(hostName(host)),
  };
}

/** Its place among the resources of the marks. */
const SITES = 0;

function add(found: Map<string, number>, site: Site): void {
  const domain = textOf(site.custom_domain)?.toLowerCase();
  if (domain !== undefined && !found.has(domain)) found.set(domain, site.id as number);
}

/** Without port, and without the dot at the end that names may have. */
export const hostName = (host: string): string => host.replace(/:\d*$/, '').replace(/\.$/, '').toLowerCase();
