// Compares everything that is derived from the records with the records, in one snapshot; and checks that the indexes,
// constraints, sequences and views of PostgreSQL are in place.
import type { Catalogue, DataRecord, Resource } from '../../../catalogue/resource.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import { changeFindings, keyFindings, referenceFindings, textFindings } from '../../shared/audit/audit.ts';
import { type Finding, type Findings, findings } from '../../shared/audit/findings.ts';
import { erasureFindings } from '../../shared/bulk/erasures.ts';
import { COPYING } from '../../shared/copy-mark.ts';
import { countedFields, counterKey, STRIDE } from '../../shared/list-counters.ts';
import { hiddenIn } from '../../shared/model.ts';
import { quoted, tablesIn } from '../../shared/schema.ts';
import { viewFindings } from '../bi/make-views.ts';
import { alignSnapshots, distributionFindings } from '../citus/audit.ts';
import type { PostgresModel } from '../citus/distribution.ts';
import { beginBulk, firstValue, type Query, runSql } from '../connection/connection.ts';
import { readMeta } from '../connection/meta.ts';
import type { Server } from '../connection/server.ts';
import { newestId, rowsOf } from '../read/scan.ts';
import { shortGrams } from '../search/short-grams.ts';
import { COUNTED_CHANGES } from '../write/changes.ts';
import { catalogFindings } from './catalog-audit.ts';
import { ownTables } from './layout.ts';
import { mayReadNotes } from './scrub.ts';

/** Columns that only PostgreSQL has. */
export const DERIVED_COLUMNS = { short_grams: shortGrams };

export function audit(server: Server, model: PostgresModel): Promise<Finding[]> {
  return server.transaction(async (query) => {
    await query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY');
    await beginBulk(query);
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
    await counterFindings(found, query, resource, watermark);
    const rows = (columns: readonly string[]) => auditedRows(query, resource, columns);
    await textFindings(found, resource, rows, hiddenIn(model, resource), DERIVED_COLUMNS);
  }
  await keyFindings(found, catalogue, run);
  await changeFindings(found, COUNTED_CHANGES, run);
  if (await mayReadNotes(query)) await erasureFindings(found, run);
}

async function lacksTables(found: Findings, query: Query, catalogue: Catalogue): Promise<boolean> {
  let lacks = false;
  for (const table of [...catalogue.map((resource) => resource.table), ...tablesIn(ownTables)]) {
    if ((await firstValue(query, 'SELECT to_regclass($1) IS NULL', [quoted(table)])) !== 't') continue;
    lacks = true;
    found.add('file', undefined, `The table ${table} is missing.`);
  }
  return lacks;
}

/** New records below a watermark that is above the newest id would never be counted. */
async function watermarkOf(found: Findings, query: Query, resource: Resource): Promise<number> {
  const { name } = resource;
  const stored = await firstValue(query, 'SELECT id FROM workforce_watermarks WHERE resource = $1', [name]);
  if (stored === undefined) found.add('count', name, `The id up to which the lists of ${name} are counted is missing.`);
  const watermark = Number(stored ?? BEFORE_ALL);
  const newest = await newestId(query, resource);
  if (watermark > newest)
    found.add('count', name, `The lists of ${name} are counted up to ${watermark}, but the newest id is ${newest}.`);
  return watermark;
}

/** Compares the real length of every list, and the real id at every STRIDE-th offset, with the stored ones. */
async function counterFindings(found: Findings, query: Query, resource: Resource, upTo: number): Promise<void> {
  const { name } = resource;
  const stored = async (sql: string, field: string) => {
    const rows = await query(sql, [name, field]);
    return new Map(rows.map(([key, value]) => [key!.toString(), Number(value)]));
  };
  for (const field of ['', ...countedFields(resource).map((each) => each.name)]) {
    const real = new Map<string, number>();
    const marks = new Map<string, number>();
    for await (const row of auditedRows(query, resource, field === '' ? [] : [field], upTo)) {
      const key = field === '' ? '' : counterKey(row[field]!);
      const offset = real.get(key) ?? 0;
      if (offset > 0 && offset % STRIDE === 0) marks.set(`${key} ${offset}`, row.id as number);
      real.set(key, offset + 1);
    }
    const counts = await stored(COUNTS, field);
    const landmarks = await stored(LANDMARKS, field);
    const of = `${name}${field === '' ? '' : ` by ${field}`}`;
    for (const what of differences(real, counts, `The stored count of ${of}`)) found.add('count', name, what);
    for (const what of differences(marks, landmarks, `The landmark of ${of}`)) found.add('landmark', name, what);
  }
}

const COUNTS = 'SELECT value, count FROM workforce_list_counters WHERE resource = $1 AND field = $2';
const LANDMARKS = `SELECT value || ' ' || list_offset, id FROM workforce_landmarks
  WHERE resource = $1 AND field = $2 AND list_offset > 0`;

function* differences(real: Map<string, number>, stored: Map<string, number>, what: string): Generator<string> {
  for (const key of new Set([...real.keys(), ...stored.keys()])) {
    if ((real.get(key) ?? 0) === (stored.get(key) ?? 0)) continue;
    const at = key === '' ? '' : ` at ${key}`;
    yield `${what}${at} is ${stored.get(key) ?? 'missing'}, but really ${real.get(key) ?? 0}.`;
  }
}

/** Up to an id, one by one. */
export async function* auditedRows(
  query: Query,
  resource: Resource,
  columns: readonly string[],
  upTo = Number.MAX_SAFE_INTEGER,
): AsyncGenerator<DataRecord> {
  for await (const rows of rowsOf(query, resource, { columns, size: 2000, upTo })) yield* rows;
}
