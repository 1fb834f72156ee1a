// Caches results for as long as the data is in the same state: ids of pages, groups of aggregates, pages of career
// sites. Its size is limited in bytes; the entry that was not used for longest goes first.

/** Characters of a key. Clients can make up long questions. */
const MAX_KEY = 1024;
/** Bytes of an entry beside its value, roughly. */
const OVERHEAD = 200;

type Entry = { readonly state: string; readonly value: unknown; readonly bytes: number };

/** `total`: bytes of all entries; `entry`: of one, because one question must not push out all others. */
export function stateCache(most: { readonly total: number; readonly entry: number }) {
  const entries = new Map<string, Entry>();
  let [total, hits] = [0, 0];

  function remove(key: string): void {
    total -= entries.get(key)?.bytes ?? 0;
    entries.delete(key);
  }

  return {
    /** The value that was found in this state of the data. The key tells which kind of value it is. */
    find<T>(key: string, state: string): T | undefined {
      const entry = entries.get(key);
      if (entry?.state !== state) return undefined;
      hits += 1;
      entries.delete(key);
      entries.set(key, entry);
      return entry.value as T;
    },
    store(key: string, state: string, value: unknown, size: number): void {
      remove(key);
      const bytes = size + 2 * key.length + OVERHEAD;
      if (key.length > MAX_KEY || bytes > most.entry) return;
      entries.set(key, { state, value, bytes });
      total += bytes;
      for (const oldest of entries.keys()) {
        if (total <= most.total) return;
        remove(oldest);
      }
    },
    hits: (): number => hits,
  };
}
