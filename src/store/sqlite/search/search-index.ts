// The search index: for each segment of a resource's ids, the set of records that contain each gram. It has the records
// up to an id, the watermark. The newest records above it, at most TAIL, are scanned instead.
// docs/design/search.md has the whole picture.
import type { Resource } from '../../../catalogue/resource.ts';
import type { Steps } from '../../../fairness/slices.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import { quoted } from '../../shared/schema.ts';
import type { Prepare } from '../connection/statements.ts';
import { addAll, type Bits, count, mergePacked, positionOf, SEGMENT, segmentOf, unpack } from './position-sets.ts';
import { type SegmentSets, segmentSets, setsOf, TextSets } from './text-sets.ts';

/** How many of the newest records the index may lack. */
export const TAIL = 4096;

export const searchIndexDdl = [
  `CREATE TABLE IF NOT EXISTS workforce_grams (
    resource TEXT NOT NULL, gram TEXT NOT NULL, segment INTEGER NOT NULL, positions BLOB NOT NULL
  ) STRICT`,
  'CREATE UNIQUE INDEX IF NOT EXISTS workforce_grams_by_gram ON workforce_grams (resource, gram, segment)',
  'CREATE TABLE IF NOT EXISTS workforce_watermarks (resource TEXT PRIMARY KEY, id INTEGER NOT NULL, words TEXT NOT NULL) STRICT',
];

/** The id up to which records are in the index. */
export const watermarkOf = (prepare: Prepare, { name }: Resource): number =>
  (prepare('SELECT id FROM workforce_watermarks WHERE resource = ?').values(name)[0]?.[0] as number | undefined) ??
  BEFORE_ALL;

/** The common words that have a set. */
function wordsOf(prepare: Prepare, { name }: Resource): string[] {
  const [row] = prepare('SELECT words FROM workforce_watermarks WHERE resource = ?').values(name) as [string][];
  return row?.[0].split(' ').filter((word) => word !== '') ?? [];
}

export const isLongTail = (prepare: Prepare, resource: Resource, newest: number): boolean =>
  newest - Math.max(watermarkOf(prepare, resource), 0) >= TAIL;

export function dropSearchIndex(prepare: Prepare, { name }: Resource): void {
  for (const table of ['workforce_grams', 'workforce_watermarks'])
    prepare(`DELETE FROM ${table} WHERE resource = ?`).run(name);
}

export function rebuildSearchIndex(prepare: Prepare, resource: Resource): void {
  dropSearchIndex(prepare, resource);
  while (indexSegment(prepare, resource));
}

/** The records above the watermark. */
export function unindexedRows(prepare: Prepare, resource: Resource): { ids: number[]; texts: string[] } {
  const sql = `SELECT id, search FROM ${quoted(resource.table)} WHERE id > ? ORDER BY id`;
  const rows = prepare(sql).values(watermarkOf(prepare, resource));
  return { ids: rows.map(([id]) => id as number), texts: rows.map(([, text]) => text as string) };
}

/** Indexes the next segment; `false` when all records are in the index. */
export function indexSegment(prepare: Prepare, resource: Resource): boolean {
  const done = watermarkOf(prepare, resource);
  const table = quoted(resource.table);
  const first = prepare(`SELECT min(id) FROM ${table} WHERE id > ?`).values(done)[0]?.[0] as number | null;
  if (first === null) return false;
  const segment = segmentOf(first);
  const rows = prepare(`SELECT id, search FROM ${table} WHERE id > ? AND id < ? ORDER BY id`);
  const batch = rows.values(done, (segment + 1) * SEGMENT) as [number, string][];
  const sets = new TextSets();
  for (const [id, text] of batch) sets.add(positionOf(id), text);
  storeSegment(prepare, resource, { segment, newest: batch.at(-1)![0], sets: segmentSets(sets) });
  return true;
}

/** Adds the sets of a segment's newest records to those that are stored. */
export function storeSegment(
  prepare: Prepare,
  resource: Resource,
  { segment, newest, sets }: { segment: number; newest: number; sets: SegmentSets },
): void {
  const { name } = resource;
  const isNew = segmentOf(watermarkOf(prepare, resource)) !== segment;
  for (const [gram, positions] of setsOf(sets)) {
    // Creates may have begun with the segment.
    const isStored = isNew && prepare(STORE_NEW).run(name, gram, segment, positions).changes > 0;
    if (!isStored) addToSet(prepare, resource, segment, gram, positions);
  }
  moveWatermark(prepare, resource, newest, sets.words);
}

const FIND = 'SELECT positions FROM workforce_grams WHERE resource = ? AND gram = ? AND segment = ?';
const STORE_NEW = 'INSERT OR IGNORE INTO workforce_grams VALUES (?, ?, ?, ?)';
const STORE = 'INSERT INTO workforce_grams VALUES (?1, ?2, ?3, ?4) ON CONFLICT DO UPDATE SET positions = ?4';

