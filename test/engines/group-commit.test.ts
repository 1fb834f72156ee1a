// Creates that share a commit: when one fails, the others succeed, and counts and indexes have no trace of the failed
// one.
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { type Engine, emptyDatabase, engines, openDatabase } from '../harness/databases.ts';
import { query } from '../harness/postgres/server.ts';

const leave = catalogue.find(({ name }) => name === 'leave')!;

/** Makes the database refuse the key "bad". */
const REFUSING: Readonly<Record<Engine, (location: string) => unknown>> = {
  embedded(location) {
    const other = new Database(join(location, 'workforce.db'));
    other.run(`CREATE TRIGGER refuse BEFORE INSERT ON workforce_idempotency WHEN new.key = 'bad'
      BEGIN SELECT RAISE(ABORT, 'refused by a trigger'); END`);
    other.close();
  },
  postgresql: (location) =>
    query(
      location,
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'refused by a trigger' USING ERRCODE = 'check_violation'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON workforce_idempotency
        FOR EACH ROW WHEN (new.key = 'bad') EXECUTE FUNCTION refuse()`,
    ),
};

test.each(engines)(
  'a create that fails after its record was written is not counted and not told (%s)',
  async (engine) => {
    const location = await emptyDatabase(engine);
    const store = await openDatabase(location);
    await REFUSING[engine](location);
    const changes = (after: string) => store.changes({ after, resources: [leave], limit: 10 });
    const { cursor } = await changes('now');
    const create = (leave_type: string, key?: string) =>
      store.create(leave, { leave_type }, { once: key === undefined ? undefined : { key, fingerprint: key } });
    const [first, bad, last] = await Promise.allSettled([
      create('annual'),
      create('sick', 'bad'),
      create('study', 'good'),
    ]);
    const ids: number[] = [];
    for (const [made, leave_type] of [
      [first, 'annual'],
      [last, 'study'],
    ] as const) {
      const { id, json } = (made as PromiseFulfilledResult<any>).value;
      expect(JSON.parse(json)).toMatchObject({ id, leave_type });
      ids.push(id);
    }
    expect((bad as PromiseRejectedResult).reason.message).toContain('refused by a trigger');
    expect((await changes(cursor)).changes.map(({ id }) => id)).toEqual(ids);
    expect(await store.counts()).toMatchObject({ leave: 2 });
    expect(await store.audit()).toEqual([]);
    await store.close();
  },
);

test.each(engines)(
  'of several creates the refused one is refused alone, and each gets its own record (%s)',
  async (engine) => {
    const store = await openDatabase(await emptyDatabase(engine));
    const made = (await Promise.all(
      ['a', 'b', 'c', 'd'].map((leave_type) =>
        store.create(leave, { leave_type, employee_id: leave_type === 'b' ? 99 : null }),
      ),
    )) as any[];
    expect(made.map(({ faults }) => faults?.[0].loc[1])).toEqual([undefined, 'employee_id', undefined, undefined]);
    const records = made.flatMap(({ id, json }) => (json ? [[id, JSON.parse(json)]] : []));
    expect(records.map(([id, record]) => [record.id === id, record.leave_type])).toEqual(
      ['a', 'c', 'd'].map((each) => [true, each]),
    );
    expect(new Set(records.map(([id]) => id)).size).toBe(3);
    expect((await store.counts()).leave).toBe(3);
    await store.close();
  },
);
