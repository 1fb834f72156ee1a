// Imports rows of files, of any number of resources, in one transaction: all of them or none, or those that are sound. A row
// is checked when it comes; whether what it refers to is there, in the database or in any of the files, at the end.
import type { Catalogue, Resource } from '../../catalogue/resource.ts';
import type { Fault } from '../../contract/faults.ts';
import type { Store } from '../../store/store.ts';
import { settle } from './references.ts';
import { type Desk, fileDesk, type Hall, type PlacedRow } from './row-checker.ts';

export type ImportFile = { readonly resource: Resource; readonly rows: AsyncIterable<readonly PlacedRow[]> };

export type ImportOptions = {
  /** Goes on without the rows that are refused. */
  readonly skipInvalid: boolean;
  /** Checks, and writes nothing. */
  readonly dryRun: boolean;
  readonly onFault: (resource: Resource, line: number, fault: Fault) => void;
  /** Told how many rows were read so far. */
  readonly onProgress: (rows: number) => void;
  /** Ends the import, with nothing written. */
  readonly signal: AbortSignal;
};

export type Imported = {
  readonly resource: Resource;
  readonly read: number;
  readonly written: number;
  readonly refused: number;
};

/** Undoes the transaction after everything was looked at. */
class Undo extends Error {}

export async function importRecords(
  store: Pick<Store, 'takeIn'>,
  catalogue: Catalogue,
  files: readonly ImportFile[],
  options: ImportOptions,
): Promise<Imported[]> {
  const { skipInvalid, dryRun, onFault, onProgress, signal } = options;
  const resources = files.map(({ resource }) => resource);
  let outcome: Imported[] = [];
  try {
    await store.takeIn(resources, !dryRun, async (inlet) => {
      let isSound = true;
      const desks = new Map<Resource, Desk>();
      const hall: Hall = {
        inlet,
        catalogue,
        now: `${new Date().toISOString().slice(0, 19)}Z`,
        strictly: skipInvalid,
        known: new Map(catalogue.map((resource) => [resource, new Set()])),
        deskOf: (resource) => desks.get(resource),
      };
      for (const resource of resources) {
        const tell = (line: number, fault: Fault) => {
          isSound = false;
          onFault(resource, line, fault);
        };
        desks.set(resource, fileDesk(hall, resource, tell));
      }
      const writes = () => !dryRun && (isSound || skipInvalid);
      let read = 0;
      for (const { resource, rows } of files) {
        const desk = desks.get(resource)!;
        for await (const some of untilStopped(rows, signal)) {
          const records = await desk.take(some);
          if (records.length > 0 && writes()) await inlet.write(resource, records);
          read += some.length;
          onProgress(read);
        }
      }
      const late = settle(desks, skipInvalid);
      outcome = resources.map((resource) => {
        const [rows, refused] = [desks.get(resource)!.rows(), desks.get(resource)!.refused()];
        return { resource, read: rows, written: writes() || dryRun ? rows - refused : 0, refused };
      });
      if (!writes()) throw new Undo();
      for (const [resource, ids] of late) await inlet.remove(resource, ids);
      await inlet.complete(signal);
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return outcome;
}

/** Whoever gives the rows may take a long time over the next ones. */
async function* untilStopped<T>(rows: AsyncIterable<T>, signal: AbortSignal): AsyncGenerator<T> {
  const iterator = rows[Symbol.asyncIterator]();
  for (;;) {
    // Lets signals through, also while there is always a next one.
    await new Promise(setImmediate);
    signal.throwIfAborted();
    const next = await orStopped(iterator.next(), signal);
    if (next.done) return;
    yield next.value;
  }
}

/** Promise.race would keep whatever comes for as long as the signal lives. */
function orStopped<T>(coming: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    signal.addEventListener('abort', stop, { once: true });
    coming.then(resolve, reject).finally(() => signal.removeEventListener('abort', stop));
  });
}
