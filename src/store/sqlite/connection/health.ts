// Whether the database can be read and written right now. The connections that serve answer from their caches, so a new
// one really reads the file, and really writes to the log: how much room a file system, a quota or a limit of the
// process leaves, only a write tells. That takes a moment: a second request within a second gets the same answer, so
// that nobody can be kept waiting by questions about health.
import { Database } from 'bun:sqlite';
import type { Catalogue } from '../../../catalogue/resource.ts';
import { quoted } from '../../shared/schema.ts';
import type { Health } from '../../store.ts';
import { isBusy } from './errors.ts';
import { type Prepare, withStatements } from './statements.ts';

/** In milliseconds. */
const VALID_FOR = 1000;
/** More than nearly every create writes. */
const TRIAL_BYTES = 256 * 1024;

const READ_ONLY: Health = { engine: 'sqlite', primary: false, replicas: [] };

export function healthProbe(file: string, catalogue: Catalogue) {
  let last: { readonly at: number; readonly result: () => Health | undefined } | undefined;
  let writable = true;
  /** A create has failed, and nothing was committed since. */
  let isDoubtful = false;

  function probe(): Health | undefined {
    using db = new Database(file, { readwrite: true });
    withStatements(db, (prepare) => readEnds(prepare, catalogue));
    writable = tryToWrite(db, isDoubtful ? 'COMMIT' : 'ROLLBACK') ?? writable;
    isDoubtful &&= !writable;
    return writable ? undefined : READ_ONLY;
  }

  return {
    /** Throws when the file cannot be read. `undefined`: it can be read and written. */
    health(): Health | undefined {
      const now = performance.now();
      if (!last || now - last.at > VALID_FOR) last = { at: now, result: outcomeOf(probe) };
      return last.result();
    },
    /** A create has failed: the next answer is a new one, and from now on only a commit shows that writes work. */
    createFailed(): void {
      isDoubtful = true;
      last = undefined;
    },
  };
}

function outcomeOf<T>(run: () => T): () => T {
  try {
    const value = run();
    return () => value;
  } catch (error) {
    return () => {
      throw error;
    };
  }
}

/** The first and the last record of each resource with their texts, and with them the schema. */
function readEnds(prepare: Prepare, catalogue: Catalogue): void {
  for (const { table } of catalogue)
    for (const end of ['min', 'max'])
      prepare(`SELECT * FROM ${quoted(table)} WHERE id = (SELECT ${end}(id) FROM ${quoted(table)})`).values();
}

/**
 * Writes a row and removes it. A cache of one page lets SQLite write the others to the log before the transaction ends,
 * so that a full disk shows without a commit, which nobody else sees. What only a sync finds out shows with one.
 * `undefined`: another process is writing.
 */
function tryToWrite(db: Database, end: 'COMMIT' | 'ROLLBACK'): boolean | undefined {
  try {
    for (const pragma of ['cache_size = 1', 'synchronous = FULL']) db.run(`PRAGMA ${pragma}`);
    db.run('BEGIN IMMEDIATE');
    db.run(`INSERT INTO workforce_meta VALUES ('health', hex(zeroblob(${TRIAL_BYTES / 2})))`);
    db.run("DELETE FROM workforce_meta WHERE key = 'health'");
    db.run(end);
    return true;
  } catch (error) {
    return isBusy(error) ? undefined : false;
  } finally {
    if (db.inTransaction) db.run('ROLLBACK');
  }
}
