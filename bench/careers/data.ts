// Databases with one career site each: as many open jobs as asked, all of them published, imported as a company would
// import its own. The same number gives the same records on every machine.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cities } from '../../src/careers/country.ts';
import { dayOf, randomTimestamp } from '../../src/demo/calendar.ts';
import { enterprise } from '../../src/demo/enterprise.ts';
import { type Random, seededRandom } from '../../src/demo/random.ts';
import type { DemoRecord } from '../../src/demo/shapes.ts';
import { DEPARTMENTS, payBand, titleAt } from '../../src/demo/words/departments.ts';
import { description, requirements } from '../../src/demo/words/job-text.ts';
import { PLACES, randomPlace } from '../../src/demo/words/places.ts';
import type { Databases } from '../data/databases.ts';
import { run } from '../load/processes.ts';

/** The jobs of a site. `page`: as many as its first page has. */
export const jobs = { small: 10, page: 50, large: 10_000, huge: 50_000 } as const;

export const SITE = '/careers/work';
/** The page of the job with this number, from 1 on. */
export const jobPath = (number: number): string => `${SITE}/en/${slugOf(number)}`;
const slugOf = (number: number): string => `opening-${number}`;

const MAIN = join(import.meta.dir, '..', '..', 'src', 'main.ts');
const TODAY = dayOf('2026-03-02');
const CITIES = Object.values(cities).flat();
const STAGES = ['applied', 'screening', 'assessment', 'interview', 'offer', 'hired'];

/** The folder of the database. */
export const careersDatabase = (databases: Databases, count: number): Promise<string> =>
  databases.made({ name: `career site of ${count}`, gigabytes: 0.1 + count / 1e5 }, async (folder) => {
    const files = mkdtempSync(join(databases.temporaryFolder(), 'files-'));
    for (const [resource, records] of Object.entries(recordsOf(count)))
      writeFileSync(join(files, `${resource}.ndjson`), records.map((record) => `${JSON.stringify(record)}\n`).join(''));
    await run([process.execPath, MAIN, 'import', files], { env: { WORKFORCE_DATA: folder, WORKFORCE_DEMO: '0' } });
    rmSync(files, { recursive: true });
  });

function recordsOf(count: number): Record<string, DemoRecord[]> {
  const random = seededRandom(1, 'career site');
  const {
    organizations,
    brands,
    'career-sites': sites,
  } = Object.fromEntries(enterprise(TODAY, 1).map(({ resource, records }) => [resource, records]));
  const ids = Array.from({ length: count }, (_, at) => at + 1);
  return {
    organizations: organizations!,
    brands: brands!,
    departments: DEPARTMENTS.map(({ id, name }) => ({ id, name })),
    'career-sites': [{ ...sites![0]!, slug: 'work', custom_domain: null }],
    jobs: ids.map((id) => job(id, random)),
    'job-distributions': ids.map((id) => ({
      ...{ id, job_posting_id: id, career_site_id: 1, brand_id: random.int(1, brands!.length) },
      ...{ locale: 'en', slug: slugOf(id), status: 'published' },
      published_at: randomTimestamp(TODAY - random.int(1, 110), random),
    })),
  };
}

function job(id: number, random: Random): DemoRecord {
  const dept = random.pick(DEPARTMENTS);
  const level = random.int(1, 4);
  const title = titleAt(dept, level, random);
  const branch = randomPlace(random);
  const [comp_min, comp_max] = payBand(title, branch.city);
  const opening = {
    ...{ dept, level, stages: STAGES },
    place: { ...PLACES[0]!, city: random.pick(CITIES), locales: ['en'] },
    type: random.weighted({ full_time: 84, part_time: 7, contract: 6, temporary: 3 }),
    policy: random.weighted({ on_site: 22, hybrid: 55, remote: 23 }),
  };
  return {
    ...{ id, code: `JOB-2026-${String(id).padStart(5, '0')}`, title, dept_id: dept.id, headcount: 1, filled: 0 },
    ...{ comp_min, comp_max, currency: branch.currency, location: opening.place.city },
    ...{ remote_policy: opening.policy, employment_type: opening.type, status: 'open' },
    description: description(opening, random),
    requirements: requirements(opening, random),
  };
}
