// The schemas for the OpenAPI document, as JSON Schema 2020-12: each resource in answers and in create bodies, and the
// schemas that all resources share.

import { kinds } from '../../catalogue/kinds.ts';
import type { Catalogue, DataRecord, Field, Resource } from '../../catalogue/resource.ts';
import { timeZones } from '../../catalogue/time-zones.ts';
import { errors } from '../errors.ts';
import { FAULTS } from '../limits.ts';
import { inputSchema } from '../request/check-value.ts';
import { RELATIVE_DAY } from '../request/days.ts';
import { columnsOf, exampleHop, fieldsFor, isHop } from '../request/field-lists.ts';

export type Json = { readonly [key: string]: unknown };

/** Two real records of each resource, by its name. */
export type Examples = Readonly<Record<string, readonly DataRecord[]>>;

export const reference = (name: string): Json => ({ $ref: `#/components/schemas/${name}` });

const object = (properties: Json, required = Object.keys(properties), more: Json = {}): Json => ({
  type: 'object',
  ...more,
  properties,
  ...(required.length > 0 && { required }),
});

export function schemas(catalogue: Catalogue, examples: Examples): Json {
  const perResource = catalogue.flatMap((resource) => {
    const { name, schema, creatable } = resource;
    const example = examples[name]?.[0];
    return [
      [schema, responseSchema(resource, example)],
      [`${schema}Collection`, collectionSchema(resource, schema)],
      [`${schema}Part`, partSchema(resource)],
      [`${schema}PartCollection`, collectionSchema(resource, `${schema}Part`)],
      ...(creatable ? [[`${schema}Create`, createSchema(resource, example)]] : []),
    ];
  });
  return { ...Object.fromEntries(perResource), ...shared, ...valueSchemas };
}

function responseSchema(resource: Resource, example: DataRecord | undefined): Json {
  const properties = resource.fields.map((field) => [
    field.name,
    { ...responseType(field), description: descriptionOf(field) },
  ]);
  const required = resource.fields.filter((field) => field.required).map((field) => field.name);
  return object({ ...Object.fromEntries(properties), ...expandedProperty(resource) }, required, {
    description: resource.about,
    ...(example && { examples: [example] }),
  });
}

/** A record with only some `fields`: the same properties and those of references, none of them required. */
function partSchema(resource: Resource): Json {
  const columns = Array.from(columnsOf(resource).values(), (column) => [
    column.name,
    isHop(column) ? { type: [column.field.kind.schema.type, 'null'] } : responseType(column),
  ]);
  const hop = exampleHop(resource);
  const hops = hop && ` \`${hop}\` is \`${hop.replace(/.*\./, '')}\` of what \`${hop.replace(/\..*/, '')}\` leads to.`;
  return object({ ...Object.fromEntries(columns), ...expandedProperty(resource) }, [], {
    description: `With \`fields\`: those fields of the ${resource.one}, as \`${resource.schema}\` describes them, and no others.${hops}`,
  });
}

/** The schema of an answer: of whole records, or, with `fields`, of parts of them. `suffix`: the end of the name of a
 * page. */
export const wholeOrPart = ({ schema }: Resource, suffix = ''): Json => ({
  anyOf: [reference(schema + suffix), reference(`${schema}Part${suffix}`)],
});

function expandedProperty(resource: Resource): Json {
  const references = fieldsFor.expand(resource);
  if (references.length === 0) return {};
  const properties = references.map(({ name, target }) => [
    name,
    { anyOf: [reference(target.schema), { type: 'null' }] },
  ]);
  const description = 'The records that the references named in `expand` lead to; only where that is asked for.';
  return { expanded: object(Object.fromEntries(properties), [], { description }) };
}

function responseType({ kind, required }: Field): Json {
  const { type, contentMediaType } = kind.schema;
  return { type: required ? type : [type, 'null'], ...(contentMediaType && { contentMediaType }) };
}

/** Dates have no `format`: each of them is a day or a timestamp, as it was sent, and strict clients would refuse the
 * other one. */
const descriptionOf = ({ kindName, about }: Field): string =>
  kindName === 'date' ? `${about} A day (\`2026-03-04\`) or a timestamp (\`2026-03-04T09:30:00Z\`).` : about;

const collectionSchema = (resource: Resource, items: string): Json =>
  object({ data: { type: 'array', items: reference(items) }, meta: reference('PaginationMeta') }, ['data', 'meta'], {
    description: `One page of ${resource.many}${items === resource.schema ? '' : ', with `fields`'}.`,
  });

function createSchema(resource: Resource, example: DataRecord | undefined): Json {
  const taken = resource.fields.filter((field) => field.create);
  const properties = taken.map((field) => [field.name, createProperty(field)]);
  const required = taken.filter((field) => field.create === 'required').map((field) => field.name);
  const description = `A new ${resource.one}. Fields that are omitted or null get their default, or stay null.`;
  return object(Object.fromEntries(properties), required, {
    description,
    ...(example && { examples: [bodyExample(resource, example)] }),
    additionalProperties: false,
  });
}

/** A create body that makes such a record. Unique values are changed, so that the example can be sent as it is. */
function bodyExample(resource: Resource, record: DataRecord): DataRecord {
  const fresh = new Set(resource.unique.map((names) => names.at(-1)));
  const sent = resource.fields.filter((field) => field.create && record[field.name] !== null);
  return Object.fromEntries(sent.map(({ name }) => [name, fresh.has(name) ? `${record[name]}-2` : record[name]!]));
}

