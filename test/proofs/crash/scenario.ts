// The service is killed with SIGKILL at random moments, while many clients write, and started again on the same file.
// crash.operations.ts does it a few times, long.ts hundreds of times.

import { launchService, type Spawned } from '../../harness/command.ts';
import { childrenOf, isAlive } from '../../harness/processes.ts';
import { randomFrom, SEED } from '../../harness/random/sample.ts';
import { TOKEN } from '../../harness/service.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { smallCompany, startLedger } from './create-ledger.ts';
import { expectHealthy, type Proof, proveLedger } from './ledger-proof.ts';

/** `victim`: all processes at once, or one of several workers, which the supervisor replaces. */
export type Crash = { readonly workers: number; readonly victim: 'all' | 'one worker'; readonly kills: number };

/** In milliseconds. Longer than a start takes, so that a kill can happen at any moment of it. */
const START = 700;
const WRITING = 250;

export async function crashAgainAndAgain({ workers, victim, kills }: Crash, writers = 16): Promise<Proof> {
  const data = await smallCompany();
  const environment = {
    WORKFORCE_DATA: data,
    WORKFORCE_API_TOKEN: TOKEN,
    WORKFORCE_WORKERS: String(workers),
    WORKFORCE_LOG: 'off',
  };
  let service = await launchService(environment, { ownGroup: true }).listening;
  const random = randomFrom(SEED);
  const ledger = startLedger(() => service.url, writers);
  try {
    for (let done = 0; done < kills; done++) {
      await ledger.more('acknowledged', 1);
      await Bun.sleep(WRITING * random());
      if (victim === 'one worker') await killOldest(service.process.pid, workers);
      else {
        await killAll(service.process);
        // Sometimes it is killed again before it serves.
        for (; done < kills - 1 && random() < 0.2; done++) {
          const started = launchService(environment, { ownGroup: true }).process;
          await Bun.sleep(START * random());
          await killAll(started);
        }
        service = await launchService(environment, { ownGroup: true }).listening;
      }
    }
    await ledger.stop();
    // The last kill may have been that of the only worker that listened.
    await waitUntil('a worker that answers', () =>
      fetch(`${service.url}/api/v1/health`).then(
        () => true,
        () => false,
      ),
    );
    const proof = await proveLedger(service.url, ledger);
    await stopped(service);
    await expectHealthy(data);
    return proof;
  } finally {
    if (isAlive(service.process.pid)) await killAll(service.process);
  }
}

async function killAll({ pid, exited }: Spawned['process']): Promise<void> {
  const workers = childrenOf(pid);
  process.kill(-pid, 'SIGKILL');
  await exited;
  await waitUntil('the end of the workers', () => !workers.some(isAlive));
}

/** Kills the oldest worker, because one that ends before its first answer counts as a failed start. */
async function killOldest(supervisor: number, workers: number): Promise<void> {
  const oldest = childrenOf(supervisor)[0]!;
  process.kill(oldest, 'SIGKILL');
  await waitUntil('another worker', () => !isAlive(oldest) && childrenOf(supervisor).length >= workers);
}

async function stopped({ process: served }: Spawned): Promise<void> {
  served.kill('SIGTERM');
  await served.exited;
}
