// Imports rows of files, of any number of resources, in one transaction: all of them or none, or the valid ones. A row
// is checked when it is read; whether its references lead to a record of the database or to a row of the files, when
// all are read.
import type { Catalogue, DataRecord, Resource } from '../../catalogue/resource.ts';
import type { Fault } from '../../contract/faults.ts';
import { collectGarbage } from '../../fairness/garbage.ts';
import type { ImportAudit } from '../../store/audit-log.ts';
import { BEFORE_ALL, type ImportSession, type Maintenance } from '../../store/maintenance.ts';
import { settleReferences } from './references.ts';
import { type ImportContext, type NumberedRow, type OnFilled, type RowChecker, rowChecker } from './row-checker.ts';

export type ImportFile = { readonly resource: Resource; readonly rows: AsyncIterable<readonly NumberedRow[]> };

export type ImportOptions = {
  /** Goes on without the rows that are refused. */
  readonly skipInvalid: boolean;
  /** Checks, and writes nothing. */
  readonly dryRun: boolean;
  readonly onFault: (resource: Resource, line: number, fault: Fault) => void;
  /** Gives the files when the session is open, such as with ids that are looked up there. */
  readonly prepare: (session: ImportSession) => Promise<readonly ImportFile[]>;
  /** Called when all is written. */
  readonly finish?: (session: ImportSession) => Promise<void>;
  /** Told the records that passed their first checks, as they would be stored. */
  readonly onRecords?: (resource: Resource, records: readonly DataRecord[]) => void;
  readonly onFilled?: OnFilled;
  /** Told how many rows were read so far. */
  readonly onProgress: (rows: number) => void;
  /** Ends the import, with nothing written. */
  readonly signal: AbortSignal;
  readonly audit?: ImportAudit | undefined;
};

export type Imported = {
  readonly resource: Resource;
  readonly read: number;
  readonly written: number;
  readonly refused: number;
  /** The least and the greatest id of the written records. */
  readonly ids?: readonly [first: number, last: number];
};

/** Thrown to roll the transaction back after all rows were checked. */
export class RollBack extends Error {}

export async function importRecords(
  target: Pick<Maintenance, 'importInto'>,
  catalogue: Catalogue,
  resources: readonly Resource[],
  options: ImportOptions,
): Promise<Imported[]> {
  const { skipInvalid, dryRun, onFault, prepare, onRecords, onFilled, onProgress, signal } = options;
  let outcome: Imported[] = [];
  await orRolledBack(target, resources, options, async (session) => {
    let isSound = true;
    const checkers = new Map<Resource, RowChecker>();
    const context: ImportContext = {
      session,
      catalogue,
      now: `${new Date().toISOString().slice(0, 19)}Z`,
      skipInvalid,
      onFilled,
      known: new Map(catalogue.map((resource) => [resource, new Set()])),
      checkerOf: (resource) => checkers.get(resource),
    };
    for (const resource of resources) {
      const onRefused = (line: number, fault: Fault) => {
        isSound = false;
        onFault(resource, line, fault);
      };
      checkers.set(resource, rowChecker(context, resource, await session.nextId(resource), onRefused));
    }
    const writes = () => !dryRun && (isSound || skipInvalid);
    let read = 0;
    const ids = new Map<Resource, [number, number]>();
    for (const { resource, rows } of await prepare(session)) {
      const checker = checkers.get(resource)!;
      for await (const some of untilAborted(rows, signal)) {
        const records = await checker.check(some);
        onRecords?.(resource, records);
        if (records.length > 0 && writes()) {
          await session.write(resource, records);
          ids.set(resource, widened(ids.get(resource), records));
        }
        read += some.length;
        collectGarbage();
        onProgress(read);
      }
    }
    const written = settleReferences(checkers, skipInvalid);
    outcome = resources.map((resource) => {
      const { lines, refused } = checkers.get(resource)!;
      const range = writes() ? ids.get(resource) : undefined;
      const written = writes() || dryRun ? lines.length - refused.size : 0;
      return { resource, read: lines.length, written, refused: refused.size, ...(range && { ids: range }) };
    });
    if (!writes()) throw new RollBack();
    for (const [resource, ids] of written) await session.remove(resource, ids);
  });
  return outcome;
}

/** All of the work in one transaction, or nothing of it where it throws a RollBack. */
export async function orRolledBack(
  target: Pick<Maintenance, 'importInto'>,
  resources: readonly Resource[],
  { dryRun, audit, finish, signal }: Pick<ImportOptions, 'dryRun' | 'audit' | 'finish' | 'signal'>,
  work: (session: ImportSession) => Promise<void>,
): Promise<void> {
  try {
    await target.importInto({ resources, writes: !dryRun, audit }, async (session) => {
      await work(session);
      await finish?.(session);
      await session.complete(signal);
    });
  } catch (error) {
    if (!(error instanceof RollBack)) throw error;
  }
}

function widened(
  [first, last]: readonly [number, number] = [Number.POSITIVE_INFINITY, 0],
  records: readonly DataRecord[],
): [number, number] {
  const range: [number, number] = [first, last];
  for (const { id } of records) {
    range[0] = Math.min(range[0], id as number);
    range[1] = Math.max(range[1], id as number);
  }
  return range;
}

/** The source of the rows may take long over the next ones. */
export async function* untilAborted<T>(rows: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = rows[Symbol.asyncIterator]();
  for (;;) {
    // Lets signals through, even while the next rows are always ready.
    await new Promise(setImmediate);
    signal.throwIfAborted();
    const next = await orAborted(iterator.next(), signal);
    if (next.done) return;
    yield next.value;
  }
}

/** Promise.race would hold every value for as long as the signal lives. */
function orAborted<T>(coming: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    coming.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}

/** The most different values of a field that are held in memory, so that the memory does not grow with the file. */
const MOST_VALUES = 250_000;

export type Repeat = { readonly line: number; readonly field: string; readonly value: string; readonly first: number };

export async function* watched(
  resource: Resource,
  rows: AsyncIterable<readonly NumberedRow[]>,
  onRepeat: (repeat: Repeat) => void,
): AsyncGenerator<readonly NumberedRow[]> {
  const fields = resource.fields
    .filter(({ kindName }) => kindName === 'key')
    .map(({ name }) => ({ name, lines: new Map<number, number>() }));
  for await (const some of rows) {
    for (const { line, values } of fields.length > 0 ? some : [])
      for (const { name, lines } of fields) {
        const value = values[name];
        if (typeof value !== 'string' || value === '') continue;
        const key = keyOf(value);
        const first = lines.get(key);
        if (first !== undefined) onRepeat({ line, field: name, value, first });
        else if (lines.size < MOST_VALUES) lines.set(key, line);
      }
    yield some;
  }
}

/** A number instead of the text, which would keep the whole block of the file in memory that it was cut from. */
const keyOf = (text: string): number => Number(Bun.hash(text));

/** All records of a resource, in the order of ids. */
export async function* recordsIn(session: ImportSession, resource: Resource): AsyncGenerator<DataRecord> {
  for (let after = BEFORE_ALL; ; ) {
    const texts = await session.recordsAfter(resource, after);
    if (texts.length === 0) return;
    for (const text of texts) {
      const record = JSON.parse(text) as DataRecord;
      after = record.id as number;
      yield record;
    }
    // Lets signals through.
    await new Promise(setImmediate);
  }
}
