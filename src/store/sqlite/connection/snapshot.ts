// Read transactions. Taking SQLite's locks for every read would cost more than the read itself, so the reads of one
// turn of the event loop share a transaction. A mapped header tells without a system call whether another process has
// committed since. Small values that are read again and again are cached until then.
import type { Prepare } from './statements.ts';
import type { WalHeader } from './wal-header.ts';

export type Snapshot = ReturnType<typeof snapshot>;

/** When there are more, all are dropped. */
const MAX_CACHED = 4096;

/** Without a header, where files cannot be mapped, every read has its own transaction, nothing is cached, and SQLite is
 * asked whether anything has changed. */
export function snapshot(prepare: Prepare, mapped: WalHeader | undefined) {
  const header = mapped?.words ?? new Uint32Array();
  const last = new Uint32Array(header.length);
  const cache = new Map<string, unknown>();
  let [version, isOpen, endsSoon] = [0, false, false];
  /** The version that the open transaction sees. A question for the version alone notices a commit too, and leaves it
   * open. */
  let seen = 0;

  /** Whether the header is as it was at the last call. */
  function isUnchanged(): boolean {
    for (let i = 0; i < header.length; i++) {
      if (header[i] === last[i]) continue;
      last.set(header);
      cache.clear();
      version += 1;
      return false;
    }
    return true;
  }

  /** Ends the transaction, if there is one. */
  function end(): void {
    if (isOpen) prepare('COMMIT').run();
    isOpen = false;
  }

  /** In a damaged file even the end of reading may fail. The read has failed with the reason already, and nobody waits
   * for this. */
  function endSafely(): void {
    for (const sql of ['COMMIT', 'ROLLBACK']) {
      if (!isOpen) return;
      try {
        prepare(sql).run();
        isOpen = false;
      } catch {
        // After the second attempt the next read says what is wrong.
      }
    }
  }

  /** An idle process must not hold an old snapshot: the log could not be cleared. */
  function endSoon(): void {
    if (endsSoon) return;
    endsSoon = true;
    setImmediate(() => {
      endsSoon = false;
      endSafely();
    });
  }

  return {
    /** Call before every read: the read then sees everything that was committed before the call. */
    refresh(): void {
      isUnchanged();
      if (isOpen && seen === version && mapped) return;
      endSoon();
      do {
        end();
        prepare('BEGIN').run();
        isOpen = true;
        // The first read takes the snapshot. It is the one that the header describes, unless the header has changed
        // since.
        prepare('SELECT 1 FROM workforce_meta').values();
      } while (!isUnchanged());
      seen = version;
    },
    /** Changes whenever something was committed. */
    version(): number {
      isUnchanged();
      if (mapped) return version;
      end();
      return prepare('PRAGMA data_version').values()[0]![0] as number;
    },
    /** Reads a small value, after `refresh`; it is read once for each key and snapshot. */
    memoize<T>(key: string, read: () => T | undefined): T | undefined {
      const value = cache.get(key);
      if (value !== undefined) return value as T;
      const found = read();
      if (!mapped) return found;
      if (cache.size >= MAX_CACHED) cache.clear();
      if (found !== undefined) cache.set(key, found);
      return found;
    },
    end,
  };
}
