// Whether the database can be read and written right now. The connections that serve answer from their caches, so a new one really
// reads the file. That takes a moment: whoever asks again within a second gets the same answer, so that nobody can be kept waiting
// by questions about health.
import { Database } from 'bun:sqlite';
import { statfsSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Catalogue } from '../../../catalogue/resource.ts';
import { quoted } from '../../shared/schema.ts';
import type { Health } from '../../store.ts';
import { isBusy } from './errors.ts';
import { withStatements } from './statements.ts';

/** In milliseconds. */
const VALID_FOR = 1000;
/** With less room on its disk the database takes no writes for long. */
const MIN_FREE_BYTES = 1024 * 1024;

const READ_ONLY: Health = { engine: 'sqlite', primary: false, replicas: [] };

/** Throws when the file cannot be read. `undefined`: it can be read and written. */
export function healthProbe(file: string, writer: Database, catalogue: Catalogue): () => Health | undefined {
  let last: { readonly at: number; readonly result: () => Health | undefined } | undefined;

  function probe(): Health | undefined {
    readFile(file, catalogue);
    return hasRoom(file) && canWrite(writer) ? undefined : READ_ONLY;
  }

  return () => {
    const now = performance.now();
    if (!last || now - last.at > VALID_FOR) last = { at: now, result: outcomeOf(probe) };
    return last.result();
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

/** The schema, and the first and the last record of each resource with their texts. */
function readFile(file: string, catalogue: Catalogue): void {
  const db = new Database(file, { readonly: true });
  try {
    withStatements(db, (prepare) => {
      for (const { table } of catalogue)
        for (const end of ['min', 'max'])
          prepare(`SELECT * FROM ${quoted(table)} WHERE id = (SELECT ${end}(id) FROM ${quoted(table)})`).values();
    });
  } finally {
    db.close();
  }
}

function hasRoom(file: string): boolean {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize >= MIN_FREE_BYTES;
}

/** Another process that is writing is no obstacle: creates wait for it. */
function canWrite(writer: Database): boolean {
  try {
    writer.run('BEGIN IMMEDIATE');
    return true;
  } catch (error) {
    return isBusy(error);
  } finally {
    if (writer.inTransaction) writer.run('ROLLBACK');
  }
}
