// Work on many groups in small steps. In a reader process it is done at once; in the process that serves, others get their turn between
// two steps.

/** Items in one step. */
const STEP = 1000;
/** Milliseconds that steps may take one after the other. */
const SLICE = 4;

export type Steps<T> = Generator<void, T>;

export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

export async function inSlices<T>(steps: Steps<T>): Promise<T> {
  for (let until = performance.now() + SLICE; ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() < until) continue;
    await new Promise((resolve) => setImmediate(resolve));
    until = performance.now() + SLICE;
  }
}

// The loops themselves are plain functions: inside a generator they would take several times as long.

export function* each<T>(items: readonly T[], visit: (item: T) => void): Steps<void> {
  for (let at = 0; at < items.length; at += STEP) {
    visitSome(items, at, Math.min(at + STEP, items.length), visit);
    yield;
  }
}

function visitSome<T>(items: readonly T[], from: number, to: number, visit: (item: T) => void): void {
  for (let at = from; at < to; at++) visit(items[at]!);
}

export function* mapped<T, R>(items: readonly T[], make: (item: T) => R): Steps<R[]> {
  const made: R[] = [];
  yield* each(items, (item) => made.push(make(item)));
  return made;
}
