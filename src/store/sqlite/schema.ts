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

/** One index per filter (SQLite appends the id, so a filtered list is in order) and one per uniqueness rule. */
export function indexDdl(resource: Resource): string[] {
  const index = (kind: string, columns: readonly string[]) =>
    `CREATE ${kind} IF NOT EXISTS ${quoted(`${resource.table}_by_${columns.join('_')}`)} ` +
    `ON ${quoted(resource.table)} (${columns.map(quoted).join(', ')})`;
  const unique = resource.unique.map((columns) => index('UNIQUE INDEX', columns));
  const covered = new Set(resource.unique.filter((columns) => columns.length === 1).flat());
  const filters = resource.fields.filter((field) => field.filter && !covered.has(field.name));
  return [...unique, ...filters.map((field) => index('INDEX', [field.name]))];
}
