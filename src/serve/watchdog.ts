// Tells a worker that is stuck from one that gets no CPU because the machine is busy: of the time without a sign of
// life, only that counts in which the worker could have given one.
import { readdirSync, readFileSync } from 'node:fs';

/** How often workers are asked whether they still answer. In milliseconds. */
export const PING_EVERY = 1000;

/** A worker is stuck when it has given no sign of life for as long as this, although it could have. In milliseconds. */
export const STUCK_AFTER = 10_000;

/** The figures of a process that the system reports, at one moment. Times are in milliseconds. */
export type Sample = {
  readonly at: number;
  /** Whether one of its threads runs or waits for a CPU. */
  readonly isRunnable: boolean;
  /** The CPU time of all its threads. */
  readonly cpu: number;
};

/** Since a worker has given no sign of life. */
export type Silence = {
  readonly last: Sample;
  /** How much time has passed, and in how much of it the worker could have answered. */
  readonly total: number;
  readonly counted: number;
};

export const silenceFrom = (last: Sample): Silence => ({ last, total: 0, counted: 0 });

/**
 * The same silence at the next sample. All of the time counts for a worker that waits for something else than a CPU, or
 * was stopped; otherwise the CPU time that it has used. A pause of the supervisor itself counts as no more than the
 * time between two samples, because a sign of life may have come that it has not seen yet.
 */
export function longer({ last, total, counted }: Silence, next: Sample): Silence {
  const passed = Math.min(next.at - last.at, PING_EVERY);
  return {
    last: next,
    total: total + passed,
    counted: counted + (next.isRunnable ? Math.min(passed, next.cpu - last.cpu) : passed),
  };
}

export const isStuck = ({ counted }: Silence): boolean => counted >= STUCK_AFTER;

/** Whether it lasts as long as that of a stuck worker, and only now does. */
export const isStarved = ({ total }: Silence, before: Silence): boolean =>
  total >= STUCK_AFTER && before.total < STUCK_AFTER;

/** Linux counts CPU time in hundredths of a second. */
const TICK = 10;

/** Where the system says nothing, all of the time counts. */
export function sampleOf(pid: number): Sample {
  const [, utime = '0', stime = '0'] = /^\S+(?: \S+){10} (\d+) (\d+)/.exec(statOf(`/proc/${pid}/stat`)) ?? [];
  const isRunnable = threadsOf(pid).some((thread) => statOf(`/proc/${pid}/task/${thread}/stat`).startsWith('R'));
  return { at: performance.now(), isRunnable, cpu: TICK * (Number(utime) + Number(stime)) };
}

/** The main thread may wait for others, such as those that collect garbage. */
const threadsOf = (pid: number): string[] => orElse([], () => readdirSync(`/proc/${pid}/task`));

/** From the state on. The name of the process, which is before it, may have any character. */
const statOf = (path: string): string => orElse('', () => readFileSync(path, 'latin1').replace(/^.*\) /s, ''));

/** A process or thread may end in the meantime. */
function orElse<T>(otherwise: T, read: () => T): T {
  try {
    return read();
  } catch {
    return otherwise;
  }
}
