// Collects items and handles them together a little later. Handling many in a row is much faster than handling each
// between other work.
/** How long an item waits for others, in milliseconds. */
const MAX_WAIT = 100;
const MAX_ITEMS = 256;

export function batch<T>(handle: (items: readonly T[]) => void) {
  let items: T[] = [];
  let timer: NodeJS.Timeout | undefined;
  /** Handles the collected items at once. */
  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const collected = items;
    items = [];
    if (collected.length > 0) handle(collected);
  }
  return {
    add(item: T): void {
      if (items.push(item) >= MAX_ITEMS) flush();
      else timer ??= setTimeout(flush, MAX_WAIT);
    },
    flush,
  };
}