/** Adds records of a segment to the set of a gram. */
function addToSet(prepare: Prepare, { name }: Resource, segment: number, gram: string, added: Uint8Array): void {
  const known = prepare(FIND).values(name, gram, segment)[0]?.[0] as Uint8Array | undefined;
  prepare(STORE).run(name, gram, segment, known ? mergePacked(known, added) : added);
}

/** All sets have the records up to this id by now, and these words have sets. */
function moveWatermark(prepare: Prepare, resource: Resource, newest: number, added: Iterable<string>): void {
  const words = new Set([...wordsOf(prepare, resource), ...added]);
  prepare('INSERT OR REPLACE INTO workforce_watermarks VALUES (?, ?, ?)').run(
    resource.name,
    newest,
    [...words].join(' '),
  );
}

/** Records that are read, and sets that are stored, in one step. */
const STEP = { records: 128, stored: 16 };

/** Indexes the records of one segment above the watermark in many small steps. They must not change meanwhile. Sets are
 * added to in any order: searches ignore their records above the watermark. When all have their records, the watermark
 * moves. */
export function* indexingSlowly(prepare: Prepare, resource: Resource): Generator<void, void> {
  const before = watermarkOf(prepare, resource);
  const sql = `SELECT id, search FROM ${quoted(resource.table)} WHERE id > ? AND id < ? ORDER BY id LIMIT ${STEP.records}`;
  const sets = new TextSets();
  let [newest, segment] = [before, Number.NaN];
  for (let isLast = false; !isLast; yield) {
    const end = Number.isNaN(segment) ? Number.MAX_SAFE_INTEGER : (segment + 1) * SEGMENT;
    const found = prepare(sql).values(newest, end) as [number, string][];
    if (Number.isNaN(segment) && found.length > 0) segment = segmentOf(found[0]![0]);
    for (const [id, text] of found) {
      if (segmentOf(id) !== segment) break;
      sets.add(positionOf(id), text);
      newest = id;
    }
    isLast = found.length < STEP.records || newest !== found.at(-1)![0];
  }
  const words = new Set<string>();
  let stored = 0;
  for (const [isWord, made] of [[false, sets.grams()] as const, [true, sets.words()] as const])
    for (const { gram, positions } of made) {
      addToSet(prepare, resource, segment, gram, positions);
      if (isWord) words.add(gram);
      stored += 1;
      if (stored % STEP.stored === 0) yield;
    }
  // Another process may have done the same meanwhile.
  if (watermarkOf(prepare, resource) === before) moveWatermark(prepare, resource, newest, words);
}

/** Sets of positions by segment. */
export type Sets = Map<number, Bits>;

/** The grams that every text with the term has: the term itself when it is short, otherwise its runs of three
 * characters. */
function termGrams(term: string): string[] {
  const characters = [...term];
  if (characters.length <= 3) return [term];
  const starts = Array.from({ length: characters.length - 2 }, (_, i) => i);
  // Runs that do not overlap come first, because they exclude most records. A few are enough, because the texts are
  // checked later.
  const ordered = [0, 1, 2].flatMap((from) => starts.filter((start) => start % 3 === from));
  return [...new Set(ordered.map((start) => characters.slice(start, start + 3).join('')))].slice(0, 12);
}

/** For this many records, reading their texts is faster than reading more sets. */
const FEW_RECORDS = 48;

/** The indexed records that may contain the term, and those of them that certainly do. No text is read. */
export function* lookUp(
  prepare: Prepare,
  resource: Resource,
  term: string,
): Steps<{ readonly possible: Sets; readonly certain: Sets }> {
  const sets = (key: string) =>
    prepare('SELECT segment, positions FROM workforce_grams WHERE resource = ? AND gram = ?').values(
      resource.name,
      key,
    ) as [number, Uint8Array][];
  const [first, ...rest] = termGrams(term);
  const possible: Sets = new Map(sets(first!).map(([segment, bytes]) => [segment, unpack(bytes)]));
  if (rest.length === 0) return { possible, certain: possible };
  for (const gram of rest) {
    yield;
    if (sizeOf(possible) <= FEW_RECORDS) return { possible, certain: new Map() };
    intersect(possible, sets(gram));
  }
  const certain: Sets = new Map();
  const words = sizeOf(possible) <= FEW_RECORDS ? [] : wordsOf(prepare, resource).filter((word) => word.includes(term));
  for (const word of words) {
    yield;
    for (const [segment, bytes] of sets(word)) unite(certain, segment, unpack(bytes));
  }
  return { possible, certain };
}

const sizeOf = (found: Sets): number => found.values().reduce((sum, bits) => sum + count(bits), 0);

function intersect(found: Sets, sets: [number, Uint8Array][]): void {
  const others = new Map(sets);
  for (const [segment, bits] of found) {
    const bytes = others.get(segment);
    let any = 0;
    if (bytes) {
      const other = unpack(bytes);
      for (let i = 0; i < bits.length; i++) any |= bits[i]! &= other[i]!;
    }
    if (any === 0) found.delete(segment);
  }
}

function unite(found: Sets, segment: number, other: Bits): void {
  const bits = found.get(segment);
  if (!bits) found.set(segment, other);
  else addAll(bits, other);
}