function createProperty(field: Field): Json {
  const { type, ...rest } = inputSchema(field);
  const named = valueNames[field.kindName];
  const typed = { type: [type, 'null'], ...rest };
  const optional = named ? { anyOf: [reference(named), { type: 'null' }] } : typed;
  return {
    ...(field.create === 'optional' ? optional : { type, ...rest }),
    ...(typeof field.default !== 'function' && field.default !== undefined && { default: field.default }),
    description: descriptionOf(field),
  };
}

/** Kinds with a long pattern, which create bodies refer to. */
const valueNames: Readonly<Record<string, string>> = {
  url: 'UrlValue',
  colour: 'ColourValue',
  locale: 'LocaleValue',
  timezone: 'TimeZoneValue',
  date: 'DateValue',
};

const valueSchemas: Json = Object.fromEntries(
  Object.entries(valueNames).map(([name, key]) => {
    const { schema, expected } = kinds[name]!;
    const pattern = name === 'timezone' ? `^(?:${byArea(timeZones)})$` : schema.pattern;
    return [key, { ...schema, pattern, description: `Is ${expected}.` }];
  }),
);

/** Matches the names, each area said once: `Africa/(?:Abidjan|Accra)`. */
function byArea(names: readonly string[]): string {
  const areas = Map.groupBy(names, (name) => name.slice(0, name.lastIndexOf('/') + 1));
  const parts = [...areas].map(([area, all]) => `${area}(?:${all.map((name) => name.slice(area.length)).join('|')})`);
  return parts.join('|').replaceAll('+', '\\+');
}

const fault = object(
  {
    type: { type: 'string', description: 'What sort of fault it is, for programs.' },
    loc: {
      type: 'array',
      items: { anyOf: [{ type: 'string' }, { type: 'integer' }] },
      description: 'Where it is: `query`, `path`, `header` or `body`, then the name.',
    },
    msg: { type: 'string', description: 'What is wrong, for people.' },
    input: { description: 'What was sent.' },
    ctx: { type: 'object', description: 'The bound that was missed, where there is one.' },
  },
  ['loc', 'msg', 'type'],
  { description: 'One thing that is wrong with a request.' },
);

const databaseHealth = object(
  {
    engine: { type: 'string', description: '`postgresql`, or `sqlite` for the embedded database.' },
    primary: {
      type: 'boolean',
      description:
        'Whether writes are taken: the server for them answers, or the disk of the embedded database has room.',
    },
    replicas: {
      type: 'array',
      items: object(
        {
          name: { type: 'string', description: 'Which of the configured replicas it is.' },
          in_use: { type: 'boolean', description: 'Whether it answers reads: it is up and not too far behind.' },
          lag_seconds: { type: ['number', 'null'], description: 'How far it is behind; null while it is not known.' },
        },
        ['name', 'in_use', 'lag_seconds'],
      ),
      description: 'The read replicas.',
    },
    workers: {
      type: 'array',
      items: object(
        {
          name: { type: 'string', description: 'Which of the workers it is.' },
          up: {
            type: 'boolean',
            description: 'Whether it answers. Without it, records that it has can be neither read nor created.',
          },
        },
        ['name', 'up'],
      ),
      description: 'The servers over which tables are distributed, when one of them is away.',
    },
  },
  ['engine', 'primary', 'replicas'],
  { description: 'What is behind the service, where there are several servers or where it takes no writes.' },
);

const faultList: Json = { type: 'array', maxItems: FAULTS, items: reference('Fault') };
const moreFaults: Json = { type: 'integer', description: 'How many more faults there are, where not all are listed.' };

const codes = Object.keys(errors).filter((code) => code !== 'invalid_parameters');

const shared: Json = {
  PaginationMeta: object(
    {
      total: { type: 'integer', description: 'How many records match in all.' },
      limit: { type: 'integer', description: 'Page size that was applied.' },
      offset: { type: 'integer', description: 'How many records were skipped.' },
    },
    ['total', 'limit', 'offset'],
    { description: 'Where a page stands in the whole.', examples: [{ total: 240, limit: 50, offset: 0 }] },
  ),
  Health: object(
    {
      status: {
        type: 'string',
        description: '`ok` while the database answers; `degraded` while it answers reads but takes no writes.',
      },
      product: { type: 'string', description: 'Name of the service.' },
      version: { type: 'string', description: 'Version of the service.' },
      writes_enabled: { type: 'boolean', description: 'Whether a write token is configured.' },
      database: databaseHealth,
    },
    ['status', 'product', 'version', 'writes_enabled'],
    { description: 'How the service is.' },
  ),
  ServiceIndex: { type: 'object', description: 'Where everything is.', additionalProperties: true },
  Error: object(
    {
      error: object(
        {
          code: { type: 'string', enum: codes, description: 'What happened, for programs.' },
          message: { type: 'string', description: 'What happened and what to do, for people.' },
          details: {
            type: 'object',
            description: `With \`validation_error\`: the faults, up to ${FAULTS}, in \`errors\`.`,
            properties: { errors: faultList, more: moreFaults },
            additionalProperties: true,
          },
        },
        ['code', 'message'],
      ),
    },
    ['error'],
    { description: 'The envelope of errors.' },
  ),
  InvalidParameters: object({ detail: faultList, more: moreFaults }, ['detail'], {
    description: 'What is wrong with the parameters of a read.',
  }),
  Fault: fault,
  DateOrTimestamp: {
    ...kinds.date!.schema,
    pattern: kinds.date!.schema.pattern!.replace(/\)\$$/, `|${RELATIVE_DAY})$`),
    description:
      'A day; a moment with its offset from UTC (RFC 3339); or a day by its distance from today (UTC): `today`, `week-start`, `month-start`, `quarter-start`, `year-start`, each with `+` or `-`, a number and `d`, `w`, `m` or `y` behind it, such as `today-90d`.',
  },
};
