// Holds what is kept about the records against the records themselves: the file, its indexes, counts, landmarks, search
// index, texts, references and keys.
import { SQLiteError } from 'bun:sqlite';
import type { Value } from '../../../catalogue/kinds.ts';
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import {
  type Ask,
  type KeptOf,
  keyFindings,
  listFindings,
  referenceFindings,
  textFindings,
} from '../../shared/audit.ts';
import { type Finding, type Findings, findings } from '../../shared/findings.ts';
import { type Index, indexesIn, quoted } from '../../shared/schema.ts';
import type { PrivateFields } from '../../store.ts';
import { copyingSince } from '../bulk/copy-mark.ts';
import { indexes } from '../connection/schema.ts';
import type { Prepare } from '../connection/statements.ts';
import { searchFindings } from '../search/search-audit.ts';
import { searchIndexDdl } from '../search/search-index.ts';
import { idempotencyDdl } from '../write/idempotency.ts';
import { keptListsDdl } from '../write/list-counters.ts';

type Row = Readonly<Record<string, Value>>;

/** Nothing here waits for anything, so all of it is read from one state of the data. */
export async function audit(prepare: Prepare, catalogue: Catalogue, privateFields: PrivateFields): Promise<Finding[]> {
  const found = findings();
  try {
    await look(found, prepare, catalogue, privateFields);
  } catch (error) {
    const damage = damageIn(error);
    if (damage === undefined) throw error;
    found.add('file', undefined, `The file is damaged: ${damage}.`);
  }
  return found.list();
}

/** What SQLite says about a file that it cannot make sense of; nothing for other errors. */
export const damageIn = (error: unknown): string | undefined =>
  error instanceof SQLiteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code ?? '') ? error.message : undefined;

async function look(
  found: Findings,
  prepare: Prepare,
  catalogue: Catalogue,
  privateFields: PrivateFields,
): Promise<void> {
  const since = copyingSince(prepare);
  if (since !== undefined)
    return found.add('copying', undefined, `A copy into it that began at ${since} is not finished.`);
  // What is read from a damaged file says nothing.
  if (!fileFindings(found, prepare, catalogue)) return;
  const ask: Ask = (sql) => prepare(sql).values();
  await referenceFindings(found, catalogue, ask);
  for (const resource of catalogue) {
    const rows = rowsOf(prepare, resource);
    await listFindings(found, resource, rows, keptOf(prepare, resource));
    await textFindings(found, resource, rows, privateFields[resource.name]);
    searchFindings(found, prepare, resource, rows);
  }
  await keyFindings(found, catalogue, ask);
}

/** What SQLite says of an index that does not have what its table has. */
const ODD_INDEX = /(missing from|wrong # of entries in|non-unique entry in) index /;

/** Whether the file is whole, but for its indexes. */
function fileFindings(found: Findings, prepare: Prepare, catalogue: Catalogue): boolean {
  const lines = (prepare('PRAGMA integrity_check').values() as [string][]).flatMap(([text]) => text.split('\n'));
  const told = lines.filter((line) => line !== 'ok');
  for (const line of told) {
    if (ODD_INDEX.test(line)) found.add('index', undefined, `An index is wrong: ${line}.`);
    else found.add('file', undefined, `The file is damaged: ${line}.`);
  }
  const present = new Set(prepare('SELECT name FROM sqlite_schema').values().flat());
  const tables = [...catalogue.map(({ table }) => table), ...KEPT_TABLES];
  const missing = tables.filter((table) => !present.has(table));
  for (const table of missing) found.add('file', undefined, `The table ${table} is missing.`);
  for (const { name } of allIndexes(catalogue))
    if (!present.has(name)) found.add('index', undefined, `The index ${name} is missing.`);
  return missing.length === 0 && told.every((line) => ODD_INDEX.test(line));
}

const KEPT_TABLES = ['counts', 'landmarks', 'grams', 'sealed', 'idempotency'].map((name) => `workforce_${name}`);

export const allIndexes = (catalogue: Catalogue): Index[] => [
  ...catalogue.flatMap(indexes),
  ...indexesIn([...keptListsDdl, ...searchIndexDdl, ...idempotencyDdl]),
];

function keptOf(prepare: Prepare, { name }: Resource): KeptOf {
  const kept = (sql: string, field: string) => prepare(sql).values(name, field);
  return (field) => ({
    counts: kept('SELECT value, count FROM workforce_counts WHERE resource = ? AND field = ?', field) as [
      string,
      number,
    ][],
    landmarks: kept('SELECT value, place, id FROM workforce_landmarks WHERE resource = ? AND field = ?', field) as [
      string,
      number,
      number,
    ][],
  });
}

/** All rows in the order of their ids, some at a time. */
export const rowsOf = (prepare: Prepare, { table }: Resource): ((columns: readonly string[]) => Generator<Row>) =>
  function* rows(columns) {
    const names = [...new Set(['id', ...columns])].map(quoted).join(', ');
    const page = `SELECT ${names} FROM ${quoted(table)} WHERE id > ? ORDER BY id LIMIT 10000`;
    for (let after = Number.MIN_SAFE_INTEGER; ; ) {
      const found = prepare(page).all(after) as Row[];
      if (found.length === 0) return;
      yield* found;
      after = found.at(-1)!.id as number;
    }
  };
