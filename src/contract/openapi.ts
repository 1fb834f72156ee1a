// The interface as an OpenAPI 3.1 document: a pure function of the catalogue and of example records.
import type { Catalogue, DataRecord, Resource } from '../catalogue/resource.ts';
import { type ErrorCode, errors } from './errors.ts';
import { formats } from './list-query.ts';
import {
  filterParameters,
  idempotencyKey,
  ifNoneMatch,
  itemId,
  listParameters,
  position,
  sortParameter,
  wantedParameters,
} from './parameters.ts';
import { BASE, PRODUCT, VERSION } from './product.ts';
import { type Json, reference, schemas } from './schemas.ts';

/** Two real records of each resource, by its name. */
export type Examples = Readonly<Record<string, readonly DataRecord[]>>;

const DESCRIPTION = `People and hiring data over HTTP and JSON.

**Reading** is public. Every list takes \`limit\`, \`offset\` and \`q\`, equality filters, ranges and \`sort\`, answers in the order of \`id\` unless asked for another, and says the exact \`total\` and, in \`Link\`, where its other pages are. \`fields\` picks fields of records, and \`expand\` adds the records they refer to. Unknown parameters are ignored. Every GET also answers HEAD, OPTIONS answers preflight requests, and pages from any origin may read.

**Whole lists** come as CSV or as JSON lines, one record each, with \`Accept: text/csv\` or \`application/x-ndjson\`, or with \`format\`: all records of one moment, in one stream. A stream that fails ends without its last chunk. In CSV (RFC 4180, UTF-8, with a header row) a missing value is an empty cell and an empty text is \`""\`; a text that a spreadsheet would take for a formula has an apostrophe in front, also before those of its own. At most four streams are under way in a process; more are 503.

**Creating** takes the deployment's write token: \`Authorization: Bearer <API_TOKEN>\`. Checks come in this order: 503 when no token is configured, 401, 413, 422. A 201 is sent when the record is durable. Types are strict (\`"5"\` is no integer, \`5.0\` is one), strings are well-formed Unicode, and JSON with duplicate keys, \`__proto__\` or more than 32 levels is refused. References must exist. A body has at most 1 MiB.

**Errors** are an envelope with a stable \`error.code\`; invalid parameters of reads are a list in \`detail\`. An unknown address is 404 \`not_found\`, an unknown method 405 \`method_not_allowed\` with \`Allow\`.

**Dates** are \`2026-03-04\`, timestamps \`2026-03-04T09:30:00Z\`; both are in UTC unless sent with another offset.`;

export function openapi(catalogue: Catalogue, examples: Examples): Json {
  return {
    openapi: '3.1.0',
    info: {
      title: PRODUCT,
      version: VERSION,
      description: DESCRIPTION,
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: BASE, description: 'This host' }],
    tags: [
      { name: 'system', description: 'The index and the health check.' },
      ...catalogue.map(({ name, about }) => ({ name, description: about })),
    ],
    paths: Object.assign(
      systemPaths(),
      ...catalogue.map((resource) => resourcePaths(resource, examples[resource.name] ?? [])),
    ),
    components: {
      schemas: schemas(catalogue),
      parameters: {
        ...listParameters,
        item_id: itemId,
        if_none_match: ifNoneMatch,
        position,
        idempotency_key: idempotencyKey,
      },
      responses,
      headers,
      securitySchemes: {
        bearer: { type: 'http', scheme: 'bearer', description: 'The write token of the deployment.' },
      },
    },
  };
}

const headers: Json = {
  Location: { description: 'Address of the new record.', schema: { type: 'string' } },
  'Idempotency-Replayed': {
    description: '`true` when the record is one that an earlier request with the same `Idempotency-Key` created.',
    schema: { type: 'string', const: 'true' },
  },
  'Workforce-Position': {
    description: 'How new data must be to hold this record, for reads that must see it. Only where there are replicas.',
    schema: { type: 'string' },
  },
  'WWW-Authenticate': { description: 'How to authenticate (RFC 6750).', schema: { type: 'string' } },
  RateLimit: {
    description:
      'What is left for this client, where the operator has set a limit: requests, and seconds until all are back.',
    schema: { type: 'string' },
  },
  'Retry-After': { description: 'Seconds to wait before trying again.', schema: { type: 'integer' } },
  ETag: { description: 'Strong tag of this answer, for `If-None-Match`. Not on streams.', schema: { type: 'string' } },
  Link: {
    description:
      'Where the first, previous, next and last pages are (RFC 8288), as paths on this host: `</api/v1/jobs?limit=50&offset=50>; rel="next"`. Only on pages of JSON, and where the parameters take no more than 1,000 characters.',
    schema: { type: 'string' },
  },
  'Cache-Control': {
    description: 'Answers may be kept, and are to be asked for again with their tag.',
    schema: { type: 'string' },
  },
  'Access-Control-Allow-Origin': { description: 'Always `*`.', schema: { type: 'string', const: '*' } },
};

