// The error that every failed call throws, unless its signal was aborted. error-classes.ts has a subclass for each
// error code.

/** One fault of an invalid request. */
export type Fault = {
  /** The kind of fault, for programs. */
  readonly type: string;
  /** Where the fault is: `query`, `path`, `header` or `body`, then the name. */
  readonly loc: readonly (string | number)[];
  /** What is wrong, for people. */
  readonly msg: string;
  /** The value that was sent. */
  readonly input?: unknown;
  /** The limit that the value breaks, if there is one. */
  readonly ctx?: Readonly<Record<string, unknown>>;
};

export type Failure = {
  readonly status?: number;
  readonly code: string;
  readonly requestId?: string | undefined;
  readonly details?: Readonly<Record<string, unknown>> | undefined;
  readonly errors?: readonly Fault[] | undefined;
  readonly retryAfter?: number | undefined;
  readonly cause?: unknown;
};

export class WorkforceError extends Error {
  override readonly name: string = 'WorkforceError';
  /** The HTTP status, or 0 when there was no answer. */
  readonly status: number;
  /** The error code, for programs. */
  readonly code: string;
  /** The id of the request in the log of the service. */
  readonly requestId: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  /** All faults of an invalid request. Empty for other errors. */
  readonly errors: readonly Fault[];
  /** How many seconds to wait before a retry, if the service sent `Retry-After`. */
  readonly retryAfter: number | undefined;

  constructor(message: string, { status = 0, code, requestId, details, errors, retryAfter, cause }: Failure) {
    super(message, cause === undefined ? undefined : { cause });
    this.status = status;
    this.code = code;
    this.requestId = requestId;
    this.details = details ?? {};
    this.errors = errors ?? [];
    this.retryAfter = retryAfter;
  }
}

/** The service could not be reached, or the connection broke before the answer was complete. */
export class ConnectionError extends WorkforceError {
  override readonly name = 'ConnectionError';
  declare readonly code: 'connection_failed';

  constructor(message: string, cause?: unknown) {
    super(message, { code: 'connection_failed', cause });
  }
}

/** The call took longer than `timeout`, including retries and the waits between them. */
export class TimeoutError extends WorkforceError {
  override readonly name = 'TimeoutError';
  declare readonly code: 'timeout';

  constructor(message: string, cause?: unknown) {
    super(message, { code: 'timeout', cause });
  }
}
