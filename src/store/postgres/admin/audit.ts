// Compares everything that is derived from the records with the records, in one snapshot; and checks that the indexes,
// constraints, sequences and views of PostgreSQL are in place.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import {
  changeFindings,
  counterFindings,
  keyFindings,
  referenceFindings,
  type StoredCountersOf,
  textFindings,
} from '../../shared/audit/audit.ts';
import { type Finding, type Findings, findings } from '../../shared/audit/findings.ts';
import { COPYING } from '../../shared/copy-mark.ts';
import { hiddenIn } from '../../shared/model.ts';
import { quoted, tablesIn } from '../../shared/schema.ts';
import { viewFindings } from '../bi/make-views.ts';
import { alignSnapshots, distributionFindings } from '../citus/audit.ts';
import type { PostgresModel } from '../citus/distribution.ts';
import { type Query, runSql } from '../connection/connection.ts';
import { readMeta } from '../connection/meta.ts';
import type { Server } from '../connection/server.ts';
import { newestId } from '../read/scan.ts';
import { shortGrams } from '../search/short-grams.ts';
import { COUNTED_CHANGES } from '../write/changes.ts';
import { catalogFindings } from './catalog-audit.ts';
import { ownTables } from './layout.ts';

type Row = Readonly<Record<string, Value>>;

/** Columns that only PostgreSQL has. */
export const DERIVED_COLUMNS = { short_grams: shortGrams };

export function audit(server: Server, model: PostgresModel): Promise<Finding[]> {
  return server.transaction(async (query) => {
    await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await query('SET LOCAL statement_timeout = 0');
    if (model.distributed.size > 0) await alignSnapshots(server, query, model.distributed);
    const found = findings();
    await auditAll(found, query, model);
    return found.list();
  });
}

async function auditAll(found: Findings, query: Query, model: PostgresModel): Promise<void> {
  const { catalogue, distributed } = model;
  const since = await readMeta(query, COPYING);
  if (since !== undefined)
    return found.add('copying', undefined, `A copy into it that began at ${since} is not finished.`);
  if (await lacksTables(found, query, catalogue)) return;
  if (distributed.size > 0) await distributionFindings(found, query, catalogue, distributed);
  await catalogFindings(found, query, catalogue, distributed.size > 0);
  await viewFindings(found, query, model);
  const run = runSql(query);
  await referenceFindings(found, catalogue, run);
  for (const resource of catalogue) {
    const watermark = await watermarkOf(found, query, resource);
    const counted = (columns: readonly string[]) => rowsOf(query, resource, columns, watermark);
    const all = (columns: readonly string[]) => rowsOf(query, resource, columns, Number.MAX_SAFE_INTEGER);
    await counterFindings(found, resource, counted, storedCountersOf(query, resource));
    await textFindings(found, resource, all, hiddenIn(model, resource), DERIVED_COLUMNS);
  }
  await keyFindings(found, catalogue, run);
  await changeFindings(found, COUNTED_CHANGES, run);
}

async function lacksTables(found: Findings, query: Query, catalogue: Catalogue): Promise<boolean> {
  let lacks = false;
  for (const table of [...catalogue.map((resource) => resource.table), ...tablesIn(ownTables)]) {
    const [row] = await query('SELECT to_regclass($1) IS NULL', [quoted(table)]);
    if (row![0]!.toString() !== 't') continue;
    lacks = true;
    found.add('file', undefined, `The table ${table} is missing.`);
  }
  return lacks;
}

/** New records below a watermark that is above the newest id would never be counted. */
async function watermarkOf(found: Findings, query: Query, resource: Resource): Promise<number> {
  const { name } = resource;
  const [row] = await query('SELECT id FROM workforce_watermarks WHERE resource = $1', [name]);
  if (!row) found.add('count', name, `The id up to which the lists of ${name} are counted is missing.`);
  const watermark = row ? Number(row[0]) : BEFORE_ALL;
  const newest = await newestId(query, resource);
  if (watermark > newest)
    found.add('count', name, `The lists of ${name} are counted up to ${watermark}, but the newest id is ${newest}.`);
  return watermark;
}

function storedCountersOf(query: Query, { name }: Resource): StoredCountersOf {
  const read = async <T>(sql: string, field: string) =>
    (await query(sql, [name, field])).map(([value, ...numbers]) => [value!.toString(), ...numbers.map(Number)]) as T[];
  return async (field) => ({
    counts: await read<[string, number]>(
      'SELECT value, count FROM workforce_list_counters WHERE resource = $1 AND field = $2',
      field,
    ),
    landmarks: await read<[string, number, number]>(
      'SELECT value, list_offset, id FROM workforce_landmarks WHERE resource = $1 AND field = $2 AND list_offset > 0',
      field,
    ),
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
  const page = `SELECT row_to_json(record) FROM (
    SELECT ${names} FROM ${quoted(table)} WHERE id > $1 AND id <= $2 ORDER BY id LIMIT 2000) AS record`;
  for (let after = BEFORE_ALL; ; ) {
    const found = (await query(page, [after, last])).map(([json]) => JSON.parse(json!.toString()) as Row);
    if (found.length === 0) return;
    yield* found;
    after = found.at(-1)!.id as number;
  }
}
