// Copies the records of one database into another, in the order of their ids. The target itself shows how far the copy
// is, so an interrupted one goes on from there. Records that appear in the source meanwhile are copied too.
import type { Catalogue, DataRecord } from '../../catalogue/resource.ts';
import { BEFORE_ALL, type CopyTarget, type Database, type NewestIds } from '../../store/maintenance.ts';
import { StoreError } from '../../store/store.ts';

export type CopyOptions = {
  /** Told how many records were written so far. */
  readonly onProgress: (written: number) => void;
  /** Ends the copy after the batch that is being written. */
  readonly signal: AbortSignal;
};

/** A source may grow faster than the copy can follow. After so many rounds the newest records are left out. */
const MAX_ROUNDS = 20;

/** Roughly how many records are in the target already, and how many are left. */
export async function copyPlan(source: Database, target: Database, catalogue: Catalogue) {
  const [counts, whole, begun] = [await source.counts(), await source.newest(), await target.newest()];
  const share = (name: string) => Math.min(1, Math.max(0, begun[name]! / Math.max(1, whole[name]!)));
  const total = catalogue.reduce((sum, { name }) => sum + counts[name]!, 0);
  const done = catalogue.reduce((sum, { name }) => sum + Math.round(counts[name]! * share(name)), 0);
  for (const resource of catalogue) {
    const id = begun[resource.name]!;
    if (id === BEFORE_ALL || (await source.get(resource, id)) === (await target.get(resource, id))) continue;
    throw new StoreError(
      `The target holds part of a copy of another database (its ${resource.one} ${id} is another); begin with an empty one.`,
    );
  }
  return { done, left: total - done };
}

/** Returns how many records were written, and up to which ids both databases now have the same records. */
export async function copyRecords(
  source: Database,
  target: Database,
  copyTarget: CopyTarget,
  catalogue: Catalogue,
  { onProgress, signal }: CopyOptions,
): Promise<{ written: number; upTo: NewestIds }> {
  let [written, done, upTo] = [0, await target.newest(), await source.newest()];
  for (let round = 1; ; round++) {
    for (const resource of catalogue) {
      const { name } = resource;
      // One batch is written while the next is read.
      let writing = Promise.resolve();
      for await (const texts of source.scan(resource, { after: done[name]!, upTo: upTo[name]! })) {
        const records = texts.map((text) => JSON.parse(text) as DataRecord);
        await writing;
        onProgress(written);
        signal.throwIfAborted();
        writing = copyTarget.write(resource, records);
        // The failure is thrown where the write is awaited; until then it must not count as unhandled.
        writing.catch(() => undefined);
        written += records.length;
      }
      await writing;
    }
    onProgress(written);
    done = upTo;
    upTo = await source.newest();
    const isLast = round === MAX_ROUNDS || catalogue.every(({ name }) => upTo[name] === done[name]);
    if (isLast) return { written, upTo: done };
  }
}
