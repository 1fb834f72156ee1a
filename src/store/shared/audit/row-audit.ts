// Checks that the columns, JSON and search texts of a row agree, and says what the record should be when they do not.
// The JSON is what was sent, so it wins over the others; where it cannot be read, the record is taken from the columns.
import type { Value } from '../../../catalogue/kinds.ts';
import type { DataRecord, Field, Resource } from '../../../catalogue/resource.ts';
import { columnValue, recordJson, searchTexts } from '../record-text.ts';

export type Row = Readonly<Record<string, Value>>;
/** Further columns of an engine that are derived from the public search text. */
export type DerivedColumns = Readonly<Record<string, (searchText: string) => unknown>>;
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
