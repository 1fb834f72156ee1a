// Where, in which language and with what success each opening is advertised.
import { stamp } from './calendar.ts';
import { ORGANIZATIONS } from './enterprise.ts';
import { type Random, random } from './random.ts';
import type { DemoRecord, Job } from './shapes.ts';
import { PLACES } from './words/places.ts';

const LAB_SITE = 4;
const ENDED = { expired: 60, removed: 40 };
const OUTCOMES: Record<string, Record<string, number>> = {
  open: { published: 80, pending: 8, draft: 7, failed: 5 },
  on_hold: { published: 45, removed: 45, draft: 10 },
  filled: ENDED,
  closed: ENDED,
  cancelled: { removed: 1 },
};
const UNPUBLISHED = new Set(['pending', 'draft', 'failed']);
const PLACED = Object.fromEntries(
  PLACES.map(({ city, country, locales }) => {
    const site = 1 + ORGANIZATIONS.findIndex(({ countries }) => countries.includes(country));
    return [city, { site, locales }];
  }),
);

/** The group's site shows everything in English, a region's site its own openings in its own languages. */
function* showcase(job: Job, random: Random): Generator<[site: number, brand: number, locale: string]> {
  const { site, locales } = PLACED[job.place.city]!;
  const brand = job.level < 2 && random.chance(0.6) ? 2 : 1;
  yield [1, brand, site === 1 ? locales[0]! : 'en'];
  if (site === 1 && random.chance(0.5)) yield [1, brand, 'en'];
  if (site > 1) for (const locale of locales) yield [site, site === 2 ? 3 : 5, locale];
  if (job.place.city === 'Berlin' && UNLISTED.has(job.status)) yield [LAB_SITE, 4, 'de'];
}
const UNLISTED = new Set(['filled', 'closed', 'cancelled']);

export function* distributions(jobs: readonly Job[], seed: number): Generator<DemoRecord> {
  const source = random(seed, 'distributions');
  let id = 0;
  for (const job of jobs) {
    if (job.status === 'draft') continue;
    const slug = `${job.title} ${job.code}`.toLowerCase().replace(/[^a-z0-9]+/g, '-');
    for (const [site, brand, locale] of showcase(job, source)) {
      const status = source.weighted(OUTCOMES[job.status]!);
      const day = Math.min(job.closed, job.opened + source.int(0, 4));
      const published_at = UNPUBLISHED.has(status) ? null : stamp(day, source);
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
