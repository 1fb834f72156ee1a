// Compares everything derived from the records with the records themselves, as far as both engines derive the same.
import { type Catalogue, type Reference, type Resource, referencesOf } from '../../../catalogue/resource.ts';
import type { RunSql } from '../dialect.ts';
import { countedFields, counterKey, STRIDE } from '../list-counters.ts';
import { quoted } from '../schema.ts';
import { FINDINGS_LIMIT, type Findings } from './findings.ts';
import { auditedColumns, type DerivedColumns, type Row, rowAudit } from './row-audit.ts';

/** Rows in the order of their ids, with these columns. */
export type RowsOf = (columns: readonly string[]) => AsyncIterable<Row> | Iterable<Row>;

/** The stored counters of one field: lengths by value, and landmarks by value and offset. */
export type StoredCountersOf = (field: string) => StoredCounters | Promise<StoredCounters>;
type StoredCounters = {
  readonly counts: readonly (readonly [value: string, count: number])[];
  readonly landmarks: readonly (readonly [value: string, offset: number, id: number])[];
};

/** Compares the real length of every list, and the real id at every STRIDE-th offset, with the stored ones. */
export async function counterFindings(
  found: Findings,
  resource: Resource,
  rowsOf: RowsOf,
  storedOf: StoredCountersOf,
): Promise<void> {
  for (const field of ['', ...countedFields(resource).map(({ name }) => name)]) {
    const real = new Map<string, number>();
    const marks = new Map<string, number>();
    for await (const row of rowsOf(field === '' ? ['id'] : ['id', field])) {
      const key = field === '' ? '' : counterKey(row[field]!);
      const offset = real.get(key) ?? 0;
      if (offset > 0 && offset % STRIDE === 0) marks.set(`${key} ${offset}`, row.id as number);
      real.set(key, offset + 1);
    }
    const stored = await storedOf(field);
    const landmarks = new Map(stored.landmarks.map(([value, offset, id]) => [`${value} ${offset}`, id]));
    const of = `${resource.name}${field === '' ? '' : ` by ${field}`}`;
    for (const what of differences(real, new Map(stored.counts), `The stored count of ${of}`))
      found.add('count', resource.name, what);
    for (const what of differences(marks, landmarks, `The landmark of ${of}`))
      found.add('landmark', resource.name, what);
  }
}

function* differences(real: Map<string, number>, stored: Map<string, number>, what: string): Generator<string> {
  for (const key of new Set([...real.keys(), ...stored.keys()])) {
    if ((real.get(key) ?? 0) === (stored.get(key) ?? 0)) continue;
    const at = key === '' ? '' : ` at ${key}`;
    yield `${what}${at} is ${stored.get(key) ?? 'missing'}, but really ${real.get(key) ?? 0}.`;
  }
}

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
