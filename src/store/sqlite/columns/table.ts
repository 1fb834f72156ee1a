// The columns of a resource as they are now: the stored blocks, and blocks of the newest records, which are made here
// from their rows. A question may take several turns of the event loop. It keeps the table that it began with: records
// are appended, so that later tables only have more of them.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Field, Resource } from '../../../catalogue/resource.ts';
import { Refusal } from '../../../contract/errors.ts';
import type { RowLimits } from '../../../contract/request/row-limits.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import { quoted } from '../../shared/schema.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';
import { newestId } from '../read/scan.ts';
import {
  type Block,
  blocksOf,
  GENERATION_SQL,
  idColumn,
  offsetsOf,
  readCodes,
  readColumn,
  readHead,
  recordsOf,
  referring,
  stampOf,
} from './blocks.ts';
import {
  BLOCK,
  type Codes,
  type Column,
  codesIn,
  columnFields,
  columnOf,
  countsOf,
  placesOf,
  recoded,
  storageOf,
  valueIn,
} from './column.ts';

type Head = Pick<Column, 'dictionary' | 'counts' | 'span'>;

/** A column whose codes are read when they are needed. */
export type Lazy = Head & {
  codes(): Codes;
  /** The places of the records with a code, where they are cached. */
  rowsWith?(code: number): Uint16Array;
};

export type Table = {
  readonly resource: Resource;
  readonly blocks: readonly Block[];
  /** The first of them, and by a text for a list how many of its records each has. */
  readonly stored: readonly Block[];
  readonly counted: Map<string, readonly number[]>;
  /** How many records there are. */
  readonly total: number;
  readonly newest: number;
  readonly generation: string;
  column(block: Block, field: Field): Lazy;
  /** The records whose reference leads to one of these ids, and to which of them, by an index; `undefined`: there are
   * more than `most`. */
  referring(field: Field, from: number, to: number, most: number): ReadonlyMap<number, number> | undefined;
};

/** Records that were there when a question began have changed. It has to begin again. */
export class Changed extends Error {
  override readonly message = 'An import or a repair has changed older records while they were being read.';
}

const lacking = ({ name }: Resource, field: string): Refusal =>
  new Refusal(
    'unavailable',
    `The database has no column of ${field} for some ${name}: "workforce doctor --fix" makes it again.`,
  );

export type Tables = {
  /** As of the snapshot. */
  of(resource: Resource): Table;
  generation(): string;
  /** Which records there are for the caller behind references; without it, all. */
  readonly rows?: RowLimits | undefined;
};

/** `state`: the generation of the records, and the last change of stored blocks. */
type Cached = { readonly table: Table; readonly tail: Tail; readonly state: string };

/** Bytes of dictionaries, and of codes, that are cached. An order asks for all dictionaries of a field three times. */
const MAX_CACHED = { heads: 16e6, codes: 16e6 };

export function tables(prepare: Prepare, memoize: Snapshot['memoize']): Tables {
  const heads = byteCache<Head & { readonly row: number }>(
    MAX_CACHED.heads,
    ({ counts, dictionary: { numbers, starts, bytes } }) =>
      200 +
      (counts?.byteLength ?? 0) +
      (numbers?.byteLength ?? 0) +
      (starts?.byteLength ?? 0) +
      (bytes?.byteLength ?? 0),
  );
  const codes = byteCache<Codes>(MAX_CACHED.codes, ({ byteLength }) => 100 + byteLength);
  const cache = new Map<Resource, Cached>();

  const generation = (): string => memoize('generation', () => prepare(GENERATION_SQL).values()[0]![0] as string)!;

  /** `before`: the generation of the table that the block is of. */
  function storedColumn(resource: Resource, block: Block, { name }: Field, before: string): Lazy {
    const key = `${resource.name} ${name} ${block.first} ${block.stamp}`;
    const now = <T>(read: (...column: [Prepare, Resource, string, number]) => T | undefined): T => {
      if (generation() !== before) throw new Changed();
      const found = read(prepare, resource, name, block.first);
      if (!found) throw lacking(resource, name);
      return found;
    };
    const ofBlock = (all: Codes) => all.subarray(0, block.rows) as Codes;
    const head = heads.get(key, () => {
      const found = now(readHead);
      if (block.rows === BLOCK || !found.counts || recordsOf(found) === block.rows) return found;
      const { codes: all, ...grown } = now(readColumn);
      return { ...grown, counts: countsOf(ofBlock(all), block.rows, grown.dictionary.size) };
    });
    const readOwn = (): Codes => {
      const { row, bytes } = now(readCodes);
      if (row === head.row) return ofBlock(codesIn(bytes, head.dictionary, block.rows));
      const grown = now(readColumn);
      return recoded(ofBlock(grown.codes), grown.dictionary, head.dictionary);
    };
    // Of codes of four bytes, few blocks would have room.
    const own = () => (head.counts ? codes.get(`${key} ${head.row}`, readOwn) : readOwn());
    const rowsWith = (code: number) =>
      codes.get(`${key} ${head.row} ${code}`, () => placesOf(own(), code)) as Uint16Array;
    return { ...head, codes: own, rowsWith };
  }

  function tableOf(resource: Resource, before: Cached | undefined): Cached {
    const newest = memoize(`newest ${resource.name}`, () => newestId(prepare, resource))!;
    const now = generation();
    const state = `${now} ${stampOf(prepare, resource)}`;
    const isSame = before?.state === state;
    const stored = isSame ? before.tail.stored : blocksOf(prepare, resource);
    const tail = isSame ? before.tail : tailOf(resource, stored);
    tail.readTo(prepare, newest);
    const blocks = [...stored, ...tail.blocks()];
    const table: Table = {
      resource,
      blocks,
      stored,
      counted: isSame ? before.table.counted : new Map(),
      total: blocks.reduce((sum, { rows }) => sum + rows, 0),
      newest,
      generation: now,
      column: (block, field) => {
        if (field.name === 'id') return idColumn(block);
        return tail.column(block, field) ?? storedColumn(resource, block, field, now);
      },
      referring(field, ...part) {
        if (generation() !== now) throw new Changed();
        return referring(prepare, resource, field, newest, ...part);
      },
    };
    return { table, tail, state };
  }

  return {
    generation,
    of: (resource) =>
      memoize(`table ${resource.name}`, () => {
        const made = tableOf(resource, cache.get(resource));
        cache.set(resource, made);
        return made.table;
      })!,
  };
}

