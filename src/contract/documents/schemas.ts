// What the schemas of the OpenAPI document are made of, as JSON Schema 2020-12, and those that all resources share.
import { kinds } from '../../catalogue/kinds.ts';
import { errors } from '../errors.ts';
import { FAULTS } from '../limits.ts';
import { RELATIVE_DAY } from '../request/days.ts';

export type Json = { readonly [key: string]: unknown };

export const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

export const object = (
  description: string,
  properties: Json,
  required = Object.keys(properties),
  more: Json = {},
): Json => ({
  type: 'object',
  description,
  ...more,
  properties,
  ...(required.length > 0 && { required }),
});

export const list = (items: Json, description?: string): Json => ({
  type: 'array',
  items,
  ...(description && { description }),
});

/** An object with any names. */
export const byName = (description: string, additionalProperties: Json): Json => ({
  type: 'object',
  description,
  additionalProperties,
});

/** The value of a group. */
export const anyValue: Json = { anyOf: [{ type: 'string' }, { type: 'number' }, { type: 'null' }] };

export const text = (description: string): Json => ({ type: 'string', description });
export const whole = (description: string): Json => ({ type: 'integer', description });
export const flag = (description: string): Json => ({ type: 'boolean', description });
export const orNull = (type: string, description: string): Json => ({ type: [type, 'null'], description });

const databaseHealth = object(
  'What is behind the service, where there are several servers or where it takes no writes.',
  {
    engine: text('`postgresql`, or `sqlite` for the embedded database.'),
    primary: flag(
      'Whether writes are taken: the server for them answers, or the disk of the embedded database has room.',
    ),
    replicas: list(
      object('A read replica.', {
        name: text('Which of the configured replicas it is.'),
        in_use: flag('Whether it answers reads: it is up and not too far behind.'),
        lag_seconds: orNull('number', 'How far it is behind; null while it is not known.'),
      }),
      'The read replicas.',
    ),
    workers: list(
      object('A server with some of the tables.', {
        name: text('Which of the workers it is.'),
        up: flag('Whether it answers. Without it, records that it has can be neither read nor created.'),
      }),
      'The servers over which tables are distributed, when one of them is away.',
    ),
  },
  ['engine', 'primary', 'replicas'],
);

const faults = {
  list: { type: 'array', maxItems: FAULTS, items: reference('Fault') },
  more: whole('How many more faults there are, where not all are listed.'),
};

const codes = Object.keys(errors).filter((code) => code !== 'invalid_parameters');

export const sharedSchemas: Json = {
  PaginationMeta: object(
    'Where a page stands in the whole.',
    {
      total: whole('How many records match in all.'),
      limit: whole('Page size that was applied.'),
      offset: whole('How many records were skipped.'),
    },
    undefined,
    { examples: [{ total: 240, limit: 50, offset: 0 }] },
  ),
  Health: object(
    'How the service is.',
    {
      status: text('`ok` while the database answers; `degraded` while it answers reads but takes no writes.'),
      product: text('Name of the service.'),
      version: text('Version of the service.'),
      writes_enabled: flag('Whether a write token is configured.'),
      database: databaseHealth,
    },
    ['status', 'product', 'version', 'writes_enabled'],
  ),
  ServiceIndex: { type: 'object', description: 'Where everything is.', additionalProperties: true },
  Error: object('The envelope of errors.', {
    error: object(
      'What went wrong.',
      {
        code: { type: 'string', enum: codes, description: 'What happened, for programs.' },
        message: text('What happened and what to do, for people.'),
        details: {
          type: 'object',
          description: `With \`validation_error\`: the faults, up to ${FAULTS}, in \`errors\`.`,
          properties: { errors: faults.list, more: faults.more },
          additionalProperties: true,
        },
      },
      ['code', 'message'],
    ),
  }),
  InvalidParameters: object(
    'What is wrong with the parameters of a read.',
    { detail: faults.list, more: faults.more },
    ['detail'],
  ),
  Fault: object(
    'One thing that is wrong with a request.',
    {
      type: text('What sort of fault it is, for programs.'),
      loc: list(
        { anyOf: [{ type: 'string' }, { type: 'integer' }] },
        'Where it is: `query`, `path`, `header` or `body`, then the name.',
      ),
      msg: text('What is wrong, for people.'),
      input: { description: 'What was sent.' },
      ctx: { type: 'object', description: 'The bound that was missed, where there is one.' },
    },
    ['loc', 'msg', 'type'],
  ),
  Moment: {
    ...kinds.date!.schema,
    pattern: kinds.date!.schema.pattern!.replace(/\)\$$/, `|${RELATIVE_DAY})$`),
    description:
      'A day; a moment with its offset from UTC (RFC 3339); or a day by its distance from today (UTC): `today`, `week-start`, `month-start`, `quarter-start`, `year-start`, each with `+` or `-`, a number and `d`, `w`, `m` or `y` behind it, such as `today-90d`.',
  },
};
