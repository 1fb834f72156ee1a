// Timeouts for promises.

/** Rejects with `late()` when the promise has not settled within so many milliseconds. `onStart` gets a function that
 * rejects it earlier. */
export function withTimeout<T>(
  promise: Promise<T>,
  milliseconds: number,
  late: () => Error,
  onStart?: (reject: (reason: Error) => void) => void,
): Promise<T> {
  const { promise: timed, resolve, reject } = Promise.withResolvers<T>();
  onStart?.(reject);
  const timer = setTimeout(() => reject(late()), milliseconds);
  promise.then(resolve, reject).finally(() => clearTimeout(timer));
  return timed;
}
