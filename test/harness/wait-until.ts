// Waiting for something that another process does in its own time.

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
