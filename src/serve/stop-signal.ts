// When a serving process has to stop: at a signal, or when the process that started it has ended; and how it closes its
// database then.
import { endLog } from '../log/log.ts';
import type { Database } from '../store/maintenance.ts';

/** One request to stop often sends two signals, from the terminal and from a parent. A signal that comes more
 * milliseconds after the first is a second request. */
const REPEAT_TIME = 1000;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Resolves at the first signal. The handlers stay, so that only a second request ends the process at once. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let first = Number.POSITIVE_INFINITY;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (performance.now() - first > REPEAT_TIME) process.exit(1);
        first = Math.min(first, performance.now());
        resolve();
      });
    }
    // npm's shell does not forward signals, so under npm the end of the parent counts as one.
    if (process.env.npm_lifecycle_event) watchParent(resolve);
  });
}

/** Until the returned function is called, a signal ends the process at once, because there is nothing to finish yet.
 * Without a handler, the first process of a container would ignore it. */
export function endEarly(): () => Promise<void> {
  const end = () => process.exit(1);
  for (const signal of SIGNALS) process.on(signal, end);
  return async () => {
    // A signal that came during synchronous work is delivered in the next turn of the event loop.
    await new Promise(setImmediate);
    for (const signal of SIGNALS) process.off(signal, end);
  };
}

/** Resolves when the channel to the process that started this one is closed, however that process ended. */
export function parentGone(): Promise<void> {
  return new Promise((resolve) => {
    process.once('disconnect', () => resolve());
    if (!process.connected) resolve();
  });
}

function watchParent(onEnd: () => void): void {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || onEnd(), 500).unref();
}

/** At the end of a process the runtime closes every database that is open, and SQLite then writes its log into the
 * file. Where something else is in the file by now, such as a backup that was copied over it, only a process that is
 * killed leaves it alone. */
export async function closeForGood(database: Database): Promise<void> {
  const isOverwritten = database.isOverwritten();
  await database.close();
  if (!isOverwritten) return;
  await endLog();
  process.kill(process.pid, 'SIGKILL');
}
