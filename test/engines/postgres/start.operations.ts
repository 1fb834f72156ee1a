// The start on PostgreSQL: when several processes start on an empty database, one creates the tables. Databases of
// other programs, and ones that cannot store every text are refused with one line and not changed.
import { afterAll, expect, test } from 'bun:test';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { demo } from '../../../src/demo/demo.ts';
import { run, type Spawned, spawnService } from '../../harness/command.ts';
import { openDatabase } from '../../harness/databases.ts';
import { freshDatabase } from '../../harness/postgres/postgres.ts';
import { query } from '../../harness/postgres/server.ts';

const services: Spawned[] = [];
afterAll(() => {
  for (const { process } of services) process.kill('SIGKILL');
});

/** How many records the demo data of a day has. */
function demoOf(day: Date): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { resource, records } of demo({ date: day.toISOString().slice(0, 10) }))
    counts[resource] = (counts[resource] ?? 0) + records.length;
  return counts;
}

test('several processes start together on an empty database: it is created and filled once', async () => {
  const url = await freshDatabase();
  const environment = { DATABASE_URL: url, WORKFORCE_WORKERS: '1' };
  const before = new Date();
  services.push(...(await Promise.all(Array.from({ length: 3 }, () => spawnService(environment)))));
  expect(services.filter((each) => each.output().includes('Filled the database with'))).toHaveLength(1);
  // On a busy machine the server may have to be waited for.
  const errors = services.flatMap((each) => each.errors().split('\n').filter(Boolean));
  expect(errors.filter((line) => !line.includes('waiting for the database'))).toEqual([]);
  const total: Record<string, number> = {};
  for (const { name } of catalogue) {
    const pages = await Promise.all(services.map((each) => fetch(`${each.url}/api/v1/${name}?limit=200`)));
    const [first, ...others] = await Promise.all(pages.map((page) => page.text()));
    total[name] = JSON.parse(first!).meta.total;
    for (const other of others) expect(other).toBe(first!);
  }
  expect([before, new Date()].map(demoOf)).toContainEqual(total);
  for (const { process } of services) process.kill();
  expect(await Promise.all(services.map(({ process }) => process.exited))).toEqual(services.map(() => 0));
  const store = await openDatabase(url);
  expect(await store.audit()).toEqual([]);
  await store.close();
});

test('a database with a table of another program is refused with one line and not changed', async () => {
  const url = await freshDatabase();
  await query(url, "CREATE TABLE employees AS SELECT 'la' AS song");
  const tables = () => query(url, "SELECT relname FROM pg_class WHERE relnamespace = 'public'::regnamespace");
  const before = await tables();
  const { code, stdout, stderr } = await run(['serve'], { DATABASE_URL: url, PORT: '0' });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(
    /^workforce: The database of DATABASE_URL .*: it has a table employees of another program; choose another database\.\n$/,
  );
  expect(await tables()).toEqual(before);
});

test('a database whose encoding cannot store every text is refused', async () => {
  const url = await freshDatabase();
  const latin = `${url}_latin`;
  const name = new URL(latin).pathname.slice(1);
  await query(url, `CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'LATIN1' LOCALE_PROVIDER libc LOCALE 'C'`);
  await expect(openDatabase(latin)).rejects.toThrow(
    /cannot be used: its encoding is LATIN1, .* with ENCODING 'UTF8'\.$/,
  );
  await query(url, `DROP DATABASE ${name}`);
});
