// The records that match the words of `q`, as a test: the sets of the terms are intersected, and the texts of uncertain
// records are read.
import type { Resource } from '../../../catalogue/resource.ts';
import type { Steps } from '../../../fairness/slices.ts';
import { whereSql } from '../../shared/list-sql.ts';
import { folded } from '../../shared/record-text.ts';
import { quoted } from '../../shared/schema.ts';
import { filtered, type Test } from '../columns/selection.ts';
import { idsTest } from '../columns/tests.ts';
import type { Prepare } from '../connection/statements.ts';
import { sqlite } from '../dialect.ts';
import {
  count,
  countBetween,
  has,
  idsOf,
  positionOf,
  remove,
  removeAbove,
  SEGMENT,
  segmentOf,
} from './position-sets.ts';
import { lookUp, type Sets } from './search-index.ts';

/** Up to this many matches are listed. */
const FEW = 1000;

/** Through the search index, which has the public texts of records up to `watermark`. */
export function* searchTest(
  prepare: Prepare,
  resource: Resource,
  watermark: number,
  terms: readonly string[],
): Steps<Test> {
  const sets = yield* matching(prepare, resource, terms.map(folded), watermark);
  const { sql, parameters } = whereSql(
    sqlite,
    { conditions: [], terms },
    { searchPrivate: false, extra: (bind) => `id > ${bind(watermark)}` },
  );
  const tail = (
    prepare(`SELECT id FROM ${quoted(resource.table)}${sql} ORDER BY id`).values(...parameters) as [number][]
  ).map(([id]) => id);
  const total = sets.values().reduce((sum, bits) => sum + count(bits), tail.length);
  if (total > FEW) return setTest(sets, watermark, tail);
  return idsTest(Float64Array.from([...[...sets].flatMap(([segment, bits]) => idsOf(segment, bits)), ...tail]));
}

/** Public and private texts have no index together: all are read, some at a time. */
export function* scanTest(prepare: Prepare, resource: Resource, terms: readonly string[], newest: number): Steps<Test> {
  const ids: number[] = [];
  const table = quoted(resource.table);
  const ends = prepare(`SELECT id FROM ${table} WHERE id > ? ORDER BY id LIMIT 1 OFFSET ${SCANNED - 1}`);
  for (let after = Number.MIN_SAFE_INTEGER; after < newest; yield) {
    const last = (ends.values(after)[0]?.[0] as number | undefined) ?? newest;
    const { sql, parameters } = whereSql(
      sqlite,
      { conditions: [], terms },
      { searchPrivate: true, leading: [after, last] },
    );
    const found = `SELECT id FROM ${table}${sql} AND id > ?1 AND id <= ?2 ORDER BY id`;
    for (const [id] of prepare(found).values(...parameters) as [number][]) ids.push(id);
    after = last;
  }
  return idsTest(Float64Array.from(ids));
}

/** Records whose texts are read at a time. */
const SCANNED = 1000;

/** The indexed records that contain every term, by segment in ascending order. */
function* matching(prepare: Prepare, resource: Resource, terms: readonly string[], watermark: number): Steps<Sets> {
  const parts: { readonly term: string; readonly possible: Sets; readonly certain: Sets }[] = [];
  for (const term of terms) parts.push({ term, ...(yield* lookUp(prepare, resource, term)) });
  const found: Sets = new Map();
  for (const [segment, bits] of parts[0]!.possible) {
    const all = bits.slice();
    for (const { possible } of parts.slice(1)) {
      const other = possible.get(segment);
      for (let i = 0; i < all.length; i++) all[i]! &= other?.[i] ?? 0;
    }
    // The newest records of a segment may be in some of its sets already.
    if (segment === segmentOf(watermark)) removeAbove(all, positionOf(watermark));
    if (segment <= segmentOf(watermark)) found.set(segment, all);
  }
  for (const { term, possible, certain } of parts)
    if (possible !== certain) yield* removeFalseMatches(prepare, resource, found, certain, term);
  return new Map([...found].sort(([a], [b]) => a - b));
}

/** Removes the records that contain the grams of the term, but not the term itself. */
function* removeFalseMatches(
  prepare: Prepare,
  resource: Resource,
  found: Sets,
  certain: Sets,
  term: string,
): Steps<void> {
  const sql = `SELECT id FROM ${quoted(resource.table)} WHERE id IN (SELECT value FROM json_each(?)) AND instr(search, ?) = 0`;
  for (const [segment, bits] of found) {
    const sure = certain.get(segment);
    const uncertain = sure ? bits.map((word, i) => word & ~sure[i]!) : bits;
    const ids = idsOf(segment, uncertain);
    for (let at = 0; at < ids.length; at += SCANNED) {
      const some = JSON.stringify(ids.slice(at, at + SCANNED));
      for (const [id] of prepare(sql).values(some, term) as [number][]) remove(bits, positionOf(id));
      yield;
    }
  }
}

/** For many matches: sets of them, and the ids of those that are in no set yet. */
function setTest(sets: Sets, watermark: number, tail: readonly number[]): Test {
  const newer = new Set(tail);
  const isIn = (id: number): boolean => {
    if (id > watermark) return newer.has(id);
    const bits = sets.get(segmentOf(id));
    return bits !== undefined && has(bits, positionOf(id));
  };
  return {
    skips: () => false,
    count(block) {
      let total = 0;
      for (const id of tail) if (id >= block.first && id <= block.last) total += 1;
      for (let segment = segmentOf(block.first); segment <= segmentOf(block.last); segment++) {
        const bits = sets.get(segment);
        const first = segment * SEGMENT;
        if (bits)
          total += countBetween(bits, Math.max(block.first - first, 0), Math.min(block.last - first, SEGMENT - 1));
      }
      return total;
    },
    rows: (_, block, before) =>
      filtered(block, before, (row) => isIn(block.first + (block.ids ? block.ids[row]! : row))),
  };
}
