// The advertisements of each job: on which career site, under which brand, in which language, and their status.
import { randomTimestamp } from './calendar.ts';
import { ORGANIZATIONS } from './enterprise.ts';
import { type Random, seededRandom } from './random.ts';
import type { DemoRecord, Job } from './shapes.ts';
import { PLACES } from './words/places.ts';

const LAB_SITE = 4;
const ENDED = { expired: 60, removed: 40 };
const STATUS_WEIGHTS: Record<string, Record<string, number>> = {
  open: { published: 80, pending: 8, draft: 7, failed: 5 },
  on_hold: { published: 45, removed: 45, draft: 10 },
  filled: ENDED,
  closed: ENDED,
  cancelled: { removed: 1 },
};
const UNPUBLISHED = new Set(['pending', 'draft', 'failed']);
const SITE_BY_CITY = Object.fromEntries(
  PLACES.map(({ city, country, locales }) => {
    const site = 1 + ORGANIZATIONS.findIndex(({ countries }) => countries.includes(country));
    return [city, { site, locales }];
  }),
);

/** The group's site has every job in the main language of its place. A region's site has the region's jobs in all of
 * theirs. */
function* advertisements(job: Job, random: Random): Generator<[site: number, brand: number, locale: string]> {
  const { site, locales } = SITE_BY_CITY[job.place.city]!;
  const brand = job.level < 2 && random.chance(0.6) ? 2 : 1;
  yield [1, brand, locales[0]!];
  if (site === 1 && random.chance(0.5)) yield [1, brand, 'en'];
  if (site > 1) for (const locale of locales) yield [site, site === 2 ? 3 : 5, locale];
  if (job.place.city === 'Berlin' && NO_LONGER_OPEN.has(job.status)) yield [LAB_SITE, 4, 'de'];
}
const NO_LONGER_OPEN = new Set(['filled', 'closed', 'cancelled']);

export function* distributions(jobs: readonly Job[], seed: number): Generator<DemoRecord> {
  const random = seededRandom(seed, 'distributions');
  const shown = new Set<string>();
  let id = 0;
  for (const job of jobs) {
    if (job.status === 'draft') continue;
    const slug = `${job.title} ${job.code}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    for (const [site, brand, locale] of advertisements(job, random)) {
      const usual = random.weighted(STATUS_WEIGHTS[job.status]!);
      // The first open job of a site and language is published, so that the language is never missing.
      const isFirst = job.status === 'open' && shown.size < shown.add(`${site} ${locale}`).size;
      const status = isFirst ? 'published' : usual;
      const day = Math.min(job.closed, job.opened + random.int(0, 4));
      const published_at = UNPUBLISHED.has(status) ? null : randomTimestamp(day, random);
      yield {
        id: ++id,
        job_posting_id: job.id,
        career_site_id: site,
        brand_id: brand,
        locale,
        slug,
        status,
        published_at,
      };
    }
  }
}
