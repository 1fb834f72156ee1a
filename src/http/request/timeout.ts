// Timeouts for promises. Most of them settle at once, so one timer checks all of them: a timer for each would cost more than the
// promise.

/** How often they are checked, in milliseconds: a timeout may be so much late. */
const CHECK_EVERY = 100;

type Wait = { readonly until: number; expire(): void };

const waits = new Set<Wait>();
let isChecking = false;

function check(): void {
  const now = performance.now();
  for (const wait of waits) {
    if (wait.until > now) continue;
    waits.delete(wait);
    wait.expire();
  }
  isChecking = waits.size > 0;
  if (isChecking) setTimeout(check, CHECK_EVERY);
}

/** Rejects with `late()` when the promise has not settled within so many milliseconds. `onStart` gets a function that rejects it
 * earlier. */
export function withTimeout<T>(
  promise: Promise<T>,
  milliseconds: number,
  late: () => Error,
  onStart?: (reject: (reason: Error) => void) => void,
): Promise<T> {
  const { promise: timed, resolve, reject } = Promise.withResolvers<T>();
  onStart?.(reject);
  const wait: Wait = { until: performance.now() + milliseconds, expire: () => reject(late()) };
  waits.add(wait);
  if (!isChecking) setTimeout(check, CHECK_EVERY);
  isChecking = true;
  promise.then(
    (value) => {
      waits.delete(wait);
      resolve(value);
    },
    (error) => {
      waits.delete(wait);
      reject(error);
    },
  );
  return timed;
}
