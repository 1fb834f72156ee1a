// Keeps a number of workers serving on one port: starts them, replaces those that die, and ends them all together. It
// answers no request itself, so that nothing a client sends can end it.
import { SettingError } from '../config.ts';
import type { Metric } from './metrics.ts';
import { stopSignal } from './stop-signal.ts';

/** When so many workers end before they answer, within such a time, there is no use in starting more. */
const GIVING_UP = { failures: 5, milliseconds: 10_000 };

/** The variable that makes a process a worker; it means nothing to one that no supervisor talks to. */
const WORKER_MARK = 'WORKFORCE_INTERNAL_WORKER';

export const isWorker = (): boolean => process.env[WORKER_MARK] === '1' && process.send !== undefined;

/** What a worker tells its supervisor. */
export type WorkerMessage =
  | { readonly ready: true }
  | { readonly fault: string }
  | { readonly metrics: readonly Metric[] };

/** What a supervisor asks its workers. */
export type SupervisorMessage = { readonly ask: 'metrics' };

type Worker = {
  /** Its place in the crew, which the one that replaces it gets too. */
  readonly seat: number;
  readonly process: Bun.Subprocess;
  ready: boolean;
  fault: string | undefined;
  /** Whoever waits for its numbers. */
  readonly asked: ((metrics: readonly Metric[]) => void)[];
};

type Crew = { readonly workers: Set<Worker>; phase: 'starting' | 'serving' | 'stopping' };

export type Supervisor = {
  /** Resolves when told to stop and every worker has ended; rejects, leaving none either, when they cannot be kept up. */
  work(onReady: () => void): Promise<void>;
  /** The numbers of the worker in each seat; none of one that does not tell them in time. */
  metrics(): Promise<(readonly Metric[])[]>;
};

export function supervisor(count: number, port: number): Supervisor {
  const crew: Crew = { workers: new Set(), phase: 'starting' };
  return {
    work: (onReady) => supervise(crew, count, port, onReady),
    metrics: async () => {
      const told = Array.from({ length: count }, (): readonly Metric[] => []);
      const ready = [...crew.workers].filter((worker) => worker.ready);
      await Promise.all(
        ready.map(async (worker) => {
          told[worker.seat] = await metricsOf(worker);
        }),
      );
      return told;
    },
  };
}

/** How long a worker may take to tell its numbers. */
const IN_TIME = 2000;

function metricsOf(worker: Worker): Promise<readonly Metric[]> {
  return new Promise((resolve) => {
    worker.asked.push(resolve);
    setTimeout(() => resolve([]), IN_TIME).unref();
    // One that has just ended hears nothing any more.
    if (worker.process.exitCode === null && worker.process.signalCode === null)
      worker.process.send({ ask: 'metrics' } satisfies SupervisorMessage);
    else resolve([]);
  });
}

async function supervise(crew: Crew, count: number, port: number, onReady: () => void): Promise<void> {
  const tooOften = failureLimit();
  const stopped = stopSignal();
  // For the end by a second, impatient signal, which waits for nobody.
  process.once('exit', () => signalAll(crew, 'SIGKILL'));
  const answers = () => {
    if (crew.phase !== 'starting' || [...crew.workers].filter((worker) => worker.ready).length < count) return;
    crew.phase = 'serving';
    onReady();
  };
  const seats = Array.from({ length: count }, (_, seat) =>
    keepOne(crew, () => startWorker(seat, port, answers), tooOften),
  );
  try {
    await Promise.race([stopped, ...seats]);
  } finally {
    crew.phase = 'stopping';
    signalAll(crew, 'SIGTERM');
    await Promise.allSettled(seats);
  }
}

/** One seat in the crew: a worker, and when that ends the next, until the crew stops. */
async function keepOne(crew: Crew, start: () => Worker, tooOften: () => boolean): Promise<void> {
  for (;;) {
    const worker = start();
    crew.workers.add(worker);
    await worker.process.exited;
    crew.workers.delete(worker);
    if (crew.phase === 'stopping') return;
    if (crew.phase === 'starting' && worker.fault) throw new SettingError(worker.fault);
    const how = worker.fault ?? endOf(worker.process);
    if (!worker.ready && tooOften()) {
      throw new SettingError(
        `Workers keep ending before they answer (the last: ${how}); WORKFORCE_WORKERS=1 does without them.`,
      );
    }
    console.error(`workforce: worker ${worker.process.pid} ended (${how}); starting another.`);
  }
}

function startWorker(seat: number, port: number, onReady: () => void): Worker {
  const child = Bun.spawn([process.execPath, ...process.execArgv, Bun.main, 'serve'], {
    env: { ...process.env, PORT: String(port), [WORKER_MARK]: '1' },
    stdio: ['ignore', 'inherit', 'inherit'],
    ipc(message: WorkerMessage) {
      if ('metrics' in message) for (const resolve of worker.asked.splice(0)) resolve(message.metrics);
      else if ('fault' in message) worker.fault = message.fault;
      else {
        worker.ready = true;
        onReady();
      }
    },
  });
  const worker: Worker = { seat, process: child, ready: false, fault: undefined, asked: [] };
  return worker;
}

const endOf = ({ signalCode, exitCode }: Bun.Subprocess): string => signalCode?.toString() ?? `exit code ${exitCode}`;

function signalAll(crew: Crew, signal: NodeJS.Signals): void {
  for (const worker of crew.workers) worker.process.kill(signal);
}

/** Counts a failure at every call, and says whether there were too many of late. */
function failureLimit(): () => boolean {
  const times: number[] = [];
  return () => {
    times.push(performance.now());
    const since = times.at(-GIVING_UP.failures);
    return since !== undefined && performance.now() - since < GIVING_UP.milliseconds;
  };
}
