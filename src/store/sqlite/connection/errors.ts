// What SQLite's errors mean: for the caller of the service, and for its operator.
import { SQLiteError } from 'bun:sqlite';
import { Refusal } from '../../../contract/errors.ts';
import { UNKNOWN_OUTCOME } from '../../store.ts';

const codeOf = (error: unknown): string => (error instanceof SQLiteError ? (error.code ?? '') : '');

/** Another connection is writing. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');

/** What SQLite says about a file that it cannot read; `undefined` for other errors. */
export const damageIn = (error: unknown): string | undefined =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error)) ? (error as Error).message : undefined;

/** Runs a read or a write; a database that is busy, full or failing becomes a refusal that the caller may try again after. */
export function refusing<T>(run: () => T): T {
  try {
    const result = run();
    return result instanceof Promise ? (result.catch(rethrow) as T) : result;
  } catch (error) {
    return rethrow(error);
  }
}

function rethrow(error: unknown): never {
  throw asRefusal(error);
}

/** A database that is busy, full or failing is logged for the operator. Any other error stays as it is. */
export function asRefusal(error: unknown): unknown {
  const code = codeOf(error);
  if (!/^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM)/.test(code)) return error;
  console.error(`database: ${code} ${(error as Error).message}`);
  return new Refusal('unavailable', UNCONFIRMED.test(code) ? UNKNOWN_OUTCOME : NOT_WRITTEN, {
    headers: { 'Retry-After': '1' },
  });
}

const NOT_WRITTEN = 'The database cannot answer just now; nothing was written. Try again shortly.';
/** When a sync fails, the whole transaction is in the log already. Usually the next one overwrites it; but when every process
 * ends before that, whoever opens the database next finds it there. */
const UNCONFIRMED = /FSYNC$/;
