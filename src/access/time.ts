// Time as the directory needs it: a clock that does not jump, and an end to waiting.

/** It does not jump as clocks of machines do. How far the database is ahead of it is measured at every read. */
export const steadyTime = (): number => ORIGIN + performance.now();
const ORIGIN = performance.timeOrigin;

/** Rejects when there is no answer after so many milliseconds. */
export function inTime<T>(answer: Promise<T>, milliseconds: number): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(new Error('The database does not answer in time.')), milliseconds);
  return Promise.race([answer, promise]).finally(() => clearTimeout(timer));
}
