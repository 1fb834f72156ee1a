// The texts kept beside a record's columns, made here for every engine: the response JSON, and what `q` looks through.
import type { Value } from '../../catalogue/kinds.ts';
import type { DataRecord, Field, Resource } from '../../catalogue/resource.ts';

const NONE: ReadonlySet<string> = new Set();

/** How to make a record's JSON as it is answered: the resource's fields in the resource's order. */
export function recordJson({ fields }: Pick<Resource, 'fields'>): (record: DataRecord) => string {
  const names = fields.map((field) => field.name);
  return (record) => {
    const ordered: DataRecord = {};
    for (const name of names) ordered[name] = record[name] ?? null;
    return JSON.stringify(ordered);
  };
}

/** How to make the folded text fields of a record, one a line: those open to everyone, and those in `hidden`. */
export function searchTexts(resource: Resource, hidden: ReadonlySet<string> = NONE) {
  const searched = resource.fields.filter((field) => field.search).map((field) => field.name);
  const linesOf = (names: readonly string[]) => (record: DataRecord) => {
    let text = '';
    for (const name of names) {
      const value = record[name];
      if (typeof value === 'string') text += text === '' ? folded(value) : `\n${folded(value)}`;
    }
    return text;
  };
  return {
    open: linesOf(searched.filter((name) => !hidden.has(name))),
    hidden: linesOf(searched.filter((name) => hidden.has(name))),
  };
}

/** The form of a value that is kept in its column. */
export const columnValue = ({ kind }: Field, value: Value): Value =>
  kind.column && typeof value === 'string' ? kind.column(value) : value;

const ASCII = /^[ -~]*$/;
// Greek capitals are written without accents, so ignoring case there means ignoring those marks.
const GREEK_MARKS = /(\p{Script=Greek})\p{M}+/gu;

/** Equal for texts that differ only in case, in any script. Lower, upper, lower: ẞ, ß and SS all end as ss. */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const bare = text.normalize('NFD').replace(GREEK_MARKS, '$1').normalize('NFC');
  return bare.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}
