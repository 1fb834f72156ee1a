// Makes anew what follows from the records, a transaction each. It is safe while others serve from the database: what creates
// share is held alone, so they wait; reads go on, except from a table whose index or reference is being made.
import type { Catalogue, DataRecord, Resource } from '../../../catalogue/resource.ts';
import { lostKeys } from '../../shared/audit.ts';
import { type Finding, type Mended, resourcesOf } from '../../shared/findings.ts';
import { columnsOf, verdictOn } from '../../shared/row-audit.ts';
import { quoted } from '../../shared/schema.ts';
import { BEFORE_ALL, type PrivateFields } from '../../store.ts';
import { countOn } from '../bulk/bulk-writer.ts';
import type { Query } from '../connection/connection.ts';
import type { Node } from '../connection/server.ts';
import { rebuildLists, sealAlone } from '../write/list-counters.ts';
import { rows as rowWriter } from '../write/row-writer.ts';
import { MORE_TEXTS, rowsOf } from './audit.ts';
import { oddIndexes } from './catalog-audit.ts';
import { refer } from './migrate.ts';

/** So many rows are written in one statement. */
const ROWS = 1000;

export async function mend(
  node: Node,
  catalogue: Catalogue,
  privateFields: PrivateFields,
  found: readonly Finding[],
): Promise<Mended[]> {
  const done: Mended[] = [];
  const step = async (what: string, run: (query: Query) => Promise<string>): Promise<void> => {
    try {
      done.push({ what: await inTransaction(node, run) });
    } catch (error) {
      done.push({ what, failed: reason(error) });
    }
  };
  if (found.some(({ sort }) => sort === 'file' || sort === 'copying')) return done;
  if (found.some(({ sort }) => sort === 'index')) await step('indexes', (query) => reindexed(query, catalogue));
  const among = (names: ReadonlySet<string>) => catalogue.filter(({ name }) => names.has(name));
  const rows = resourcesOf(found, 'json', 'text');
  for (const resource of among(rows))
    await step(`records of ${resource.name}`, (query) => renewed(query, resource, privateFields[resource.name]));
  for (const resource of among(resourcesOf(found, 'count', 'landmark'))) {
    if (rows.has(resource.name)) continue;
    await step(`lists of ${resource.name}`, async (query) => {
      await listsAnew(query, resource);
      return `Counts and landmarks of ${resource.name} were made anew.`;
    });
  }
  for (const resource of among(resourcesOf(found, 'sequence')))
    await step(`the sequence of ${resource.name}`, (query) => movedOn(query, resource));
  if (found.some(({ sort }) => sort === 'key')) await step('keys', (query) => forgotten(query, catalogue));
  for (const resource of among(resourcesOf(found, 'constraint')))
    await step(`constraints of ${resource.name}`, async (query) => {
      await refer(query, resource);
      return `Constraints of ${resource.name} were put back.`;
    });
  return done;
}

const inTransaction = (node: Node, run: (query: Query) => Promise<string>): Promise<string> =>
  node.transaction(async (query) => {
    await query('SET LOCAL statement_timeout = 0');
    return run(query);
  });

function reason(error: unknown): string {
  const { code, message, detail } = error as { code?: string; message: string; detail?: string };
  if (code === '42501') return `${message}; run it as the owner of the tables`;
  return detail ? `${message} (${detail.replace(/\.$/, '')})` : message;
}

async function reindexed(query: Query, catalogue: Catalogue): Promise<string> {
  const odd = await oddIndexes(query, catalogue);
  for (const { name, sql, state } of odd) await query(state === 'missing' ? sql : `REINDEX INDEX ${quoted(name)}`);
  return `Indexes were made anew: ${odd.map(({ name }) => name).join(', ')}.`;
}

/** Counts may have been right about what was wrong. */
async function renewed(query: Query, resource: Resource, hidden: ReadonlySet<string> | undefined): Promise<string> {
  await sealPut(query, resource);
  await sealAlone(query, resource);
  const verdict = verdictOn(resource, hidden, MORE_TEXTS);
  const writer = rowWriter(resource, hidden);
  let [batch, count] = [[] as DataRecord[], 0];
  for await (const row of rowsOf(query, resource, columnsOf(resource, MORE_TEXTS), Number.MAX_SAFE_INTEGER)) {
    const wrong = verdict(row);
    if (wrong) batch.push(wrong.record);
    if (batch.length < ROWS) continue;
    await writer.renew(query, batch);
    [batch, count] = [[], count + batch.length];
  }
  if (batch.length > 0) await writer.renew(query, batch);
  await rebuildLists(query, resource);
  return `${(count + batch.length).toLocaleString('en')} of ${resource.name}: columns and texts were made anew, and lists after them.`;
}

async function listsAnew(query: Query, resource: Resource): Promise<void> {
  await sealPut(query, resource);
  await rebuildLists(query, resource);
}

const sealPut = (query: Query, { name }: Resource) =>
  query('INSERT INTO workforce_sealed VALUES ($1, $2) ON CONFLICT DO NOTHING', [name, BEFORE_ALL]);

/** Held alone: nobody has an id by then whose record is still to come. */
async function movedOn(query: Query, resource: Resource): Promise<string> {
  await query(`CREATE SEQUENCE IF NOT EXISTS ${quoted(`${resource.table}_ids`)}`);
  await sealPut(query, resource);
  await sealAlone(query, resource);
  await countOn(query, resource);
  return `The sequence ${resource.table}_ids was moved on to the newest id.`;
}

async function forgotten(query: Query, catalogue: Catalogue): Promise<string> {
  const gone = await query(`DELETE FROM workforce_idempotency AS kept WHERE ${lostKeys(catalogue)} RETURNING 1`);
  return `Keys of records that do not exist were forgotten: ${gone.length}.`;
}
