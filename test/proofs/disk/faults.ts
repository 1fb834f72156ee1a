// Ways in which a disk can fail while the service runs: a limit on the size of files, a file system that is full, and
// system calls that strace lets fail. Linux only.
import { dlopen, FFIType, ptr } from 'bun:ffi';
import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive } from '../../harness/processes.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { waitUntil } from '../../harness/wait-until.ts';

export type Fault = {
  /** The folder that it affects. */
  folder(): string;
  /** Starts the fault for these processes. The returned function ends it. */
  begin(pids: readonly number[], folder: string): Promise<() => Promise<void>>;
  /** Removes the folder. */
  close?(folder: string): void;
};

const FILE_SIZE = 1;
const UNLIMITED = 2n ** 64n - 1n;

const NAMES = ['libc.so.6', `libc.musl-${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}.so.1`];

function openPrlimit(name: string) {
  const { i32, ptr: address } = FFIType;
  return dlopen(name, { prlimit: { args: [i32, i32, address, address], returns: i32 } }).symbols.prlimit;
}

/** The C library has another name on systems with musl, so both are tried. */
function limitFiles(pid: number, bytes: bigint): void {
  const name = NAMES.find((each) => {
    try {
      return openPrlimit(each);
    } catch {
      return false;
    }
  });
  if (!name) throw new Error(`There is none of ${NAMES.join(', ')}`);
  if (openPrlimit(name)(pid, FILE_SIZE, ptr(new BigUint64Array([bytes, UNLIMITED])), null) !== 0 && isAlive(pid))
    throw new Error(`The size of files of process ${pid} cannot be limited`);
}

/** Files may grow a little beyond the current size of the log: the next records fit, and then one only in part. */
export const fileLimit: Fault = {
  folder: temporaryFolder,
  async begin(pids, folder) {
    const { size } = statSync(join(folder, 'workforce.db-wal'));
    for (const pid of pids) limitFiles(pid, BigInt(size + 50_000));
    return async () => {
      for (const pid of pids) limitFiles(pid, UNLIMITED);
    };
  },
};

/** A file system of 256 MiB that is full. Needs root. */
export const fullDisk: Fault = {
  folder() {
    const folder = join(temporaryFolder(), 'disk');
    mkdirSync(folder);
    Bun.spawnSync(['mount', '-t', 'tmpfs', '-o', 'size=256m', 'tmpfs', folder]);
    return folder;
  },
  async begin(_, folder) {
    const ballast = join(folder, 'ballast');
    for (let bytes = 16 * 1024 * 1024; bytes >= 4096; ) {
      try {
        writeFileSync(ballast, new Uint8Array(bytes), { flag: 'a' });
      } catch {
        bytes /= 2;
      }
    }
    return async () => rmSync(ballast, { force: true });
  },
  close: (folder) => void Bun.spawnSync(['umount', '-l', folder]),
};

/** System calls that fail, in the notation of strace's option --inject: `fdatasync:error=EIO:when=2+3`. */
export const failing = (inject: string): Fault => ({
  folder: temporaryFolder,
  async begin(pids) {
    const calls = inject.split(':')[0]!;
    const strace = Bun.spawn(
      ['strace', '-f', '-q', '-o', '/dev/null', '-e', `trace=${calls}`, '-e', `inject=${inject}`].concat(
        pids.flatMap((pid) => ['-p', String(pid)]),
      ),
      { stdout: 'ignore', stderr: 'ignore' },
    );
    const isTraced = async (pid: number) => !/TracerPid:\s+0\n/.test(await Bun.file(`/proc/${pid}/status`).text());
    for (const pid of pids) await waitUntil(`strace to trace ${pid}`, () => isTraced(pid));
    return async () => {
      strace.kill('SIGINT');
      // strace and processes that were killed meanwhile wait for each other.
      const timer = setTimeout(() => strace.kill('SIGKILL'), 500);
      await strace.exited;
      clearTimeout(timer);
    };
  },
});
