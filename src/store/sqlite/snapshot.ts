// Lets the reads of one turn of the event loop share a read transaction, and tells cheaply whether anything was committed
// since, by this process or another. Taking SQLite's locks for every read would cost more than the read itself.
import type { Prepare } from './statement-cache.ts';
import type { WalHeader } from './wal-header.ts';

export type Snapshot = {
  /** Call before every read: from here on it sees all that was committed before the call. */
  fresh(): void;
  /** Changes whenever something was committed. */
  version(): number;
  /** Ends the transaction that may be open. */
  end(): void;
};

export const snapshot = (prepare: Prepare, header: WalHeader | undefined): Snapshot =>
  header ? sharing(prepare, header.words) : separate(prepare);

function sharing(prepare: Prepare, header: Uint32Array): Snapshot {
  const known = new Uint32Array(header.length);
  let [version, isOpen, endsSoon] = [0, false, false];

  /** Whether the header is as it was at the last call. */
  function unchanged(): boolean {
    for (let i = 0; i < header.length; i++) {
      if (header[i] === known[i]) continue;
      known.set(header);
      version += 1;
      return false;
    }
    return true;
  }

  function end(): void {
    if (isOpen) prepare('COMMIT').run();
    isOpen = false;
  }

  return {
    fresh() {
      if (unchanged() && isOpen) return;
      end();
      // The state is taken by the first read, so it is never older than the header that was looked at.
      prepare('BEGIN').run();
      isOpen = true;
      if (endsSoon) return;
      endsSoon = true;
      // An idle process must not hold on to an old state: the log could not be cleared.
      setImmediate(() => {
        endsSoon = false;
        end();
      });
    },
    version() {
      unchanged();
      return version;
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
    end,
  };
}
