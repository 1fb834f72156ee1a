// Keeps answers of lists for as long as the data is the same, within a number of bytes. An entry is used only for the very
// version of the data it was made from, whoever has written since: this process or another.
import type { Representation } from './representation.ts';

const LIMIT = 32 * 1024 * 1024;
/** What an entry takes besides its body, roughly. */
const OVERHEAD = 1024;

export type PageCache = {
  find(version: number, key: string): Representation | undefined;
  /** `version` was read before the data. */
  keep(version: number, key: string, entry: Representation): void;
};

export function pageCache(): PageCache {
  const entries = new Map<string, Representation>();
  let [current, size] = [Number.NaN, 0];

  function at(version: number): void {
    if (version === current) return;
    entries.clear();
    [current, size] = [version, 0];
  }

  return {
    find(version, key) {
      at(version);
      return entries.get(key);
    },
    keep(version, key, entry) {
      at(version);
      // Compressed forms come later and are smaller: room for one of each kind is counted from the start.
      const bytes = 2 * entry.bytes.length + OVERHEAD;
      if (bytes > LIMIT / 8) return;
      size += bytes;
      entries.set(key, entry);
      for (const [oldest, { bytes: gone }] of entries) {
        if (size <= LIMIT) return;
        entries.delete(oldest);
        size -= 2 * gone.length + OVERHEAD;
      }
    },
  };
}
