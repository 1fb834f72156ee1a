// Waiting for something that another process does in its own time.
import { expect } from 'bun:test';

/** Just below the time limit of a test, so that the error can say what did not happen. */
const SECONDS = 110;

/** Checks every 10 ms whether the condition holds. `what` completes "Waited in vain for …". */
export async function waitUntil(
  what: string,
  condition: () => boolean | Promise<boolean>,
  seconds = SECONDS,
): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`Waited ${seconds} s in vain for ${what}`);
    await Bun.sleep(10);
  }
}

/** Reads again until this is read. What a click does is not on the page at once. */
export async function expectSoon<T>(read: () => Promise<T>, expected: T, seconds = SECONDS): Promise<void> {
  const end = performance.now() + seconds * 1000;
  let last = await read();
  while (!Bun.deepEquals(last, expected) && performance.now() < end) {
    await Bun.sleep(10);
    last = await read();
  }
  expect<unknown>(last).toEqual(expected);
}
