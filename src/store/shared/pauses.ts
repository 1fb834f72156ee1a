// Long work in the process that answers others, in pieces. Between two pieces others are answered, and of all such work in this process
// only one piece is done at a time: eight pieces in a row would make others wait eight times as long.

/** In milliseconds. */
const PIECE = 1;

const waiting: (() => void)[] = [];

function resumeNext(): void {
  waiting.shift()!();
  if (waiting.length > 0) setImmediate(resumeNext);
}

/** Resolves when others had their turn, and this work has it. */
export const othersFirst = (): Promise<void> =>
  new Promise((resolve) => {
    if (waiting.push(resolve) === 1) setImmediate(resumeNext);
  });

/** Called often, it lets others be answered every few milliseconds. Between two pieces it throws the reason of the signal, once that is
 * aborted. */
export function pauses(signal?: AbortSignal): () => Promise<void> | undefined {
  let began = performance.now();
  const pause = async () => {
    await othersFirst();
    began = performance.now();
    signal?.throwIfAborted();
  };
  return () => (performance.now() - began < PIECE ? undefined : pause());
}
