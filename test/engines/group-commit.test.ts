// Creates that share a commit: when one fails, the others succeed, and counts and indexes have no trace of the failed one.
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const leave = catalogue.find(({ name }) => name === 'leave')!;

test('a create that fails after its record was written is not counted', async () => {
  const folder = temporaryFolder();
  const store = openSqlite({ folder }, { catalogue });
  const other = new Database(join(folder, 'workforce.db'));
  other.run(`CREATE TRIGGER refuse BEFORE INSERT ON workforce_idempotency WHEN new.key = 'bad'
    BEGIN SELECT RAISE(ABORT, 'refused by a trigger'); END`);
  const create = (leave_type: string, key?: string) =>
    store.create(leave, { leave_type }, { once: key === undefined ? undefined : { key, fingerprint: key } });
  const [first, bad, last] = await Promise.allSettled([
    create('annual'),
    create('sick', 'bad'),
    create('study', 'good'),
  ]);
  expect([first!.status, bad!.status, last!.status]).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect((bad as PromiseRejectedResult).reason.message).toContain('refused by a trigger');
  expect(await store.counts()).toMatchObject({ leave: 2 });
  expect(await store.audit()).toEqual([]);
  other.close();
  await store.close();
});
