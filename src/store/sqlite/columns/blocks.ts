// The stored columns: for each block of a resource, its ids and a column for each field. Blocks follow one another in the order of ids,
// and have the records up to an id, the watermark. The newest records above it are read from their rows.
// docs/design/columns.md has the whole picture.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Resource } from '../../../catalogue/resource.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import { quoted } from '../../shared/schema.ts';
import { readMeta, writeMeta } from '../connection/meta.ts';
import type { Prepare } from '../connection/statements.ts';
import { BLOCK, type Codes, type Column, codesIn, columnFields, columnOf, stored, valueIn } from './column.ts';
import { unpacked } from './dictionary.ts';

export const columnsDdl = [
  `CREATE TABLE workforce_blocks (
    resource TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, rows INTEGER NOT NULL, stamp INTEGER NOT NULL, ids BLOB,
    PRIMARY KEY (resource, first)
  ) STRICT`,
  `CREATE TABLE workforce_columns (
    resource TEXT NOT NULL, field TEXT NOT NULL, first INTEGER NOT NULL, head BLOB NOT NULL, codes BLOB NOT NULL,
    PRIMARY KEY (resource, field, first)
  ) STRICT`,
];

/** How many of the newest records the columns may lack. */
export const TAIL = 4096;

/** Records with ids from `first` to `last`. `stamp` changes when the block is written again. `ids`: by how much each id is greater than the first;
 * without them there are no gaps. */
export type Block = {
  readonly first: number;
  readonly last: number;
  readonly rows: number;
  readonly stamp: number;
  readonly ids?: Uint16Array | Uint32Array | Float64Array | undefined;
};

export const idAt = ({ first, ids }: Block, row: number): number => first + (ids ? ids[row]! : row);

