// The disk fails while clients create and read: every acknowledged create is stored, reads go on, and creates succeed
// again when the disk works. Run by disk.operations.ts, and with more kinds of failure by long.ts.
import { expect } from 'bun:test';
import { launchService, type Spawned } from '../../harness/command.ts';
import { childrenOf, isAlive } from '../../harness/processes.ts';
import { TOKEN } from '../../harness/service.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { smallCompany, startLedger } from '../crash/create-ledger.ts';
import { expectHealthy, type Proof, proveLedger } from '../crash/ledger-proof.ts';
import type { Fault } from './faults.ts';

export type DiskOptions = {
  readonly workers?: number;
  /** What happens before the disk works again: nothing, or the service is killed or stopped, and started again. */
  readonly meanwhile?: 'nothing' | 'kill' | 'stop';
  /** Whether no create at all can succeed before the disk works again. */
  readonly complete?: boolean;
  readonly writers?: number;
  /** The size of the largest texts. */
  readonly size?: number;
};

export type DiskProof = Proof & {
  readonly unavailable: number;
  readonly reads: number;
  /** In milliseconds, from when the disk works again to the next 201. */
  readonly recovered: number;
};

const READS = ['/api/v1/organizations?limit=5', '/api/v1/leave/1', '/api/v1/organizations?q=gr%C3%B6%C3%9Fe&limit=2'];

export async function failAndRecover(
  fault: Fault,
  { workers = 1, meanwhile = 'nothing', complete = false, writers = 16, size = 6000 }: DiskOptions = {},
): Promise<DiskProof> {
  const data = await smallCompany(fault.folder());
  const environment = {
    WORKFORCE_DATA: data,
    WORKFORCE_API_TOKEN: TOKEN,
    WORKFORCE_WORKERS: String(workers),
    WORKFORCE_LOG: 'off',
  };
  let service = await launchService(environment, { ownGroup: true }).listening;
  const serving = () => [service.process.pid, ...childrenOf(service.process.pid)];
  const ledger = startLedger(() => service.url, writers, size);
  let end = async () => {};
  try {
    await ledger.more('acknowledged', 50);
    end = await fault.begin(serving(), data);
    await ledger.more('unavailable', 50);
    const reads = await readAll(service.url, 100);
    if (complete) await expectNoCreate(ledger);
    if (meanwhile === 'stop') await stopped(service);
    if (meanwhile === 'kill') await killed(serving());
    await end();
    end = async () => {};
    if (meanwhile !== 'nothing') service = await launchService(environment, { ownGroup: true }).listening;
    const since = performance.now();
    await ledger.more('acknowledged', 1);
    const recovered = Math.round(performance.now() - since);
    await ledger.more('acknowledged', 50);
    await ledger.stop();
    const proof = await proveLedger(service.url, ledger);
    await stopped(service);
    await expectHealthy(data);
    return { ...proof, unavailable: ledger.counts.unavailable, reads, recovered };
  } finally {
    await end();
    if (isAlive(service.process.pid)) await killed(serving());
    fault.close?.(data);
  }
}

async function expectNoCreate(ledger: ReturnType<typeof startLedger>): Promise<void> {
  const before = ledger.acknowledged.size;
  await ledger.more('unavailable', 50);
  expect(ledger.acknowledged.size).toBe(before);
}

async function readAll(url: string, times: number): Promise<number> {
  for (let i = 0; i < times; i++) {
    const answers = await Promise.all(READS.map((path) => fetch(`${url}${path}`)));
    expect(answers.map(({ status }) => status)).toEqual(READS.map(() => 200));
    await Promise.all(answers.map((answer) => answer.arrayBuffer()));
  }
  return READS.length * times;
}

async function stopped({ process: served, errors, ended }: Spawned): Promise<void> {
  served.kill('SIGTERM');
  const code = await ended;
  expect({ code, said: code === 0 ? '' : errors().slice(-1000) }).toEqual({ code: 0, said: '' });
}

async function killed(pids: readonly number[]): Promise<void> {
  process.kill(-pids[0]!, 'SIGKILL');
  await waitUntil('the end of the processes', () => !pids.some(isAlive));
}
