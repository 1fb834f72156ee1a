// Copies the records of one store into another, in the order of their ids. The target itself tells how far it has come, so
// a copy that was interrupted, however it was, goes on there. Records that appear in the source meanwhile are taken along.
import type { Catalogue, DataRecord } from '../../catalogue/resource.ts';
import { BEFORE_ALL, type Intake, type Store, StoreError } from '../../store/store.ts';

export type Newest = Readonly<Record<string, number>>;

export type CopyOptions = {
  /** Told how many records were written so far. */
  readonly onProgress: (written: number) => void;
  /** Ends the copy after the portion that is being written. */
  readonly signal: AbortSignal;
};

/** While a source grows faster than this many rounds can follow, the end is at some point left to it. */
const ROUNDS = 20;

/** Roughly how many records are there already; and how many are left. */
export async function copyPlan(source: Store, target: Store, catalogue: Catalogue) {
  const [counts, whole, begun] = [await source.counts(), await source.newest(), await target.newest()];
  const share = (name: string) => Math.min(1, Math.max(0, begun[name]! / Math.max(1, whole[name]!)));
  const total = catalogue.reduce((sum, { name }) => sum + counts[name]!, 0);
  const there = catalogue.reduce((sum, { name }) => sum + Math.round(counts[name]! * share(name)), 0);
  for (const resource of catalogue) {
    const id = begun[resource.name]!;
    if (id === BEFORE_ALL || (await source.get(resource, id)) === (await target.get(resource, id))) continue;
    throw new StoreError(
      `The target holds part of a copy of another database (its ${resource.one} ${id} is another); begin with an empty one.`,
    );
  }
  return { there, left: total - there };
}

/** What was written, and up to which ids both now have the same records. */
export async function copyRecords(
  source: Store,
  target: Store,
  intake: Intake,
  catalogue: Catalogue,
  { onProgress, signal }: CopyOptions,
): Promise<{ written: number; upTo: Newest }> {
  let [written, done, upTo] = [0, await target.newest(), await source.newest()];
  for (let round = 1; ; round++) {
    for (const resource of catalogue) {
      const { name } = resource;
      // While one portion is written, the next is read.
      let writing = Promise.resolve();
      for await (const texts of source.scan(resource, done[name]!, upTo[name]!)) {
        const records = texts.map((text) => JSON.parse(text) as DataRecord);
        await writing;
        onProgress(written);
        signal.throwIfAborted();
        writing = intake.take(resource, records);
        // Whoever awaits it hears of a failure; until then it is not an unheard one.
        writing.catch(() => undefined);
        written += records.length;
      }
      await writing;
    }
    onProgress(written);
    done = upTo;
    upTo = await source.newest();
    if (round === ROUNDS || catalogue.every(({ name }) => upTo[name] === done[name])) return { written, upTo: done };
  }
}
