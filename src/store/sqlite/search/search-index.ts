// The search index: for each segment of a resource's ids, the set of records that contain each gram. It has the records
// up to an id, the watermark. The newest records above it, at most TAIL, are scanned instead.
// docs/design/search.md has the whole picture.
import type { Resource } from '../../../catalogue/resource.ts';
import type { Steps } from '../../../fairness/slices.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import { quoted } from '../../shared/schema.ts';
import type { Prepare } from '../connection/statements.ts';
import { termGrams } from './grams.ts';
import { addAll, type Bits, count, mergePacked, positionOf, SEGMENT, segmentOf, unpack } from './position-sets.ts';
import { type SegmentSets, segmentSets, setsOf } from './segment-sets.ts';
import { TextSets } from './text-sets.ts';

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
export type Watermark = { readonly id: number };

/** `undefined` where there is no index yet. */
export function watermarkOf(prepare: Prepare, { name }: Resource): Watermark | undefined {
  const [row] = prepare('SELECT id FROM workforce_watermarks WHERE resource = ?').values(name) as [number][];
  return row && { id: row[0] };
}

/** The common words that have a set. */
function wordsOf(prepare: Prepare, { name }: Resource): string[] {
  const [row] = prepare('SELECT words FROM workforce_watermarks WHERE resource = ?').values(name) as [string][];
  return row?.[0].split(' ').filter((word) => word !== '') ?? [];
}

export function isLongTail(prepare: Prepare, resource: Resource, newest: number): boolean {
  const { id = 0 } = watermarkOf(prepare, resource) ?? {};
  return newest - id >= TAIL;
}

export function dropSearchIndex(prepare: Prepare, { name }: Resource): void {
  for (const table of ['workforce_grams', 'workforce_watermarks'])
    prepare(`DELETE FROM ${table} WHERE resource = ?`).run(name);
}

export function rebuildSearchIndex(prepare: Prepare, resource: Resource): void {
  dropSearchIndex(prepare, resource);
  indexAll(prepare, resource);
}

function indexAll(prepare: Prepare, resource: Resource): void {
  while (indexSegment(prepare, resource));
}

/** The records above the watermark. */
export function unindexedRows(prepare: Prepare, resource: Resource): { ids: number[]; texts: string[] } {
  const after = watermarkOf(prepare, resource)?.id ?? BEFORE_ALL;
  const rows = prepare(`SELECT id, search FROM ${quoted(resource.table)} WHERE id > ? ORDER BY id`).values(after);
  return { ids: rows.map(([id]) => id as number), texts: rows.map(([, text]) => text as string) };
}

/** Indexes the next segment; `false` when all records are in the index. */
export function indexSegment(prepare: Prepare, resource: Resource): boolean {
  const before = watermarkOf(prepare, resource);
  const done = before?.id ?? BEFORE_ALL;
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
  const before = watermarkOf(prepare, resource);
  const isNew = before === undefined || segmentOf(before.id) !== segment;
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
export function addToSet(prepare: Prepare, { name }: Resource, segment: number, gram: string, added: Uint8Array): void {
  const known = prepare(FIND).values(name, gram, segment)[0]?.[0] as Uint8Array | undefined;
  prepare(STORE).run(name, gram, segment, known ? mergePacked(known, added) : added);
}

/** All sets have the records up to this id by now, and these words have sets. */
export function moveWatermark(prepare: Prepare, resource: Resource, newest: number, added: Iterable<string>): void {
  const words = new Set([...wordsOf(prepare, resource), ...added]);
  prepare('INSERT OR REPLACE INTO workforce_watermarks VALUES (?, ?, ?)').run(
    resource.name,
    newest,
    [...words].join(' '),
  );
}

/** Sets of positions by segment. */
export type Sets = Map<number, Bits>;

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
