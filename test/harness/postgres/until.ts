// Waiting for what another process does in its own time.

/** Asks again and again until the answer is yes. */
export async function until(what: string, isSo: () => boolean | Promise<boolean>, seconds = 60): Promise<void> {
  const end = performance.now() + seconds * 1000;
  while (!(await isSo())) {
    if (performance.now() > end) throw new Error(`Waited ${seconds} s in vain for ${what}`);
    await Bun.sleep(10);
  }
}
