// The texts kept beside a record's columns, made here for every engine: the response JSON, and what `q` looks through.
import type { Value } from '../catalogue/kinds.ts';
import type { DataRecord, Resource } from '../catalogue/resource.ts';

const NONE: ReadonlySet<string> = new Set();

/** A record as it is answered: the resource's fields in the resource's order. */
export function recordJson(resource: Resource, record: DataRecord): string {
  const ordered: DataRecord = {};
  for (const { name } of resource.fields) ordered[name] = record[name] ?? null;
  return JSON.stringify(ordered);
}

/** The folded text fields of a record, one a line: those open to everyone, and those in `hidden`. */
export function searchTexts(resource: Resource, record: DataRecord, hidden = NONE): { open: string; hidden: string } {
  const lines = (isHidden: boolean) =>
    resource.fields
      .filter((field) => field.search && hidden.has(field.name) === isHidden && typeof record[field.name] === 'string')
      .map((field) => folded(record[field.name] as string))
      .join('\n');
  return { open: lines(false), hidden: hidden.size > 0 ? lines(true) : '' };
}

/** The form of a value that is kept in its column. */
export const columnValue = (field: Resource['fields'][number], value: Value): Value =>
  field.kind.column && typeof value === 'string' ? field.kind.column(value) : value;

const ASCII = /^[ -~]*$/;
// Greek capitals are written without accents, so ignoring case there means ignoring those marks.
const GREEK_MARKS = /(\p{Script=Greek})\p{M}+/gu;

/** Equal for texts that differ only in case, in any script. Lower, upper, lower: ẞ, ß and SS all end as ss. */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const bare = text.normalize('NFD').replace(GREEK_MARKS, '$1').normalize('NFC');
  return bare.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}
