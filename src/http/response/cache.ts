// Caches bodies for as long as the data is the same, within a number of bytes. A body is used only for the version of
// the data that it was made from, whether this process or another one has written since.
import { type Measure, measure } from '../../store/shared/measure.ts';
import { type Body, type CachedBody, cachedBody, memoryOf } from './body.ts';

const MAX_BYTES = 32 * 1024 * 1024;
/** Bytes of an entry beside its body, roughly. */
const OVERHEAD = 1024;
/** Longer keys are not cached: a client can make up as many addresses as it likes that ask the same. */
const MAX_KEY = 512;
/** How many other keys may be asked for in between for a key to count as asked again. */
const RECENT_KEYS = 256;

export type ResponseCache = ReturnType<typeof responseCache>;

export function responseCache() {
  const entries = new Map<string, CachedBody>();
  const recent = new Set<string>();
  let [current, size, hits, misses] = [Number.NaN, 0, 0, 0];

  /** Another version of the data makes all entries useless. */
  function moveTo(version: number): void {
    if (version === current) return;
    entries.clear();
    [current, size] = [version, 0];
  }

  function isRecent(key: string): boolean {
    if (recent.has(key)) return true;
    if (recent.size >= RECENT_KEYS) recent.clear();
    recent.add(key);
    return false;
  }

  const sizeOf = (key: string, cached: CachedBody): number => memoryOf(cached) + 2 * key.length + OVERHEAD;

  return {
    find(version: number, key: string): CachedBody | undefined {
      moveTo(version);
      const entry = entries.get(key);
      if (entry === undefined || (entry.until !== Number.POSITIVE_INFINITY && entry.until <= Date.now()))
        return undefined;
      hits += 1;
      return entry;
    },
    /** Caches a body when it is dear, or its key was asked for before, lately: a body that is asked for once is not
     * worth the memory. `version` was read before the data. */
    offer(version: number, key: string, body: Body): void {
      misses += 1;
      if (key.length > MAX_KEY || !(body.isDear || isRecent(key))) return;
      // The data may have changed while the answer was made.
      if (version !== current) return;
      const entry = cachedBody(body);
      const bytes = sizeOf(key, entry);
      if (bytes > MAX_BYTES / 8) return;
      // Two requests at the same time may both bring it.
      const before = entries.get(key);
      size += bytes - (before ? sizeOf(key, before) : 0);
      entries.set(key, entry);
      for (const [oldest, removed] of entries) {
        if (size <= MAX_BYTES) return;
        entries.delete(oldest);
        size -= sizeOf(oldest, removed);
      }
    },
    measures: (): Measure[] => [
      measure('counter', 'workforce_cache_hits_total', 'Answers that were kept from before.', hits),
      measure('counter', 'workforce_cache_misses_total', 'Answers that had to be made.', misses),
      measure('gauge', 'workforce_cache_bytes', 'Size of the answers that are kept.', size),
      measure('gauge', 'workforce_cache_entries', 'How many answers are kept.', entries.size),
    ],
  };
}
