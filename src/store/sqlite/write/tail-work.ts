// Columns and the search index follow the newest records. That is work, and creates should not wait for it: it is done
// a few milliseconds at a time, in their transactions.
import type { Resource } from '../../../catalogue/resource.ts';
import { GENERATION_SQL } from '../columns/blocks.ts';
import { isTailLong, storingSlowly } from '../columns/writer.ts';
import type { Prepare } from '../connection/statements.ts';
import { indexingSlowly, isLongTail } from '../search/search-index.ts';

/** How long one transaction works on it, in milliseconds. */
const MILLISECONDS = 2;

const TASKS = [
  { isDue: isTailLong, steps: storingSlowly },
  { isDue: isLongTail, steps: indexingSlowly },
];

export function tailWork(prepare: Prepare, resource: Resource) {
  let work: Generator<void, void> | undefined;
  let begunIn = '';
  return {
    /** Called in a transaction that has created records. */
    advance(newest: number): void {
      const task = work ? undefined : TASKS.find(({ isDue }) => isDue(prepare, resource, newest));
      if (!work && !task) return;
      const generation = prepare(GENERATION_SQL).values()[0]![0] as string;
      if (task) work = task.steps(prepare, resource);
      // Records that were there have changed: it begins again with the next create.
      else if (begunIn !== generation) work = undefined;
      begunIn = generation;
      for (const until = performance.now() + MILLISECONDS; work && performance.now() < until; )
        if (work.next().done) work = undefined;
    },
    /** Called when the transaction was rolled back: its work is gone. */
    reset(): void {
      work = undefined;
    },
  };
}
