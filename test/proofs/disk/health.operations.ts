// What health says about a disk without room: degraded from the first create that fails, from every worker, and well
// again when there is room, without a create.
import { Database } from 'bun:sqlite';
import { describe, expect, test } from 'bun:test';
import { join } from 'node:path';
import { type Spawned, spawnService } from '../../harness/command.ts';
import { childrenOf } from '../../harness/processes.ts';
import { TOKEN } from '../../harness/service.ts';
import { healthOf } from '../../harness/service-processes.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { smallCompany } from '../crash/create-ledger.ts';
import { type Fault, failing, fileLimit, fullDisk } from './faults.ts';

const isRoot = process.getuid?.() === 0;
const hasStrace = Bun.which('strace') !== null;

/** Connections that are closed, so that each request may reach another worker. */
const apart = { Connection: 'close' };

async function create(url: string): Promise<number> {
  const { status } = await fetch(`${url}/api/v1/leave`, {
    method: 'POST',
    headers: { ...apart, Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ leave_type: 'annual', reason: 'x'.repeat(15_000) }),
  });
  return status;
}

/** What several requests are told, which reach every worker of two with near certainty. */
async function saidBy(url: string): Promise<string[]> {
  const answers = Array.from({ length: 20 }, async () => {
    const response = await fetch(`${url}/api/v1/health`, { headers: apart });
    return ((await response.json()) as { status: string }).status;
  });
  return [...new Set(await Promise.all(answers))];
}

/** Serves, lets the disk fail, and calls `run` when a create has failed. */
async function whileFailing(fault: Fault, workers: number, run: (service: Spawned, data: string) => Promise<void>) {
  const data = await smallCompany(fault.folder());
  const service = await spawnService({
    WORKFORCE_DATA: data,
    WORKFORCE_API_TOKEN: TOKEN,
    WORKFORCE_WORKERS: String(workers),
    WORKFORCE_LOG: 'off',
  });
  try {
    expect(await create(service.url)).toBe(201);
    const end = await fault.begin([service.process.pid, ...childrenOf(service.process.pid)], data);
    try {
      // Health is asked just before, so that an answer that is used again would be a wrong one.
      await waitUntil('a create that fails', async () => {
        await healthOf(service);
        return (await create(service.url)) === 503;
      });
      await run(service, data);
    } finally {
      await end();
    }
    await waitUntil('good health', async () => String(await saidBy(service.url)) === 'ok');
    expect(await create(service.url)).toBe(201);
  } finally {
    service.process.kill('SIGTERM');
    await service.process.exited;
    fault.close?.(data);
  }
}

describe.skipIf(process.platform !== 'linux')('health while there is no room', () => {
  test.each([
    ['files may not grow', true, fileLimit, 1],
    ['files may not grow, two workers', true, fileLimit, 2],
    ['the disk is full', isRoot, fullDisk, 1],
    ['a sync finds that the disk is full', hasStrace, failing('fsync,fdatasync:error=ENOSPC'), 1],
  ] as const)('%s', async (name, isPossible, fault, workers) => {
    if (!isPossible) return console.log(`left out, for want of root or strace: ${name}`);
    await whileFailing(fault, workers, async (service) => {
      if (workers > 1) await waitUntil('every worker', async () => String(await saidBy(service.url)) === 'degraded');
      const { response, body } = await healthOf(service);
      expect(response.status).toBe(200);
      expect(body).toMatchObject({ status: 'degraded', database: { engine: 'sqlite', primary: false } });
      expect([await create(service.url), (await healthOf(service)).body.status]).toEqual([503, 'degraded']);
    });
  });

  test('another process that holds the lock for writing does not make it look well', () =>
    whileFailing(fileLimit, 1, async (service, data) => {
      expect((await healthOf(service)).body.status).toBe('degraded');
      const other = new Database(join(data, 'workforce.db'), { readwrite: true });
      other.run('BEGIN IMMEDIATE');
      try {
        expect([await create(service.url), (await healthOf(service)).body.status]).toEqual([503, 'degraded']);
      } finally {
        other.close();
      }
    }));
});
