// The tables, derived from the catalogue: typed columns that any SQL tool can read, and beside them the texts of each
// record, which are its response JSON and its search texts.
// docs/design/storage.md has the whole picture.
import { type Field, type Resource, referencesOf } from '../../catalogue/resource.ts';
import type { Dialect } from './dialect.ts';

export const quoted = (name: string): string => `"${name}"`;

/** The index of one field, where it has one of its own. */
export const indexOf = ({ table }: Resource, ...names: readonly string[]): string => `${table}_by_${names.join('_')}`;

export type Index = { readonly name: string; readonly sql: string };

export function schema(dialect: Dialect) {
  const referenceTo = (target: Resource) => `REFERENCES ${quoted(target.table)} ("id")`;

  function columnDdl(field: Field): string {
    const type = dialect.types[field.kind.schema.type];
    if (field.name === 'id') return `"id" ${type} PRIMARY KEY`;
    const reference = field.target && dialect.inlineReferences ? ` ${referenceTo(field.target)}` : '';
    return `${quoted(field.name)} ${type}${field.required ? ' NOT NULL' : ''}${reference}`;
  }

  function index(kind: string, resource: Resource, names: readonly string[], columns: readonly string[]): Index {
    const name = indexOf(resource, ...names);
    return {
      name,
      sql: `CREATE ${kind} IF NOT EXISTS ${quoted(name)} ON ${quoted(resource.table)} (${columns.join(', ')})`,
    };
  }

  /** One index for each field that the engine finds records by. In it, records with one value are in the order of ids.
   * */
  function listIndexDdl(resource: Resource): Index[] {
    const covered = new Set(['id', ...resource.unique.filter((names) => names.length === 1).flat()]);
    return resource.fields
      .filter((field) => dialect.hasIndex(field) && !covered.has(field.name))
      .map(({ name, required }) => {
        const columns = [dialect.order(quoted(name), !required, false), ...dialect.indexEnd.map(quoted)];
        return index('INDEX', resource, [name], columns);
      });
  }

  const indexes = (resource: Resource): Index[] => [
    ...resource.unique.map((names) => index('UNIQUE INDEX', resource, names, names.map(quoted))),
    ...listIndexDdl(resource),
  ];

  return {
    columnDdl,
    listIndexDdl,
    /** The columns that are not fields. */
    textColumns: Object.keys(dialect.texts),
    tableDdl(resource: Resource): string {
      const columns = resource.fields.map(columnDdl);
      const texts = Object.entries(dialect.texts).map(([name, type]) => `${quoted(name)} ${type} NOT NULL`);
      return `CREATE TABLE ${quoted(resource.table)} (\n  ${[...columns, ...texts].join(',\n  ')}\n)${dialect.tableEnd}`;
    },
    indexes,
    indexDdl: (resource: Resource): string[] => indexes(resource).map(({ sql }) => sql),
    /** For engines that add foreign keys when all tables are there. They are deferrable, so an import checks them at
     * its end. */
    referenceDdl: (resource: Resource) =>
      (dialect.inlineReferences ? [] : referencesOf(resource)).map((field) => {
        const [table, name] = [quoted(resource.table), quoted(`${resource.table}_${field.name}_refers`)];
        const sql = `ALTER TABLE ${table} ADD CONSTRAINT ${name} FOREIGN KEY (${quoted(field.name)}) ${referenceTo(field.target)} DEFERRABLE`;
        return {
          field,
          name: `${resource.table}_${field.name}_refers`,
          sql,
          drop: `ALTER TABLE ${table} DROP CONSTRAINT IF EXISTS ${name}`,
        };
      }),
  };
}

/** The indexes among statements that create tables and indexes. */
export const indexesIn = (statements: readonly string[]): Index[] =>
  statements.flatMap((sql) => {
    const [, name] = /^CREATE (?:UNIQUE )?INDEX (?:IF NOT EXISTS )?"?(\w+)"?/.exec(sql) ?? [];
    return name === undefined ? [] : [{ name, sql }];
  });

/** The names of the tables among them. */
export const tablesIn = (statements: readonly string[]): string[] =>
  statements.flatMap((sql) => /^CREATE TABLE IF NOT EXISTS (\w+)/.exec(sql)?.[1] ?? []);
