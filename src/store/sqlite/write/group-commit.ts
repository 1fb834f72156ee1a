// Writes that arrive together share one durable commit; none is answered before it. A write that is alone waits for nothing.
// One that fails fails alone: then the group is undone and done again, each write in a savepoint of its own.
import { type Database, SQLiteError } from 'bun:sqlite';
import { commitMeasures, type Measure } from '../../shared/measure.ts';
import type { Prepare } from '../connection/statements.ts';

type Waiting = {
  readonly write: () => unknown;
  readonly since: number;
  resolve(value: unknown): void;
  reject(error: unknown): void;
};
type Answer = () => void;

/** One write of a group failed, which is no fault of the others. */
class OneFailed {
  constructor(readonly error: unknown) {}
}

/** How long a write waits for those of other processes. */
const PATIENCE = 5000;

export const isBusy = (failure: unknown): boolean =>
  failure instanceof SQLiteError && (failure.code ?? '').startsWith('SQLITE_BUSY');

const reason = (failure: unknown): unknown => (failure instanceof OneFailed ? failure.error : failure);

/** `beforeCommit` runs once per group, in its transaction; `undone` whenever what was written so far is taken back. */
export function groupCommit(
  db: Database,
  prepare: Prepare,
  { beforeCommit, undone }: { beforeCommit(): void; undone(): void },
): { together: <T>(write: () => T) => Promise<T>; measures(): Measure[] } {
  let waiting: Waiting[] = [];
  let [commits, writes] = [0, 0];
  const run = (sql: string) => prepare(sql).run();

  function committed(group: readonly Waiting[], one: (each: Waiting) => Answer): Answer[] {
    run('BEGIN IMMEDIATE');
    try {
      const answers = group.map(one);
      beforeCommit();
      run('COMMIT');
      commits += 1;
      writes += group.length;
      return answers;
    } catch (error) {
      if (db.inTransaction) db.run('ROLLBACK');
      undone();
      throw error;
    }
  }

  const plain = ({ write, resolve }: Waiting): Answer => {
    try {
      const value = write();
      return () => resolve(value);
    } catch (error) {
      throw new OneFailed(error);
    }
  };

  const guarded = (each: Waiting): Answer => {
    run('SAVEPOINT one');
    try {
      const answer = plain(each);
      run('RELEASE one');
      return answer;
    } catch (failure) {
      // A disk that is full or fails ends the whole transaction: there is nothing left to go back to.
      if (!db.inTransaction) throw failure;
      run('ROLLBACK TO one');
      run('RELEASE one');
      return () => each.reject(reason(failure));
    }
  };

  function flush(): void {
    const group = waiting;
    waiting = [];
    try {
      for (const answer of firstOrAgain(group)) answer();
    } catch (failure) {
      const isLate = performance.now() - group[0]!.since > PATIENCE;
      if (isBusy(failure) && !isLate) later(group);
      else for (const { reject } of group) reject(reason(failure));
    }
  }

  /** Another process is writing. Reads go on here meanwhile; what arrives joins the group. */
  function later(group: Waiting[]): void {
    waiting = group;
    setTimeout(flush, 0.5 + Math.random() * 2);
  }

  function firstOrAgain(group: readonly Waiting[]): Answer[] {
    try {
      return committed(group, plain);
    } catch (failure) {
      if (group.length === 1 || !(failure instanceof OneFailed)) throw failure;
      return committed(group, guarded);
    }
  }

  const together = <T>(write: () => T) =>
    new Promise<T>((resolve, reject) => {
      // Whatever else the sockets have brought by now is read before the group begins.
      const since = performance.now();
      if (waiting.push({ write, since, resolve: resolve as (value: unknown) => void, reject }) === 1)
        setImmediate(flush);
    });
  return { together, measures: () => commitMeasures(commits, writes) };
}
