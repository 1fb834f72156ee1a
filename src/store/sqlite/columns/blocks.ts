// The stored columns: for each block of a resource, its ids and a column for each field. Blocks follow one another in
// the order of ids, and have the records up to an id, the watermark. The newest records above it are read from their
// rows. docs/design/columns.md has the whole picture.
import type { Field, Resource } from '../../../catalogue/resource.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import { quoted } from '../../shared/schema.ts';
import { readMeta } from '../connection/meta.ts';
import type { Prepare } from '../connection/statements.ts';
import { BLOCK, type Column, codesIn, unpacked } from './column.ts';
import { firstPlace, numbered } from './dictionary.ts';

export const columnsDdl = [
  `CREATE TABLE IF NOT EXISTS workforce_blocks (
    resource TEXT NOT NULL, first INTEGER NOT NULL, last INTEGER NOT NULL, rows INTEGER NOT NULL, stamp INTEGER NOT NULL, ids BLOB,
    PRIMARY KEY (resource, first)
  ) STRICT`,
  `CREATE TABLE IF NOT EXISTS workforce_columns (
    resource TEXT NOT NULL, field TEXT NOT NULL, first INTEGER NOT NULL, head BLOB NOT NULL, codes BLOB NOT NULL,
    PRIMARY KEY (resource, field, first)
  ) STRICT`,
];

/** Records with ids from `first` to `last`. `stamp` changes when the block is written again. `ids`: by how much each id
 * is greater than the first; without them there are no gaps. */
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
  return firstPlace(0, rows, (row) => first + ids[row]! < id);
}

/** The block that has the record, and its place there; `undefined` where there is none. */
export function placeOf(
  blocks: readonly Block[],
  id: number,
): { readonly at: number; readonly row: number } | undefined {
  const at = firstPlace(0, blocks.length, (place) => blocks[place]!.last < id);
  const block = blocks[at];
  const row = block ? rowFrom(block, id) : 0;
  return block && row < block.rows && idAt(block, row) === id ? { at, row } : undefined;
}

/** The key in workforce_meta. */
const GENERATION = 'generation';
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

/** Returns the new stamp. */
export function increaseStamp(prepare: Prepare, resource: Resource): number {
  increase(prepare, stampKey(resource));
  return Number(stampOf(prepare, resource));
}

/** Called in the transaction that changes records which were there before. */
export function newGeneration(prepare: Prepare): void {
  increase(prepare, GENERATION);
}

export function blocksOf(prepare: Prepare, { name }: Resource, order = 'first'): Block[] {
  const sql = `SELECT first, last, rows, stamp, ids FROM workforce_blocks WHERE resource = ? ORDER BY ${order}`;
  const found = prepare(sql).values(name) as [number, number, number, number, Uint8Array | null][];
  return found.map(([first, last, rows, stamp, ids]) => ({
    first,
    last,
    rows,
    stamp,
    ids: ids ? idsIn(ids, rows) : undefined,
  }));
}

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
export function offsetsOf(ids: readonly number[] | Float64Array): Block['ids'] {
  const first = ids[0]!;
  const span = ids[ids.length - 1]! - first;
  if (span === ids.length - 1) return undefined;
  const Ids = span < 2 ** 16 ? Uint16Array : span < 2 ** 32 ? Uint32Array : Float64Array;
  return (Ids as typeof Float64Array).from(ids as number[], (id) => id - first);
}

type StoredBytes = Uint8Array<ArrayBuffer>;
const COLUMN = 'FROM workforce_columns WHERE resource = ? AND field = ? AND first = ?';

// A column may have more records than its block, which is stored after its columns. `row` is another one each time that
// the column is stored. `undefined`: there is no such column; the block was written again, or the file is damaged.

export function readHead(prepare: Prepare, { name }: Resource, field: string, first: number) {
  const [found] = prepare(`SELECT rowid, head ${COLUMN}`).values(name, field, first) as [number, StoredBytes][];
  return found && { row: found[0], ...unpacked(found[1]) };
}

export const rowOf = (prepare: Prepare, { name }: Resource, field: string, first: number): number | undefined =>
  (prepare(`SELECT rowid ${COLUMN}`).values(name, field, first) as [number][])[0]?.[0];

export function readCodes(prepare: Prepare, { name }: Resource, field: string, first: number) {
  const [found] = prepare(`SELECT rowid, codes ${COLUMN}`).values(name, field, first) as [number, StoredBytes][];
  return found && { row: found[0], bytes: found[1] };
}

/** With all its records. */
export function readColumn(prepare: Prepare, { name }: Resource, field: string, first: number) {
  const sql = `SELECT rowid, head, codes ${COLUMN}`;
  const [found] = prepare(sql).values(name, field, first) as [number, StoredBytes, StoredBytes][];
  if (!found) return undefined;
  const head = unpacked(found[1]);
  return { row: found[0], ...head, codes: codesIn(found[2], head.dictionary, recordsOf(head)) };
}

/** How many records are counted in it. */
export function recordsOf({ counts }: Pick<Column, 'counts'>): number {
  let sum = 0;
  for (let code = 0; counts && code < counts.length; code++) sum += counts[code]!;
  return sum;
}

/** The last block, while it has room. */
export const lastBlock = (prepare: Prepare, resource: Resource): Block | undefined =>
  blocksOf(prepare, resource, 'first DESC LIMIT 1').find(({ rows }) => rows < BLOCK);

/** The records up to the newest whose reference leads to one of these ids, and to which; `undefined`: there are more
 * than `most`. */
export function referring(
  prepare: Prepare,
  { table }: Resource,
  { name }: Field,
  newest: number,
  from: number,
  to: number,
  most: number,
): ReadonlyMap<number, number> | undefined {
  const sql = `SELECT id, ${quoted(name)} FROM ${quoted(table)} WHERE ${quoted(name)} BETWEEN ? AND ? AND id <= ? LIMIT ?`;
  const found = prepare(sql).values(from, to, newest, most + 1) as [number, number][];
  return found.length > most ? undefined : new Map(found);
}

/** Ids are all different, so each record has its own code. */
export function idColumn(block: Block) {
  const numbers = new Float64Array(block.rows);
  for (let row = 0; row < block.rows; row++) numbers[row] = idAt(block, row);
  const dictionary = { form: 'number', nulls: 0, size: block.rows, numbers } as const;
  return {
    dictionary,
    counts: new Uint32Array(block.rows).fill(1),
    codes: () => ROWS.subarray(0, block.rows),
  };
}

const ROWS = numbered(new Uint16Array(BLOCK), 0);
