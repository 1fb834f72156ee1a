// Holds what is kept about the records against the records themselves, as far as the engines keep the same.
import { type Catalogue, type Reference, type Resource, referencesOf } from '../../catalogue/resource.ts';
import { type Findings, KEPT } from './findings.ts';
import { isKept, listValue, STRIDE } from './list-counters.ts';
import { columnsOf, type MoreTexts, type Row, verdictOn } from './row-audit.ts';
import { quoted } from './schema.ts';

/** Rows in the order of their ids, with the columns asked for. */
export type RowsOf = (columns: readonly string[]) => AsyncIterable<Row> | Iterable<Row>;

/** What is kept about the lists of one field: lengths by value, and ids by value and place. */
export type KeptOf = (field: string) => Kept | Promise<Kept>;
type Kept = {
  readonly counts: readonly (readonly [value: string, count: number])[];
  readonly landmarks: readonly (readonly [value: string, place: number, id: number])[];
};

/** The real length of every list, and the real id at every STRIDE-th place, against what is kept. */
export async function listFindings(found: Findings, resource: Resource, rowsOf: RowsOf, keptOf: KeptOf): Promise<void> {
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
    for (const what of differences(real, new Map(kept.counts), `The kept count of ${of}`))
      found.add('count', resource.name, what);
    for (const what of differences(marks, landmarks, `The landmark of ${of}`))
      found.add('landmark', resource.name, what);
  }
}

function* differences(real: Map<string, number>, kept: Map<string, number>, what: string): Generator<string> {
  for (const key of new Set([...real.keys(), ...kept.keys()])) {
    if ((real.get(key) ?? 0) === (kept.get(key) ?? 0)) continue;
    const at = key === '' ? '' : ` at ${key}`;
    yield `${what}${at} is ${kept.get(key) ?? 'missing'}, but really ${real.get(key) ?? 0}.`;
  }
}

/** Columns, JSON and search text of a row say the same. */
export async function textFindings(
  found: Findings,
  resource: Resource,
  rowsOf: RowsOf,
  hidden: ReadonlySet<string> | undefined,
  more: MoreTexts = {},
): Promise<void> {
  const verdict = verdictOn(resource, hidden, more);
  for await (const row of rowsOf(columnsOf(resource, more))) {
    const wrong = verdict(row);
    if (wrong)
      found.add(
        wrong.sort,
        resource.name,
        `${resource.name} ${row.id}: ${wrong.sort === 'json' ? wrong.why : `its columns and its texts do not agree: ${wrong.why}`}.`,
      );
  }
}

/** Runs a statement that has no parameters, and gives its rows. */
export type Ask = (sql: string) => unknown[][] | Promise<unknown[][]>;

/** Every reference leads to a record, whatever the database itself has watched over. */
export async function referenceFindings(found: Findings, catalogue: Catalogue, ask: Ask): Promise<void> {
  for (const resource of catalogue) {
    for (const field of referencesOf(resource)) {
      const rows = await ask(dangling(resource, field));
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
   ORDER BY id LIMIT ${KEPT}`;

/** Every key stands for a record that is there. */
export async function keyFindings(found: Findings, catalogue: Catalogue, ask: Ask): Promise<void> {
  const rows = await ask(
    `SELECT key, resource, id, count(*) OVER () FROM workforce_idempotency AS kept
     WHERE ${lostKeys(catalogue)} ORDER BY key LIMIT ${KEPT}`,
  );
  for (const [key, resource, id] of rows)
    found.add(
      'key',
      undefined,
      `The key ${JSON.stringify(String(key))} stands for ${resource} ${id}, which does not exist.`,
    );
  found.more('key', undefined, Number(rows[0]?.[3] ?? 0) - rows.length);
}

/** The condition on workforce_idempotency, as `kept`, for keys of records that are not there. */
export const lostKeys = (catalogue: Catalogue): string =>
  catalogue
    .map(
      ({ name, table }) =>
        `NOT (resource = '${name}' AND EXISTS (SELECT 1 FROM ${quoted(table)} AS record WHERE record.id = kept.id))`,
    )
    .join(' AND ');
