// How this program is started again as another process: a worker, or a command that works for the service.

/** The executable is the program; otherwise it is a file that the runtime runs. */
export const PROGRAM: readonly string[] = Bun.isStandaloneExecutable
  ? [process.execPath]
  : [process.execPath, ...process.execArgv, Bun.main];
