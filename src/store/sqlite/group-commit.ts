// Writes that arrive together share one durable commit. Each runs in a savepoint of its own, so that one that fails fails
// alone; none is answered before the commit. A write that is alone waits for nothing.
import type { Database } from 'bun:sqlite';
import type { Prepare } from './statement-cache.ts';

type Waiting = { readonly write: () => unknown; resolve(value: unknown): void; reject(error: unknown): void };

/** `beforeCommit` runs once per group, in its transaction; `failed` when the group as a whole could not be written. */
export function groupCommit(
  db: Database,
  prepare: Prepare,
  { beforeCommit, failed }: { beforeCommit(): void; failed(): void },
): <T>(write: () => T) => Promise<T> {
  let waiting: Waiting[] = [];
  const run = (sql: string) => prepare(sql).run();
  function writeAll(group: readonly Waiting[]): (() => void)[] {
    run('BEGIN IMMEDIATE');
    const answers = group.map(({ write, resolve, reject }) => {
      run('SAVEPOINT one');
      try {
        const value = write();
        run('RELEASE one');
        return () => resolve(value);
      } catch (error) {
        run('ROLLBACK TO one');
        run('RELEASE one');
        return () => reject(error);
      }
    });
    beforeCommit();
    run('COMMIT');
    return answers;
  }

  function flush(): void {
    const group = waiting;
    waiting = [];
    try {
      for (const answer of writeAll(group)) answer();
    } catch (error) {
      if (db.inTransaction) db.run('ROLLBACK');
      failed();
      for (const { reject } of group) reject(error);
    }
  }

  return <T>(write: () => T) =>
    new Promise<T>((resolve, reject) => {
      // Whatever else the sockets have brought by now is read before the group begins.
      if (waiting.push({ write, resolve: resolve as (value: unknown) => void, reject }) === 1) setImmediate(flush);
    });
}
