// Writes many whole records: indexes and references come once at the end, as do the lengths of lists.
import type { Catalogue, DataRecord, Resource } from '../../catalogue/resource.ts';
import { quoted, tableIn } from '../schema.ts';
import { type LoadOptions, type PrivateFields, StoreError } from '../store.ts';
import { rebuildLists } from './kept-lists.ts';
import { index, lockMeta, refer, unindex, unrefer } from './migrate.ts';
import type { Node, Query } from './node.ts';
import { type Rows, rows } from './rows.ts';

type Batches = Iterable<{ resource: string; records: DataRecord[] }>;

/** So many rows go in one statement. */
const ROWS = 1000;

/** All of them or none, in one transaction. */
export async function loadRecords(
  node: Node,
  catalogue: Catalogue,
  privateFields: PrivateFields,
  batches: Batches,
  { onProgress, signal, onlyIntoEmpty }: LoadOptions,
): Promise<number> {
  const intake = intakeOf(catalogue, privateFields);
  const written = await node.transaction(async (query) => {
    await query('SET LOCAL statement_timeout = 0');
    await lockMeta(query);
    if (onlyIntoEmpty && !(await isEmpty(query, catalogue))) return 0;
    await intake.begin(query);
    let done = 0;
    for (const { resource, records } of batches) {
      await intake.take(query, resource, records);
      done += records.length;
      onProgress?.(done);
      signal?.throwIfAborted();
    }
    await intake.finish(query);
    return done;
  });
  if (written > 0) for (const { table } of catalogue) await node.query(`ANALYZE ${quoted(table)}`);
  return written;
}

async function isEmpty(query: Query, catalogue: Catalogue): Promise<boolean> {
  for (const { table } of catalogue) {
    if ((await query(`SELECT 1 FROM ${quoted(table)} LIMIT 1`)).length > 0) return false;
  }
  return true;
}

export type Intake = {
  /** Takes down what slows writing. */
  begin(query: Query): Promise<void>;
  take(query: Query, resource: string, records: readonly DataRecord[]): Promise<void>;
  /** Puts it back, and proves that every reference holds. */
  finish(query: Query): Promise<void>;
};

export function intakeOf(catalogue: Catalogue, privateFields: PrivateFields): Intake {
  const tableOf = tableIn(catalogue);
  const writers = new Map<string, Rows>(
    catalogue.map((resource) => [resource.name, rows(resource, privateFields[resource.name])]),
  );
  return {
    async begin(query) {
      for (const resource of catalogue) {
        await unrefer(query, resource, tableOf);
        await unindex(query, resource);
      }
    },
    async take(query, resource, records) {
      const writer = writers.get(resource)!;
      for (let from = 0; from < records.length; from += ROWS)
        await writer.insert(query, records.slice(from, from + ROWS));
    },
    async finish(query) {
      for (const resource of catalogue) {
        await index(query, resource);
        await rebuildLists(query, resource);
        await countOn(query, resource);
      }
      for (const resource of catalogue) await referOrSay(query, resource, catalogue);
    },
  };
}

/** The next id follows the newest record. */
async function countOn(query: Query, { table }: Resource): Promise<void> {
  await query(
    `SELECT setval('${quoted(`${table}_ids`)}', greatest(max(id), 1), coalesce(max(id), 0) > 0) FROM ${quoted(table)}`,
  );
}

async function referOrSay(query: Query, resource: Resource, catalogue: Catalogue): Promise<void> {
  try {
    await refer(query, resource, tableIn(catalogue));
  } catch (error) {
    const { code, detail = '' } = error as { code?: string; detail?: string };
    if (code !== '23503') throw error;
    throw new StoreError(
      `A ${resource.one} has a reference to a record that is not there (${detail}); nothing was written.`,
    );
  }
}
