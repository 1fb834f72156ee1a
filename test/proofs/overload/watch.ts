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
  /** Of the embedded database's log. */
  readonly logMB?: number;
};

const EVERY = 100;

/** `folder`: of an embedded database. Returns a function that ends it. */
export function watch(pid: number, folder?: string): () => Held {
  let [most, log] = [0, 0];
  const look = (): void => {
    const sizes = processTree(pid).map(memoryOf);
    // The pages of files are nearly all of the runtime's executable, which the processes share.
    const files = Math.max(0, ...sizes.map(({ ofFiles }) => ofFiles));
    most = Math.max(
      most,
      sizes.reduce((sum, { own }) => sum + own, files),
    );
    if (folder) log = Math.max(log, statSync(join(folder, 'workforce.db-wal'), { throwIfNoEntry: false })?.size ?? 0);
  };
  look();
  const idle = most;
  const timer = setInterval(look, EVERY);
  return () => {
    clearInterval(timer);
    look();
    const held = { idleMB: Math.round(idle), aboveMB: Math.round(most - idle) };
    return folder ? { ...held, logMB: Math.round(log / 1e6) } : held;
  };
}

/** In MB: what a process has to itself, and the pages of files that it has in memory. Nothing for one that has ended in
 * the meantime. */
function memoryOf(pid: number): { readonly own: number; readonly ofFiles: number } {
  let status = '';
  try {
    status = readFileSync(`/proc/${pid}/status`, 'utf8');
  } catch {
    // It has ended.
  }
  const size = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1] ?? 0) / 1000;
  return { own: size('RssAnon') + size('RssShmem'), ofFiles: size('RssFile') };
}
