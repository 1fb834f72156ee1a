// Pages that were made, for as long as the list of jobs of their site is the same. The cache of answers has a page once for each address
// and forgets it with every write; here a page outlives what is written about other things than jobs, and is there for all addresses
// that mean it.
import type { Page } from './page/document.ts';
import type { Roster } from './records/roster.ts';

/** Characters of all of them together. */
const MOST = 8 * 1024 * 1024;

export type KeptPages = {
  find(roster: Roster, key: string): Page | undefined;
  keep(roster: Roster, key: string, page: Page): Page;
};

/** The key of a page says all that it depends on beside the roster. */
export function keptPages(): KeptPages {
  const kept = new Map<string, { readonly state: string; readonly page: Page }>();
  let size = 0;

  function forget(key: string): void {
    size -= kept.get(key)?.page.content.length ?? 0;
    kept.delete(key);
  }

  return {
    find({ state }, key) {
      const found = kept.get(key);
      return found?.state === state ? found.page : undefined;
    },
    keep({ state }, key, page) {
      forget(key);
      kept.set(key, { state, page });
      size += page.content.length;
      for (const oldest of kept.keys()) {
        if (size <= MOST) break;
        forget(oldest);
      }
      return page;
    },
  };
}
