// A third worker joins, and shards move to it while clients read and write: every answer is right, and creates go on.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Spawned, spawnService } from '../harness/command.ts';
import { addDatabase, startNode } from '../harness/postgres/citus.ts';
import type { PostgresServer } from '../harness/postgres/server.ts';
import { TOKEN } from '../harness/service.ts';
import { startLedger } from '../proofs/crash/create-ledger.ts';
import { proveLedger } from '../proofs/crash/ledger-proof.ts';
import { expectHealthy, openStage, type Stage } from './stage.ts';

setDefaultTimeout(600_000);

const SETTINGS = { fsync: 'off' };

let stage: Stage;
let third: PostgresServer | undefined;
let service: Spawned;
beforeAll(async () => {
  stage = await openStage(SETTINGS);
  service = await spawnService({ DATABASE_URL: stage.url, WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_WORKERS: '2' });
});
afterAll(async () => {
  service?.process.kill('SIGKILL');
  await third?.destroy();
  await stage?.close();
});

const onCoordinator = (text: string) => stage.coordinator.query(text, stage.database);

const shardsOn = async ({ port }: PostgresServer): Promise<number> =>
  (
    await onCoordinator(
      `SELECT count(*)::int AS count FROM citus_shards WHERE citus_table_type = 'distributed' AND nodeport = ${port}`,
    )
  )[0].count;

/** Reads attendance, of which none is created, again and again; returns every answer that differs from the first
 * one. */
function startReading(paths: readonly string[]) {
  let [reads, stopped] = [0, false];
  const wrong: string[] = [];
  const read = async (path: string) => {
    const ask = async () => (await fetch(service.url + path)).text();
    for (const first = await ask(); !stopped; reads++) {
      const answer = await ask();
      if (answer !== first) wrong.push(`${path}: ${answer.slice(0, 200)}`);
    }
  };
  const readers = paths.map(read);
  return {
    wrong,
    async stop() {
      stopped = true;
      await Promise.all(readers);
      return reads;
    },
  };
}

test('a worker is added and gets its share of the shards while the service serves', async () => {
  const ledger = startLedger(() => service.url, 16);
  const reading = startReading([
    '/api/v1/attendance?limit=200',
    '/api/v1/attendance/3',
    '/api/v1/aggregate/attendance?group=status&measure=avg(hours),median(hours)',
    '/api/v1/employees?limit=200',
  ]);
  await ledger.more('acknowledged', 50);
  third = await startNode(SETTINGS);
  await addDatabase(third.url(), stage.database);
  await onCoordinator(`SELECT citus_add_node('${third.host}', ${third.port})`);
  const during = ledger.acknowledged.size;
  await onCoordinator("SELECT rebalance_table_shards(shard_transfer_mode := 'force_logical')");
  const created = ledger.acknowledged.size - during;
  expect(await shardsOn(third)).toBeGreaterThan(0);
  await ledger.more('acknowledged', 50);
  const reads = await reading.stop();
  await ledger.stop();
  expect(reading.wrong).toEqual([]);
  const proof = await proveLedger(service.url, ledger);
  expect(await (await fetch(`${service.url}/api/v1/health`)).json()).toMatchObject({ status: 'ok' });
  console.log(JSON.stringify({ ...proof, unavailable: ledger.counts.unavailable, reads, createdWhileMoving: created }));
  expect(created).toBeGreaterThan(0);
  await expectHealthy(stage.url);
});
