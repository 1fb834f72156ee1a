// A commit is visible on the coordinator before it is on a worker. In that moment nobody may conclude that the records
// are there: a worker is held there, and one dies there.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { Database } from '../../src/store/maintenance.ts';
import { blockSql } from '../../src/store/postgres/citus/distribution.ts';
import { openDatabase } from '../harness/databases.ts';
import { keptOpen, type PostgresServer, query } from '../harness/postgres/server.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { expectHealthy, openStage, type Stage } from './stage.ts';

setDefaultTimeout(180_000);

const leave = catalogue.find(({ name }) => name === 'leave')!;
const organization = catalogue.find(({ name }) => name === 'organizations')!;
const SOME = 40;
/** More than the tail has when it is counted. */
const MANY = 1100;

let stage: Stage;
let stores: [Database, Database];
beforeAll(async () => {
  // Nothing is recovered before the test says so.
  stage = await openStage({ fsync: 'off', 'citus.recover_2pc_interval': '-1' });
  stores = [await openDatabase(stage.url), await openDatabase(stage.url)];
  for (const worker of stage.workers) await addGate(worker);
});
afterAll(async () => {
  await Promise.all(stores.map((store) => store.close()));
  await stage.close();
});

const on = (node: PostgresServer, text: string) => node.query(text, stage.database);

/** Makes every transaction that writes organizations, of which each node has a copy, wait for a lock when it is
 * prepared. */
async function addGate(worker: PostgresServer): Promise<void> {
  const shards = await on(
    stage.coordinator,
    `SELECT shard_name FROM citus_shards WHERE table_name = 'organizations'::regclass AND nodeport = ${worker.port}`,
  );
  await query(
    worker.url(stage.database),
    `SET citus.enable_manual_changes_to_shards = on; SET citus.enable_ddl_propagation = off;
     CREATE FUNCTION gate() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN PERFORM pg_advisory_xact_lock_shared(42); RETURN NULL; END $$;
     ${shards
       .map(
         ({ shard_name }) => `CREATE CONSTRAINT TRIGGER gate AFTER INSERT ON ${shard_name}
           DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION gate();`,
       )
       .join('\n')}`,
  );
}

const create = (store: Database, count: number) =>
  Promise.all(Array.from({ length: count }, () => store.create(leave, { leave_type: 'annual', employee_id: 1 }, {})));

/** The backend of a worker that has prepared a transaction and waits for the next command. */
const preparer = async (worker: PostgresServer): Promise<number | undefined> =>
  (
    await on(
      worker,
      "SELECT pid FROM pg_stat_activity WHERE query LIKE 'PREPARE TRANSACTION%' AND state = 'idle' AND datname = current_database()",
    )
  )[0]?.pid;

/** The worker that has the next records of leave, and the other one. */
async function nextWorkers(): Promise<[holder: PostgresServer, other: PostgresServer]> {
  const [row] = await on(
    stage.coordinator,
    `SELECT nodeport FROM citus_shards WHERE shardid = (
       SELECT get_shard_id_for_distribution_column('leave', ${blockSql('last_value')}) FROM leave_ids)`,
  );
  const [one, two] = stage.workers as [PostgresServer, PostgresServer];
  return row.nodeport === one.port ? [one, two] : [two, one];
}

let organizations = 0;

/** Creates leave on one worker and an organization on both, of which the other is slow to prepare; and stops the
 * backend that has prepared the leave until the coordinator has committed. */
async function createHeld(count: number) {
  const [quick, slow] = await nextWorkers();
  const openGate = await keptOpen(slow.url(stage.database), 'SELECT pg_advisory_lock(42)');
  const slug = `held-${++organizations}`;
  const created = Promise.all([
    create(stores[0], count),
    stores[0].create(organization, { name: slug, slug }, {}),
  ]).then(([made]) => made);
  created.catch(() => undefined);
  await waitUntil('a prepared part', async () => (await preparer(quick)) !== undefined, 20);
  const held = (await preparer(quick))!;
  process.kill(held, 'SIGSTOP');
  await openGate();
  await waitUntil('the commit of the coordinator', async () => (await totalOf(stores[1])) > (await shownOn()), 20);
  return { created, held };
}

const totalOf = async (store: Database): Promise<number> => (await store.counts()).leave!;
const watermark = async (): Promise<number> =>
  Number((await on(stage.coordinator, "SELECT id FROM workforce_watermarks WHERE resource = 'leave'"))[0].id);
const shownOn = async (): Promise<number> =>
  Number((await on(stage.coordinator, 'SELECT count(*) FROM leave'))[0].count);

describe('a part that is prepared and not committed', () => {
  test('while a worker is slow, nobody counts or numbers past its records', async () => {
    const before = await watermark();
    const { created, held } = await createHeld(SOME);
    try {
      // Enough for the other process to count the tail. It has to wait for the commit.
      const more = create(stores[1], MANY);
      await Bun.sleep(1500);
      expect(await watermark()).toBe(before);
      const feed = await stores[1].changes({ after: 'now', limit: 10, resources: [leave] });
      process.kill(held, 'SIGCONT');
      await Promise.all([created, more]);
      // Each of them comes after the place where the feed was, once.
      const ids = new Set<number>();
      for (let cursor = feed.cursor; ; ) {
        const page = await stores[1].changes({ after: cursor, limit: 1000, resources: [leave] });
        for (const change of page.changes) ids.add(change.id);
        if (page.upToDate) break;
        cursor = page.cursor;
      }
      for (const outcome of (await created) as { id: number }[]) expect(ids).toContain(outcome.id);
    } finally {
      process.kill(held, 'SIGCONT');
    }
    await create(stores[0], MANY);
    await waitUntil('the tail to be counted', async () => {
      await create(stores[0], 1);
      return (await watermark()) > before;
    });
    expect(await totalOf(stores[0])).toBe(await shownOn());
    await expectHealthy(stage.url);
  });

  test('what a worker had prepared when it died is said to be there, and comes back when it is recovered', async () => {
    const { created, held } = await createHeld(SOME);
    process.kill(held, 'SIGKILL');
    const outcomes = (await created) as { id: number }[];
    const before = await watermark();
    await waitUntil('the worker', () =>
      shownOn().then(
        () => true,
        () => false,
      ),
    );
    const hidden = await totalOf(stores[1]).then(async (total) => total - (await shownOn()));
    expect(hidden).toBeGreaterThan(0);
    const asked = await Promise.allSettled(outcomes.map(({ id }) => stores[1].get(leave, id)));
    const refused = asked.filter((each) => each.status === 'rejected');
    expect(refused).toHaveLength(hidden);
    for (const each of asked)
      if (each.status === 'fulfilled') expect(each.value).toContain('"leave_type":"annual"');
      else
        expect([each.reason.code, each.reason.message]).toEqual(['unavailable', expect.stringContaining('A worker')]);
    await create(stores[1], MANY);
    expect(await watermark()).toBe(before);
    await on(stage.coordinator, 'SELECT recover_prepared_transactions()');
    for (const { id } of outcomes) expect(await stores[1].get(leave, id)).toContain('"leave_type":"annual"');
    await waitUntil('the tail to be counted', async () => {
      await create(stores[0], 1);
      return (await watermark()) > before;
    });
    expect(await totalOf(stores[0])).toBe(await shownOn());
    await expectHealthy(stage.url);
  });
});
