// Writes many whole records at once, all of them or none: on a connection of its own, in one transaction, with the indexes
// of empty tables made at the end and the references checked once for all.
import type { Database } from 'bun:sqlite';
import { type Catalogue, type DataRecord, type Resource, referencesOf } from '../../../catalogue/resource.ts';
import { quoted } from '../../shared/schema.ts';
import { type LoadOptions, type PrivateFields, StoreError } from '../../store.ts';
import { listIndexDdl } from '../connection/schema.ts';
import { type Prepare, statementCache } from '../connection/statements.ts';
import { type SearchFeed, searchFeed } from '../search/search-feed.ts';
import { isLongTail, seal, sealSegment, TAIL, unseal, unsealed } from '../search/search-index.ts';
import { forgetLists, tally } from '../write/list-counters.ts';
import { rowWriter } from '../write/row-writer.ts';
import { bulkTransaction } from './bulk-transaction.ts';
import { refuseUnfinished } from './copy-mark.ts';

/** How many records are noted before their counts are written down. */
const NOTED = 500_000;

type Batches = Iterable<{ resource: string; records: DataRecord[] }>;

export function loadRecords(
  file: string,
  catalogue: Catalogue,
  privateFields: PrivateFields,
  batches: Batches,
  options: LoadOptions,
): Promise<number> {
  return bulkTransaction(file, async (db, prepare) => {
    refuseUnfinished(prepare);
    if (options.onlyIntoEmpty && !isEmpty(prepare, catalogue)) return 0;
    const written = await loadInto(db, catalogue, privateFields, batches, options);
    checkReferences(prepare, catalogue);
    return written;
  });
}

export const isEmpty = (prepare: Prepare, catalogue: Catalogue): boolean =>
  catalogue.every(({ table }) => prepare(`SELECT 1 FROM ${quoted(table)} LIMIT 1`).values().length === 0);

/** Within a transaction, on a connection that does not look at references: they are checked afterwards. */
export async function loadInto(
  db: Database,
  catalogue: Catalogue,
  privateFields: PrivateFields,
  batches: Batches,
  options: LoadOptions,
): Promise<number> {
  db.run('PRAGMA cache_size = -262144');
  const { prepare, finish } = statementCache(db);
  const loaders = new Map<string, Loader>();
  try {
    const written = await loadAll(db, prepare, catalogue, privateFields, batches, options, loaders);
    for (const loader of loaders.values()) await loader.finish(() => turn(options.signal));
    return written;
  } finally {
    for (const loader of loaders.values()) loader.end();
    finish();
  }
}

async function loadAll(
  db: Database,
  prepare: Prepare,
  catalogue: Catalogue,
  privateFields: PrivateFields,
  batches: Batches,
  { onProgress, signal }: LoadOptions,
  loaders: Map<string, Loader>,
): Promise<number> {
  let written = 0;
  let current: Loader | undefined;
  for (const { resource: name, records } of batches) {
    const resource = catalogue.find((each) => each.name === name)!;
    const loader = loaders.get(name) ?? loaderOf(db, prepare, resource, privateFields[name]);
    loaders.set(name, loader);
    if (loader !== current) await current?.rest(() => turn(signal));
    current = loader;
    await loader.take(records);
    written += records.length;
    onProgress?.(written);
    await turn(signal);
  }
  return written;
}

/** Lets signals through. */
export async function turn(signal: AbortSignal | undefined): Promise<void> {
  await new Promise(setImmediate);
  signal?.throwIfAborted();
}

export type Loader = {
  take(records: readonly DataRecord[]): Promise<void>;
  /** Takes back what was written. */
  remove(ids: readonly number[]): void;
  /** Gives up its thread, because others come next; `pause` is awaited now and then. */
  rest(pause: () => Promise<void>): Promise<void>;
  /** Makes indexes and what is kept. */
  finish(pause: () => Promise<void>): Promise<void>;
  /** Whatever has become of it, is called at last. */
  end(): void;
};

