// For processes that tests start: a test run that is killed cannot end them, so they notice it themselves.

/** In milliseconds. */
const LOOK_EVERY = 500;

export function endWithParent(): void {
  const first = process.ppid;
  setInterval(() => {
    if (process.ppid !== first) process.exit(0);
  }, LOOK_EVERY).unref();
}