/** The first record whose id is not less. */
export function rowFrom({ first, rows, ids }: Block, id: number): number {
  if (!ids) return Math.min(Math.max(id - first, 0), rows);
  let [low, high] = [0, rows];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (first + ids[middle]! < id) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The key in workforce_meta. */
const GENERATION = 'anew';
const stampKey = ({ name }: Resource): string => `columns ${name}`;

/** Changes when records that were there have changed. */
export const GENERATION_SQL = `SELECT coalesce((SELECT value FROM workforce_meta WHERE key = '${GENERATION}'), '')`;

/** Changes when blocks of the resource were written. */
export const stampOf = (prepare: Prepare, resource: Resource): string => readMeta(prepare, stampKey(resource)) ?? '0';

function increase(prepare: Prepare, key: string): void {
  prepare("INSERT INTO workforce_meta VALUES (?, '1') ON CONFLICT DO UPDATE SET value = CAST(value + 1 AS TEXT)").run(
    key,
  );
}

/** Called in the transaction that changes records which were there before. */
export function newGeneration(prepare: Prepare): void {
  increase(prepare, GENERATION);
}

export const blocksOf = (prepare: Prepare, { name }: Resource): Block[] =>
  (
    prepare('SELECT first, last, rows, stamp, ids FROM workforce_blocks WHERE resource = ? ORDER BY first').values(
      name,
    ) as [number, number, number, number, Uint8Array | null][]
  ).map(([first, last, rows, stamp, ids]) => ({ first, last, rows, stamp, ids: ids ? idsIn(ids, rows) : undefined }));

/** The id up to which records are in columns. */
export const watermarkOf = (prepare: Prepare, { name }: Resource): number =>
  (prepare('SELECT max(last) FROM workforce_blocks WHERE resource = ?').values(name)[0]?.[0] as number | null) ??
  BEFORE_ALL;

function idsIn(bytes: Uint8Array, rows: number): NonNullable<Block['ids']> {
  const { buffer } = bytes.slice();
  const width = bytes.byteLength / rows;
  return width === 2 ? new Uint16Array(buffer) : width === 4 ? new Uint32Array(buffer) : new Float64Array(buffer);
}

/** `undefined`: they have no gaps. */
function offsetsOf(ids: readonly number[] | Float64Array): Block['ids'] {
  const first = ids[0]!;
  const span = ids[ids.length - 1]! - first;
  if (span === ids.length - 1) return undefined;
  const Ids = span < 2 ** 16 ? Uint16Array : span < 2 ** 32 ? Uint32Array : Float64Array;
  return (Ids as typeof Float64Array).from(ids as number[], (id) => id - first);
}

const HEAD = 'SELECT head FROM workforce_columns WHERE resource = ? AND field = ? AND first = ?';
const CODES = 'SELECT codes FROM workforce_columns WHERE resource = ? AND field = ? AND first = ?';

/** `undefined`: there is no such column; the block was written again, or the file is damaged. */
export function readHead(prepare: Prepare, { name }: Resource, field: string, first: number) {
  const head = prepare(HEAD).values(name, field, first)[0]?.[0] as Uint8Array<ArrayBuffer> | undefined;
  return head && unpacked(head);
}

export function readCodes(
  prepare: Prepare,
  { name }: Resource,
  field: string,
  first: number,
  size: number,
  rows: number,
): Codes {
  const codes = prepare(CODES).values(name, field, first)[0]?.[0] as Uint8Array | undefined;
  return codesIn(codes ?? new Uint8Array(), size, rows);
}

/** Columns of records that come in the order of their ids, for one block at a time. */
export type ColumnWriter = {
  /** `values`: those of the record's fields, by name. */
  add(values: Readonly<Record<string, Value>>): void;
  /** Stores what was added. */
  flush(): void;
};

export function columnWriter(prepare: Prepare, resource: Resource): ColumnWriter {
  const fields = columnFields(resource);
  let ids: number[] = [];
  let values: Value[][] = fields.map(() => []);
  /** The last block that is stored, while it has room. */
  let last = lastBlock(prepare, resource);

  function store(): void {
    const before = last && last.rows + ids.length <= BLOCK ? last : undefined;
    const first = before?.first ?? ids[0]!;
    const known = before ? Array.from({ length: before.rows }, (_, row) => idAt(before, row)) : [];
    const all = known.concat(ids);
    const stamp = Number(stampOf(prepare, resource)) + 1;
    const offsets = offsetsOf(all);
    prepare('INSERT OR REPLACE INTO workforce_blocks VALUES (?, ?, ?, ?, ?, ?)').run(
      resource.name,
      first,
      all.at(-1)!,
      all.length,
      stamp,
      offsets ? new Uint8Array(offsets.buffer) : null,
    );
    for (const [at, field] of fields.entries()) {
      const column = columnOf(
        values[at]!,
        field.kindName === 'date',
        before && readColumn(prepare, resource, field.name, before),
      );
      const [head, codes] = stored(column);
      prepare(
        'INSERT INTO workforce_columns VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT DO UPDATE SET head = ?4, codes = ?5',
      ).run(resource.name, field.name, first, head, codes);
    }
    writeMeta(prepare, stampKey(resource), String(stamp));
    last = { first, last: all.at(-1)!, rows: all.length, stamp, ids: offsets };
    ids = [];
    values = fields.map(() => []);
  }

  return {
    add(record) {
      ids.push(record.id as number);
      for (let at = 0; at < fields.length; at++)
        values[at]!.push(valueIn(fields[at]!, record[fields[at]!.name] ?? null));
      if (ids.length + (last && last.rows < BLOCK ? last.rows : 0) === BLOCK) store();
    },
    flush() {
      if (ids.length > 0) store();
    },
  };
}

function lastBlock(prepare: Prepare, { name }: Resource): Block | undefined {
  const sql =
    'SELECT first, last, rows, stamp, ids FROM workforce_blocks WHERE resource = ? ORDER BY first DESC LIMIT 1';
  const [row] = prepare(sql).values(name) as [number, number, number, number, Uint8Array | null][];
  if (!row || row[2] >= BLOCK) return undefined;
  const [first, last, rows, stamp, ids] = row;
  return { first, last, rows, stamp, ids: ids ? idsIn(ids, rows) : undefined };
}

export function readColumn(
  prepare: Prepare,
  resource: Resource,
  field: string,
  { first, rows }: Block,
): Column | undefined {
  const head = readHead(prepare, resource, field, first);
  return head && { ...head, codes: readCodes(prepare, resource, field, first, head.dictionary.size, rows) };
}

/** Stores the newest records once there are many, in the transaction that wrote them. */
export function storeWhenLong(prepare: Prepare, resource: Resource, newest: number): void {
  if (newest - Math.max(watermarkOf(prepare, resource), 0) >= TAIL) storeTail(prepare, resource);
}

const ROWS_AT_A_TIME = 5000;

/** Columns of all records that have none yet. */
export function storeTail(prepare: Prepare, resource: Resource): void {
  for (const _ of storingTail(prepare, resource));
}

/** The same, some at a time. Yields how many records it has read since. */
export function* storingTail(prepare: Prepare, resource: Resource): Generator<number> {
  const names = ['id', ...columnFields(resource).map(({ name }) => name)].map(quoted).join(', ');
  const page = `SELECT ${names} FROM ${quoted(resource.table)} WHERE id > ? ORDER BY id LIMIT ${ROWS_AT_A_TIME}`;
  const writer = columnWriter(prepare, resource);
  for (let after = watermarkOf(prepare, resource); ; ) {
    const rows = prepare(page).all(after) as Record<string, Value>[];
    if (rows.length === 0) break;
    for (const row of rows) writer.add(row);
    after = rows.at(-1)!.id as number;
    yield rows.length;
  }
  writer.flush();
}

/** Drops the columns of the records from an id on, because records there are changed. */
export function dropColumns(prepare: Prepare, { name, ...rest }: Resource, from = BEFORE_ALL): void {
  const resource = { name, ...rest };
  const first = prepare('SELECT min(first) FROM workforce_blocks WHERE resource = ? AND last >= ?').values(
    name,
    from,
  )[0]?.[0];
  for (const table of ['workforce_blocks', 'workforce_columns'])
    if (first !== null && first !== undefined)
      prepare(`DELETE FROM ${table} WHERE resource = ? AND first >= ?`).run(name, first as number);
  increase(prepare, stampKey(resource));
  newGeneration(prepare);
}

export function rebuildColumns(prepare: Prepare, resource: Resource): void {
  dropColumns(prepare, resource);
  storeTail(prepare, resource);
}
