// The header of SQLite's shared memory, which changes with every commit of any process. The file is mapped, so reading
// it takes no system call. The format is published and stable: 48 bytes at the start of the file whose name ends in
// -shm.
//
// SQLite has POSIX locks on that file, and a process loses all its locks on a file when it closes any descriptor of it.
// So the file is mapped once in a process, before SQLite opens it, and never opened while there is a connection.
import { chownSync, realpathSync, statSync, writeFileSync } from 'node:fs';

export type WalHeader = {
  /** The current header, in words of 32 bits. */
  readonly words: Uint32Array;
  /** `false` when another process has replaced the file. */
  isCurrent(): boolean;
  /** Call it when the connections of this store are closed. */
  release(): void;
};

const HEADER_WORDS = 12;
/** SQLite's own size. Any size would do, because the first connection of all truncates the file. */
const SHM_SIZE = 32_768;

type Mapping = { readonly inode: number; readonly words: Uint32Array; users: number };
const mappings = new Map<string, Mapping>();

/** `undefined` where files cannot be mapped. Call it before the first connection to the database is opened. */
export function walHeader(file: string): WalHeader | undefined {
  const path = `${file}-shm`;
  try {
    createIfMissing(file, path);
    const name = realpathSync(path);
    const cached = mappings.get(name);
    const mapping = cached && cached.inode === statSync(path).ino ? cached : mapFile(path);
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

function mapFile(path: string): Mapping {
  const inode = statSync(path).ino;
  const bytes = Bun.mmap(path, { shared: true });
  return { inode, words: new Uint32Array(bytes.buffer, bytes.byteOffset, HEADER_WORDS), users: 0 };
}

/** With the owner and the permissions of the database, as SQLite does. */
function createIfMissing(file: string, path: string): void {
  if (statSync(path, { throwIfNoEntry: false })) return;
  const owner = statSync(file, { throwIfNoEntry: false });
  try {
    // Appending overwrites nothing if SQLite in another process uses the file already.
    writeFileSync(path, new Uint8Array(SHM_SIZE), { flag: 'ax', mode: owner ? owner.mode & 0o666 : 0o644 });
    if (owner) chownSync(path, owner.uid, owner.gid);
  } catch (error) {
    // Another process has created it meanwhile.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}
