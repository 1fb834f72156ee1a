// The schemas of each resource for the OpenAPI document: records, parts of them, pages and create bodies.
import { kinds } from '../../catalogue/kinds.ts';
import type { Catalogue, DataRecord, Field, Reference, Resource } from '../../catalogue/resource.ts';
import { timeZones } from '../../catalogue/time-zones.ts';
import { inputSchema } from '../request/check-value.ts';
import { columnsOf, exampleHop, fieldsFor, isHop } from '../request/field-lists.ts';
import { type Json, object, reference } from './schemas.ts';

/** Two real records of each resource, by its name. */
export type Examples = Readonly<Record<string, readonly DataRecord[]>>;

export function resourceSchemas(catalogue: Catalogue, examples: Examples): Json {
  const perResource = catalogue.flatMap((resource) => {
    const { name, schema, creatable } = resource;
    const example = examples[name]?.[0];
    return [
      [schema, responseSchema(resource, example)],
      [`${schema}Collection`, collectionSchema(resource, schema)],
      [`${schema}Part`, partSchema(resource)],
      [`${schema}PartCollection`, collectionSchema(resource, `${schema}Part`)],
      ...(fieldsFor.expand(resource).length > 0 ? [[`${schema}Expanded`, expandedSchema(resource)]] : []),
      ...(creatable ? [[`${schema}Create`, createSchema(resource, example)]] : []),
    ];
  });
  return { ...Object.fromEntries(perResource), ...valueSchemas };
}

const byNames = <F extends { readonly name: string }>(fields: readonly F[], make: (field: F) => Json): Json =>
  Object.fromEntries(fields.map((field) => [field.name, make(field)]));

function responseSchema(resource: Resource, example: DataRecord | undefined): Json {
  const { about, fields } = resource;
  const own = byNames(fields, (field) => ({ ...responseType(field), description: descriptionOf(field) }));
  const required = fields.filter((field) => field.required).map((field) => field.name);
  return object(about, { ...own, ...expanded(resource) }, required, example && { examples: [example] });
}

/** A record with only some `fields`: the same properties and those of references, none of them required. */
function partSchema(resource: Resource): Json {
  const columns = byNames([...columnsOf(resource).values()], (column) =>
    isHop(column) ? { type: [column.field.kind.schema.type, 'null'] } : responseType(column),
  );
  const hop = exampleHop(resource);
  const hops = hop && ` \`${hop}\` is \`${hop.replace(/.*\./, '')}\` of what \`${hop.replace(/\..*/, '')}\` leads to.`;
  const description = `With \`fields\`: only those of \`${resource.schema}\`, which describes them.${hops}`;
  return object(description, { ...columns, ...expanded(resource) }, []);
}

/** The schema of an answer: of whole records, or, with `fields`, of parts of them. `suffix`: the end of the name of a
 * page. */
export const wholeOrPart = ({ schema }: Resource, suffix = ''): Json => ({
  anyOf: [reference(schema + suffix), reference(`${schema}Part${suffix}`)],
});

const expanded = (resource: Resource): Json =>
  fieldsFor.expand(resource).length > 0 ? { expanded: reference(`${resource.schema}Expanded`) } : {};

function expandedSchema(resource: Resource): Json {
  const orNull = ({ target }: Reference) => ({ anyOf: [reference(target.schema), { type: 'null' }] });
  const description = 'With `expand`: the records that these references lead to.';
  return object(description, byNames(fieldsFor.expand(resource), orNull), []);
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
  object(`One page of ${resource.many}${items === resource.schema ? '' : ', with `fields`'}.`, {
    data: { type: 'array', items: reference(items) },
    meta: reference('PaginationMeta'),
  });

function createSchema(resource: Resource, example: DataRecord | undefined): Json {
  const taken = resource.fields.filter((field) => field.create);
  const required = taken.filter((field) => field.create === 'required').map((field) => field.name);
  const description = `A new ${resource.one}. Fields that are omitted or null get their default, or stay null.`;
  return object(description, byNames(taken, createProperty), required, {
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
