// An AbortSignal that fires at Ctrl-C (SIGINT) or SIGTERM.

/** `reason` is the error that the command then ends with. */
export function interruptSignal(reason: Error): AbortSignal {
  const controller = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => controller.abort(reason));
  return controller.signal;
}
