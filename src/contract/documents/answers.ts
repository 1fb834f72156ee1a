// The answers of operations for the OpenAPI document: headers, bodies and errors.
import { type ErrorCode, errors } from '../errors.ts';
import { faultAt, tooLarge } from '../faults.ts';
import { ADDRESS_LENGTH, BODY_BYTES, BODY_SECONDS, countText, LIMIT, LINK_LENGTH, sizeText } from '../limits.ts';
import { formats } from '../request/list-query.ts';
import { type Json, reference } from './schemas.ts';

const lines = { schema: { type: 'string' } };

/** The formats besides JSON: those that come as a table, and all that come as a stream. */
export const tableContent: Json = {
  [formats.csv]: lines,
  [formats.xlsx]: { schema: { type: 'string', format: 'binary' } },
};
export const streamContent: Json = { ...tableContent, [formats.ndjson]: lines };

const header = (description: string, type = 'string'): Json => ({ description, schema: { type } });

export const headers: Json = {
  Location: header('Address of the new record.'),
  'Idempotency-Replayed': {
    description: '`true` when the record is one that an earlier request with the same `Idempotency-Key` created.',
    schema: { type: 'string', const: 'true' },
  },
  'Workforce-Position': header(
    'How new data must be to hold this record or these changes, for reads that must see them. Only where there are replicas.',
  ),
  'WWW-Authenticate': header('How to authenticate (RFC 6750).'),
  RateLimit: header(
    'What is left for this client, where the operator has set a limit: requests, and seconds until all are back.',
  ),
  'Retry-After': header('Seconds to wait before trying again.', 'integer'),
  ETag: header('Strong tag of this answer, for `If-None-Match`. Not on streams.'),
  Link: header(
    `Where the first, previous, next and last pages are (RFC 8288), as paths on this host: \`</api/v1/jobs?limit=50&offset=50>; rel="next"\`. Only on pages of JSON, and where the parameters take no more than ${countText(LINK_LENGTH)} characters.`,
  ),
  'Cache-Control': header('Answers may be kept, and are to be asked for again with their tag.'),
  'Workforce-Ignored': header(
    'Names of parameters that mean nothing here and were ignored, separated by commas. Only where there are any.',
  ),
  'Preference-Applied': {
    description: '`handling=strict` when `Prefer` asked for that: no parameter was ignored.',
    schema: { type: 'string', const: 'handling=strict' },
  },
};

const headersNamed = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));

export const READ_HEADERS = ['ETag', 'Cache-Control', 'Workforce-Ignored', 'Preference-Applied'];

/** `others`: the formats besides JSON. */
export const answer = (
  description: string,
  schema: Json,
  headerNames: readonly string[] = [],
  example?: unknown,
  others: Json = {},
): Json => ({
  description,
  ...(headerNames.length > 0 && { headers: headersNamed(headerNames) }),
  content: { 'application/json': { schema, ...(example !== undefined && { example }) }, ...others },
});

const exampleFault = faultAt(['query', 'limit'], tooLarge(LIMIT.maximum), '500');
const exampleBodyFault = { type: 'missing', loc: ['body', 'name'], msg: 'Field required', input: null };

const failed = (codes: ErrorCode[], message: string, headerNames: string[] = [], details?: Json): Json =>
  answer(codes.map((code) => errors[code].about).join(' Or: '), reference('Error'), headerNames, {
    error: { code: codes[0], message, ...(details && { details }) },
  });

export const responses: Json = {
  NotModified: {
    description: 'The answer is the same as the one with the tag in `If-None-Match`; it is not sent again.',
    headers: headersNamed(READ_HEADERS),
  },
  InvalidParameters: answer(errors.invalid_parameters.about, reference('InvalidParameters'), ['Preference-Applied'], {
    detail: [exampleFault],
  }),
  NotFound: failed(['not_found'], 'There is no employee with this id.'),
  Conflict: failed(['conflict'], 'The database has records already; only an empty one is filled with demo data.'),
  CursorGone: failed(['cursor_gone'], 'This place in the changes is not known. Begin again without `after`.'),
  Unauthorized: failed(['unauthorized'], 'Send the write token in the header "Authorization: Bearer <API_TOKEN>".', [
    'WWW-Authenticate',
  ]),
  Forbidden: failed(['forbidden'], 'This needs the scope create:leave: ask the operator for a token that has it.', [
    'WWW-Authenticate',
  ]),
  RequestTimeout: failed(['request_timeout'], `The body did not come within ${BODY_SECONDS} s; send it again.`),
  AddressTooLong: failed(['uri_too_long'], `The address has more than ${ADDRESS_LENGTH} characters; ask for less.`),
  RateLimited: failed(['rate_limited'], 'More than 600 requests a minute; wait 1 s.', ['Retry-After', 'RateLimit']),
  PayloadTooLarge: failed(['payload_too_large'], `The body is larger than ${sizeText(BODY_BYTES)}; send less.`),
  ValidationError: failed(['validation_error', 'idempotency_conflict'], 'name: Field required.', [], {
    errors: [exampleBodyFault],
  }),
  Unavailable: failed(['unavailable'], 'The database cannot answer just now; nothing was written. Try again shortly.', [
    'Retry-After',
  ]),
  WritesDisabled: failed(
    ['writes_disabled', 'unavailable'],
    'Writing is switched off: the operator has not set WORKFORCE_API_TOKEN.',
    ['Retry-After'],
  ),
  InternalError: failed(['internal_error'], 'Something went wrong on our side; it has been logged.'),
};

export const answers = (names: Record<number, string>): Json =>
  Object.fromEntries(
    Object.entries(names).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );

export const ALWAYS = {
  414: 'AddressTooLong',
  429: 'RateLimited',
  500: 'InternalError',
  503: 'Unavailable',
};

export const READ_FAILURES = { ...ALWAYS, 304: 'NotModified', 422: 'InvalidParameters' };
export const WRITE_FAILURES = {
  ...ALWAYS,
  401: 'Unauthorized',
  403: 'Forbidden',
  408: 'RequestTimeout',
  413: 'PayloadTooLarge',
  422: 'ValidationError',
  503: 'WritesDisabled',
};
