// Keeps answers for as long as the data is the same, within a number of bytes. An entry is used only for the very version
// of the data it was made from, whoever has written since: this process or another. Entries are found by what is asked,
// however it was written; addresses that have led to one lead there at once the next time.
import { type Measure, measure } from '../../store/shared/measure.ts';
import { type Kept, roomFor } from './cached-body.ts';

const LIMIT = 32 * 1024 * 1024;
/** What an entry takes besides its body, roughly. */
const OVERHEAD = 1024;
const MOST_ADDRESSES = 20_000;
/** Longer ones are not worth remembering: anyone can make up as many as they like that ask the same. */
const LONGEST_ADDRESS = 512;
/** How many other keys may be asked about in between for a key to count as asked again. */
const LATELY = 256;

export type PageCache = {
  /** `address`: one that asks for this; it may be found by it from now on. */
  find(version: number, key: string, address?: string): Kept | undefined;
  findByAddress(version: number, address: string): Kept | undefined;
  /** `version` was read before the data. */
  keep(version: number, key: string, entry: Kept): void;
  /** Whether the key was asked about lately: what is asked for once is not worth keeping. */
  askedBefore(key: string): boolean;
  measures(): Measure[];
};

/** All the forms an entry may get later are counted from the start. Keys can be longer than bodies. */
const sizeOf = (key: string, kept: Kept): number => roomFor(kept) + 2 * key.length + OVERHEAD;

export function pageCache(): PageCache {
  const entries = new Map<string, Kept>();
  const addresses = new Map<string, string>();
  const asked = new Set<string>();
  let [current, size] = [Number.NaN, 0];
  const found = { hits: 0, misses: 0 };

  function at(version: number): void {
    if (version === current) return;
    entries.clear();
    addresses.clear();
    [current, size] = [version, 0];
  }

  return {
    find(version, key, address) {
      at(version);
      const entry = entries.get(key);
      if (entry) found.hits += 1;
      else found.misses += 1;
      if (entry && address !== undefined && address.length <= LONGEST_ADDRESS && addresses.size < MOST_ADDRESSES)
        addresses.set(address, key);
      return entry;
    },
    findByAddress(version, address) {
      at(version);
      const key = addresses.get(address);
      const entry = key === undefined ? undefined : entries.get(key);
      if (entry) found.hits += 1;
      return entry;
    },
    keep(version, key, entry) {
      at(version);
      const bytes = sizeOf(key, entry);
      const before = entries.get(key);
      if (bytes > LIMIT / 8) return;
      // Two who asked at the same time may both bring it.
      size += bytes - (before ? sizeOf(key, before) : 0);
      entries.set(key, entry);
      for (const [oldest, gone] of entries) {
        if (size <= LIMIT) return;
        entries.delete(oldest);
        size -= sizeOf(oldest, gone);
      }
    },
    measures: () => [
      measure('counter', 'workforce_cache_hits_total', 'Answers that were kept from before.', found.hits),
      measure('counter', 'workforce_cache_misses_total', 'Answers that had to be made.', found.misses),
      measure('gauge', 'workforce_cache_bytes', 'Size of the answers that are kept.', size),
      measure('gauge', 'workforce_cache_entries', 'How many answers are kept.', entries.size),
    ],
    askedBefore(key) {
      if (asked.has(key)) return true;
      if (asked.size >= LATELY) asked.clear();
      asked.add(key);
      return false;
    },
  };
}
