// The proof that two stores hold the same: for each resource, how many records there are and the SHA-256 of their JSON, a line
// each, in the order of ids. Both sides are read through the same interface by the same code.
import type { Catalogue, Resource } from '../../catalogue/resource.ts';
import { BEFORE_ALL, type Store } from '../../store/store.ts';
import type { Newest } from './copy-records.ts';

export type Sum = { readonly records: number; readonly sha256: string };

export type Comparison = {
  readonly resource: string;
  readonly source: Sum;
  readonly target: Sum;
  /** What the target says its list is long. */
  readonly kept: number;
};

export const isEqual = ({ source, target, kept }: Comparison): boolean =>
  source.sha256 === target.sha256 && source.records === target.records && target.records === kept;

/** In the source up to the given ids; in the target everything, so that nothing may be there beside the copy. */
export async function compare(
  source: Store,
  target: Store,
  catalogue: Catalogue,
  upTo: Newest,
  { onProgress, signal }: { onProgress: (read: number) => void; signal: AbortSignal },
): Promise<Comparison[]> {
  const kept = await target.counts();
  let read = 0;
  const step = (more: number) => {
    signal.throwIfAborted();
    read += more;
    onProgress(read);
  };
  const comparisons: Comparison[] = [];
  for (const resource of catalogue) {
    const [ours, theirs] = await Promise.all([
      sumOf(source, resource, upTo[resource.name]!, step),
      sumOf(target, resource, Number.MAX_SAFE_INTEGER, step),
    ]);
    comparisons.push({ resource: resource.name, source: ours, target: theirs, kept: kept[resource.name]! });
  }
  return comparisons;
}

async function sumOf(store: Store, resource: Resource, upTo: number, step: (more: number) => void): Promise<Sum> {
  const hash = new Bun.CryptoHasher('sha256');
  let records = 0;
  for await (const texts of store.scan(resource, BEFORE_ALL, upTo)) {
    hash.update(`${texts.join('\n')}\n`);
    records += texts.length;
    step(texts.length);
  }
  return { records, sha256: hash.digest('hex') };
}
