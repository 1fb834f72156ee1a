// How a database is brought to the present catalogue, as far as the engines share it: what identifies a catalogue, and what
// a table that is there lacks. New resources, fields and indexes come from the catalogue by themselves.
import type { Catalogue, Resource } from '../../catalogue/resource.ts';
import { type PrivateFields, StoreError } from '../store.ts';
import { quoted, type schema } from './schema.ts';

type Schema = ReturnType<typeof schema>;

/** Equal for databases that need no change: the layout, everything the tables depend on, and what is private. */
export const fingerprint = (layout: readonly number[], ddl: Schema, catalogue: Catalogue, hidden: PrivateFields) =>
  Bun.hash(
    JSON.stringify([...layout, catalogue.map((resource) => shape(ddl, resource)), hiddenNames(hidden)]),
  ).toString(36);

/** Tables, columns, indexes, references, and the order of the JSON. */
const shape = (ddl: Schema, resource: Resource) => [
  byResource(ddl.tableDdl(resource)),
  ...ddl.indexDdl(resource),
  resource.fields.map((field) => field.search),
  ...ddl.referenceDdl(resource).map(({ sql }) => byResource(sql)),
];

/** The fingerprints of existing databases name the resource that a reference leads to, not its table. */
const byResource = (sql: string): string =>
  sql.replace(/REFERENCES "\w+"/g, (reference) => reference.replaceAll('_', '-'));

export const hiddenNames = (privateFields: PrivateFields): string =>
  JSON.stringify(
    Object.entries(privateFields)
      .flatMap(([name, fields]) => [...fields].map((field) => `${name}.${field}`))
      .sort(),
  );

/** The statements that add what a table with these columns lacks. */
export function additions(ddl: Schema, resource: Resource, present: readonly string[]): string[] {
  const known = new Set([...resource.fields.map((field) => field.name), ...ddl.textColumns]);
  const stranger = present.find((column) => !known.has(column));
  if (stranger) {
    throw new StoreError(`${resource.name} has a field ${stranger} that this version does not know; upgrade workforce`);
  }
  return resource.fields
    .filter((field) => !present.includes(field.name))
    .map((field) => `ALTER TABLE ${quoted(resource.table)} ADD COLUMN ${addedDdl(ddl, resource, field)}`);
}

function addedDdl(ddl: Schema, resource: Resource, field: Resource['fields'][number]): string {
  const column = ddl.columnDdl(field);
  if (!field.required) return column;
  if (typeof field.default !== 'string' && typeof field.default !== 'number') {
    throw new StoreError(
      `${resource.name}.${field.name} is new and required, and has no default for the records that exist`,
    );
  }
  return `${column} DEFAULT ${typeof field.default === 'number' ? field.default : `'${field.default.replaceAll("'", "''")}'`}`;
}

/** What may be changed to open a database: nothing; what another version has made otherwise; or also what is private in it,
 * which is for those to say who serve it: others would lay open to its users what it hides. */
export type Change = 'nothing' | 'version' | 'all';

/** `stored`: the names that are private in it, where it is no new one. */
export function refuseChange(change: Change, stored: string | undefined, privateFields: PrivateFields): void {
  if (change === 'all') return;
  if (stored !== undefined && stored !== hiddenNames(privateFields)) {
    const names = (JSON.parse(stored) as string[]).join(',');
    const mend =
      names === ''
        ? 'no field is private in it: unset WORKFORCE_PRIVATE_FIELDS'
        : `other fields are private in it than here: set WORKFORCE_PRIVATE_FIELDS to "${names}"`;
    throw new StoreError(`${mend}, or run "workforce migrate" to change the database`);
  }
  if (change === 'nothing')
    throw new StoreError('it is of another version; run "workforce migrate" to change the database');
}

export const newerLayout = (version: number, known: number): StoreError =>
  new StoreError(`it was written by a newer version (layout ${version}, this one knows ${known}); upgrade workforce`);
