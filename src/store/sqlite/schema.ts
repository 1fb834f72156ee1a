// The tables of the embedded database, derived from the catalogue: ordinary typed columns for any SQL tool to read, and
// beside them each record's texts: its response JSON and what `q` looks through.
import type { Field, Resource } from '../../catalogue/resource.ts';

const TYPES = { integer: 'INTEGER', number: 'REAL', string: 'TEXT' } as const;

export const quoted = (name: string): string => `"${name}"`;

/** The columns that are no fields. */
export const textColumns = ['json', 'search', 'search_private'] as const;

export function columnDdl(field: Field, tableOf: (resourceName: string) => string): string {
  if (field.name === 'id') return '"id" INTEGER PRIMARY KEY';
  const type = TYPES[field.kind.schema.type];
  const reference = field.to ? ` REFERENCES ${quoted(tableOf(field.to))} ("id")` : '';
  return `${quoted(field.name)} ${type}${field.required ? ' NOT NULL' : ''}${reference}`;
}

export function tableDdl(resource: Resource, tableOf: (resourceName: string) => string): string {
  const columns = resource.fields.map((field) => columnDdl(field, tableOf));
  const texts = textColumns.map((name) => `${quoted(name)} TEXT NOT NULL`);
  return `CREATE TABLE ${quoted(resource.table)} (\n  ${[...columns, ...texts].join(',\n  ')}\n) STRICT`;
}

type Index = { readonly name: string; readonly sql: string };

function index(kind: string, { table }: Resource, columns: readonly string[]): Index {
  const name = `${table}_by_${columns.join('_')}`;
  const list = columns.map(quoted).join(', ');
  return { name, sql: `CREATE ${kind} IF NOT EXISTS ${quoted(name)} ON ${quoted(table)} (${list})` };
}

export const uniqueIndexDdl = (resource: Resource): Index[] =>
  resource.unique.map((columns) => index('UNIQUE INDEX', resource, columns));

/** One index per filter; SQLite appends the id, so a filtered list is in order. */
export function filterIndexDdl(resource: Resource): Index[] {
  const covered = new Set(resource.unique.filter((columns) => columns.length === 1).flat());
  return resource.fields
    .filter((field) => field.filter && !covered.has(field.name))
    .map((field) => index('INDEX', resource, [field.name]));
}

export const indexDdl = (resource: Resource): string[] =>
  [...uniqueIndexDdl(resource), ...filterIndexDdl(resource)].map(({ sql }) => sql);
