// Runs several workers on one port: starts them, replaces those that end, and stops them all together. It answers no request itself,
// so that no request can end it.
// docs/design/processes.md has the whole picture.
import { SettingError } from '../config.ts';
import type { Metric } from './metrics.ts';
import { stopSignal } from './stop-signal.ts';

/** When this many workers have ended in this time before they were ready, the supervisor gives up. */
const MAX_FAILURES = { count: 5, milliseconds: 10_000 };

/** A process with this variable is a worker if it also has a channel to a supervisor. */
const WORKER_MARK = 'WORKFORCE_INTERNAL_WORKER';

export const isWorker = (): boolean => process.env[WORKER_MARK] === '1' && process.send !== undefined;

/** From a worker to its supervisor. */
export type WorkerMessage =
  | { readonly ready: true }
  | { readonly fault: string }
  | { readonly metrics: readonly Metric[] };

/** From a supervisor to its workers. */
export type SupervisorMessage = { readonly request: 'metrics' };

type Worker = {
  /** A worker has the same index as the one it replaces. */
  readonly index: number;
  readonly process: Bun.Subprocess;
  ready: boolean;
  fault: string | undefined;
  /** Resolve the requests for its metrics. */
  readonly waiting: ((metrics: readonly Metric[]) => void)[];
};

type Workers = { readonly running: Set<Worker>; phase: 'starting' | 'serving' | 'stopping' };

export type Supervisor = {
  /** Resolves when every worker has ended after a signal. Rejects when workers keep failing; then all have ended too. */
  run(onReady: () => void): Promise<void>;
  /** The metrics of each worker. They are empty for a worker that does not answer in time. */
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

/** In milliseconds. */
const METRICS_TIMEOUT = 2000;

function metricsOf(worker: Worker): Promise<readonly Metric[]> {
  return new Promise((resolve) => {
    worker.waiting.push(resolve);
    setTimeout(() => resolve([]), METRICS_TIMEOUT).unref();
    // A worker that has ended cannot answer.
    if (worker.process.exitCode === null && worker.process.signalCode === null)
      worker.process.send({ request: 'metrics' } satisfies SupervisorMessage);
    else resolve([]);
  });
}

async function supervise(workers: Workers, count: number, port: number, onReady: () => void): Promise<void> {
  const failsTooOften = failureLimit();
  const stopped = stopSignal();
  // A second signal ends this process without waiting for the workers.
  process.once('exit', () => signalAll(workers, 'SIGKILL'));
  const onWorkerReady = () => {
    if (workers.phase !== 'starting' || [...workers.running].filter((worker) => worker.ready).length < count) return;
    workers.phase = 'serving';
    onReady();
  };
  const all = Array.from({ length: count }, (_, index) =>
    keepRunning(workers, () => startWorker(index, port, onWorkerReady), failsTooOften),
  );
  try {
    await Promise.race([stopped, ...all]);
  } finally {
    workers.phase = 'stopping';
    signalAll(workers, 'SIGTERM');
    await Promise.allSettled(all);
  }
}

/** Starts a worker, and another whenever it ends, until the supervisor stops. */
async function keepRunning(workers: Workers, start: () => Worker, failsTooOften: () => boolean): Promise<void> {
  for (;;) {
    const worker = start();
    workers.running.add(worker);
    await worker.process.exited;
    workers.running.delete(worker);
    if (workers.phase === 'stopping') return;
    if (workers.phase === 'starting' && worker.fault) throw new SettingError(worker.fault);
    const reason = worker.fault ?? exitReason(worker.process);
    if (!worker.ready && failsTooOften()) {
      throw new SettingError(
        `Workers keep ending before they answer (the last: ${reason}); WORKFORCE_WORKERS=1 does without them.`,
      );
    }
    console.error(`workforce: worker ${worker.process.pid} ended (${reason}); starting another.`);
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

const exitReason = ({ signalCode, exitCode }: Bun.Subprocess): string =>
  signalCode?.toString() ?? `exit code ${exitCode}`;

function signalAll(workers: Workers, signal: NodeJS.Signals): void {
  for (const worker of workers.running) worker.process.kill(signal);
}

/** Each call counts a failure and returns whether there were too many in a short time. */
function failureLimit(): () => boolean {
  const times: number[] = [];
  return () => {
    times.push(performance.now());
    const since = times.at(-MAX_FAILURES.count);
    return since !== undefined && performance.now() - since < MAX_FAILURES.milliseconds;
  };
}
