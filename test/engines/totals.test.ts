// Totals of lists are right after creates by this and other processes, after an import of older ids, and after a
// repair.
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../harness/command.ts';
import { post, type Service, startService } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const location = temporaryFolder();
const services: Service[] = [];
beforeAll(async () => {
  await imported(100, 110);
  for (let i = 0; i < 2; i++) services.push(await startService({ location, filled: false }));
});
afterAll(() => Promise.all(services.map((service) => service.stop())));

async function imported(from: number, to: number): Promise<void> {
  const rows = Array.from({ length: to - from + 1 }, (_, i) => ({
    id: from + i,
    name: 'Site',
    slug: `site-${from + i}`,
  }));
  const file = join(location, 'career-sites.ndjson');
  writeFileSync(file, rows.map((row) => `${JSON.stringify(row)}\n`).join(''));
  expect(await run(['import', 'career-sites', file], { WORKFORCE_DATA: location })).toMatchObject({ code: 0 });
}

/** All have been created since. */
const RECENT = 'created[gte]=2020-01-01';
const FILTERS = [`${RECENT}&is_active=1&id[gte]=7`, `${RECENT}&is_active=1`, RECENT];

/** The totals that a service gives for the filters. */
const totalsOf = ({ url }: Service): Promise<number[]> =>
  Promise.all(
    FILTERS.map(async (filter) => {
      const { meta, data } = await (await fetch(`${url}/api/v1/career-sites?limit=200&${filter}`)).json();
      expect(data).toHaveLength(meta.total);
      return meta.total;
    }),
  );
const totals = () => Promise.all(services.map(totalsOf));
const each = (...counts: number[]) => services.map(() => counts);
const create = async (service: Service, slug: string, is_active: number) =>
  expect((await post(service, '/api/v1/career-sites', { name: 'New', slug, is_active })).status).toBe(201);

test('new records are counted, whichever process creates them', async () => {
  expect(await totals()).toEqual(each(11, 11, 11));
  await create(services[0]!, 'here', 1);
  await create(services[1]!, 'there', 0);
  expect(await totals()).toEqual(each(12, 12, 13));
  expect(await totals()).toEqual(each(12, 12, 13));
});

test('older ids of an import are counted', async () => {
  await imported(5, 9);
  expect(await totals()).toEqual(each(15, 17, 18));
});

test('records that a repair changes are counted again', async () => {
  const db = new Database(join(location, 'workforce.db'));
  db.run('UPDATE career_sites SET is_active = 0 WHERE id = 105');
  db.close();
  const misled = await startService({ location, filled: false });
  services.push(misled);
  // The columns still say what was there.
  expect(await totalsOf(misled)).toEqual([15, 17, 18]);
  const { stdout } = await run(['doctor', '--fix'], { WORKFORCE_DATA: location });
  expect(stdout).toContain('career-sites');
  expect(await totals()).toEqual(each(15, 17, 18));
});
