// One page of the changes feed, on either engine, and the text of a place in it. Without a cursor it begins with a
// snapshot: all records in the order of resources and ids. The page may be read while others write: a later step may
// read newer records, and each step is right for that. docs/design/changes.md has the whole picture.
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import { Refusal } from '../../../contract/errors.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import type { Awaitable, Change, Changes, ChangesQuery } from '../../store.ts';
import { type CodeNames, codeNames, endOf, type Run } from './runs.ts';

/** The stored sequence, and the records that it is about. */
export type ChangeLog = {
  /** Runs from the one that has this number on, some of them; none when it is older than all that are stored. */
  runsFrom(seq: number): Awaitable<readonly Run[]>;
  newest(): Awaitable<Run>;
  /** The ids of records that were created after this number, as ranges; also of entries that have no number yet. */
  createdAfter(resource: Resource, seq: number): Awaitable<readonly (readonly [id: number, count: number])[]>;
  /** The JSON of the records from one id to another. */
  records(resource: Resource, first: number, last: number): Awaitable<ReadonlyMap<number, string>>;
  /** Records after an id, in the order of ids. */
  recordsAfter(
    resource: Resource,
    id: number,
    limit: number,
  ): Awaitable<readonly (readonly [id: number, json: string])[]>;
};

/** A page that has so many characters of records ends early. */
const MAX_CHARACTERS = 2_000_000;
/** How many records are read at a time. */
const PORTION = 100;
/** How often a page looks for more, so that a request for a quiet resource is short too. */
const MAX_READS = 64;

type Page = { readonly changes: Change[]; characters: number; reads: number; readonly limit: number };

const isFull = ({ changes, characters, reads, limit }: Page): boolean =>
  changes.length >= limit || characters >= MAX_CHARACTERS || reads >= MAX_READS;

const room = ({ changes, limit }: Page): number => Math.min(PORTION, limit - changes.length);

export function changesReader(catalogue: Catalogue) {
  const names = codeNames(catalogue);
  return async (log: ChangeLog, { after, resources, deciding, limit }: ChangesQuery): Promise<Changes> => {
    if (after === 'now') return { changes: [], cursor: cursorText(cursorAt(await log.newest())), upToDate: true };
    const page: Page = { changes: [], characters: 0, reads: 0, limit };
    const { cursor, run } =
      after === undefined ? await beginning(log) : await found(log, parseCursor(after, catalogue));
    const seen = new Set(resources);
    const left = cursor.record ? await readSnapshot(log, page, { cursor, run, seen, catalogue }) : cursor;
    if (left.record) return { changes: page.changes, cursor: cursorText(left), upToDate: false };
    const told = deciding ? new Set([...resources, ...deciding]) : seen;
    const { end, upToDate } = await readRuns(log, page, left, { seen: told, names });
    return { changes: page.changes, cursor: cursorText(end), upToDate };
  };
}

type FoundRun = { readonly cursor: Cursor; readonly run: Run };

/** A snapshot begins before the first record of the first resource. */
async function beginning(log: ChangeLog): Promise<FoundRun> {
  const run = await log.newest();
  return { cursor: { ...cursorAt(run), record: { resource: FIRST, id: BEFORE_ALL } }, run };
}

/** Stands for the resource before the first one. */
const FIRST = { name: '' } as Resource;

async function found(log: ChangeLog, cursor: Cursor | undefined): Promise<FoundRun> {
  const [run] = cursor ? await log.runsFrom(cursor.seq) : [];
  if (!cursor || !run || run.seq > cursor.seq || endOf(run) < cursor.seq || markOf(run) !== cursor.mark)
    throw unknownCursor();
  return { cursor, run };
}

export const unknownCursor = (): Refusal =>
  new Refusal(
    'cursor_gone',
    'This place in the changes is not known: it is older than what is kept, or of another state of the data, such as the one before a backup was restored. Begin again without `after`, and replace the copy with what you read; or go on from the end with `after=now`.',
  );

type Snapshot = {
  readonly cursor: Cursor;
  readonly run: Run;
  readonly seen: ReadonlySet<Resource>;
  readonly catalogue: Catalogue;
};

/** Reads on in the records. At the end of the snapshot, the cursor that is returned stands before the entries that
 * follow it. */
async function readSnapshot(
  log: ChangeLog,
  page: Page,
  { cursor: { seq, mark, record }, run, seen, catalogue }: Snapshot,
): Promise<Cursor> {
  const first = catalogue.indexOf(record!.resource);
  const at = new Date(run.at).toISOString();
  for (const resource of catalogue.slice(Math.max(first, 0))) {
    if (!seen.has(resource)) continue;
    let id = resource === record!.resource ? record!.id : BEFORE_ALL;
    for (;;) {
      if (isFull(page)) return { seq, mark, record: { resource, id } };
      const wanted = room(page);
      page.reads += 1;
      const rows = await log.recordsAfter(resource, id, wanted);
      if (rows.length === 0) break;
      // Read after the records, so that the entry of every record that is newer than the snapshot is there.
      const isNewer = within(await log.createdAfter(resource, seq));
      for (const [each, json] of rows) {
        id = each;
        if (isNewer(id)) continue;
        const cursor = cursorText({ seq, mark, record: { resource, id } });
        add(page, { cursor, resource, id, kind: 'created', at, json });
      }
      if (rows.length < wanted) break;
    }
  }
  return { seq, mark };
}

