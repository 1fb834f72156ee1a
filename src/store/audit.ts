// Holds what is kept about the records against the records themselves, as far as the engines keep the same. Each finding is
// one sentence.
import type { Value } from '../catalogue/kinds.ts';
import type { DataRecord, Resource } from '../catalogue/resource.ts';
import { isKept, listValue, STRIDE } from './kept-lists.ts';
import { columnValue, recordJson, searchTexts } from './record-text.ts';

/** Rows in the order of their ids, with the columns asked for. */
export type RowsOf = (columns: readonly string[]) => AsyncIterable<Row> | Iterable<Row>;
type Row = Readonly<Record<string, Value>>;

/** What is kept about the lists of one field: lengths by value, and ids by value and place. */
export type KeptOf = (field: string) => Kept | Promise<Kept>;
type Kept = {
  readonly counts: readonly (readonly [value: string, count: number])[];
  readonly landmarks: readonly (readonly [value: string, place: number, id: number])[];
};

/** The real length of every list, and the real id at every STRIDE-th place, against what is kept. */
export async function listFindings(resource: Resource, rowsOf: RowsOf, keptOf: KeptOf): Promise<string[]> {
  const findings: string[] = [];
  for (const field of ['', ...resource.fields.filter(isKept).map(({ name }) => name)]) {
    const real = new Map<string, number>();
    const marks = new Map<string, number>();
    for await (const row of rowsOf(field === '' ? ['id'] : ['id', field])) {
      const key = field === '' ? '' : listValue(row[field]!);
      const place = real.get(key) ?? 0;
      if (place > 0 && place % STRIDE === 0) marks.set(`${key} ${place}`, row.id as number);
      real.set(key, place + 1);
    }
    const kept = await keptOf(field);
    const landmarks = new Map(kept.landmarks.map(([value, place, id]) => [`${value} ${place}`, id]));
    const of = `${resource.name}${field === '' ? '' : ` by ${field}`}`;
    findings.push(
      ...differences(real, new Map(kept.counts), `The kept count of ${of}`),
      ...differences(marks, landmarks, `The landmark of ${of}`),
    );
  }
  return findings;
}

export function differences(real: Map<string, number>, kept: Map<string, number>, what: string): string[] {
  const keys = [...new Set([...real.keys(), ...kept.keys()])].filter(
    (key) => (real.get(key) ?? 0) !== (kept.get(key) ?? 0),
  );
  return keys.map(
    (key) =>
      `${what}${key === '' ? '' : ` at ${key}`} is ${kept.get(key) ?? 'missing'}, but really ${real.get(key) ?? 0}.`,
  );
}

/** Columns, JSON and search text of a row say the same; `more` are further texts that the engine keeps. */
export async function textFindings(
  resource: Resource,
  rowsOf: RowsOf,
  hidden: ReadonlySet<string> | undefined,
  more: Readonly<Record<string, (open: string) => unknown>> = {},
): Promise<string[]> {
  const made = recordJson(resource);
  const search = searchTexts(resource, hidden);
  const names = resource.fields.map((field) => field.name);
  const findings: string[] = [];
  for await (const row of rowsOf([...names, 'json', 'search', 'search_private', ...Object.keys(more)])) {
    const record = JSON.parse(row.json as string) as DataRecord;
    const sound =
      row.json === made(record) &&
      row.search === search.open(record) &&
      row.search_private === search.hidden(record) &&
      resource.fields.every((field) => row[field.name] === columnValue(field, record[field.name] ?? null)) &&
      Object.entries(more).every(([name, make]) => Bun.deepEquals(row[name], make(row.search as string)));
    if (!sound) findings.push(`${resource.name} ${record.id}: its columns and its texts do not agree.`);
  }
  return findings;
}
