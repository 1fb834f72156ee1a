// Compares everything derived from the records with the records themselves, as far as both engines derive the same. Of
// columns, JSON and search texts of a row that do not agree, the JSON wins, because it is what was sent; where it
// cannot be read, the record is taken from the columns.
import type { Value } from '../../../catalogue/kinds.ts';
import {
  type Catalogue,
  type DataRecord,
  type Field,
  type Reference,
  type Resource,
  referencesOf,
} from '../../../catalogue/resource.ts';
import type { RunSql } from '../dialect.ts';
import { columnValue, recordJson, searchTexts } from '../record-text.ts';
import { quoted } from '../schema.ts';
import { FINDINGS_LIMIT, type Findings } from './findings.ts';

/** Rows in the order of their ids, with these columns. */
export type RowsOf = (columns: readonly string[]) => AsyncIterable<Row> | Iterable<Row>;

/** Checks that columns, JSON and search text of every row agree. */
export async function textFindings(
  found: Findings,
  resource: Resource,
  rowsOf: RowsOf,
  hidden: ReadonlySet<string> | undefined,
  derived: DerivedColumns = {},
): Promise<void> {
  const faultOf = rowAudit(resource, hidden, derived);
  for await (const row of rowsOf(auditedColumns(resource, derived))) {
    const fault = faultOf(row);
    if (fault)
      found.add(
        fault.category,
        resource.name,
        `${resource.name} ${row.id}: ${fault.category === 'json' ? fault.why : `its columns and its texts do not agree: ${fault.why}`}.`,
      );
  }
}

/** Checks that every reference leads to a record, whatever the constraints of the database have let pass. */
export async function referenceFindings(found: Findings, catalogue: Catalogue, run: RunSql): Promise<void> {
  for (const resource of catalogue) {
    for (const field of referencesOf(resource)) {
      const rows = await run(dangling(resource, field));
      for (const [id, value] of rows)
        found.add(
          'reference',
          resource.name,
          `${resource.name} ${id}: ${field.name} is ${value}, but there is no such ${field.target.one}.`,
        );
      found.more('reference', resource.name, Number(rows[0]?.[2] ?? 0) - rows.length);
    }
  }
}

const dangling = ({ table }: Resource, { name, target }: Reference): string =>
  `SELECT id, ${quoted(name)}, count(*) OVER () FROM ${quoted(table)} AS child WHERE ${quoted(name)} IS NOT NULL
   AND NOT EXISTS (SELECT 1 FROM ${quoted(target.table)} AS parent WHERE parent.id = child.${quoted(name)})
   ORDER BY id LIMIT ${FINDINGS_LIMIT}`;

/** Checks that every idempotency key stands for a record that exists. */
export async function keyFindings(found: Findings, catalogue: Catalogue, run: RunSql): Promise<void> {
  const rows = await run(
    `SELECT key, resource, id, count(*) OVER () FROM workforce_idempotency
     WHERE ${orphanedKeys(catalogue)} ORDER BY key LIMIT ${FINDINGS_LIMIT}`,
  );
  for (const [key, resource, id] of rows)
    found.add(
      'key',
      undefined,
      `The key ${JSON.stringify(String(key))} stands for ${resource} ${id}, which does not exist.`,
    );
  found.more('key', undefined, Number(rows[0]?.[3] ?? 0) - rows.length);
}

/** The condition on workforce_idempotency for keys of records that do not exist. Nothing in its sub-selects refers to
 * the row around them: where tables are distributed, they are asked by themselves. */
export const orphanedKeys = (catalogue: Catalogue): string =>
  catalogue
    .map(
      ({ name, table }) => `NOT (resource = '${name}' AND id IN (SELECT id FROM ${quoted(table)}
        WHERE id IN (SELECT id FROM workforce_idempotency WHERE resource = '${name}')))`,
    )
    .join(' AND ');

/** The numbers of the changes feed follow one another. `rows` selects the first number of each row as `seq`, and how
 * many it has as `count`. */
export async function changeFindings(found: Findings, rows: string, run: RunSql): Promise<void> {
  const pairs = `SELECT seq + count AS expected, lead(seq) OVER (ORDER BY seq) AS next FROM (${rows}) AS stored`;
  const gaps = await run(`SELECT expected FROM (${pairs}) AS pairs WHERE next <> expected`);
  for (const [number] of gaps)
    found.add('changes', undefined, `The changes feed has no entry with the number ${number}.`);
  const [all] = await run(`SELECT count(*) FROM (${rows}) AS stored`);
  if (Number(all![0]) === 0) found.add('changes', undefined, 'The changes feed has no beginning.');
}

export type Row = Readonly<Record<string, Value>>;
/** Further columns of an engine that are derived from the public search text. */
type DerivedColumns = Readonly<Record<string, (searchText: string) => unknown>>;
export type RowFault = { readonly category: 'json' | 'text'; readonly why: string; readonly record: DataRecord };

/** The columns that the check reads. */
export const auditedColumns = ({ fields }: Resource, derived: DerivedColumns = {}): string[] => [
  ...fields.map(({ name }) => name),
  'json',
  'search',
  'search_private',
  ...Object.keys(derived),
];

/** Returns a function that finds nothing in a sound row. */
export function rowAudit(
  resource: Resource,
  hidden: ReadonlySet<string> | undefined,
  derived: DerivedColumns = {},
): (row: Row) => RowFault | undefined {
  const jsonOf = recordJson(resource);
  const search = searchTexts(resource, hidden);
  const fromColumns = (row: Row): DataRecord =>
    Object.fromEntries(resource.fields.map(({ name }) => [name, row[name] ?? null]));
  return (row) => {
    const record = parsedJson(resource, row);
    if (!record) return { category: 'json', why: 'its JSON is none of such a record', record: fromColumns(row) };
    const wrong = resource.fields.filter((field) => row[field.name] !== columnValue(field, record[field.name] ?? null));
    const why = [
      ...wrong.map(({ name }) => `the column ${name}`),
      ...(row.json === jsonOf(record) ? [] : ['json']),
      ...(row.search === search.public(record) ? [] : ['search']),
      ...(row.search_private === search.private(record) ? [] : ['search_private']),
      ...Object.entries(derived).flatMap(([name, make]) =>
        Bun.deepEquals(row[name], make(row.search as string)) ? [] : [name],
      ),
    ];
    if (why.length === 0) return undefined;
    return { category: 'text', why: why.join(', '), record: { ...fromColumns(row), ...record } };
  };
}

function parsedJson({ fields }: Resource, row: Row): DataRecord | undefined {
  let sent: DataRecord;
  try {
    sent = JSON.parse(row.json as string) as DataRecord;
  } catch {
    return undefined;
  }
  if (typeof sent !== 'object' || sent === null || sent.id !== row.id) return undefined;
  return fields.every((field) => fits(field, sent[field.name])) ? sent : undefined;
}

/** Whether the column can hold the value. A field that was added by a newer version may be missing. */
function fits({ kind, required }: Field, value: Value | undefined): boolean {
  if (value === undefined) return true;
  if (value === null) return !required;
  return kind.schema.type === 'integer' ? Number.isInteger(value) : typeof value === kind.schema.type;
}