export function loaderOf(
  db: Database,
  prepare: Prepare,
  resource: Resource,
  hidden: ReadonlySet<string> | undefined,
): Loader {
  const table = quoted(resource.table);
  let newest = (prepare(`SELECT max(id) FROM ${table}`).values()[0]?.[0] as number | null) ?? Number.MIN_SAFE_INTEGER;
  const wasEmpty = newest === Number.MIN_SAFE_INTEGER;
  if (wasEmpty) for (const { name } of listIndexDdl(resource)) db.run(`DROP INDEX IF EXISTS ${quoted(name)}`);
  const writer = rowWriter(prepare, resource, hidden);
  const notes = tally(prepare, resource);
  let [written, noted, inOrder] = [0, 0, true];
  let feed: SearchFeed | undefined;
  /** The search index is made in a thread as soon as that is worth while, for as long as ids grow. */
  async function feedSearch(portion: { ids: number[]; texts: string[] }): Promise<void> {
    if (!inOrder) endFeed();
    else if (feed) await feed.take(portion);
    else if (written >= TAIL) {
      feed = searchFeed(prepare, resource);
      await feed.take(unsealed(prepare, resource));
    }
  }
  function endFeed(): void {
    feed?.end();
    feed = undefined;
    written = 0;
  }
  async function rest(pause: () => Promise<void>): Promise<void> {
    while (await feed?.storeNext()) await pause();
    endFeed();
  }
  return {
    async take(records) {
      const portion: { ids: number[]; texts: string[] } = { ids: [], texts: [] };
      for (const record of records) {
        const id = record.id as number;
        const { search } = writer.insert(record);
        if (id <= newest) inOrder = false;
        newest = id;
        notes.add(record);
        portion.ids.push(id);
        portion.texts.push(search);
      }
      written += records.length;
      noted += records.length;
      await feedSearch(portion);
      if (noted < NOTED || !inOrder) return;
      notes.flush();
      noted = 0;
    },
    remove(ids) {
      for (const id of ids) prepare(`DELETE FROM ${table} WHERE id = ?`).run(id);
      if (ids.length === 0) return;
      inOrder = false;
      endFeed();
    },
    async finish(pause) {
      if (wasEmpty) for (const { sql } of listIndexDdl(resource)) db.run(sql);
      if (inOrder) notes.flush();
      else countAnew(prepare, resource);
      await rest(pause);
      if (!inOrder) unseal(prepare, resource);
      else if (!wasEmpty && !isLongTail(prepare, resource, newest)) return;
      while (sealSegment(prepare, resource)) await pause();
    },
    rest,
    end: endFeed,
  };
}

/** Makes everything that is kept about a resource anew from its rows. */
export function rebuild(prepare: Prepare, resource: Resource): void {
  countAnew(prepare, resource);
  unseal(prepare, resource);
  seal(prepare, resource);
}

function countAnew(prepare: Prepare, resource: Resource): void {
  forgetLists(prepare, resource);
  const notes = tally(prepare, resource);
  const page = prepare(`SELECT * FROM ${quoted(resource.table)} WHERE id > ? ORDER BY id LIMIT 5000`);
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const rows = page.all(after) as DataRecord[];
    if (rows.length === 0) break;
    for (const row of rows) notes.add(row);
    notes.flush();
    after = rows.at(-1)!.id as number;
  }
}

/**
 * Every value that occurs is looked up once, in the order of its index: sooner than SQLite's check of every row. `outcome`
 * is what it means when one leads nowhere.
 */
export function checkReferences(prepare: Prepare, catalogue: Catalogue, outcome = 'nothing was written'): void {
  for (const resource of catalogue) {
    for (const { name, target } of referencesOf(resource)) {
      const [child, column, parent] = [resource.table, name, target.table].map(quoted);
      // To SQL a missing value is not among none.
      const missing = `SELECT DISTINCT ${column} FROM ${child} WHERE ${column} IS NOT NULL
        AND ${column} NOT IN (SELECT id FROM ${parent}) LIMIT 1`;
      const [broken] = prepare(missing).values();
      if (!broken) continue;
      const [[id]] = prepare(`SELECT min(id) FROM ${child} WHERE ${column} = ?`).values(broken[0] as number) as [
        [number],
      ];
      throw new StoreError(`The ${resource.one} ${id} has a reference to an id that no ${target.one} has; ${outcome}.`);
    }
  }
}
