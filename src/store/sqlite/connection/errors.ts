// What SQLite's errors mean: for the caller of the service, and for its operator.
import { SQLiteError } from 'bun:sqlite';
import { Refusal } from '../../../contract/errors.ts';
import { UNKNOWN_OUTCOME } from '../../store.ts';

const codeOf = (error: unknown): string => (error instanceof SQLiteError ? (error.code ?? '') : '');

/** Another connection is writing. */
export const isBusy = (error: unknown): boolean => codeOf(error).startsWith('SQLITE_BUSY');

/** A file could not be opened, or not for writing. */
export const isDenied = (error: unknown): boolean => /^SQLITE_(CANTOPEN|READONLY)/.test(codeOf(error));

export const isFull = (error: unknown): boolean => codeOf(error) === 'SQLITE_FULL';

/** What SQLite says about a file that it cannot read; `undefined` for other errors. */
export const damageIn = (error: unknown): string | undefined =>
  /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error)) ? (error as Error).message : undefined;

/** Runs a read or a write; a database that is busy, full, failing or damaged becomes a refusal. */
export function refusing<T>(run: () => T, onRefusal: (refusal: Refusal) => void = () => undefined): T {
  const rethrow = (error: unknown): never => {
    const refusal = asRefusal(error);
    if (refusal instanceof Refusal) onRefusal(refusal);
    throw refusal;
  };
  try {
    const result = run();
    return result instanceof Promise ? (result.catch(rethrow) as T) : result;
  } catch (error) {
    return rethrow(error);
  }
}

/** Its cause is for the operator. An error that does not come from the database stays as it is. */
export function asRefusal(error: unknown): unknown {
  const code = codeOf(error);
  if (damageIn(error) !== undefined) return new Refusal('unavailable', DAMAGED, { cause: error });
  if (!/^SQLITE_(BUSY|LOCKED|FULL|IOERR|READONLY|CANTOPEN|NOMEM)/.test(code)) return error;
  const message = UNCONFIRMED.test(code) ? UNKNOWN_OUTCOME : NOT_WRITTEN;
  return new Refusal('unavailable', message, { headers: { 'Retry-After': '1' }, cause: error });
}

export const isDamaged = ({ message }: Refusal): boolean => message === DAMAGED;

const DAMAGED = 'The database is damaged: this cannot be read, and nothing was written. Its operator has to repair it.';
const NOT_WRITTEN = 'The database cannot answer just now; nothing was written. Try again shortly.';
/** When a sync fails, the whole transaction is in the log already. Usually the next one overwrites it; but when every
 * process ends before that, the next process that opens the database finds it there. */
const UNCONFIRMED = /FSYNC$/;
