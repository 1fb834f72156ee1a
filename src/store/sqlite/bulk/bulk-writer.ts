// Writes many whole records of one resource within a transaction. The list indexes of a table that was empty are built
// at the end, columns are stored block by block, and the search index is made in a thread meanwhile.
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import { quoted } from '../../shared/schema.ts';
import { type ColumnWriter, columnWriter, dropColumns, storeTail, storingTail } from '../columns/writer.ts';
import type { Transaction } from '../connection/transaction.ts';
import { ddl } from '../dialect.ts';
import { newestId } from '../read/scan.ts';
import { type SearchFeed, searchFeed } from '../search/search-feed.ts';
import { dropSearchIndex, indexSegment, isLongTail, TAIL, unindexedRows } from '../search/search-index.ts';
import { rowWriter } from '../write/row-writer.ts';

export type BulkSettings = {
  /** Makes the search index in a thread while records are written, and not afterwards. The bench measures both. */
  readonly searchThread: boolean;
};

/** Whether it pays to send the texts to a thread: those of attendance have 7 characters, those of candidates 220. */
const areLong = (texts: readonly string[]): boolean =>
  texts.reduce((sum, { length }) => sum + length, 0) > 64 * texts.length;

export type BulkWriter = ReturnType<typeof bulkWriter>;

export function bulkWriter(
  { db, prepare }: Transaction,
  resource: Resource,
  hidden: ReadonlySet<string> | undefined,
  { searchThread = true }: Partial<BulkSettings> = {},
) {
  let newest = newestId(prepare, resource);
  const wasEmpty = newest === BEFORE_ALL;
  const listIndexes = wasEmpty ? ddl.listIndexDdl(resource) : [];
  for (const { name } of listIndexes) db.run(`DROP INDEX IF EXISTS ${quoted(name)}`);
  const rows = rowWriter(prepare, resource, hidden);
  /** Made with the first record, when those before it are in columns. */
  let columns: ColumnWriter | undefined;
  let [written, isAscending] = [0, true];
  /** The least id of a record that was there and has changed, or came out of its order. */
  let changedFrom = Number.POSITIVE_INFINITY;
  let feed: SearchFeed | undefined;

  /** The thread is started once there are many records with long texts. It takes them as long as their ids grow. */
  async function feedSearch(portion: { ids: number[]; texts: string[] }): Promise<void> {
    if (!isAscending) endFeed();
    else if (feed) await feed.write(portion);
    else if (searchThread && written >= TAIL && areLong(portion.texts)) {
      feed = searchFeed(prepare, resource);
      await feed.write(unindexedRows(prepare, resource));
    }
  }
  function columnsHere(): ColumnWriter {
    if (!columns) storeTail(prepare, resource);
    columns ??= columnWriter(prepare, resource);
    return columns;
  }
  /** Columns and search index are made again at the end. */
  function makeAgain(ids: readonly number[]): void {
    if (ids.length === 0) return;
    for (const id of ids) changedFrom = Math.min(changedFrom, id);
    isAscending = false;
    endFeed();
  }
  function endFeed(): void {
    feed?.end();
    feed = undefined;
    written = 0;
  }
  /** Ends the thread, because records of other resources come next. `pause` is awaited now and then. */
  async function rest(pause: () => Promise<void>): Promise<void> {
    while (await feed?.storeNext()) await pause();
    endFeed();
  }

  return {
    wasEmpty,
    async write(records: readonly DataRecord[]): Promise<void> {
      const portion: { ids: number[]; texts: string[] } = { ids: [], texts: [] };
      for (const record of records) {
        const id = record.id as number;
        // Before the record, which would be among those that are there.
        const own = isAscending && id > newest ? columnsHere() : undefined;
        const { search } = rows.insert(record);
        if (own) own.add(record);
        else if (id <= newest) makeAgain([id]);
        newest = Math.max(newest, id);
        portion.ids.push(id);
        portion.texts.push(search);
      }
      written += records.length;
      await feedSearch(portion);
    },
    update(records: readonly DataRecord[]): void {
      for (const record of records) rows.update(record);
      makeAgain(records.map(({ id }) => id as number));
    },
    remove(ids: readonly number[]): void {
      for (const id of ids) prepare(`DELETE FROM ${quoted(resource.table)} WHERE id = ?`).run(id);
      makeAgain(ids);
    },
    /** Builds indexes, columns and the search index. */
    async finish(pause: () => Promise<void>): Promise<void> {
      for (const { sql } of listIndexes) db.run(sql);
      if (isAscending) columns?.flush();
      else {
        dropColumns(prepare, resource, changedFrom);
        for (const _ of storingTail(prepare, resource)) await pause();
      }
      await rest(pause);
      if (!isAscending) dropSearchIndex(prepare, resource);
      else if (!wasEmpty && !isLongTail(prepare, resource, newest)) return;
      while (indexSegment(prepare, resource)) await pause();
    },
    rest,
    /** Called at last, however it went. */
    end: endFeed,
  };
}
