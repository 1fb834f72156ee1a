// What a service takes while it runs: the memory of its processes, which come and go, and the size of its database's log.
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { processTree } from '../../harness/processes.ts';

/** The largest sizes that were seen, in MB. */
export type Held = {
  /** Of all processes together. */
  readonly treeMB: number;
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
    tree = Math.max(
      tree,
      sizes.reduce((sum, size) => sum + size, 0),
    );
    largest = Math.max(largest, ...sizes);
    if (folder) log = Math.max(log, logSize(folder));
  };
  look();
  const timer = setInterval(look, EVERY);
  return () => {
    clearInterval(timer);
    look();
    const held = { treeMB: Math.round(tree), largestMB: Math.round(largest) };
    return folder ? { ...held, logMB: tenths(log), logAfterMB: tenths(logSize(folder)) } : held;
  };
}

const tenths = (value: number): number => Number(value.toFixed(1));

/** In MB; 0 for a process that has ended in the meantime. */
function memoryOf(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000;
  } catch {
    return 0;
  }
}

const logSize = (folder: string): number =>
  (statSync(join(folder, 'workforce.db-wal'), { throwIfNoEntry: false })?.size ?? 0) / 1e6;
