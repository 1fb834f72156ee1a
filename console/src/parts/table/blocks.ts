// The rows of a long list, fetched in blocks. Only blocks that stay in view are asked for; those that left it are
// cancelled.
import { type Signal, signal } from '@preact/signals';
import type { WorkforceError } from '../../../../client/src/index.ts';
import { type Arrival, ask } from '../../data/api.ts';
import type { DataRecord, Page } from '../../data/records.ts';

export const BLOCK = 50;
const MAX_BLOCKS = 60;
/** While the list moves quickly, a block is only asked for when it has been in view for so long. */
const REST = 70;

export type Blocks = {
  readonly total: Signal<number | undefined>;
  readonly error: Signal<WorkforceError | undefined>;
  readonly arrival: Signal<Arrival | undefined>;
  /** Counts the blocks that came, so that what shows them is drawn again. */
  readonly changes: Signal<number>;
  /** The question for the rows from `offset` on. */
  readonly pathOf: (offset: number, limit: number) => string;
  row(index: number): DataRecord | undefined;
  /** Says which rows are in view. */
  show(first: number, last: number, isQuick: boolean): void;
  /** Asks again for what is in view. */
  refresh(): Promise<void>;
  /** The same, but only shows it where every row stays in its place. Otherwise returns the new total. */
  update(): Promise<number | undefined>;
  stop(): void;
};

/** `pathOf`: the question for the rows from `offset` on. */
export function blocks(pathOf: (offset: number, limit: number) => string): Blocks {
  const known = new Map<number, readonly DataRecord[]>();
  const asking = new Map<number, AbortController>();
  const total = signal<number | undefined>(undefined);
  const error = signal<WorkforceError | undefined>(undefined);
  const arrival = signal<Arrival | undefined>(undefined);
  const changes = signal(0);
  let view: readonly number[] = [0];
  let timer: ReturnType<typeof setTimeout> | undefined;

  async function load(block: number, isWelcome: (page: Page) => boolean = () => true): Promise<void> {
    const abort = new AbortController();
    asking.get(block)?.abort();
    asking.set(block, abort);
    try {
      const answer = await ask(pathOf(block * BLOCK, BLOCK), abort.signal);
      const { data, meta } = answer.data as Page;
      if (!isWelcome(answer.data as Page)) return;
      known.delete(block);
      known.set(block, data);
      if (known.size > MAX_BLOCKS) known.delete(known.keys().next().value!);
      total.value = meta.total;
      arrival.value = answer.arrival;
      error.value = undefined;
      changes.value++;
    } catch (thrown) {
      if (!abort.signal.aborted) error.value = thrown as WorkforceError;
    } finally {
      if (asking.get(block) === abort) asking.delete(block);
    }
  }

  /** Those out of view are asked for again when they come back. */
  const forgetOthers = () => {
    for (const block of known.keys()) if (!view.includes(block)) known.delete(block);
  };

  const loadMissing = () => {
    for (const block of view) if (!known.has(block) && !asking.has(block)) void load(block);
  };

  return {
    total,
    error,
    arrival,
    changes,
    pathOf,
    row: (index) => known.get(Math.floor(index / BLOCK))?.[index % BLOCK],
    show(first, last, isQuick) {
      const [from, to] = [Math.floor(first / BLOCK), Math.floor(Math.max(first, last) / BLOCK)];
      view = Array.from({ length: to - from + 1 }, (_, index) => from + index);
      for (const [block, abort] of asking) {
        if (view.includes(block)) continue;
        abort.abort();
        // At once, so that it is asked for again if it comes back into view before the request has ended.
        asking.delete(block);
      }
      clearTimeout(timer);
      if (isQuick) timer = setTimeout(loadMissing, REST);
      else loadMissing();
    },
    async refresh() {
      forgetOthers();
      await Promise.all(view.map((block) => load(block)));
    },
    async update() {
      let moved: number | undefined;
      const isInPlace = (block: number) => (page: Page) => {
        const isSame = (known.get(block) ?? []).every(({ id }, at) => page.data[at]?.id === id);
        if (!isSame) moved = page.meta.total;
        return isSame;
      };
      await Promise.all(view.map((block) => load(block, isInPlace(block))));
      if (moved === undefined) forgetOthers();
      return moved;
    },
    stop() {
      clearTimeout(timer);
      for (const abort of asking.values()) abort.abort();
    },
  };
}
