// Every way a request can fail. Only this table chooses status codes.
import type { Fault } from './faults.ts';
import { ADDRESS_LENGTH, BODY_BYTES, BODY_SECONDS, countText, FAULTS, KEY_HOURS, sizeText } from './limits.ts';

export const errors = {
  invalid_parameters: {
    status: 422,
    about: `A query or path parameter is invalid; every fault is listed, up to ${FAULTS}.`,
  },
  validation_error: {
    status: 422,
    about: `The request body is invalid; every fault is listed in \`error.details.errors\`, up to ${FAULTS}.`,
  },
  idempotency_conflict: {
    status: 422,
    about: `The \`Idempotency-Key\` was used for another create within the last ${KEY_HOURS} hours.`,
  },
  unauthorized: { status: 401, about: 'The bearer token is missing or wrong.' },
  forbidden: {
    status: 403,
    about: 'The bearer token may not do this; `WWW-Authenticate` names the scope that is missing.',
  },
  writes_disabled: { status: 503, about: 'The deployment has no write token configured, so nothing can be created.' },
  unavailable: { status: 503, about: 'The database cannot answer just now; try again shortly.' },
  not_found: { status: 404, about: 'There is nothing at this address.' },
  conflict: { status: 409, about: 'What is in the database already stands against it.' },
  cursor_gone: {
    status: 410,
    about:
      'The place in the changes is older than what is kept, or of another state of the data; begin again without `after`.',
  },
  method_not_allowed: {
    status: 405,
    about: 'The address exists, but not for this method; `Allow` lists those it takes.',
  },
  payload_too_large: { status: 413, about: `The request body is larger than ${sizeText(BODY_BYTES)}.` },
  uri_too_long: { status: 414, about: `The address is longer than ${countText(ADDRESS_LENGTH)} characters.` },
  request_timeout: { status: 408, about: `The request body did not come within ${BODY_SECONDS} seconds.` },
  rate_limited: {
    status: 429,
    about: 'More requests in a minute than the operator allows; `Retry-After` says when to go on.',
  },
  internal_error: { status: 500, about: 'A fault of the service itself; the log has the details.' },
} as const;

export type ErrorCode = keyof typeof errors;

/** Thrown to end a request with an error. The HTTP layer makes an answer of it. */
export class Refusal extends Error {
  readonly code: ErrorCode;
  readonly faults: readonly Fault[];
  /** Faults that are not in the list: there may be too many to make one of each. */
  readonly moreFaults: number;
  /** Further properties beside the list of faults. */
  readonly details: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: ErrorCode, message: string, options: RefusalOptions = {}) {
    const { faults = [], moreFaults = 0, details = {}, headers = {}, cause } = options;
    super(message, { cause });
    this.code = code;
    this.faults = faults;
    this.moreFaults = moreFaults;
    this.details = details;
    this.headers = headers;
  }
}

export type RefusalOptions = {
  readonly faults?: readonly Fault[];
  readonly moreFaults?: number;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** The error behind it, which is logged with the id of the request. */
  readonly cause?: unknown;
};

export const invalidParameters = (faults: readonly Fault[], headers: RefusalOptions['headers'] = {}): Refusal =>
  new Refusal('invalid_parameters', 'Invalid parameters.', { faults, headers });

/** Invalid parameters of a read are a plain list of faults. All other errors use the envelope. However many faults
 * there are, the body has a bounded number of them. */
export function errorBody({ code, message, faults, moreFaults, details }: Refusal): object {
  const listed = faults.slice(0, FAULTS);
  const count = moreFaults + faults.length - listed.length;
  const more = count > 0 ? { more: count } : {};
  if (code === 'invalid_parameters') return { detail: listed, ...more };
  return { error: { code, message, ...(listed.length > 0 && { details: { errors: listed, ...more, ...details } }) } };
}

/** The part of an unexpected error that may be logged. Other properties can hold values of a record, such as the
 * `detail` of PostgreSQL's errors. */
export function trace(thrown: unknown): string {
  if (!(thrown instanceof Error)) return `Thrown: ${typeof thrown}`;
  const { code } = thrown as { code?: unknown };
  return `${typeof code === 'string' ? `${code} ` : ''}${thrown.stack ?? thrown.message}`;
}

/** An error of a database, for one line of the log. */
export function databaseLine(error: unknown): string {
  const { code } = error as { code?: unknown };
  return `database: ${typeof code === 'string' ? `${code} ` : ''}${messageOf(error)}`;
}

/** The result of a function; `undefined` where it throws. */
export function tried<T>(make: () => T): T | undefined {
  try {
    return make();
  } catch {
    return undefined;
  }
}

export const messageOf = (thrown: unknown): string => (thrown instanceof Error ? thrown.message : String(thrown));