/** Whether an id lies in one of the ranges. */
function within(ranges: readonly (readonly [number, number])[]): (id: number) => boolean {
  const sorted = ranges.toSorted(([a], [b]) => a - b);
  return (id) => {
    let [low, high] = [0, sorted.length];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (sorted[middle]![0] <= id) low = middle + 1;
      else high = middle;
    }
    const range = sorted[low - 1];
    return range !== undefined && id < range[0] + range[1];
  };
}

function add(page: Page, change: Change): void {
  page.changes.push(change);
  page.characters += change.json?.length ?? 0;
}

type Chosen = { readonly seen: ReadonlySet<Resource>; readonly names: CodeNames };

/** Reads on in the sequence. */
async function readRuns(
  log: ChangeLog,
  page: Page,
  start: Cursor,
  chosen: Chosen,
): Promise<{ readonly end: Cursor; readonly upToDate: boolean }> {
  let end = start;
  while (!isFull(page)) {
    page.reads += 1;
    // The first one has the entry that was read last.
    const runs = await log.runsFrom(end.seq);
    if (runs.length === 0) throw unknownCursor();
    const before = end.seq;
    for (const run of runs) {
      end = await readRun(log, page, run, end, chosen);
      if (end.seq < endOf(run)) return { end, upToDate: false };
    }
    if (end.seq === before) return { end, upToDate: true };
  }
  return { end, upToDate: false };
}

/** Takes the entries of a run that come after the cursor, and returns the cursor behind the last one taken. */
async function readRun(log: ChangeLog, page: Page, run: Run, start: Cursor, { seen, names }: Chosen): Promise<Cursor> {
  const last = endOf(run);
  if (last <= start.seq) return start;
  const name = names.get(run.code);
  // A resource that this version does not know, or the beginning.
  if (!name || !seen.has(name.resource)) return cursorAt(run);
  const { resource, kind } = name;
  const at = new Date(run.at).toISOString();
  let seq = Math.max(start.seq, run.seq - 1);
  while (seq < last && !isFull(page)) {
    const count = Math.min(room(page), last - seq);
    const first = run.id + (seq + 1 - run.seq);
    const records = kind === 'erased' ? NO_RECORDS : await log.records(resource, first, first + count - 1);
    for (let id = first; id < first + count; id++) {
      seq += 1;
      const cursor = cursorText(cursorAt(run, seq));
      add(page, { cursor, resource, id, kind, at, json: records.get(id) ?? null });
      if (isFull(page)) break;
    }
  }
  return seq < run.seq ? start : cursorAt(run, seq);
}

const NO_RECORDS: ReadonlyMap<number, string> = new Map();

/** Beside the number of an entry it has a mark of that entry. In a database that went another way, such as a restored
 * backup or a server that was promoted without the last commits, the entry with that number has another mark: then the
 * cursor is refused, and not misread. */
type Cursor = {
  /** The number of the last entry that was read. */
  readonly seq: number;
  readonly mark: string;
  /** Within a snapshot: the last record of it that was read. The entries after `seq` follow at its end. */
  readonly record?: { readonly resource: Resource; readonly id: number };
};

/** Of the parts of a run that never change once it has its place. */
const markOf = ({ seq, code, id, at }: Run): string =>
  (Bun.hash.xxHash32(`${seq} ${code} ${id} ${at}`) >>> 0).toString(36);

const cursorAt = (run: Run, seq = endOf(run)): Cursor => ({ seq, mark: markOf(run) });

const cursorText = ({ seq, mark, record }: Cursor): string =>
  `${seq.toString(36)}.${mark}${record ? `.${record.resource.name}.${record.id}` : ''}`;

const FORM = /^([0-9a-z]{1,11})\.([0-9a-z]{1,7})(?:\.([a-z-]+)\.(-?\d{1,16}))?$/;

/** `undefined` for a text that is none of ours. */
export function parseCursor(text: string, catalogue: Catalogue): Cursor | undefined {
  const [, seq, mark, name, id] = FORM.exec(text) ?? [];
  if (seq === undefined || mark === undefined) return undefined;
  const number = Number.parseInt(seq, 36);
  if (!Number.isSafeInteger(number)) return undefined;
  if (name === undefined) return { seq: number, mark };
  const resource = catalogue.find((each) => each.name === name);
  return resource && Number.isSafeInteger(Number(id))
    ? { seq: number, mark, record: { resource, id: Number(id) } }
    : undefined;
}
