// Writes whole records that are known to be sound, such as those of the demo company: all of them in one import, or
// none. A note says that a database holds demo data: real people are not mixed with invented ones.
import type { Catalogue, DataRecord } from '../catalogue/resource.ts';
import type { ImportAudit } from '../store/audit-log.ts';
import { BEFORE_ALL, type ImportSession, type Maintenance } from '../store/maintenance.ts';

export type Batches = Iterable<{ readonly resource: string; readonly records: readonly DataRecord[] }>;

type SeedOptions = {
  /** Told how many records were written so far. */
  readonly onProgress?: (written: number) => void;
  /** Ends the work, with nothing written. */
  readonly signal?: AbortSignal | undefined;
  /** Notes that the records are invented. Writes nothing when there are records, also when they were written
   * meanwhile. */
  readonly isDemo?: boolean;
  readonly audit?: ImportAudit | undefined;
};

/** Returns how many records were written. */
export async function seed(
  target: Pick<Maintenance, 'importInto'>,
  catalogue: Catalogue,
  batches: Batches,
  { onProgress, signal, isDemo = false, audit }: SeedOptions = {},
): Promise<number> {
  const byName = new Map(catalogue.map((resource) => [resource.name, resource]));
  let written = 0;
  await target.importInto({ resources: catalogue, done: 'written', audit }, async (session) => {
    if (isDemo && Object.values(session.newest).some((id) => id !== BEFORE_ALL)) return;
    for (const { resource, records } of batches) {
      await session.write(byName.get(resource)!, records);
      written += records.length;
      onProgress?.(written);
      // Lets signals through.
      await new Promise(setImmediate);
      signal?.throwIfAborted();
    }
    if (isDemo) await session.note([{ kind: DEMO, resource: '', name: '', id: null }]);
    await session.complete(signal);
  });
  return written;
}

const DEMO = 'demo';

/** Where all demo records are gone, so is the note at the next import. */
export async function hasDemo(session: ImportSession, isDryRun: boolean): Promise<boolean> {
  if ((await session.noted(DEMO, '', [''])).size === 0) return false;
  if (Object.values(session.newest).some((id) => id !== BEFORE_ALL)) return true;
  if (!isDryRun) await session.forgetNotes(DEMO);
  return false;
}
