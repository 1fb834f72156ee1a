// Runs several workers on one port: starts them, replaces those that end, and stops them all together. It answers no
// request itself, so that no request can end it.
// docs/design/processes.md has the whole picture.
import { SettingError } from '../config.ts';
import { log } from '../log/log.ts';
import type { Metric } from '../trace/otlp.ts';
import { PROGRAM } from './program.ts';
import { stopSignal } from './stop-signal.ts';
import { isStarved, isStuck, longer, PING_EVERY, type Silence, sampleOf, silenceFrom } from './watchdog.ts';

/** When this many workers have ended in this time before they were ready, the supervisor gives up. */
const MAX_FAILURES = { count: 5, milliseconds: 10_000 };

/** When a worker is started again whose database was lost. In milliseconds. */
const LOST_RETRY = 1000;

/** A process with this variable is a worker if it also has a channel to a supervisor. */
const WORKER_MARK = 'WORKFORCE_INTERNAL_WORKER';

/** The identity of the embedded database that the supervisor has opened, for its workers: they serve no other. */
const FILE_MARK = 'WORKFORCE_INTERNAL_FILE';

export const isWorker = (): boolean => process.env[WORKER_MARK] === '1' && process.send !== undefined;

/** For a worker; `undefined` when the database is no file. */
export const servedFile = (): string | undefined => process.env[FILE_MARK];

export type WorkerMessage =
  | { readonly ready: true }
  | { readonly alive: true }
  /** `isLost`: the database is not there, or another one is. */
  | { readonly fault: string; readonly isLost: boolean }
  | { readonly metrics: readonly Metric[] };

export type SupervisorMessage = { readonly request: 'metrics' | 'ping' };

type Worker = {
  /** A worker has the same index as the one it replaces. */
  readonly index: number;
  readonly process: Bun.Subprocess;
  ready: boolean;
  /** Since when it has sent no message; `undefined` where it has sent one since it was last asked. */
  silence: Silence | undefined;
  fault: string | undefined;
  isLost: boolean;
  /** Resolve the requests for its metrics. */
  readonly waiting: ((metrics: readonly Metric[]) => void)[];
};

type Workers = { readonly running: Set<Worker>; phase: 'starting' | 'serving' | 'stopping' };

type Events = {
  /** All workers are ready. */
  ready(): void;
  /** A signal came; the workers finish the requests that they are answering. */
  stopping(): void;
};

/** The state that all workers share: the port, and the identity of an embedded database. */
export type Shared = { readonly port: number; readonly identity: string | undefined };

export function supervisor(count: number, shared: Shared) {
  const workers: Workers = { running: new Set(), phase: 'starting' };
  return {
    /** Resolves when every worker has ended after a signal. Rejects when workers keep failing; then all have ended too.
     * */
    run: (on: Events): Promise<void> => supervise(workers, count, shared, on),
    /** The metrics of each worker. They are empty for a worker that does not answer in time. */
    metrics: async (): Promise<(readonly Metric[])[]> => {
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

async function supervise(workers: Workers, count: number, shared: Shared, on: Events): Promise<void> {
  const failsTooOften = failureLimit();
  const stopped = stopSignal();
  const untilRetry = () => Promise.race([Bun.sleep(LOST_RETRY), stopped]);
  // A second signal ends this process without waiting for the workers.
  process.once('exit', () => signalAll(workers, 'SIGKILL'));
  const onWorkerReady = () => {
    if (workers.phase !== 'starting' || [...workers.running].filter((worker) => worker.ready).length < count) return;
    workers.phase = 'serving';
    on.ready();
  };
  const all = Array.from({ length: count }, (_, index) =>
    keepRunning(workers, () => startWorker(index, shared, onWorkerReady), failsTooOften, untilRetry),
  );
  const watchdog = watch(workers);
  try {
    await Promise.race([stopped.then(on.stopping), ...all]);
  } finally {
    clearInterval(watchdog);
    workers.phase = 'stopping';
    signalAll(workers, 'SIGTERM');
    await Promise.allSettled(all);
  }
}

/** Kills a worker that does not answer: it is stopped, loops or waits for ever, and its connections hang. Another one
 * then takes its place. */
const watch = (workers: Workers): NodeJS.Timeout =>
  setInterval(() => {
    for (const worker of workers.running) if (worker.ready) check(worker);
  }, PING_EVERY);

function check(worker: Worker): void {
  const { silence: before, process: child } = worker;
  const sample = sampleOf(child.pid);
  const silence = before ? longer(before, sample) : silenceFrom(sample);
  worker.silence = silence;
  if (!before) send(worker, { request: 'ping' });
  else if (isStuck(silence)) {
    log.error(`worker ${child.pid} has not answered for ${seconds(silence.total)}; ending it.`);
    child.kill('SIGKILL');
  } else if (isStarved(silence, before)) {
    const why = `it gets too little CPU (${seconds(silence.counted)} of it), because this machine is busy`;
    log.warning(`worker ${child.pid} has not answered for ${seconds(silence.total)}: ${why}. It goes on.`);
  }
}

const seconds = (milliseconds: number): string => `${(milliseconds / 1000).toFixed(1)} s`;

/** Returns whether it was sent. A worker that ends closes its channel some time before its end is known here. */
export function send(worker: Pick<Worker, 'process'>, message: SupervisorMessage): boolean {
  try {
    worker.process.send(message);
    return true;
  } catch {
    return false;
  }
}

/** Starts a worker, and another whenever it ends, until the supervisor stops. `untilRetry` resolves when one whose
 * database was lost may be started again. */
async function keepRunning(
  workers: Workers,
  start: () => Worker,
  failsTooOften: () => boolean,
  untilRetry: () => Promise<void>,
): Promise<void> {
  for (let lost = ''; ; ) {
    const worker = start();
    workers.running.add(worker);
    await worker.process.exited;
    workers.running.delete(worker);
    if (isStopping(workers)) return;
    if (workers.phase === 'starting' && worker.fault) throw new SettingError(worker.fault);
    // Workers that still have the database go on answering, and it may come back. Giving up would end with a new, empty
    // one as soon as the service is started again.
    if (worker.isLost) {
      if (worker.fault !== lost) log.error(worker.fault!);
      lost = worker.fault!;
      await untilRetry();
      if (isStopping(workers)) return;
      continue;
    }
    lost = '';
    const reason = worker.fault ?? exitReason(worker.process);
    if (!worker.ready && failsTooOften()) {
      throw new SettingError(
        `Workers keep ending before they answer (the last: ${reason}); WORKFORCE_WORKERS=1 does without them.`,
      );
    }
    log.error(`worker ${worker.process.pid} ended (${reason}); starting another.`);
  }
}

const isStopping = ({ phase }: Workers): boolean => phase === 'stopping';

function startWorker(index: number, { port, identity }: Shared, onReady: () => void): Worker {
  const child = Bun.spawn([...PROGRAM, 'serve'], {
    env: { ...process.env, PORT: String(port), [WORKER_MARK]: '1', ...(identity && { [FILE_MARK]: identity }) },
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc(message: WorkerMessage) {
      worker.silence = undefined;
      if ('alive' in message) return;
      if ('metrics' in message) for (const resolve of worker.waiting.splice(0)) resolve(message.metrics);
      else if ('fault' in message) Object.assign(worker, message);
      else {
        worker.ready = true;
        onReady();
      }
    },
  });
  const none = { silence: undefined, fault: undefined, isLost: false };
  const worker: Worker = { index, process: child, ready: false, ...none, waiting: [] };
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
