// Holds what is kept about the records against the records, all in one state of the data; and what PostgreSQL itself is to
// keep: whether it still does.
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
import { COPYING } from '../../shared/copy-mark.ts';
import { type Finding, type Findings, findings } from '../../shared/findings.ts';
import { quoted } from '../../shared/schema.ts';
import { shortGrams } from '../../sqlite/search/grams.ts';
import { BEFORE_ALL, type PrivateFields } from '../../store.ts';
import type { Query } from '../connection/connection.ts';
import type { Node } from '../connection/server.ts';
import { guardFindings } from './catalog-audit.ts';
import { metaOf } from './migrate.ts';

type Row = Readonly<Record<string, Value>>;

/** What PostgreSQL keeps beside the texts of both engines. */
export const MORE_TEXTS = { short_grams: shortGrams };

export function audit(node: Node, catalogue: Catalogue, privateFields: PrivateFields): Promise<Finding[]> {
  return node.transaction(async (query) => {
    await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await query('SET LOCAL statement_timeout = 0');
    const found = findings();
    await look(found, query, catalogue, privateFields);
    return found.list();
  });
}

async function look(found: Findings, query: Query, catalogue: Catalogue, privateFields: PrivateFields): Promise<void> {
  const since = await metaOf(query, COPYING);
  if (since !== undefined)
    return found.add('copying', undefined, `A copy into it that began at ${since} is not finished.`);
  if (await lacksTables(found, query, catalogue)) return;
  await guardFindings(found, query, catalogue);
  const ask: Ask = async (sql) => (await query(sql)).map((row) => row.map((value) => value?.toString() ?? null));
  await referenceFindings(found, catalogue, ask);
  for (const resource of catalogue) {
    const sealed = await sealOf(found, query, resource);
    const kept = (columns: readonly string[]) => rowsOf(query, resource, columns, sealed);
    const all = (columns: readonly string[]) => rowsOf(query, resource, columns, Number.MAX_SAFE_INTEGER);
    await listFindings(found, resource, kept, keptOf(query, resource));
    await textFindings(found, resource, all, privateFields[resource.name], MORE_TEXTS);
  }
  await keyFindings(found, catalogue, ask);
}

async function lacksTables(found: Findings, query: Query, catalogue: Catalogue): Promise<boolean> {
  const kept = ['counts', 'landmarks', 'sealed', 'idempotency'].map((name) => `workforce_${name}`);
  let lacks = false;
  for (const table of [...catalogue.map((resource) => resource.table), ...kept]) {
    const [row] = await query('SELECT to_regclass($1) IS NULL', [quoted(table)]);
    if (row![0]!.toString() !== 't') continue;
    lacks = true;
    found.add('file', undefined, `The table ${table} is missing.`);
  }
  return lacks;
}

/** Up to which id lists are kept. Beyond the newest record, those to come would never be counted. */
async function sealOf(found: Findings, query: Query, { name, table }: Resource): Promise<number> {
  const [row] = await query('SELECT id FROM workforce_sealed WHERE resource = $1', [name]);
  if (!row) found.add('count', name, `The place up to which the lists of ${name} are kept is missing.`);
  const sealed = row ? Number(row[0]) : BEFORE_ALL;
  const [newest] = await query(`SELECT coalesce(max(id), ${BEFORE_ALL}) FROM ${quoted(table)}`);
  if (sealed > Number(newest![0]))
    found.add('count', name, `The lists of ${name} are kept up to ${sealed}, but the newest id is ${newest![0]}.`);
  return sealed;
}

function keptOf(query: Query, { name }: Resource): KeptOf {
  const read = async (sql: string, field: string) =>
    (await query(sql, [name, field])).map(([value, ...numbers]) => [value!.toString(), ...numbers.map(Number)]);
  return async (field) => ({
    counts: (await read('SELECT value, count FROM workforce_counts WHERE resource = $1 AND field = $2', field)) as [
      string,
      number,
    ][],
    landmarks: (await read(
      'SELECT value, place, id FROM workforce_landmarks WHERE resource = $1 AND field = $2',
      field,
    )) as [string, number, number][],
  });
}

/** Up to an id, in the order of ids, some at a time. */
export async function* rowsOf(
  query: Query,
  { table }: Resource,
  columns: readonly string[],
  last: number,
): AsyncGenerator<Row> {
  const names = [...new Set(['id', ...columns])].map(quoted).join(', ');
  const page = `SELECT row_to_json(kept) FROM (
    SELECT ${names} FROM ${quoted(table)} WHERE id > $1 AND id <= $2 ORDER BY id LIMIT 2000) AS kept`;
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const found = (await query(page, [after, last])).map(([json]) => JSON.parse(json!.toString()) as Row);
    if (found.length === 0) return;
    yield* found;
    after = found.at(-1)!.id as number;
  }
}