const headersNamed = (...names: string[]): Json =>
  Object.fromEntries(
    [...names, 'Access-Control-Allow-Origin'].map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  );

const content = (schema: Json, example?: unknown): Json => ({
  'application/json': { schema, ...(example !== undefined && { example }) },
});

const ok = (description: string, schema: Json, example?: unknown, ...headerNames: string[]): Json => ({
  description,
  headers: headersNamed(...headerNames),
  content: content(schema, example),
});

const exampleFault = {
  type: 'less_than_equal',
  loc: ['query', 'limit'],
  msg: 'Input should be less than or equal to 200',
  input: '500',
  ctx: { le: 200 },
};
const exampleBodyFault = { type: 'missing', loc: ['body', 'name'], msg: 'Field required', input: null };

const failed = (codes: ErrorCode[], message: string, headerNames: string[] = [], details?: Json): Json =>
  ok(
    codes.map((code) => errors[code].about).join(' Or: '),
    reference('Error'),
    { error: { code: codes[0], message, ...(details && { details }) } },
    ...headerNames,
  );

const responses: Json = {
  NotModified: {
    description: 'The answer is the same as the one with the tag in `If-None-Match`; it is not sent again.',
    headers: headersNamed('ETag', 'Cache-Control'),
  },
  InvalidParameters: ok(errors.invalid_parameters.about, reference('InvalidParameters'), { detail: [exampleFault] }),
  NotFound: failed(['not_found'], 'There is no employee with this id.'),
  Unauthorized: failed(['unauthorized'], 'Send the write token in the header "Authorization: Bearer <API_TOKEN>".', [
    'WWW-Authenticate',
  ]),
  RequestTimeout: failed(['request_timeout'], 'The body did not come within 30 s; send it again.'),
  AddressTooLong: failed(['uri_too_long'], 'The address has more than 32768 characters; ask for less.'),
  RateLimited: failed(['rate_limited'], 'More than 600 requests a minute; wait 1 s.', ['Retry-After', 'RateLimit']),
  PayloadTooLarge: failed(['payload_too_large'], 'The body is larger than 1 MiB; send less.'),
  ValidationError: failed(['validation_error', 'idempotency_conflict'], 'name: Field required.', [], {
    errors: [exampleBodyFault],
  }),
  NotHttp: {
    description:
      'What was sent is no HTTP, or HTTP that could be read in several ways; the answer has no body and ends the connection.',
  },
  HeadersTooLarge: { description: 'The address and headers are larger than 64 KiB together; the answer has no body.' },
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

const answers = (names: Record<number, string>): Json =>
  Object.fromEntries(
    Object.entries(names).map(([status, name]) => [status, { $ref: `#/components/responses/${name}` }]),
  );

const ALWAYS = {
  400: 'NotHttp',
  414: 'AddressTooLong',
  429: 'RateLimited',
  431: 'HeadersTooLarge',
  500: 'InternalError',
  503: 'Unavailable',
};

function systemPaths(): Json {
  const operation = (
    operationId: string,
    summary: string,
    description: string,
    schema: string,
    example: Json,
  ): Json => ({
    get: {
      operationId,
      summary,
      description,
      tags: ['system'],
      security: [],
      responses: { 200: ok(description, reference(schema), example), ...answers(ALWAYS) },
    },
  });
  return {
    '/': operation('getIndex', 'Index', 'Where everything is.', 'Index', {
      product: PRODUCT,
      version: VERSION,
      documentation: `${BASE}/docs`,
      openapi: `${BASE}/openapi.json`,
    }),
    '/v1/health': operation(
      'getHealth',
      'Health check',
      'Whether the service works, and whether it takes writes.',
      'Health',
      {
        status: 'ok',
        product: PRODUCT,
        version: VERSION,
        writes_enabled: false,
      },
    ),
  };
}

function resourcePaths(resource: Resource, examples: readonly DataRecord[]): Json {
  const path = `/v1/${resource.name}`;
  return {
    [path]: {
      get: listOperation(resource, examples),
      ...(resource.creatable && { post: createOperation(resource, examples[0]) }),
    },
    [`${path}/{item_id}`]: { get: getOperation(resource, examples[0]) },
  };
}

const READ_HEADERS: Json[] = ['if_none_match', 'position'].map((name) => ({ $ref: `#/components/parameters/${name}` }));

const pascal = (name: string): string => name.replace(/(^|-)(.)/g, (_, __, letter: string) => letter.toUpperCase());

function listOperation(resource: Resource, examples: readonly DataRecord[]): Json {
  const example = { data: examples, meta: { total: examples.length, limit: 50, offset: 0 } };
  return {
    operationId: `list${pascal(resource.name)}`,
    summary: `List ${resource.many}`,
    description: resource.about,
    tags: [resource.name],
    security: [],
    parameters: [
      ...Object.keys(listParameters).map((name) => ({ $ref: `#/components/parameters/${name}` })),
      sortParameter(resource),
      ...wantedParameters(resource),
      ...filterParameters(resource),
      ...READ_HEADERS,
    ],
    responses: {
      200: listed(resource, example),
      ...answers({ 304: 'NotModified', 422: 'InvalidParameters', ...ALWAYS }),
    },
  };
}

/** A page of JSON; or everything, as one stream. */
function listed(resource: Resource, example: Json): Json {
  const description = `One page of ${resource.many}; or, as CSV or JSON lines, all of them.`;
  const page = ok(description, reference(`${resource.schema}Collection`), example, 'ETag', 'Link', 'Cache-Control');
  const stream = { schema: { type: 'string' } };
  return { ...page, content: { ...(page.content as Json), [formats.csv]: stream, [formats.ndjson]: stream } };
}

function getOperation(resource: Resource, example: DataRecord | undefined): Json {
  return {
    operationId: `get${resource.schema}`,
    summary: `Get one ${resource.one}`,
    description: `The ${resource.one} with this id, the same as it is in the list.`,
    tags: [resource.name],
    security: [],
    parameters: [{ $ref: '#/components/parameters/item_id' }, ...wantedParameters(resource), ...READ_HEADERS],
    responses: {
      200: ok(`The ${resource.one}.`, reference(resource.schema), example, 'ETag', 'Cache-Control'),
      ...answers({ 304: 'NotModified', 404: 'NotFound', 422: 'InvalidParameters', ...ALWAYS }),
    },
  };
}

function createOperation(resource: Resource, example: DataRecord | undefined): Json {
  const rules = resource.unique.map((names) => `No two ${resource.many} have the same ${names.join(', ')}.`).join(' ');
  return {
    operationId: `create${resource.schema}`,
    summary: `Create a ${resource.one}`.replace(/ a (?=[aeiou])/, ' an '),
    description: `Adds a ${resource.one}. References must exist.${rules && ` ${rules}`}`.replace(
      / a (?=[aeiou])/,
      ' an ',
    ),
    tags: [resource.name],
    security: [{ bearer: [] }],
    parameters: [{ $ref: '#/components/parameters/idempotency_key' }],
    requestBody: {
      required: true,
      content: content(reference(`${resource.schema}Create`), example && bodyExample(resource, example)),
    },
    responses: {
      201: ok(
        `The new ${resource.one}.`,
        reference(resource.schema),
        example,
        'Location',
        'Idempotency-Replayed',
        'Workforce-Position',
      ),
      ...answers({
        401: 'Unauthorized',
        408: 'RequestTimeout',
        413: 'PayloadTooLarge',
        422: 'ValidationError',
        ...ALWAYS,
        503: 'WritesDisabled',
      }),
    },
  };
}

/** A real record as somebody would have sent it; what must be unique is made new, so that it can be sent as it is. */
function bodyExample(resource: Resource, record: DataRecord): DataRecord {
  const fresh = new Set(resource.unique.map((names) => names.at(-1)));
  const sent = resource.fields.filter((field) => field.create && record[field.name] !== null);
  return Object.fromEntries(sent.map(({ name }) => [name, fresh.has(name) ? `${record[name]}-2` : record[name]!]));
}
