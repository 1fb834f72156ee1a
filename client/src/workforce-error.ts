// What every call that fails throws, unless its signal was aborted. The classes in error-classes.ts name what happened.

/** One thing that is wrong with a request. */
export type Fault = {
  /** What sort of fault it is, for programs. */
  readonly type: string;
  /** Where it is: `query`, `path`, `header` or `body`, then the name. */
  readonly loc: readonly (string | number)[];
  /** What is wrong, for people. */
  readonly msg: string;
  /** What was sent. */
  readonly input?: unknown;
  /** The bound that was missed, where there is one. */
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
  /** The HTTP status; 0 when there was no answer. */
  readonly status: number;
  /** What happened, for programs. */
  readonly code: string;
  /** Names the request in the service's log. */
  readonly requestId: string | undefined;
  readonly details: Readonly<Record<string, unknown>>;
  /** Every fault of a request that was invalid; empty for other errors. */
  readonly errors: readonly Fault[];
  /** Seconds after which the service wants to be asked again, where it said so. */
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

/** The service could not be reached, or the connection broke before the answer was whole. */
export class ConnectionError extends WorkforceError {
  override readonly name = 'ConnectionError';
  declare readonly code: 'connection_failed';

  constructor(message: string, cause?: unknown) {
    super(message, { code: 'connection_failed', cause });
  }
}

/** The call took longer than `timeout`, tries and waits included. */
export class TimeoutError extends WorkforceError {
  override readonly name = 'TimeoutError';
  declare readonly code: 'timeout';

  constructor(message: string, cause?: unknown) {
    super(message, { code: 'timeout', cause });
  }
}
