// Long work in the process that answers others, in pieces.
const PIECE = 1;

/** Called often, it lets others be answered every few milliseconds. Between two pieces it throws the reason of the signal, once that is
 * aborted. */
export function pauses(signal?: AbortSignal): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < PIECE) return undefined;
    return new Promise((resolve, reject) => {
      setImmediate(() => {
        began = performance.now();
        if (signal?.aborted) reject(signal.reason);
        else resolve();
      });
    });
  };
}
