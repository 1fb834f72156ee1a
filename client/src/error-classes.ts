// A class for every way the service says no. Written by `npm run generate`; change src/catalogue or src/contract/errors.ts instead.
import { WorkforceError } from './workforce-error.ts';

/** 422: A query or path parameter is invalid; every fault is listed, up to 50. */
export class InvalidParametersError extends WorkforceError {
  override readonly name = 'InvalidParametersError';
  declare readonly code: 'invalid_parameters';
}

/** 422: The request body is invalid; every fault is listed in `error.details.errors`, up to 50. */
export class ValidationError extends WorkforceError {
  override readonly name = 'ValidationError';
  declare readonly code: 'validation_error';
}

/** 422: The `Idempotency-Key` was used for another create within the last 24 hours. */
export class IdempotencyConflictError extends WorkforceError {
  override readonly name = 'IdempotencyConflictError';
  declare readonly code: 'idempotency_conflict';
}

/** 401: The bearer token is missing or wrong. */
export class UnauthorizedError extends WorkforceError {
  override readonly name = 'UnauthorizedError';
  declare readonly code: 'unauthorized';
}

/** 403: The bearer token may not do this; `WWW-Authenticate` names the scope that is missing. */
export class ForbiddenError extends WorkforceError {
  override readonly name = 'ForbiddenError';
  declare readonly code: 'forbidden';
}

/** 503: The deployment has no write token configured, so nothing can be created. */
export class WritesDisabledError extends WorkforceError {
  override readonly name = 'WritesDisabledError';
  declare readonly code: 'writes_disabled';
}

/** 503: The database cannot answer just now; try again shortly. */
export class UnavailableError extends WorkforceError {
  override readonly name = 'UnavailableError';
  declare readonly code: 'unavailable';
}

/** 404: There is nothing at this address. */
export class NotFoundError extends WorkforceError {
  override readonly name = 'NotFoundError';
  declare readonly code: 'not_found';
}

/** 409: What is in the database already stands against it. */
export class ConflictError extends WorkforceError {
  override readonly name = 'ConflictError';
  declare readonly code: 'conflict';
}

/** 410: The place in the changes is older than what is kept, or of another state of the data; begin again without `after`. */
export class CursorGoneError extends WorkforceError {
  override readonly name = 'CursorGoneError';
  declare readonly code: 'cursor_gone';
}

/** 405: The address exists, but not for this method; `Allow` lists those it takes. */
export class MethodNotAllowedError extends WorkforceError {
  override readonly name = 'MethodNotAllowedError';
  declare readonly code: 'method_not_allowed';
}

/** 413: The request body is larger than 1 MiB. */
export class PayloadTooLargeError extends WorkforceError {
  override readonly name = 'PayloadTooLargeError';
  declare readonly code: 'payload_too_large';
}

/** 414: The address is longer than 32,768 characters. */
export class UriTooLongError extends WorkforceError {
  override readonly name = 'UriTooLongError';
  declare readonly code: 'uri_too_long';
}

/** 408: The request body did not come within 30 seconds. */
export class RequestTimeoutError extends WorkforceError {
  override readonly name = 'RequestTimeoutError';
  declare readonly code: 'request_timeout';
}

/** 429: More requests in a minute than the operator allows; `Retry-After` says when to go on. */
export class RateLimitedError extends WorkforceError {
  override readonly name = 'RateLimitedError';
  declare readonly code: 'rate_limited';
}

/** 500: A fault of the service itself; the log has the details. */
export class InternalError extends WorkforceError {
  override readonly name = 'InternalError';
  declare readonly code: 'internal_error';
}

export const errorClasses = {
  invalid_parameters: InvalidParametersError,
  validation_error: ValidationError,
  idempotency_conflict: IdempotencyConflictError,
  unauthorized: UnauthorizedError,
  forbidden: ForbiddenError,
  writes_disabled: WritesDisabledError,
  unavailable: UnavailableError,
  not_found: NotFoundError,
  conflict: ConflictError,
  cursor_gone: CursorGoneError,
  method_not_allowed: MethodNotAllowedError,
  payload_too_large: PayloadTooLargeError,
  uri_too_long: UriTooLongError,
  request_timeout: RequestTimeoutError,
  rate_limited: RateLimitedError,
  internal_error: InternalError,
};
