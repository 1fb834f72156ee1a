// Creates that arrive together share one durable commit; none is answered before it. One that is alone waits for
// nothing. When one of a group fails, the others are not affected: the group is rolled back and run again, each write
// in a savepoint of its own.
// docs/design/writes.md has the whole picture.
import type { Database } from 'bun:sqlite';
import { commitMeasures, type Measure } from '../../shared/measure.ts';
import { isBusy } from '../connection/errors.ts';
import type { FileGuard } from '../connection/file-guard.ts';
import type { Prepare } from '../connection/statements.ts';

type Waiting<T> = {
  readonly write: () => T;
  readonly since: number;
  resolve(value: T): void;
  reject(error: unknown): void;
};
type Settle = () => void;

/** A write of the group failed, and not the transaction. */
class WriteFailed {
  constructor(readonly error: unknown) {}
}

/** How long a write waits for other processes, in milliseconds. */
const BUSY_TIMEOUT = 5000;

const causeOf = (failure: unknown): unknown => (failure instanceof WriteFailed ? failure.error : failure);

export type GroupHooks<T> = {
  /** Called for each write that stays in the transaction, before the next one. */
  applied(result: T): void;
  /** Called once per group, in its transaction. */
  beforeCommit(): void;
  /** Called when the transaction was rolled back. */
  rolledBack(): void;
};

export type WriteConnection = { readonly db: Database; readonly prepare: Prepare; readonly guard: FileGuard };

export function groupCommit<T>(
  { db, prepare, guard }: WriteConnection,
  { applied, beforeCommit, rolledBack }: GroupHooks<T>,
): { commit: (write: () => T) => Promise<T>; measures(): Measure[] } {
  let waiting: Waiting<T>[] = [];
  let [commits, writes] = [0, 0];
  const run = (sql: string) => prepare(sql).run();

  function transaction(group: readonly Waiting<T>[], one: (each: Waiting<T>) => Settle): Settle[] {
    guard.check('before');
    run('BEGIN IMMEDIATE');
    try {
      const answers = group.map(one);
      beforeCommit();
      run('COMMIT');
      guard.check('after');
      commits += 1;
      writes += group.length;
      return answers;
    } catch (error) {
      if (db.inTransaction) db.run('ROLLBACK');
      rolledBack();
      throw error;
    }
  }

  function written({ write }: Waiting<T>): T {
    try {
      return write();
    } catch (error) {
      throw new WriteFailed(error);
    }
  }

  function plain(each: Waiting<T>): Settle {
    const result = written(each);
    applied(result);
    return () => each.resolve(result);
  }

  function inSavepoint(each: Waiting<T>): Settle {
    run('SAVEPOINT one');
    try {
      const result = written(each);
      run('RELEASE one');
      applied(result);
      return () => each.resolve(result);
    } catch (failure) {
      // A disk that is full or fails ends the whole transaction: there is no savepoint to go back to.
      if (!db.inTransaction) throw failure;
      run('ROLLBACK TO one');
      run('RELEASE one');
      return () => each.reject(causeOf(failure));
    }
  }

  function commitGroup(group: readonly Waiting<T>[]): Settle[] {
    try {
      return transaction(group, plain);
    } catch (failure) {
      if (group.length === 1 || !(failure instanceof WriteFailed)) throw failure;
      return transaction(group, inSavepoint);
    }
  }

  function flush(): void {
    const group = waiting;
    waiting = [];
    try {
      for (const answer of commitGroup(group)) answer();
    } catch (failure) {
      const isLate = performance.now() - group[0]!.since > BUSY_TIMEOUT;
      if (isBusy(failure) && !isLate) flushLater(group);
      else for (const { reject } of group) reject(causeOf(failure));
    }
  }

  /** Another process is writing. Reads go on here meanwhile, and creates that arrive join the group. */
  function flushLater(group: Waiting<T>[]): void {
    waiting = group;
    setTimeout(flush, 0.5 + Math.random() * 2);
  }

  return {
    commit: (write) =>
      new Promise<T>((resolve, reject) => {
        // Whatever else the sockets have received by now is read before the group begins.
        if (waiting.push({ write, since: performance.now(), resolve, reject }) === 1) setImmediate(flush);
      }),
    measures: () => commitMeasures(commits, writes),
  };
}
