// Whether a row agrees with itself, and the record it should be when it does not. The JSON is what was sent, so it wins over
// columns and search texts; where it cannot be read, the columns are what is left.
import type { Value } from '../../catalogue/kinds.ts';
import type { DataRecord, Field, Resource } from '../../catalogue/resource.ts';
import { columnValue, recordJson, searchTexts } from './record-text.ts';

export type Row = Readonly<Record<string, Value>>;
/** Further texts that an engine keeps, made from the open search text. */
export type MoreTexts = Readonly<Record<string, (open: string) => unknown>>;
export type Verdict = { readonly sort: 'json' | 'text'; readonly why: string; readonly record: DataRecord };

/** The columns a verdict needs. */
export const columnsOf = ({ fields }: Resource, more: MoreTexts = {}): string[] => [
  ...fields.map(({ name }) => name),
  'json',
  'search',
  'search_private',
  ...Object.keys(more),
];

/** Nothing when the row is sound. */
export function verdictOn(
  resource: Resource,
  hidden: ReadonlySet<string> | undefined,
  more: MoreTexts = {},
): (row: Row) => Verdict | undefined {
  const made = recordJson(resource);
  const search = searchTexts(resource, hidden);
  const columnsIn = (row: Row): DataRecord =>
    Object.fromEntries(resource.fields.map(({ name }) => [name, row[name] ?? null]));
  return (row) => {
    const record = sentIn(resource, row);
    if (!record) return { sort: 'json', why: 'its JSON is none of such a record', record: columnsIn(row) };
    const odd = resource.fields.filter((field) => row[field.name] !== columnValue(field, record[field.name] ?? null));
    const why = [
      ...odd.map(({ name }) => `the column ${name}`),
      ...(row.json === made(record) ? [] : ['json']),
      ...(row.search === search.open(record) ? [] : ['search']),
      ...(row.search_private === search.hidden(record) ? [] : ['search_private']),
      ...Object.entries(more).flatMap(([name, make]) =>
        Bun.deepEquals(row[name], make(row.search as string)) ? [] : [name],
      ),
    ];
    if (why.length === 0) return undefined;
    return { sort: 'text', why: why.join(', '), record: { ...columnsIn(row), ...record } };
  };
}

function sentIn({ fields }: Resource, row: Row): DataRecord | undefined {
  let sent: DataRecord;
  try {
    sent = JSON.parse(row.json as string) as DataRecord;
  } catch {
    return undefined;
  }
  if (typeof sent !== 'object' || sent === null || sent.id !== row.id) return undefined;
  return fields.every((field) => fits(field, sent[field.name])) ? sent : undefined;
}

/** Whether a column can hold it; a field that came with a newer version may be missing. */
function fits({ kind, required }: Field, value: Value | undefined): boolean {
  if (value === undefined) return true;
  if (value === null) return !required;
  return kind.schema.type === 'integer' ? Number.isInteger(value) : typeof value === kind.schema.type;
}
