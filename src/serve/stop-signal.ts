// When a serving process ends: told to by a signal, or left alone by the process that started it.

/** A signal often comes twice, from the terminal and from a parent; one that comes later than this is impatience. */
const SAME_MOMENT = 1000;

const SIGNALS = ['SIGTERM', 'SIGINT'] as const;

/** Resolves when told to stop. Handlers stay, so that only an impatient second signal ends what is still finishing. */
export function stopSignal(): Promise<void> {
  return new Promise((resolve) => {
    let told = Number.POSITIVE_INFINITY;
    for (const signal of SIGNALS) {
      process.on(signal, () => {
        if (performance.now() - told > SAME_MOMENT) process.exit(1);
        told = Math.min(told, performance.now());
        resolve();
      });
    }
    // npm's shell does not pass signals on: under it, the end of the parent counts as one.
    if (process.env.npm_lifecycle_event) watchParent(resolve);
  });
}

/** While there is nothing to finish yet a signal ends the process at once: the first one of a system ignores it otherwise.
 * Call what is returned when there is. */
export function endEarly(): () => Promise<void> {
  const end = () => process.exit(1);
  for (const signal of SIGNALS) process.on(signal, end);
  return async () => {
    // One that came while the database was worked on is heard of at the next turn.
    await new Promise(setImmediate);
    for (const signal of SIGNALS) process.off(signal, end);
  };
}

/** Resolves when the channel to the process that started this one is gone: however that one ended, nobody is left. */
export function abandoned(): Promise<void> {
  return new Promise((resolve) => {
    process.once('disconnect', () => resolve());
    if (!process.connected) resolve();
  });
}

function watchParent(gone: () => void): void {
  const parent = process.ppid;
  setInterval(() => process.ppid === parent || gone(), 500).unref();
}
