// Copies the records of one database into another, in the order of their ids, and proves that both hold the same. The
// target itself shows how far the copy is, so an interrupted one goes on from there. Records that appear in the source
// meanwhile are copied too.
import type { Catalogue, DataRecord, Resource } from '../../catalogue/resource.ts';
import { BEFORE_ALL, type CopyTarget, type Database, type NewestIds } from '../../store/maintenance.ts';
import { StoreError } from '../../store/store.ts';

type CopyOptions = {
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

type Sum = { readonly records: number; readonly sha256: string };

export type Comparison = {
  readonly resource: string;
  readonly source: Sum;
  readonly target: Sum;
  /** The length of the list by the counters of the target. */
  readonly counted: number;
};

export const isEqual = ({ source, target, counted }: Comparison): boolean =>
  source.sha256 === target.sha256 && source.records === target.records && target.records === counted;

/** The source is read up to the given ids. The target is read whole, so that it may have nothing beside the copy. */
export async function compare(
  source: Database,
  target: Database,
  catalogue: Catalogue,
  upTo: NewestIds,
  { onProgress, signal }: { onProgress: (read: number) => void; signal: AbortSignal },
): Promise<Comparison[]> {
  const counts = await target.counts();
  let read = 0;
  const step = (more: number) => {
    signal.throwIfAborted();
    read += more;
    onProgress(read);
  };
  const comparisons: Comparison[] = [];
  for (const resource of catalogue) {
    const { name } = resource;
    const [ours, theirs] = await Promise.all([
      sumOf(source, resource, upTo[name]!, step),
      sumOf(target, resource, Number.MAX_SAFE_INTEGER, step),
    ]);
    comparisons.push({ resource: name, source: ours, target: theirs, counted: counts[name]! });
  }
  return comparisons;
}

async function sumOf(database: Database, resource: Resource, upTo: number, step: (more: number) => void): Promise<Sum> {
  const hash = new Bun.CryptoHasher('sha256');
  let records = 0;
  for await (const texts of database.scan(resource, { after: BEFORE_ALL, upTo })) {
    hash.update(`${texts.join('\n')}\n`);
    records += texts.length;
    step(texts.length);
  }
  return { records, sha256: hash.digest('hex') };
}
