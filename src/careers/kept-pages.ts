// Pages that were made, for as long as the list of jobs of their site is the same. The cache of answers has a page once for each address
// and forgets it with every write; here a page outlives what is written about other things than jobs, and is there for all addresses
// that mean it.
import type { Page } from './page/document.ts';
import type { Roster } from './records/roster.ts';

/** Bytes of all of them together. */
const MOST = 8 * 1024 * 1024;

/** `until`: when it changes by itself, in milliseconds. */
export type KeptPage = { readonly page: Page; readonly until: number | undefined };

export type KeptPages = {
  find(roster: Roster, key: string, now: string): KeptPage | undefined;
  /** Returns it as the bytes that are sent. */
  keep(roster: Roster, key: string, made: KeptPage): KeptPage;
};

const encoder = new TextEncoder();

/** The key of a page says all that it depends on beside the roster. */
export function keptPages(): KeptPages {
  const kept = new Map<string, KeptPage & { readonly state: string }>();
  let size = 0;

  function forget(key: string): void {
    size -= kept.get(key)?.page.content.length ?? 0;
    kept.delete(key);
  }

  return {
    find({ state }, key, now) {
      const found = kept.get(key);
      if (found?.state !== state) return undefined;
      return found.until === undefined || Date.parse(now) < found.until ? found : undefined;
    },
    keep({ state }, key, { page, until }) {
      const content = typeof page.content === 'string' ? encoder.encode(page.content) : page.content;
      const made = { page: { ...page, content }, until };
      forget(key);
      kept.set(key, { ...made, state });
      size += content.length;
      for (const oldest of kept.keys()) {
        if (size <= MOST) break;
        forget(oldest);
      }
      return made;
    },
  };
}
