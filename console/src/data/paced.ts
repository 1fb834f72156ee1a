// Work that is asked for more often than it should be done.

/** Resolves after so many milliseconds, or when it is aborted. */
export const pause = (milliseconds: number, signal?: AbortSignal): Promise<void> =>
  new Promise((resolve) => {
    if (signal?.aborted) return resolve();
    const end = () => {
      clearTimeout(timer);
      signal?.removeEventListener('abort', end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal?.addEventListener('abort', end);
  });

const PERIOD = 1000;
/** What takes long is done less often, so that it takes no more than a fifth of the time. */
const REST = 4;

export type Paced = { call(): void; stop(): void };

/** Works at once when it is called, and while calls pour in once a second. The last call is always followed by work. */
export function paced(work: () => Promise<void>): Paced {
  const stopped = new AbortController();
  let [isBusy, isWanted] = [false, false];
  const run = async () => {
    isBusy = true;
    while (isWanted && !stopped.signal.aborted) {
      isWanted = false;
      const began = performance.now();
      await work().catch(() => undefined);
      await pause(Math.max(PERIOD, REST * (performance.now() - began)), stopped.signal);
    }
    isBusy = false;
  };
  return {
    call() {
      isWanted = true;
      if (!isBusy) void run();
    },
    stop: () => stopped.abort(),
  };
}
