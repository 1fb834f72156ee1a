// What has to be done after this process, however it ends: a child does it when its standard input ends. A test file does not
// wait for that: under `bun test --parallel` its children end with it, so that the work is done after its last test.

const waiting: Bun.Subprocess<'pipe', 'ignore', 'ignore'>[] = [];

/** Starts the child. Not in this process's group, so that a signal from a terminal does not end it. What it is told: stdin. */
export function afterwards(command: string[]): Bun.FileSink {
  const child = Bun.spawn(command, { stdio: ['pipe', 'ignore', 'ignore'], detached: true });
  child.unref();
  waiting.push(child);
  return child.stdin;
}

/** Has it done now. */
export async function doneNow(): Promise<void> {
  await Promise.all(
    waiting.splice(0).map(async (child) => {
      await child.stdin.end();
      await child.exited;
    }),
  );
}
