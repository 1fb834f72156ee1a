// Columns and the search index follow creates a few milliseconds at a time: at every moment lists and searches find all
// records, once each, the audit finds nothing, and it goes on after a failure, beside another process and after an
// erasure.

import { Database } from 'bun:sqlite';
import { afterAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { parseListQuery } from '../../src/contract/request/list-query.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { erase } from '../engines/changes/changing.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const leave = catalogue.find(({ name }) => name === 'leave')!;
const folder = temporaryFolder();
const stores = [0, 1].map(() => openSqlite({ folder }, { catalogue }));
afterAll(() => Promise.all(stores.map((store) => store.close())));

const TYPES = ['annual', 'sick', 'unpaid'];
let created = 0;

async function createSome(count: number, at: number): Promise<void> {
  const bodies = Array.from({ length: count }, (_, i) => ({
    leave_type: TYPES[(created + i) % 3]!,
    reason: `number ${created + i} ${'abc'[(created + i) % 3]!}`,
  }));
  const outcomes = await Promise.all(bodies.map((body) => stores[at]!.create(leave, body)));
  expect(outcomes.every((outcome) => 'id' in outcome)).toBe(true);
  created += count;
}

const totalOf = async (text: string, at: number): Promise<number> =>
  (await stores[at]!.list(leave, parseListQuery(leave, text, {}).query)).total;

const watermarks = () => {
  const db = new Database(join(folder, 'workforce.db'), { readonly: true });
  const read = (sql: string) => (db.prepare(sql).values()[0]?.[0] as number | null) ?? 0;
  const found = {
    columns: read("SELECT max(last) FROM workforce_blocks WHERE resource = 'leave'"),
    search: read("SELECT id FROM workforce_watermarks WHERE resource = 'leave'"),
  };
  db.close();
  return found;
};

async function expectRight(gone = 0): Promise<void> {
  for (const at of [0, 1]) {
    expect(await totalOf('', at)).toBe(created - gone);
    expect(await totalOf('q=number', at)).toBe(created - gone);
    for (const more of ['&q=number', '']) {
      const third = await Promise.all(TYPES.map((type) => totalOf(`leave_type=${type}${more}`, at)));
      expect(third.reduce((sum, each) => sum + each, 0)).toBe(created - gone);
    }
    expect(await totalOf(`q=number+${created - 1}`, at)).toBe(1);
  }
  expect(await stores[0]!.audit()).toEqual([]);
}

test('while one process creates', async () => {
  // Each transaction has a few milliseconds for it, so the number of rounds depends on the machine.
  const isDone = () => Object.values(watermarks()).every((id) => id > 4000);
  for (let round = 0; round < 100 || (round < 1000 && !isDone()); round++) {
    await createSome(64, 0);
    if (round % 12 === 11) await expectRight();
  }
  expect(isDone()).toBe(true);
});

test('while two processes do, and some creates fail', async () => {
  const isDone = () => watermarks().columns > 8000;
  for (let round = 0; round < 80 || (round < 1000 && !isDone()); round++) {
    const broken = stores[round % 2]!.create(leave, { leave_type: 'annual', days: 'many' as never });
    const refused = broken.then(
      () => 'written',
      () => 'refused',
    );
    await createSome(64, round % 2);
    expect(await refused).toBe('refused');
    if (round % 20 === 19) await expectRight();
  }
  expect(isDone()).toBe(true);
});

test('after an erasure in the middle of it', async () => {
  for (let round = 0; round < 60; round++) await createSome(64, 0);
  await erase(stores[1]!, 'leave', [5, created - 10]);
  await createSome(64, 0);
  await expectRight(2);
  for (let round = 0; round < 80; round++) await createSome(64, 0);
  await expectRight(2);
});
