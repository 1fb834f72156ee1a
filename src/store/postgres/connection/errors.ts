// What PostgreSQL's errors mean: for the caller of the service, and for its operator.
import { Refusal } from '../../../contract/errors.ts';

export const codeOf = (error: unknown): string => String((error as { code?: unknown } | null)?.code ?? '');

/** The connection is gone or cannot be opened: the server is away, shuts down, or is not ready yet. */
export const isLost = (error: unknown): boolean =>
  /^(CONNECT|E[A-Z]+$|08|57P0[123]|25P03|53300)/.test(codeOf(error)) ||
  (error as { name?: unknown } | null)?.name === 'ConnectionError';

/** The server has answered with it, and its connection goes on: what is lost is a server behind it. */
export const isAnswered = (error: unknown): boolean => (error as { severity?: unknown } | null)?.severity === 'ERROR';

/** A replica had to cancel a read for what came from the primary. */
export const isConflict = (error: unknown): boolean => codeOf(error) === '40001';

/** The user lacks a right. */
export const isForbidden = (error: unknown): boolean => codeOf(error) === '42501';

/** What it waits for is locked for longer than it may wait. */
export const isLocked = (error: unknown): boolean => codeOf(error) === '55P03';

/** A statement took longer than it may. */
export const isTimeout = (error: unknown): boolean => codeOf(error) === '57014';

const NOT_WRITTEN = 'The database cannot answer just now; nothing was written. Try again shortly.';

/** `cause`: logged for the operator. */
export const unavailable = (message = NOT_WRITTEN, cause?: unknown) =>
  new Refusal('unavailable', message, { headers: { 'Retry-After': '1' }, cause });

/** Statements are made for tables as they were when this process opened the database. */
export const redistributed = (cause?: unknown) =>
  unavailable(
    'The tables were distributed after this process had opened the database; it has to be started again.',
    cause,
  );

/** A database that is away, full or too slow becomes a refusal that the caller may try again after. Any other error
 * stays as it is. */
export function asRefusal(error: unknown, timeoutSeconds: number): unknown {
  if (isTimeout(error))
    return unavailable(`This question took longer than ${timeoutSeconds} s; ask for less at a time.`, error);
  if (codeOf(error) === '0A000') return redistributed(error);
  return isLost(error) || /^(53|25006|58|40001|40P01)/.test(codeOf(error)) ? unavailable(undefined, error) : error;
}
