// Nodes: workers that are killed, and that hang, again and again while 64 clients write: nothing acknowledged is lost,
// nothing is counted wrong afterwards, and meanwhile answers say which part is away. CITUS_BREAKS sets how often.

import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { type Spawned, spawnService } from '../harness/command.ts';
import type { PostgresServer } from '../harness/postgres/server.ts';
import { randomFrom, SEED } from '../harness/random/sample.ts';
import { TOKEN } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { startLedger } from '../proofs/crash/create-ledger.ts';
import { proveLedger } from '../proofs/crash/ledger-proof.ts';
import { expectHealthy, openStage, type Stage } from './stage.ts';

setDefaultTimeout(3_600_000);

const WRITERS = 64;
const BREAKS = Number(process.env.CITUS_BREAKS ?? 3);

let stage: Stage;
let service: Spawned;
beforeAll(async () => {
  stage = await openStage({ fsync: 'off' });
  service = await spawnService({
    DATABASE_URL: stage.url,
    WORKFORCE_API_TOKEN: TOKEN,
    WORKFORCE_WORKERS: '2',
    WORKFORCE_STATEMENT_TIMEOUT_SECONDS: '3',
    WORKFORCE_WEBHOOKS: 'off',
  });
});
afterAll(async () => {
  service?.process.kill('SIGKILL');
  await stage?.close();
});

const health = async () => (await fetch(`${service.url}/api/v1/health`)).json() as Promise<any>;
/** Workers are only listed when one is away. */
const statesOf = ({ database }: any): boolean[] =>
  database?.workers.map(({ up }: { up: boolean }) => up) ?? stage.workers.map(() => true);

/** Whether each worker answers, as the health says. */
async function untilWorkers(...wanted: boolean[]): Promise<void> {
  await waitUntil(`workers: ${wanted}`, async () => {
    const body = await health();
    return statesOf(body).join() === wanted.join() && body.status === (wanted.every(Boolean) ? 'ok' : 'degraded');
  });
}

const outages: Record<
  string,
  { begin(worker: PostgresServer): Promise<void>; end(worker: PostgresServer): Promise<void> }
> = {
  killed: { begin: (worker) => worker.kill('SIGKILL'), end: (worker) => worker.start() },
  stopped: { begin: (worker) => worker.kill('SIGINT'), end: (worker) => worker.start() },
  hanging: { begin: (worker) => worker.pause(), end: async (worker) => worker.resume() },
};

test(`workers that fail ${BREAKS} times under ${WRITERS} writers`, async () => {
  await untilWorkers(true, true);
  const ledger = startLedger(() => service.url, WRITERS);
  const random = randomFrom(SEED);
  const next = (bound: number) => Math.floor(random() * bound);
  for (let done = 0; done < BREAKS; done++) {
    const [at, kind] = [next(2), Object.keys(outages)[(done + SEED) % 3]!];
    const worker = stage.workers[at]!;
    await ledger.more('acknowledged', 100);
    await Bun.sleep(next(300));
    await outages[kind]!.begin(worker);
    await untilWorkers(at !== 0, at !== 1);
    await ledger.more('unavailable', 1);
    // Records of the reference tables are on the coordinator; a list of a distributed one needs all workers.
    expect((await fetch(`${service.url}/api/v1/employees`)).status).toBe(200);
    const refused = await fetch(`${service.url}/api/v1/attendance?q=present`);
    const { error } = (await refused.json()) as any;
    expect([kind, refused.status, refused.headers.get('retry-after')]).toEqual([kind, 503, '1']);
    if (kind !== 'hanging')
      expect(error.message).toStartWith(`worker-${at + 1} of the database cannot answer just now`);
    await outages[kind]!.end(worker);
    await untilWorkers(true, true);
  }
  await ledger.more('acknowledged', 100);
  await ledger.stop();
  const proof = await proveLedger(service.url, ledger);
  console.log(JSON.stringify({ breaks: BREAKS, ...proof, unavailable: ledger.counts.unavailable }));
  expect(proof).toMatchObject({ lost: 0, duplicated: 0 });
  await expectHealthy(stage.url);
});

test('the coordinator is killed again and again: what was acknowledged is there, once', async () => {
  const ledger = startLedger(() => service.url, WRITERS);
  for (let kills = 0; kills < BREAKS; kills++) {
    await ledger.more('acknowledged', 100);
    await stage.coordinator.kill('SIGKILL');
    await ledger.more('unavailable', 1);
    await stage.coordinator.start();
  }
  await ledger.more('acknowledged', 100);
  await ledger.stop();
  await untilWorkers(true, true);
  const proof = await proveLedger(service.url, ledger);
  console.log(JSON.stringify({ kills: BREAKS, ...proof }));
  await expectHealthy(stage.url);
});
