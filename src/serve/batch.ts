// Things that are worked up a little later and together: the same work on many in a row costs a part of what it costs on each
// between other work.

/** Milliseconds that one waits for others. */
const EVERY = 100;
const ENOUGH = 256;

export type Gathered<T> = {
  add(item: T): void;
  /** Works up what there is, now. */
  settle(): void;
};

export function gathered<T>(work: (items: readonly T[]) => void): Gathered<T> {
  let items: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  function settle(): void {
    clearTimeout(timer);
    timer = undefined;
    const those = items;
    items = [];
    if (those.length > 0) work(those);
  }
  return {
    add(item) {
      if (items.push(item) >= ENOUGH) settle();
      else timer ??= setTimeout(settle, EVERY);
    },
    settle,
  };
}
