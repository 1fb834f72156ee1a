// Cleaning up after this process, however it ends, even by SIGKILL. A child process does the work: it starts when its
// standard input ends, which happens when this process does. Test files do it right after their last test instead, because
// `bun test --parallel` ends the children of a file together with it.

const waiting: Bun.Subprocess<'pipe', 'ignore', 'ignore'>[] = [];

/**
 * Starts the child and returns its standard input. The command has to read that to its end before it does anything. It runs
 * in a process group of its own, so that Ctrl-C in a terminal does not end it.
 */
export function startCleanup(command: string[]): Bun.FileSink {
  const child = Bun.spawn(command, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.unref();
  waiting.push(child);
  return child.stdin;
}

/** Lets all children do their work now, and waits for them. */
export async function cleanUpNow(): Promise<void> {
  await Promise.all(
    waiting.splice(0).map(async (child) => {
      await child.stdin.end();
      await child.exited;
    }),
  );
}
