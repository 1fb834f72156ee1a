// A database that version 0.9.0 would have made, had there been one: its catalogue has no attendance yet, and nobody
// says why they are away.
import { Database } from 'bun:sqlite';
import { join } from 'node:path';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { demo } from '../../../src/demo/demo.ts';
import { seed } from '../../../src/jobs/seed.ts';
import { type Engine, newDatabase, openDatabase } from '../../harness/databases.ts';
import { query } from '../../harness/postgres/server.ts';

export const OLDER = catalogue
  .filter(({ name }) => name !== 'attendance')
  .map((each) =>
    each.name === 'leave' ? { ...each, fields: each.fields.filter(({ name }) => name !== 'reason') } : each,
  );

export async function olderDatabase(engine: Engine): Promise<string> {
  const location = await newDatabase(engine);
  const store = await openDatabase(location, OLDER);
  const batches = demo({ date: '2026-03-04', employees: 60 }).filter(({ resource }) => resource !== 'attendance');
  await seed(store, OLDER, batches);
  await store.close();
  await runSql(location, "UPDATE workforce_meta SET value = '0.9.0' WHERE key = 'version'");
  return location;
}

/** Runs SQL on a database that no service has open. */
export async function runSql(location: string, sql: string): Promise<any[]> {
  if (location.startsWith('postgres')) return query(location, sql);
  const db = new Database(join(location, 'workforce.db'), { create: true });
  try {
    if (/^SELECT/.test(sql)) return db.prepare(sql).all();
    db.run(sql);
    return [];
  } finally {
    db.close();
  }
}
