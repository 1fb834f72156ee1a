// One page of the changes feed, on either engine, and the text of a place in it. Without a cursor it begins with a
// snapshot: all records in the order of resources and ids. The page may be read while others write: a later step may
// read newer records, and each step is right for that. docs/design/changes.md has the whole picture.
import { createHmac, randomBytes } from 'node:crypto';
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import { Refusal } from '../../../contract/errors.ts';
import { BEFORE_ALL } from '../../maintenance.ts';
import type { Awaitable, Change, Changes, ChangesQuery } from '../../store.ts';
import { type CodeNames, codeNames, endOf, type Run } from './runs.ts';

/** The stored sequence, and the records that it is about. */
export type ChangeLog = {
  /** Of this database; see `cursorTexts`. */
  key(): Awaitable<string>;
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

type Page = {
  readonly changes: Change[];
  characters: number;
  reads: number;
  readonly limit: number;
  readonly texts: CursorTexts;
};

const isFull = ({ changes, characters, reads, limit }: Page): boolean =>
  changes.length >= limit || characters >= MAX_CHARACTERS || reads >= MAX_READS;

const room = ({ changes, limit }: Page): number => Math.min(PORTION, limit - changes.length);

export function changesReader(catalogue: Catalogue) {
  const names = codeNames(catalogue);
  return async (log: ChangeLog, { after, since, resources, deciding, limit }: ChangesQuery): Promise<Changes> => {
    const texts = cursorTexts(await log.key());
    if (after === 'now') return { changes: [], cursor: texts.textOf(endOfRun(await log.newest())), upToDate: true };
    const page: Page = { changes: [], characters: 0, reads: 0, limit, texts };
    const start =
      after !== undefined
        ? await startingAt(log, texts, parseCursor(after, catalogue))
        : await (since === undefined ? beginning(log) : beforeTime(log, since));
    const seen = new Set(resources);
    const left = start.record ? await readSnapshot(log, page, { start, seen, catalogue }) : start;
    if (left.record) return { changes: page.changes, cursor: texts.textOf(left), upToDate: false };
    const told = deciding ? new Set([...resources, ...deciding]) : seen;
    const { end, upToDate } = await readRuns(log, page, left, { seen: told, names });
    return { changes: page.changes, cursor: texts.textOf(end), upToDate };
  };
}

/** A snapshot begins before the first record of the first resource. */
async function beginning(log: ChangeLog): Promise<Cursor> {
  return { ...endOfRun(await log.newest()), record: { resource: FIRST, id: BEFORE_ALL } };
}

/** Stands for the resource before the first one. */
const FIRST = { name: '' } as Resource;

/** The place before the first entry from this time on, found by halves: times never go back. The whole sequence is what
 * a snapshot shows, so a time before its beginning is answered with one. */
async function beforeTime(log: ChangeLog, time: number): Promise<Cursor> {
  let [low, high] = [0, endOf(await log.newest()) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [run] = await log.runsFrom(middle);
    if (!run) low = middle + 1;
    else if (run.at < time) low = Math.max(middle, endOf(run)) + 1;
    else high = Math.min(middle, run.seq);
  }
  if (low === 0) return beginning(log);
  const [run] = await log.runsFrom(low - 1);
  if (!run || run.seq >= low) throw unknownCursor();
  return { seq: low - 1, run };
}

async function startingAt(log: ChangeLog, texts: CursorTexts, parsed: ParsedCursor | undefined): Promise<Cursor> {
  const [run] = parsed ? await log.runsFrom(parsed.seq) : [];
  if (!parsed || !run || run.seq > parsed.seq || endOf(run) < parsed.seq || texts.markOf(run) !== parsed.mark)
    throw unknownCursor();
  return { seq: parsed.seq, run, ...(parsed.record && { record: parsed.record }) };
}

export const unknownCursor = (): Refusal =>
  new Refusal(
    'cursor_gone',
    'This place in the changes is not known: it is older than what is kept, or of another state of the data, such as the one before a backup was restored. Begin again without `after`, and replace the copy with what you read; or go on from the end with `after=now`.',
  );

type Snapshot = {
  readonly start: Cursor;
  readonly seen: ReadonlySet<Resource>;
  readonly catalogue: Catalogue;
};

/** Reads on in the records. At the end of the snapshot, the cursor that is returned stands before the entries that
 * follow it. */
async function readSnapshot(
  log: ChangeLog,
  page: Page,
  { start: { seq, run, record }, seen, catalogue }: Snapshot,
): Promise<Cursor> {
  const first = catalogue.indexOf(record!.resource);
  const at = new Date(run.at).toISOString();
  for (const resource of catalogue.slice(Math.max(first, 0))) {
    if (!seen.has(resource)) continue;
    let id = resource === record!.resource ? record!.id : BEFORE_ALL;
    for (;;) {
      if (isFull(page)) return { seq, run, record: { resource, id } };
      const wanted = room(page);
      page.reads += 1;
      const rows = await log.recordsAfter(resource, id, wanted);
      if (rows.length === 0) break;
      // Read after the records, so that the entry of every record that is newer than the snapshot is there.
      const isNewer = within(await log.createdAfter(resource, seq));
      for (const [each, json] of rows) {
        id = each;
        if (isNewer(id)) continue;
        const cursor = page.texts.textOf({ seq, run, record: { resource, id } });
        add(page, { cursor, resource, id, kind: 'created', at, json });
      }
      if (rows.length < wanted) break;
    }
  }
  return { seq, run };
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
  if (!name || !seen.has(name.resource)) return endOfRun(run);
  const { resource, kind } = name;
  const at = new Date(run.at).toISOString();
  let seq = Math.max(start.seq, run.seq - 1);
  while (seq < last && !isFull(page)) {
    const count = Math.min(room(page), last - seq);
    const first = run.id + (seq + 1 - run.seq);
    const records = kind === 'erased' ? NO_RECORDS : await log.records(resource, first, first + count - 1);
    for (let id = first; id < first + count; id++) {
      seq += 1;
      const cursor = page.texts.textOf({ seq, run });
      add(page, { cursor, resource, id, kind, at, json: records.get(id) ?? null });
      if (isFull(page)) break;
    }
  }
  return seq < run.seq ? start : { seq, run };
}

const NO_RECORDS: ReadonlyMap<number, string> = new Map();

type Cursor = {
  /** The number of the last entry that was read. */
  readonly seq: number;
  /** The run that has it. */
  readonly run: Run;
  /** Within a snapshot: the last record of it that was read. The entries after `seq` follow at its end. */
  readonly record?: { readonly resource: Resource; readonly id: number };
};

type ParsedCursor = Pick<Cursor, 'seq' | 'record'> & { readonly mark: string };

const endOfRun = (run: Run): Cursor => ({ seq: endOf(run), run });

type CursorTexts = ReturnType<typeof cursorTexts>;

/** Beside the number of an entry, the text of a cursor has a mark of its run. In a database that went another way, such
 * as a restored backup or a server that was promoted without the last commits, the entry with that number has another
 * mark: then the cursor is refused, and not misread. The mark is keyed, because a client could compute from a plain hash
 * what happened when to a record that it may not see. */
function cursorTexts(key: string) {
  const marks = new WeakMap<Run, string>();
  /** Of the parts of a run that never change once it has its place. */
  function markOf(run: Run): string {
    const { seq, code, id, at } = run;
    const mark =
      marks.get(run) ?? createHmac('sha256', key).update(`${seq} ${code} ${id} ${at}`).digest('hex').slice(0, 16);
    marks.set(run, mark);
    return mark;
  }
  return {
    markOf,
    textOf: ({ seq, run, record }: Cursor): string =>
      `${seq.toString(36)}.${markOf(run)}${record ? `.${record.resource.name}.${record.id}` : ''}`,
  };
}

/** The key in the table of meta values. */
export const FEED_KEY = 'feed key';
export const newFeedKey = (): string => randomBytes(32).toString('hex');

const FORM = /^([0-9a-z]{1,11})\.([0-9a-f]{16})(?:\.([a-z-]+)\.(-?\d{1,16}))?$/;

/** `undefined` for a text that is none of ours. */
export function parseCursor(text: string, catalogue: Catalogue): ParsedCursor | undefined {
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
