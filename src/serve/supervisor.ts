// Keeps a number of workers serving on one port: starts them, replaces those that die, and stops them all together. It answers no
// request itself, so that nothing a client sends can end it.
// docs/design/processes.md has the whole picture.
import { SettingError } from '../config.ts';
import type { Metric } from './metrics.ts';
import { stopSignal } from './stop-signal.ts';

/** When so many workers end before they serve, within such a time, no more are started. */
const MAX_FAILURES = { count: 5, milliseconds: 10_000 };

/** The variable that makes a process a worker. Without a channel to a supervisor it has no effect. */
const WORKER_MARK = 'WORKFORCE_INTERNAL_WORKER';

export const isWorker = (): boolean => process.env[WORKER_MARK] === '1' && process.send !== undefined;

/** From a worker to its supervisor. */
export type WorkerMessage =
  | { readonly ready: true }
  | { readonly fault: string }
  | { readonly metrics: readonly Metric[] };

/** From a supervisor to its workers. */
export type SupervisorMessage = { readonly ask: 'metrics' };

type Worker = {
  /** Its number among the workers; the worker that replaces it has the same. */
  readonly index: number;
  readonly process: Bun.Subprocess;
  ready: boolean;
  fault: string | undefined;
  /** Those who wait for its metrics. */
  readonly waiting: ((metrics: readonly Metric[]) => void)[];
};

type Workers = { readonly running: Set<Worker>; phase: 'starting' | 'serving' | 'stopping' };

export type Supervisor = {
  /** Resolves when it was told to stop and every worker has ended. Rejects when workers keep failing; then none is left either. */
  run(onReady: () => void): Promise<void>;
  /** The metrics of each worker; empty for one that does not answer in time. */
  metrics(): Promise<(readonly Metric[])[]>;
};

export function supervisor(count: number, port: number): Supervisor {
  const workers: Workers = { running: new Set(), phase: 'starting' };
  return {
    run: (onReady) => supervise(workers, count, port, onReady),
    metrics: async () => {
      const metrics = Array.from({ length: count }, (): readonly Metric[] => []);
      const ready = [...workers.running].filter((worker) => worker.ready);
      await Promise.all(
        ready.map(async (worker) => {
          metrics[worker.index] = await metricsOf(worker);
        }),
      );
      return metrics;
    },
  };
}

/** How long a worker may take over its metrics, in milliseconds. */
const METRICS_TIMEOUT = 2000;

function metricsOf(worker: Worker): Promise<readonly Metric[]> {
  return new Promise((resolve) => {
    worker.waiting.push(resolve);
    setTimeout(() => resolve([]), METRICS_TIMEOUT).unref();
    // A worker that has just ended gets no message any more.
    if (worker.process.exitCode === null && worker.process.signalCode === null)
      worker.process.send({ ask: 'metrics' } satisfies SupervisorMessage);
    else resolve([]);
  });
}

async function supervise(workers: Workers, count: number, port: number, onReady: () => void): Promise<void> {
  const tooOften = failureLimit();
  const stopped = stopSignal();
  // For the end by a second signal, which waits for nobody.
  process.once('exit', () => signalAll(workers, 'SIGKILL'));
  const onWorkerReady = () => {
    if (workers.phase !== 'starting' || [...workers.running].filter((worker) => worker.ready).length < count) return;
    workers.phase = 'serving';
    onReady();
  };
  const all = Array.from({ length: count }, (_, index) =>
    keepOne(workers, () => startWorker(index, port, onWorkerReady), tooOften),
  );
  try {
    await Promise.race([stopped, ...all]);
  } finally {
    workers.phase = 'stopping';
    signalAll(workers, 'SIGTERM');
    await Promise.allSettled(all);
  }
}

/** Starts a worker, and another one when that ends, until all are to stop. */
async function keepOne(workers: Workers, start: () => Worker, tooOften: () => boolean): Promise<void> {
  for (;;) {
    const worker = start();
    workers.running.add(worker);
    await worker.process.exited;
    workers.running.delete(worker);
    if (workers.phase === 'stopping') return;
    if (workers.phase === 'starting' && worker.fault) throw new SettingError(worker.fault);
    const how = worker.fault ?? endOf(worker.process);
    if (!worker.ready && tooOften()) {
      throw new SettingError(
        `Workers keep ending before they answer (the last: ${how}); WORKFORCE_WORKERS=1 does without them.`,
      );
    }
    console.error(`workforce: worker ${worker.process.pid} ended (${how}); starting another.`);
  }
}

function startWorker(index: number, port: number, onReady: () => void): Worker {
  const child = Bun.spawn([process.execPath, ...process.execArgv, Bun.main, 'serve'], {
    env: { ...process.env, PORT: String(port), [WORKER_MARK]: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc(message: WorkerMessage) {
      if ('metrics' in message) for (const resolve of worker.waiting.splice(0)) resolve(message.metrics);
      else if ('fault' in message) worker.fault = message.fault;
      else {
        worker.ready = true;
        onReady();
      }
    },
  });
  const worker: Worker = { index, process: child, ready: false, fault: undefined, waiting: [] };
  return worker;
}

const endOf = ({ signalCode, exitCode }: Bun.Subprocess): string => signalCode?.toString() ?? `exit code ${exitCode}`;

function signalAll(workers: Workers, signal: NodeJS.Signals): void {
  for (const worker of workers.running) worker.process.kill(signal);
}

/** Counts a failure at every call, and returns whether there were too many lately. */
function failureLimit(): () => boolean {
  const times: number[] = [];
  return () => {
    times.push(performance.now());
    const since = times.at(-MAX_FAILURES.count);
    return since !== undefined && performance.now() - since < MAX_FAILURES.milliseconds;
  };
}
