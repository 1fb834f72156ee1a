// The texts that are stored beside a record's columns, for either engine: the response JSON, and the text that `q`
// searches.
import type { Value } from '../../catalogue/kinds.ts';
import type { DataRecord, Field, Resource } from '../../catalogue/resource.ts';

const NONE: ReadonlySet<string> = new Set();

/** The records of stored texts that are joined by commas, or each followed by a line feed: a text has none in it. */
export const recordsIn = (texts: string): DataRecord[] => JSON.parse(`[${texts.trimEnd().replaceAll('\n', ',')}]`);

/** Returns a function that makes the JSON of a record as it is answered: these fields, in this order. */
export function recordJson({ fields }: { readonly fields: readonly Pick<Field, 'name'>[] }) {
  const names = fields.map((field) => field.name);
  /** Most records are whole and in order already, and are written as they are. */
  const isOrdered = (record: DataRecord): boolean => {
    let at = 0;
    for (const name in record) if (name !== names[at++] || record[name] === undefined) return false;
    return at === names.length;
  };
  return (record: DataRecord): string => {
    if (isOrdered(record)) return JSON.stringify(record);
    const ordered: DataRecord = {};
    for (const name of names) ordered[name] = record[name] ?? null;
    return JSON.stringify(ordered);
  };
}

/** Returns functions that make the search texts of a record: its folded text fields, one a line. `hidden` names the
 * private ones. */
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
    public: linesOf(searched.filter((name) => !hidden.has(name))),
    private: linesOf(searched.filter((name) => hidden.has(name))),
  };
}

/** The form in which a value is stored in its column. */
export const columnValue = ({ kind }: Field, value: Value): Value =>
  kind.column && typeof value === 'string' ? kind.column(value) : value;

const ASCII = /^[ -~]*$/;
// Greek capitals are written without accents. To ignore case, these marks have to be ignored too.
const GREEK_MARKS = /(\p{Script=Greek})\p{M}+/gu;

/** Returns the same for texts that differ only in case, in any script. Lower, upper, lower: ẞ, ß and SS all become ss.
 * */
export function folded(text: string): string {
  if (ASCII.test(text)) return text.toLowerCase();
  const bare = text.normalize('NFD').replace(GREEK_MARKS, '$1').normalize('NFC');
  return bare.toLowerCase().toUpperCase().toLowerCase().replaceAll('ς', 'σ').normalize('NFC');
}
