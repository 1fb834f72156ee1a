// Writes columns: block by block while many records are written, and those of the newest records a little at a time.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Resource } from '../../../catalogue/resource.ts';
import { atOnce, type Steps } from '../../../fairness/slices.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import { quoted } from '../../shared/schema.ts';
import type { Prepare } from '../connection/statements.ts';
import {
  type Block,
  idAt,
  increaseStamp,
  lastBlock,
  newGeneration,
  offsetsOf,
  readColumn,
  rowOf,
  watermarkOf,
} from './blocks.ts';
import { BLOCK, type Codes, columnAfter, columnFields, storageOf, stored, valueIn } from './column.ts';
import { Given } from './given.ts';

/** How many of the newest records the columns may lack. */
export const TAIL = 4096;

/** Records in the order of their ids: the values of each field. */
type Records = { readonly ids: number[]; readonly values: readonly Given[] };

const noRecords = (resource: Resource): Records => ({ ids: [], values: columnFields(resource).map(() => new Given()) });

/** Stores columns of records that follow those of a block, one by one, and then the block, which is returned. Until
 * then the columns have more records than the block; a process that begins again goes on with the columns that have
 * fewer. `before` is `undefined` for records that are a block of their own. Returns `undefined` when another process
 * has stored the block. */
function* storing(
  prepare: Prepare,
  resource: Resource,
  before: Block | undefined,
  { ids, values }: Records,
): Steps<Block | undefined> {
  const isCurrent = () => watermarkOf(prepare, resource) < ids[0]!;
  const [first, rows] = [before?.first ?? ids[0]!, (before?.rows ?? 0) + ids.length];
  for (const [at, field] of columnFields(resource).entries())
    for (;;) {
      const known = readColumn(prepare, resource, field.name, first);
      yield;
      if (known && known.codes.length >= rows) break;
      const old = before && known && { ...known, codes: known.codes.subarray(0, before.rows) as Codes };
      const column = yield* columnAfter(values[at]!, storageOf(field), old);
      yield;
      const blobs = stored(column);
      yield;
      if (!isCurrent()) return undefined;
      // Otherwise another process has stored it, perhaps with more records.
      if (rowOf(prepare, resource, field.name, first) !== known?.row) continue;
      const sql = 'INSERT OR REPLACE INTO workforce_columns VALUES (?, ?, ?, ?, ?)';
      prepare(sql).run(resource.name, field.name, first, ...blobs);
      yield;
    }
  return isCurrent() ? storeBlock(prepare, resource, before, ids) : undefined;
}

function storeBlock(prepare: Prepare, resource: Resource, before: Block | undefined, ids: readonly number[]): Block {
  const known = before ? Array.from({ length: before.rows }, (_, row) => idAt(before, row)) : [];
  const all = known.concat(ids);
  const [first, last] = [all[0]!, all.at(-1)!];
  const stamp = increaseStamp(prepare, resource);
  const offsets = offsetsOf(all);
  const block = { first, last, rows: all.length, stamp, ids: offsets };
  const bytes = offsets ? new Uint8Array(offsets.buffer) : null;
  prepare('INSERT OR REPLACE INTO workforce_blocks VALUES (?, ?, ?, ?, ?, ?)').run(
    resource.name,
    first,
    last,
    all.length,
    stamp,
    bytes,
  );
  return block;
}

export type ColumnWriter = ReturnType<typeof columnWriter>;

/** Writes columns of records that come in the order of their ids. */
export function columnWriter(prepare: Prepare, resource: Resource) {
  const fields = columnFields(resource);
  let records = noRecords(resource);
  /** The last block that is stored, while it has room. */
  let last = lastBlock(prepare, resource);

  /** Stores the added records. */
  function flush(): void {
    if (records.ids.length === 0) return;
    const block = atOnce(storing(prepare, resource, last, records))!;
    last = block.rows < BLOCK ? block : undefined;
    records = noRecords(resource);
  }

  return {
    /** `record`: the values of its fields, by name. */
    add(record: Readonly<Record<string, Value>>): void {
      records.ids.push(record.id as number);
      for (let at = 0; at < fields.length; at++)
        records.values[at]!.add(valueIn(fields[at]!, record[fields[at]!.name] ?? null));
      if (records.ids.length + (last?.rows ?? 0) === BLOCK) flush();
    },
    flush,
  };
}

const selectSql = (resource: Resource): string => {
  const names = ['id', ...columnFields(resource).map(({ name }) => name)].map(quoted).join(', ');
  return `SELECT ${names} FROM ${quoted(resource.table)} WHERE id > ? ORDER BY id`;
};

/** Columns of all records that have none yet. */
export function storeTail(prepare: Prepare, resource: Resource): void {
  atOnce(storingTail(prepare, resource));
}

const ROWS_AT_A_TIME = 5000;

/** The same, some at a time. Yields how many records it has read since. */
export function* storingTail(prepare: Prepare, resource: Resource): Generator<number, void> {
  const writer = columnWriter(prepare, resource);
  for (let after = watermarkOf(prepare, resource); ; ) {
    const rows = prepare(`${selectSql(resource)} LIMIT ${ROWS_AT_A_TIME}`).all(after) as Record<string, Value>[];
    if (rows.length === 0) break;
    for (const row of rows) writer.add(row);
    after = rows.at(-1)!.id as number;
    yield rows.length;
  }
  writer.flush();
}

/** Whether so many records have no columns yet that these should be stored. */
export const isTailLong = (prepare: Prepare, resource: Resource, newest: number): boolean =>
  newest - Math.max(watermarkOf(prepare, resource), 0) >= TAIL;

/** How many rows are read between two yields. */
const FEW_ROWS = 256;

/** Stores columns of the newest records in many small steps. A block begins with one record, whose columns are stored
 * at once: all later columns have a block that they can be compared with. The records must not change meanwhile. */
export function* storingSlowly(prepare: Prepare, resource: Resource): Steps<void> {
  const before = lastBlock(prepare, resource);
  const [records, fields] = [noRecords(resource), columnFields(resource)];
  const room = before ? Math.min(BLOCK - before.rows, TAIL) : 1;
  for (let after = watermarkOf(prepare, resource); records.ids.length < room; yield) {
    const most = Math.min(FEW_ROWS, room - records.ids.length);
    const rows = prepare(`${selectSql(resource)} LIMIT ?`).values(after, most) as Value[][];
    for (const row of rows) {
      records.ids.push(row[0] as number);
      for (let at = 0; at < fields.length; at++) records.values[at]!.add(valueIn(fields[at]!, row[at + 1]!));
    }
    if (rows.length < most) break;
    after = records.ids.at(-1)!;
  }
  if (records.ids.length === 0) return;
  const steps = storing(prepare, resource, before, records);
  if (before) yield* steps;
  else atOnce(steps);
}

/** Drops the columns of the records from an id on, because records there are changed. */
export function dropColumns(prepare: Prepare, resource: Resource, from = BEFORE_ALL): void {
  // The columns of a block that has room may have more records than it.
  const sql = `DELETE FROM workforce_blocks WHERE resource = ? AND (last >= ? OR rows < ${BLOCK})`;
  prepare(sql).run(resource.name, from);
  const watermark = watermarkOf(prepare, resource);
  prepare('DELETE FROM workforce_columns WHERE resource = ? AND first > ?').run(resource.name, watermark);
  increaseStamp(prepare, resource);
  newGeneration(prepare);
}

export function rebuildColumns(prepare: Prepare, resource: Resource): void {
  dropColumns(prepare, resource);
  storeTail(prepare, resource);
}
