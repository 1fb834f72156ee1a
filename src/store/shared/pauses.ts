// Long work in the process that answers others, in pieces.
const PIECE = 1;

/** Called often, it lets others be answered every few milliseconds. */
export function pauses(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < PIECE) return undefined;
    return new Promise((resolve) => {
      setImmediate(() => {
        began = performance.now();
        resolve();
      });
    });
  };
}
