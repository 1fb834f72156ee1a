// Cleaning up after this process, however it ends, even by SIGKILL. A child process does the work: it starts when its
// standard input ends, which happens when this process does. Test files do it right after their last test instead,
// because `bun test --parallel` ends the children of a file together with it.

const waiting: { child: Bun.Subprocess<'pipe', 'ignore', 'ignore'>; forget: () => void }[] = [];

/**
 * Starts the child and returns its standard input. The command has to read that to its end before it does anything. It
 * runs in a process group of its own, so that Ctrl-C in a terminal does not end it. `forget`: is called before
 * cleanUpNow() lets it work, so that the next test file makes anew what is removed.
 */
export function startCleanup(command: string[], forget: () => void = () => undefined): Bun.FileSink {
  const child = Bun.spawn(command, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.unref();
  waiting.push({ child, forget });
  return child.stdin;
}

/** Lets all children do their work now, and waits for them. */
export async function cleanUpNow(): Promise<void> {
  await Promise.all(
    waiting.splice(0).map(async ({ child, forget }) => {
      forget();
      await child.stdin.end();
      await child.exited;
    }),
  );
}
