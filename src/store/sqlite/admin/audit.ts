// Compares everything that is derived from the records with the records: the file, its indexes, columns, search index,
// texts, references and idempotency keys.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import { changeFindings, keyFindings, referenceFindings, textFindings } from '../../shared/audit/audit.ts';
import { type Finding, type Findings, findings } from '../../shared/audit/findings.ts';
import { erasureFindings } from '../../shared/bulk/erasures.ts';
import { hiddenIn, type Model } from '../../shared/model.ts';
import { type Index, indexesIn, quoted, tablesIn } from '../../shared/schema.ts';
import { type Block, blocksOf, idAt, readColumn } from '../columns/blocks.ts';
import { BLOCK, columnFields, columnOf, storageOf, stored, valueIn } from '../columns/column.ts';
import { damageIn } from '../connection/errors.ts';
import { copyingSince } from '../connection/meta.ts';
import { type Prepare, runSql } from '../connection/statements.ts';
import { ddl } from '../dialect.ts';
import { searchFindings } from '../search/search-audit.ts';
import { ownTables } from './layout.ts';

type Row = Readonly<Record<string, Value>>;

/** Nothing here waits for anything else, so all of it is read from one snapshot. */
export async function audit(prepare: Prepare, model: Model): Promise<Finding[]> {
  const found = findings();
  try {
    await auditAll(found, prepare, model);
  } catch (error) {
    const damage = damageIn(error);
    if (damage === undefined) throw error;
    found.add('file', undefined, `The file is damaged: ${damage}.`);
  }
  return found.list();
}

async function auditAll(found: Findings, prepare: Prepare, model: Model): Promise<void> {
  const { catalogue } = model;
  const since = copyingSince(prepare);
  if (since !== undefined)
    return found.add('copying', undefined, `A copy into it that began at ${since} is not finished.`);
  // What is read from a damaged file means nothing.
  if (!fileFindings(found, prepare, catalogue)) return;
  const run = runSql(prepare);
  await referenceFindings(found, catalogue, run);
  for (const resource of catalogue) {
    const rows = rowsOf(prepare, resource);
    columnFindings(found, prepare, resource);
    await textFindings(found, resource, rows, hiddenIn(model, resource));
    searchFindings(found, prepare, resource, rows);
  }
  await keyFindings(found, catalogue, run);
  await changeFindings(found, 'SELECT seq, count FROM workforce_changes', run);
  await erasureFindings(found, run);
}

/** How SQLite reports an index that does not have what its table has. */
const WRONG_INDEX = /(missing from|wrong # of entries in|non-unique entry in) index /;

/** Whether the file is whole, except for its indexes. */
function fileFindings(found: Findings, prepare: Prepare, catalogue: Catalogue): boolean {
  const lines = (prepare('PRAGMA integrity_check').values() as [string][]).flatMap(([text]) => text.split('\n'));
  const faults = lines.filter((line) => line !== 'ok');
  for (const line of faults) {
    if (WRONG_INDEX.test(line)) found.add('index', undefined, `An index is wrong: ${line}.`);
    else found.add('file', undefined, `The file is damaged: ${line}.`);
  }
  const present = new Set(prepare('SELECT name FROM sqlite_schema').values().flat());
  const tables = [...catalogue.map(({ table }) => table), ...tablesIn(ownTables)];
  const missing = tables.filter((table) => !present.has(table));
  for (const table of missing) found.add('file', undefined, `The table ${table} is missing.`);
  for (const { name } of allIndexes(catalogue))
    if (!present.has(name)) found.add('index', undefined, `The index ${name} is missing.`);
  return missing.length === 0 && faults.every((line) => WRONG_INDEX.test(line));
}

export const allIndexes = (catalogue: Catalogue): Index[] => [
  ...catalogue.flatMap(ddl.indexes),
  ...indexesIn(ownTables),
];

/** All rows in the order of their ids, some at a time. */
export const rowsOf = (prepare: Prepare, { table }: Resource): ((columns: readonly string[]) => Generator<Row>) =>
  function* rows(columns) {
    const names = [...new Set(['id', ...columns])].map(quoted).join(', ');
    const page = `SELECT ${names} FROM ${quoted(table)} WHERE id > ? ORDER BY id LIMIT 10000`;
    for (let after = BEFORE_ALL; ; ) {
      const found = prepare(page).all(after) as Row[];
      if (found.length === 0) return;
      yield* found;
      after = found.at(-1)!.id as number;
    }
  };

export function columnFindings(found: Findings, prepare: Prepare, resource: Resource): void {
  const { name, table } = resource;
  const fields = columnFields(resource);
  const names = ['id', ...fields.map((field) => field.name)].map(quoted).join(', ');
  const add = (what: string) => found.add('column', name, `The columns of ${name}${what}.`);
  let last = Number.NEGATIVE_INFINITY;
  for (const block of blocksOf(prepare, resource)) {
    const at = ` from ${block.first} on`;
    // The columns of a block that has room may have more records than it.
    const end = block.rows < BLOCK ? Number.MAX_SAFE_INTEGER : block.last;
    const sql = `SELECT ${names} FROM ${quoted(table)} WHERE id > ? AND id <= ? ORDER BY id LIMIT ${BLOCK}`;
    const rows = prepare(sql).values(Math.max(last, Number.MIN_SAFE_INTEGER), end) as Value[][];
    last = block.last;
    if (
      !hasIds(
        block,
        rows.filter(([id]) => (id as number) <= block.last),
      )
    ) {
      add(`${at} are of other records than those that are there`);
      continue;
    }
    for (const [n, field] of fields.entries()) {
      const column = readColumn(prepare, resource, field.name, block.first);
      if (!column) {
        add(`${at} lack ${field.name}`);
        continue;
      }
      const real = columnOf(
        rows.slice(0, Math.max(column.codes.length, block.rows)).map((row) => valueIn(field, row[n + 1]!)),
        storageOf(field),
      );
      const [one, other] = [stored(column), stored(real)];
      if (one.some((bytes, part) => Buffer.compare(bytes, other[part]!) !== 0))
        add(`${at} have other values of ${field.name} than the records`);
    }
  }
  const [[newest]] = prepare(`SELECT max(id) FROM ${quoted(table)}`).values() as [[number | null]];
  // New records below it would never be in columns.
  if (last > (newest ?? Number.NEGATIVE_INFINITY)) add(` go up to ${last}, but the newest id is ${newest}`);
  const lost = prepare(
    `SELECT DISTINCT field FROM workforce_columns AS own WHERE resource = ?1
     AND NOT EXISTS (SELECT 1 FROM workforce_blocks AS block WHERE block.resource = ?1 AND block.first = own.first)`,
  ).values(name) as [string][];
  for (const [field] of lost) add(` have values of ${field} for records that are not there`);
}

const hasIds = (block: Block, rows: readonly Value[][]): boolean =>
  rows.length === block.rows && rows.every(([id], row) => id === idAt(block, row));
