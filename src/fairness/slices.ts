// Work that takes long in the process that answers others, in slices of a millisecond. Between two slices others are
// answered, and of all such work in this process only one slice is done at a time: eight slices in a row would make
// others wait eight times as long.

/** In milliseconds. */
const SLICE = 1;

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

/** Called often, it lets others be answered after every slice. Between two slices it throws the reason of the signal,
 * once that is aborted. */
export function pauses(signal?: AbortSignal): () => Promise<void> | undefined {
  let began = performance.now();
  const pause = async () => {
    await othersFirst();
    began = performance.now();
    signal?.throwIfAborted();
  };
  return () => (performance.now() - began < SLICE ? undefined : pause());
}

/** Items in one step. */
const STEP = 200;

/** Work in small steps, which is done at once or in slices. */
export type Steps<T> = Generator<void, T>;

export function atOnce<T>(steps: Generator<unknown, T>): T {
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
  }
}

type SliceOptions = {
  readonly signal?: AbortSignal | undefined;
  /** Called when it goes on after others had their turn. */
  resumed?(): void;
};

export async function inSlices<T>(steps: Steps<T>, { signal, resumed }: SliceOptions = {}): Promise<T> {
  for (const pause = pauses(signal); ; ) {
    const { done, value } = steps.next();
    if (done) return value;
    const paused = pause();
    if (!paused) continue;
    await paused;
    resumed?.();
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

type Order<T> = (a: T, b: T) => number;

/** Runs that are sorted at once, and merged two by two. */
const RUN = 1000;

export function* sorted<T>(items: readonly T[], order: Order<T>): Steps<readonly T[]> {
  let runs: (readonly T[])[] = [];
  for (let at = 0; at < items.length; at += RUN) {
    runs.push(items.slice(at, at + RUN).sort(order));
    yield;
  }
  while (runs.length > 1) {
    const longer: (readonly T[])[] = [];
    for (let at = 0; at < runs.length; at += 2)
      longer.push(at + 1 < runs.length ? yield* merged(runs[at]!, runs[at + 1]!, order) : runs[at]!);
    runs = longer;
  }
  return runs[0] ?? [];
}

/** Two that are in order as one. */
export function* merged<T>(a: readonly T[], b: readonly T[], order: Order<T>): Steps<readonly T[]> {
  if (a.length === 0 || b.length === 0) return a.length === 0 ? b : a;
  // Groups often come in order.
  if (order(a.at(-1)!, b[0]!) <= 0) return a.concat(b);
  const all: T[] = [];
  const length = a.length + b.length;
  for (let at = 0; all.length < length; yield) at = mergeSome(a, b, order, all, at);
  return all;
}

/** Takes the next ones into `all`; `taken`: how many of them came from `a`. Returns how many are now. */
function mergeSome<T>(a: readonly T[], b: readonly T[], order: Order<T>, all: T[], taken: number): number {
  let i = taken;
  for (const end = Math.min(all.length + RUN, a.length + b.length); all.length < end; ) {
    const j = all.length - i;
    const isOfA = j >= b.length || (i < a.length && order(a[i]!, b[j]!) <= 0);
    all.push(isOfA ? a[i++]! : b[j]!);
  }
  return i;
}
