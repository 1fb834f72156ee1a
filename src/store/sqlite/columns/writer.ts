// Writes columns: block by block while many records are written, and those of the newest records a little at a time.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Resource } from '../../../catalogue/resource.ts';
import { atOnce } from '../../../fairness/slices.ts';
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
  stampOf,
  watermarkOf,
} from './blocks.ts';
import { BLOCK, type Column, columnAfter, columnFields, storageOf, stored, valueIn } from './column.ts';
import { Given } from './given.ts';

/** How many of the newest records the columns may lack. */
export const TAIL = 4096;

/** Records in the order of their ids: the values of each field. */
type Records = { readonly ids: number[]; readonly values: readonly Given[] };

const noRecords = (resource: Resource): Records => ({ ids: [], values: columnFields(resource).map(() => new Given()) });

/** The columns of records that follow those of a block; `undefined`: they are a block of their own. Yields after
 * each. */
function* columnsOf(
  prepare: Prepare,
  resource: Resource,
  before: Block | undefined,
  { values }: Records,
): Generator<void, Column[]> {
  const columns: Column[] = [];
  for (const [at, field] of columnFields(resource).entries()) {
    const known = before && readColumn(prepare, resource, field.name, before);
    columns.push(columnAfter(values[at]!, storageOf(field), known));
    yield;
  }
  return columns;
}

/** Returns the block as it is now. */
function store(
  prepare: Prepare,
  resource: Resource,
  before: Block | undefined,
  ids: readonly number[],
  columns: readonly Column[],
): Block {
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
  const sql =
    'INSERT INTO workforce_columns VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET head = ?4, codes = ?5';
  for (const [at, { name }] of columnFields(resource).entries())
    prepare(sql).run(resource.name, name, first, ...stored(columns[at]!));
  return block;
}

/** Columns of records that come in the order of their ids. */
export type ColumnWriter = {
  /** `values`: those of the record's fields, by name. */
  add(values: Readonly<Record<string, Value>>): void;
  /** Stores the added records. */
  flush(): void;
};

export function columnWriter(prepare: Prepare, resource: Resource): ColumnWriter {
  const fields = columnFields(resource);
  let records = noRecords(resource);
  /** The last block that is stored, while it has room. */
  let last = lastBlock(prepare, resource);

  function flush(): void {
    if (records.ids.length === 0) return;
    last = store(prepare, resource, last, records.ids, atOnce(columnsOf(prepare, resource, last, records)));
    if (last.rows === BLOCK) last = undefined;
    records = noRecords(resource);
  }

  return {
    add(record) {
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
const FEW_ROWS = 512;

/** Stores columns of the newest records in many small steps; the last step writes. The records must not change
 * meanwhile. */
export function* storingSlowly(prepare: Prepare, resource: Resource): Generator<void, void> {
  const [stamp, before] = [stampOf(prepare, resource), lastBlock(prepare, resource)];
  const [records, fields] = [noRecords(resource), columnFields(resource)];
  const room = Math.min(BLOCK - (before?.rows ?? 0), TAIL);
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
  const columns = yield* columnsOf(prepare, resource, before, records);
  // Another process may have done the same meanwhile.
  if (stampOf(prepare, resource) === stamp) store(prepare, resource, before, records.ids, columns);
}

/** Drops the columns of the records from an id on, because records there are changed. */
export function dropColumns(prepare: Prepare, resource: Resource, from = BEFORE_ALL): void {
  const [[first]] = prepare('SELECT min(first) FROM workforce_blocks WHERE resource = ? AND last >= ?').values(
    resource.name,
    from,
  ) as [[number | null]];
  for (const table of ['workforce_blocks', 'workforce_columns'])
    if (first !== null) prepare(`DELETE FROM ${table} WHERE resource = ? AND first >= ?`).run(resource.name, first);
  increaseStamp(prepare, resource);
  newGeneration(prepare);
}

export function rebuildColumns(prepare: Prepare, resource: Resource): void {
  dropColumns(prepare, resource);
  storeTail(prepare, resource);
}
