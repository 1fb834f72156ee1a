// What health says about a disk without room: degraded from the first create that fails, from every worker, also while
// another process holds the lock for writing, and well again when there is room, without a create.
import { Database } from 'bun:sqlite';
import { expect } from 'bun:test';
import { join } from 'node:path';
import { type Spawned, spawnService } from '../../harness/command.ts';
import { childrenOf } from '../../harness/processes.ts';
import { TOKEN } from '../../harness/service.ts';
import { healthOf } from '../../harness/service-processes.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { smallCompany } from '../crash/create-ledger.ts';
import type { Fault } from './faults.ts';

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

/** What is told while no create succeeds. */
async function expectDegraded(service: Spawned, data: string): Promise<void> {
  const { response, body } = await healthOf(service);
  expect(response.status).toBe(200);
  expect(body).toMatchObject({ status: 'degraded', database: { engine: 'sqlite', primary: false } });
  const other = new Database(join(data, 'workforce.db'), { readwrite: true });
  other.run('BEGIN IMMEDIATE');
  try {
    expect([await create(service.url), (await healthOf(service)).body.status]).toEqual([503, 'degraded']);
  } finally {
    other.close();
  }
}

/** Serves, lets the disk fail until a create fails, and ends the fault. */
export async function healthWhileFailing(fault: Fault, workers: number): Promise<void> {
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
      if (workers > 1) await waitUntil('every worker', async () => String(await saidBy(service.url)) === 'degraded');
      await expectDegraded(service, data);
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
