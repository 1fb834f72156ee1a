// Collects items and handles them together a little later: the same work on many items in a row costs a fraction of what it costs on
// each of them between other work.

/** How long an item waits for others, in milliseconds. */
const WAIT = 100;
const MAX_ITEMS = 256;

export type Batch<T> = {
  add(item: T): void;
  /** Handles what was collected, now. */
  flush(): void;
};

export function batch<T>(handle: (items: readonly T[]) => void): Batch<T> {
  let items: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const collected = items;
    items = [];
    if (collected.length > 0) handle(collected);
  }
  return {
    add(item) {
      if (items.push(item) >= MAX_ITEMS) flush();
      else timer ??= setTimeout(flush, WAIT);
    },
    flush,
  };
}
