// Proves that two databases hold the same: for each resource the number of records and the SHA-256 of their JSON, one a
// line, in the order of ids. Both sides are read through the same interface by the same code.
import type { Catalogue, Resource } from '../../catalogue/resource.ts';
import { BEFORE_ALL, type Database, type NewestIds } from '../../store/maintenance.ts';

export type Sum = { readonly records: number; readonly sha256: string };

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