/** Values by key, up to so many bytes; those that were made first go first. */
function byteCache<T>(most: number, size: (value: T) => number) {
  const cache = new Map<string, T>();
  let total = 0;
  return {
    get(key: string, make: () => T): T {
      const cached = cache.get(key);
      if (cached) return cached;
      const made = make();
      if (cache.has(key)) return made;
      cache.set(key, made);
      total += size(made);
      for (const [oldest, value] of cache) {
        if (total <= most) break;
        cache.delete(oldest);
        total -= size(value);
      }
      return made;
    },
  };
}

type Tail = {
  readonly stored: readonly Block[];
  readTo(prepare: Prepare, newest: number): void;
  blocks(): Block[];
  /** `undefined`: the block is none of these. */
  column(block: Block, field: Field): Lazy | undefined;
};

type TailBlock = Block & { readonly from: number; readonly columns: Map<Field, Lazy> };

/** The newest records. Each read appends a block; small ones are joined, so that there are few. */
function tailOf(resource: Resource, stored: readonly Block[]): Tail {
  const fields = columnFields(resource);
  const names = ['id', ...fields.map(({ name }) => name)].map(quoted).join(', ');
  const ids: number[] = [];
  const values: Value[][] = fields.map(() => []);
  let upTo = stored.at(-1)?.last ?? BEFORE_ALL;
  let blocks: TailBlock[] = [];

  function blockOf(from: number, to: number): TailBlock {
    const [first, last] = [ids[from]!, ids[to - 1]!];
    return { first, last, rows: to - from, stamp: 0, ids: offsetsOf(ids.slice(from, to)), from, columns: new Map() };
  }

  function append(from: number): void {
    for (let at = from; at < ids.length; at += BLOCK) {
      let start = at;
      const end = Math.min(at + BLOCK, ids.length);
      const kept = [...blocks];
      while (kept.length > 0 && kept.at(-1)!.rows <= end - start && end - kept.at(-1)!.from <= BLOCK)
        start = kept.pop()!.from;
      blocks = [...kept, blockOf(start, end)];
    }
  }

  return {
    stored,
    readTo(prepare, newest) {
      if (newest <= upTo) return;
      const from = ids.length;
      const sql = `SELECT ${names} FROM ${quoted(resource.table)} WHERE id > ? ORDER BY id`;
      for (const row of prepare(sql).values(upTo) as Value[][]) {
        ids.push(row[0] as number);
        for (let at = 0; at < fields.length; at++) values[at]!.push(valueIn(fields[at]!, row[at + 1]!));
      }
      upTo = newest;
      append(from);
    },
    blocks: () => blocks,
    column(block, field) {
      if (!('columns' in block)) return undefined;
      const { columns, from, rows } = block as TailBlock;
      const cached = columns.get(field);
      if (cached) return cached;
      const at = fields.indexOf(field);
      const made = columnOf(values[at]!.slice(from, from + rows), storageOf(field));
      const lazy: Lazy = { ...made, codes: () => made.codes };
      columns.set(field, lazy);
      return lazy;
    },
  };
}
