// What a service takes while it runs: the memory of its processes, which come and go, and the size of its database's
// log.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { processTree } from '../../harness/processes.ts';

/** The largest sizes that were seen, in MB. */
export type Held = {
  /** Of all processes together: at the start, and how much more it was at most. */
  readonly idleMB: number;
  readonly aboveMB: number;
  readonly largestMB: number;
  /** Of the embedded database's log. */
  readonly logMB?: number;
  readonly logAfterMB?: number;
};

const EVERY = 100;

/** `folder`: of an embedded database. Returns a function that ends it. */
export function watch(pid: number, folder?: string): () => Held {
  let [tree, largest, log] = [0, 0, 0];
  const look = (): void => {
    const sizes = processTree(pid).map(memoryOf);
    // The pages of files are nearly all of the runtime's executable, which the processes share.
    const files = Math.max(0, ...sizes.map(({ ofFiles }) => ofFiles));
    tree = Math.max(
      tree,
      sizes.reduce((sum, { own }) => sum + own, files),
    );
    largest = Math.max(largest, ...sizes.map(({ own, ofFiles }) => own + ofFiles));
    if (folder) log = Math.max(log, logSize(folder));
  };
  look();
  const idle = tree;
  const timer = setInterval(look, EVERY);
  return () => {
    clearInterval(timer);
    look();
    const held = { idleMB: Math.round(idle), aboveMB: Math.round(tree - idle), largestMB: Math.round(largest) };
    return folder ? { ...held, logMB: tenths(log), logAfterMB: tenths(logSize(folder)) } : held;
  };
}

const tenths = (value: number): number => Number(value.toFixed(1));

/** In MB: what a process has to itself, and the pages of files that it has in memory. Nothing for one that has ended in
 * the meantime. */
function memoryOf(pid: number): { readonly own: number; readonly ofFiles: number } {
  const status = statusOf(pid);
  const size = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1000;
  return { own: size('RssAnon') + size('RssShmem'), ofFiles: size('RssFile') };
}

function statusOf(pid: number): string {
  try {
    return readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    return '';
  }
}

const logSize = (folder: string): number =>
  (statSync(join(folder, 'workforce.db-wal'), { throwIfNoEntry: false })?.size ?? 0) / 1e6;
