// Lets the reads of one turn of the event loop share a read transaction, and tells cheaply whether anything was committed
// since, by this process or another. Taking SQLite's locks for every read would cost more than the read itself. Small
// things that are read again and again are remembered for as long as nothing was committed.
import type { Prepare } from './statements.ts';
import type { WalHeader } from './wal-header.ts';

export type Snapshot = {
  /** Call before every read: from here on it sees all that was committed before the call. */
  fresh(): void;
  /** Changes whenever something was committed. */
  version(): number;
  /** Reads a small thing, after `fresh`; what was found under this key is not read again from the same state. */
  remember<T>(key: string, read: () => T | undefined): T | undefined;
  /** Ends the transaction that may be open. */
  end(): void;
};

export const snapshot = (prepare: Prepare, header: WalHeader | undefined): Snapshot =>
  header ? sharing(prepare, header.words) : separate(prepare);

/** More than this are forgotten together. */
const MOST_REMEMBERED = 4096;

function sharing(prepare: Prepare, header: Uint32Array): Snapshot {
  const known = new Uint32Array(header.length);
  const remembered = new Map<string, unknown>();
  let [version, isOpen, endsSoon] = [0, false, false];

  /** Whether the header is as it was at the last call. */
  function unchanged(): boolean {
    for (let i = 0; i < header.length; i++) {
      if (header[i] === known[i]) continue;
      known.set(header);
      remembered.clear();
      version += 1;
      return false;
    }
    return true;
  }

  function end(): void {
    if (isOpen) prepare('COMMIT').run();
    isOpen = false;
  }

  /** An idle process must not hold on to an old state: the log could not be cleared. */
  function endSoon(): void {
    if (endsSoon) return;
    endsSoon = true;
    setImmediate(() => {
      endsSoon = false;
      end();
    });
  }

  return {
    fresh() {
      if (unchanged() && isOpen) return;
      endSoon();
      do {
        end();
        prepare('BEGIN').run();
        isOpen = true;
        // The first read takes the state: the one the header tells of, if that has not changed meanwhile.
        prepare('SELECT 1 FROM workforce_meta').values();
      } while (!unchanged());
    },
    version() {
      unchanged();
      return version;
    },
    remember<T>(key: string, read: () => T | undefined): T | undefined {
      const known = remembered.get(key);
      if (known !== undefined) return known as T;
      const found = read();
      if (remembered.size >= MOST_REMEMBERED) remembered.clear();
      if (found !== undefined) remembered.set(key, found);
      return found;
    },
    end,
  };
}

/** Where files cannot be mapped, every read takes its own state, and SQLite is asked for changes. */
function separate(prepare: Prepare): Snapshot {
  let isOpen = false;
  function end(): void {
    if (isOpen) prepare('COMMIT').run();
    isOpen = false;
  }
  return {
    fresh() {
      end();
      prepare('BEGIN').run();
      isOpen = true;
      setImmediate(end);
    },
    version() {
      end();
      return prepare('PRAGMA data_version').values()[0]![0] as number;
    },
    remember: (_, read) => read(),
    end,
  };
}
