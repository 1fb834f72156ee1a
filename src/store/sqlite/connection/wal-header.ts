// The header of SQLite's shared memory, read from a mapping and so without a system call: it changes with every commit, of
// any process. Its format is published and stable: 48 bytes at the start of the file whose name ends in -shm.
//
// SQLite keeps POSIX locks on that file, and a process loses all its locks on a file when it closes any descriptor of it.
// So the file is mapped before SQLite opens it, once in a process, and never opened while a connection is.
import { chownSync, realpathSync, statSync, writeFileSync } from 'node:fs';

export type WalHeader = {
  /** The words of the header as they are now. */
  readonly words: Uint32Array;
  /** Whether the mapping is of the file that SQLite uses: another process may have removed and remade it meanwhile. */
  isCurrent(): boolean;
  /** To be called when the connections of this store are closed. */
  release(): void;
};

const HEADER_WORDS = 12;
/** SQLite makes the file in pieces of this size; any size would do, as it cuts off what it finds when it is the first. */
const SHM_SIZE = 32_768;

type Mapping = { readonly inode: number; readonly words: Uint32Array; users: number };
const mappings = new Map<string, Mapping>();

/** `undefined` where files cannot be mapped. Call it before the first connection to the database is opened. */
export function walHeader(file: string): WalHeader | undefined {
  const path = `${file}-shm`;
  try {
    makeIfMissing(file, path);
    const name = realpathSync(path);
    const known = mappings.get(name);
    const mapping = known && known.inode === statSync(path).ino ? known : mapped(path);
    mappings.set(name, mapping);
    mapping.users += 1;
    return {
      words: mapping.words,
      isCurrent: () => statSync(path, { throwIfNoEntry: false })?.ino === mapping.inode,
      release() {
        mapping.users -= 1;
        if (mapping.users === 0 && mappings.get(name) === mapping) mappings.delete(name);
      },
    };
  } catch {
    return undefined;
  }
}

function mapped(path: string): Mapping {
  const inode = statSync(path).ino;
  const bytes = Bun.mmap(path, { shared: true });
  return { inode, words: new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_WORDS), users: 0 };
}

/** As SQLite would make it: readable and writable by whoever the database belongs to. */
function makeIfMissing(file: string, path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) return;
  const owner = statSync(file, { throwIfNoEntry: false });
  try {
    // Appended, so that nothing is overwritten should SQLite, in another process, be at work on it already.
    writeFileSync(path, new Uint8Array(SHM_SIZE), { flag: 'ax', mode: owner ? owner.mode & 0o666 : 0o644 });
    if (owner) chownSync(path, owner.uid, owner.gid);
  } catch (error) {
    // Somebody else was first, which is as good.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
