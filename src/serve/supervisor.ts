// Runs several workers on one port: starts them, replaces those that end, and stops them all together. It answers no request itself,
// so that no request can end it.
// docs/design/processes.md has the whole picture.
import { SettingError } from '../config.ts';
import type { Metric } from './metrics.ts';
import { stopSignal } from './stop-signal.ts';

/** When this many workers have ended in this time before they were ready, the supervisor gives up. */
const MAX_FAILURES = { count: 5, milliseconds: 10_000 };

/** How often workers are asked whether they still answer, and how long one may take. In milliseconds. */
const PING_EVERY = 1000;
const PING_TIMEOUT = 10_000;

/** A process with this variable is a worker if it also has a channel to a supervisor. */
const WORKER_MARK = 'WORKFORCE_INTERNAL_WORKER';

export const isWorker = (): boolean => process.env[WORKER_MARK] === '1' && process.send !== undefined;

/** From a worker to its supervisor. */
export type WorkerMessage =
  | { readonly ready: true }
  | { readonly alive: true }
  | { readonly fault: string }
  | { readonly metrics: readonly Metric[] };

/** From a supervisor to its workers. */
export type SupervisorMessage = { readonly request: 'metrics' | 'ping' };

type Worker = {
  /** A worker has the same index as the one it replaces. */
  readonly index: number;
  readonly process: Bun.Subprocess;
  ready: boolean;
  /** When it last sent a message, on the clock of `performance.now`. */
  lastMessage: number;
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
    if (!send(worker, { request: 'metrics' })) resolve([]);
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
  const watchdog = watch(workers);
  try {
    await Promise.race([stopped, ...all]);
  } finally {
    clearInterval(watchdog);
    workers.phase = 'stopping';
    signalAll(workers, 'SIGTERM');
    await Promise.allSettled(all);
  }
}

/** Kills a worker that does not answer: it is stopped, loops or waits for ever, and its connections hang. Another one then takes its
 * place. */
function watch(workers: Workers): NodeJS.Timeout {
  let last = performance.now();
  return setInterval(() => {
    const now = performance.now();
    // This process itself stood still, so nothing is known about the workers.
    const wasStopped = now - last > 2 * PING_EVERY;
    last = now;
    for (const worker of workers.running) {
      if (!worker.ready) continue;
      if (wasStopped) worker.lastMessage = now;
      if (now - worker.lastMessage < PING_TIMEOUT) send(worker, { request: 'ping' });
      else {
        console.error(
          `workforce: worker ${worker.process.pid} has not answered for ${PING_TIMEOUT / 1000} s; ending it.`,
        );
        worker.process.kill('SIGKILL');
      }
    }
  }, PING_EVERY);
}

/** A worker that has ended cannot be sent anything. */
function send(worker: Worker, message: SupervisorMessage): boolean {
  if (worker.process.exitCode !== null || worker.process.signalCode !== null) return false;
  worker.process.send(message);
  return true;
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
      worker.lastMessage = performance.now();
      if ('alive' in message) return;
      if ('metrics' in message) for (const resolve of worker.waiting.splice(0)) resolve(message.metrics);
      else if ('fault' in message) worker.fault = message.fault;
      else {
        worker.ready = true;
        onReady();
      }
    },
  });
  const worker: Worker = { index, process: child, ready: false, lastMessage: 0, fault: undefined, waiting: [] };
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
