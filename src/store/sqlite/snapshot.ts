// Lets the reads of one turn of the event loop share a read transaction, and tells cheaply whether anything was committed
// since, by this process or another. Taking SQLite's locks for every read would cost more than the read itself.
import type { Prepare } from './statement-cache.ts';

export type Snapshot = {
  /** Call before every read: from here on it sees all that was committed before the call. */
  fresh(): void;
  /** Changes whenever something was committed. */
  version(): number;
  /** Ends the transaction that may be open. */
  end(): void;
};

/**
 * A commit becomes visible by a change of the header that SQLite keeps in shared memory, in the file beside the database
 * whose name ends in -shm (its format is published and stable). As long as those 48 bytes are the same, nothing was
 * committed. They are read from a mapping, without a system call.
 */
const HEADER_WORDS = 12;

export function snapshot(prepare: Prepare, file: string): Snapshot {
  // A first read, so that the shared memory is there.
  prepare('SELECT 1 FROM sqlite_schema LIMIT 1').values();
  const header = mapped(`${file}-shm`);
  return header ? sharing(prepare, header) : separate(prepare);
}

function mapped(path: string): Uint32Array | undefined {
  try {
    const bytes = Bun.mmap(path, { shared: true });
    return new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_WORDS);
  } catch {
    return undefined;
  }
}

function sharing(prepare: Prepare, header: Uint32Array): Snapshot {
  const known = new Uint32Array(HEADER_WORDS);
  let [version, isOpen, endsSoon] = [0, false, false];

  /** Whether the header is as it was at the last call. */
  function unchanged(): boolean {
    for (let i = 0; i < HEADER_WORDS; i++) {
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
  return {
    fresh() {},
    version: () => prepare('PRAGMA data_version').values()[0]![0] as number,
    end() {},
  };
}
