// Compares the search index with the texts of its records. The set of a gram must have exactly the records that contain
// it. The set of a common word may lack some.

import type { Value } from '../../../catalogue/kinds.ts';
import type { Resource } from '../../../catalogue/resource.ts';
import { counted } from '../../../contract/words.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import type { Findings } from '../../shared/audit/findings.ts';
import { quoted } from '../../shared/schema.ts';
import type { Prepare } from '../connection/statements.ts';
import { count, pack, positionOf, removeAbove, SEGMENT, segmentOf, unpack } from './position-sets.ts';
import { watermarkOf } from './search-index.ts';
import { TextSets } from './text-sets.ts';

type Rows = (columns: readonly string[]) => Iterable<Readonly<Record<string, Value>>>;

export function searchFindings(found: Findings, prepare: Prepare, resource: Resource, rows: Rows): void {
  const { name, table } = resource;
  const watermark = watermarkOf(prepare, resource);
  const newest = prepare(`SELECT max(id) FROM ${quoted(table)}`).values()[0]![0] as number | null;
  // New records below such a watermark would never be indexed.
  if (watermark > (newest ?? BEFORE_ALL))
    found.add('search', name, `The search index of ${name} goes up to ${watermark}, but the newest id is ${newest}.`);
  const seen = new Set<number>();
  for (const [segment, sets] of segments(rows, watermark)) {
    seen.add(segment);
    for (const what of segmentFindings(prepare, name, segment, sets, watermark - segment * SEGMENT))
      found.add('search', name, `The search index of ${name}, segment ${segment}, ${what}.`);
  }
  const stored = prepare('SELECT DISTINCT segment FROM workforce_grams WHERE resource = ?').values(name) as [number][];
  // What is above the watermark is not looked at, and goes on when the watermark moves.
  const isAhead = (segment: number) => segment > segmentOf(watermark) && segment <= segmentOf(newest ?? 0);
  for (const [segment] of stored)
    if (!seen.has(segment) && !isAhead(segment))
      found.add('search', name, `The search index of ${name} has a segment ${segment}, but no record is there.`);
}

/** For each segment, its sets, made from the texts of its records. */
function* segments(rows: Rows, last: number): Generator<[segment: number, sets: TextSets]> {
  let [segment, sets]: [number, TextSets | undefined] = [Number.NaN, undefined];
  for (const { search: text, id } of rows(['search']) as Iterable<{ search: string; id: number }>) {
    if (id > last) break;
    if (sets && segmentOf(id) !== segment) {
      yield [segment, sets];
      sets = undefined;
    }
    segment = segmentOf(id);
    sets ??= new TextSets();
    sets.add(positionOf(id), text);
  }
  if (sets) yield [segment, sets];
}

/** `last`: the position of the watermark. */
function* segmentFindings(
  prepare: Prepare,
  name: string,
  segment: number,
  sets: TextSets,
  last: number,
): Generator<string> {
  const stored = (longer: boolean) => {
    const sql = `SELECT gram, positions FROM workforce_grams WHERE resource = ? AND segment = ? AND length(gram) ${longer ? '>' : '<='} 3`;
    const sets = prepare(sql).values(name, segment) as [string, Uint8Array][];
    const upTo = sets.map(
      ([gram, set]) => [gram, last < SEGMENT - 1 ? pack(removeAbove(unpack(set), last)) : set] as const,
    );
    return new Map(upTo.filter(([, set]) => set.length > 0));
  };
  const grams = stored(false);
  for (const { gram, positions } of sets.grams()) {
    const known = grams.get(gram);
    grams.delete(gram);
    if (known && Buffer.compare(known, positions) === 0) continue;
    yield known
      ? `at ${gram} has other records than those that hold it`
      : `at ${gram} is missing, but is in ${counted(count(unpack(positions)), 'record')}`;
  }
  for (const gram of grams.keys()) yield `at ${gram} has records, but none holds it`;
  const words = stored(true);
  for (const { gram, positions } of sets.words()) {
    const known = words.get(gram);
    words.delete(gram);
    // Batches in which the word was rare are missing in the set.
    if (known && !isSubset(known, positions)) yield `at ${gram} has records that do not hold it`;
  }
  for (const word of words.keys()) yield `at ${word} has records that do not hold it`;
}

function isSubset(stored: Uint8Array, positions: Uint8Array): boolean {
  const real = unpack(positions);
  return unpack(stored).every((bits, i) => (bits & ~real[i]!) === 0);
}
