// Migrations, as far as both engines share them: the fingerprint of a catalogue, the statements that add missing
// columns, the changes that opening a database may make, and what the log says of a migration before it begins. New
// resources, fields and indexes follow from the catalogue.
import type { Field, Resource } from '../../catalogue/resource.ts';
import { VERSION } from '../../contract/product.ts';
import { type PrivateFields, StoreError } from '../store.ts';
import { hiddenNames, type Model } from './model.ts';
import { quoted, type schema } from './schema.ts';

type Schema = ReturnType<typeof schema>;

/** Of everything that the stored form depends on. A database with the same fingerprint needs no migration. `own`: parts
 * that the catalogue does not have, such as the layout and the tables beside those of resources. */
export const fingerprint = (
  own: readonly (number | string)[],
  ddl: Schema,
  { catalogue, privateFields }: Model,
): string =>
  Bun.hash(
    JSON.stringify([...own, catalogue.map((resource) => shape(ddl, resource)), hiddenNames(privateFields)]),
  ).toString(36);

/** Tables, columns, indexes, references, and the order of the JSON. */
const shape = (ddl: Schema, resource: Resource) => [
  ddl.tableDdl(resource),
  ...ddl.indexDdl(resource),
  resource.fields.map((field) => field.search),
  ...ddl.referenceDdl(resource).map(({ sql }) => sql),
];

/** The fields that a table has no column for. */
export function missingFields(ddl: Schema, resource: Resource, present: readonly string[]): Field[] {
  const known = new Set([...resource.fields.map((field) => field.name), ...ddl.textColumns]);
  const unknown = present.find((column) => !known.has(column));
  if (unknown) {
    throw new StoreError(
      `it was written by a newer version (${resource.name} has a field ${unknown}, which this one does not know); upgrade workforce`,
    );
  }
  return resource.fields.filter((field) => !present.includes(field.name));
}

export const addColumn = (ddl: Schema, resource: Resource, field: Field): string =>
  `ALTER TABLE ${quoted(resource.table)} ADD COLUMN ${addedDdl(ddl, resource, field)}`;

function addedDdl(ddl: Schema, resource: Resource, field: Field): string {
  const column = ddl.columnDdl(field);
  if (!field.required) return column;
  if (typeof field.default !== 'string' && typeof field.default !== 'number') {
    throw new StoreError(
      `${resource.name}.${field.name} is new and required, and has no default for the records that exist`,
    );
  }
  return `${column} DEFAULT ${typeof field.default === 'number' ? field.default : `'${field.default.replaceAll("'", "''")}'`}`;
}

/** The changes that opening a database may make: none; its version; or all, which includes the set of private fields.
 * Only processes that serve a database may change that set: any other could publish fields that it hides. */
export type AllowedChange = 'nothing' | 'version' | 'all';

/** `stored`: the private fields of the database; `undefined` for a new one. */
export function refuseChange(change: AllowedChange, stored: string | undefined, privateFields: PrivateFields): void {
  if (change === 'all') return;
  if (stored !== undefined && stored !== hiddenNames(privateFields)) {
    const names = (JSON.parse(stored) as string[]).join(',');
    const remedy =
      names === ''
        ? 'no field is private in it: unset WORKFORCE_PRIVATE_FIELDS'
        : `other fields are private in it than here: set WORKFORCE_PRIVATE_FIELDS to "${names}"`;
    throw new StoreError(`${remedy}, or run "workforce migrate" to change the database`);
  }
  if (change === 'nothing')
    throw new StoreError('it is of another version; run "workforce migrate" to change the database');
}

export const newerLayout = (version: number, known: number): StoreError =>
  new StoreError(`it was written by a newer version (layout ${version}, this one knows ${known}); upgrade workforce`);

/** The meta values of a database, and the columns of its tables by the name of the resource. */
export type StoredState = {
  /** Of the program that migrated it last. */
  readonly version: string;
  readonly layout: number;
  /** The private fields. */
  readonly hidden: string;
  readonly columns: ReadonlyMap<string, readonly string[]>;
};

/** For the log. Going back to an older version would lose what only the newer one knows, so that is refused. */
export function migrationPlan(
  ddl: ReturnType<typeof schema>,
  layout: number,
  model: Model,
  stored: StoredState,
): string {
  const { catalogue, privateFields } = model;
  const { version, columns } = stored;
  const fields = catalogue.flatMap((resource) => {
    const present = columns.get(resource.name);
    return present ? missingFields(ddl, resource, present).map(({ name }) => `${resource.name}.${name}`) : [];
  });
  if (Bun.semver.order(version, VERSION) > 0)
    throw new StoreError(`it was written by version ${version}, and this is ${VERSION}; upgrade workforce`);
  const resources = catalogue.filter(({ name }) => !columns.has(name)).map(({ name }) => name);
  const [before, after] = [stored.hidden, hiddenNames(privateFields)];
  const steps = [
    stored.layout !== layout && `layout ${stored.layout} becomes ${layout}`,
    resources.length > 0 && `new: ${resources.join(', ')}`,
    fields.length > 0 && `new: ${fields.join(', ')}`,
    before !== after && `private fields: ${namesIn(before)}, from now on ${namesIn(after)}`,
  ].filter((step) => step !== false);
  const what = steps.join('; ') || 'indexes, lists and the search index are built again';
  const versions = version === VERSION ? '' : ` of version ${version} to version ${VERSION}`;
  return `Migrating the database${versions} (${what}).`;
}

const namesIn = (hidden: string): string => (JSON.parse(hidden) as string[]).join(', ') || 'none';
