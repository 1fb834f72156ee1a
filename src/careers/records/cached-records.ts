// Records that many pages lead to, such as brands and departments, cached by their ids. Records are appended: while the
// generation is the same, those that were there have not changed.
import type { Value } from '../../catalogue/kinds.ts';
import type { Awaitable, Marks } from '../../store/store.ts';
import type { Name, Reader, RecordOf } from './reader.ts';

/** When there are more, all are dropped. */
const MOST = 2000;

export type CachedRecords = <N extends Name>(
  name: N,
  id: Value | undefined,
  marks: Marks,
) => Awaitable<RecordOf<N> | undefined>;

export function cachedRecords(read: Reader): CachedRecords {
  const cache = new Map<string, unknown>();

  async function fetched<N extends Name>(key: string, name: N, id: Value, { position }: Marks) {
    const record = await read.get(name, id, position);
    if (cache.size >= MOST) cache.clear();
    if (record) cache.set(key, record);
    return record;
  }

  return <N extends Name>(name: N, id: Value | undefined, marks: Marks) => {
    if (typeof id !== 'number') return undefined;
    const key = `${marks.generation} ${name} ${id}`;
    return (cache.get(key) as RecordOf<N> | undefined) ?? fetched(key, name, id, marks);
  };
}
