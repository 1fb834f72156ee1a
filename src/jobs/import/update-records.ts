// `import --update`: the rows of files replace what records have in the same fields, new rows are added, and the rest
// stays, in one transaction: all of it or nothing. The changes are held in memory until all are checked.
import type { Catalogue, DataRecord, Resource } from '../../catalogue/resource.ts';
import type { ImportSession, Maintenance } from '../../store/maintenance.ts';
import { type Change, type Changes, changesOf, checkChanges, checkMismatches, type OnFault } from './changes.ts';
import { type ImportOptions, orRolledBack, RollBack, recordsIn, untilAborted } from './import-records.ts';

type UpdateOptions = Omit<ImportOptions, 'skipInvalid' | 'onRecords' | 'onFilled'> & {
  /** Told of each change when all are found to be sound, before anything is written. */
  readonly onChange: (resource: Resource, change: Change) => void;
  /** Told of each record that no row is about, before anything is written. */
  readonly onAbsent: (resource: Resource, record: DataRecord) => void;
};

export type Updated = {
  readonly resource: Resource;
  readonly added: number;
  readonly changed: number;
  readonly same: number;
  /** Records that no row is about. */
  readonly absent: number;
};

export async function updateRecords(
  target: Pick<Maintenance, 'importInto'>,
  catalogue: Catalogue,
  resources: readonly Resource[],
  options: UpdateOptions,
): Promise<{ readonly updated: readonly Updated[]; readonly faults: number }> {
  const { prepare, dryRun, onFault, onChange, onAbsent, onProgress, signal } = options;
  let [updated, faults]: [Updated[], number] = [[], 0];
  const refuse: OnFault = (...fault) => {
    faults += 1;
    onFault(...fault);
  };
  const stopIf = (isFaulty: boolean) => {
    if (isFaulty) throw new RollBack();
  };
  await orRolledBack(target, resources, options, async (session) => {
    const now = `${new Date().toISOString().slice(0, 19)}Z`;
    const all: Changes[] = [];
    let read = 0;
    for (const { resource, rows } of await prepare(session)) {
      const ofRow = (line: number, fault: Parameters<OnFault>[2]) => refuse(resource, line, fault);
      const changes = await changesOf(session, resource, now, ofRow);
      all.push(changes);
      for await (const some of untilAborted(rows, signal)) {
        await changes.take(some);
        read += some.length;
        onProgress(read);
      }
    }
    await checkChanges(session, all, refuse);
    updated = all.map(summary);
    stopIf(faults > 0);
    for (const { resource, changed, added } of all)
      for (const change of [...changed.values(), ...added.values()]) onChange(resource, change);
    for (const changes of all) await tellAbsent(session, changes, onAbsent);
    stopIf(dryRun);
    for (const changes of all) await write(session, changes);
    await checkMismatches(session, all, catalogue, refuse);
    stopIf(faults > 0);
  });
  return { updated, faults };
}

const summary = ({ resource, added, changed, same, total }: Changes): Updated => ({
  resource,
  added: added.size,
  changed: changed.size,
  same,
  absent: total - changed.size - same,
});

async function tellAbsent(
  session: ImportSession,
  changes: Changes,
  onAbsent: UpdateOptions['onAbsent'],
): Promise<void> {
  const { resource, isNamed } = changes;
  if (summary(changes).absent === 0) return;
  for await (const record of recordsIn(session, resource))
    if (!isNamed(record.id as number)) onAbsent(resource, record);
}

/** Records that give up a unique name give it up first, so that another one can take it. */
async function write(session: ImportSession, { resource, changed, added }: Changes): Promise<void> {
  const names = resource.unique.map((fields) => fields.at(-1)!);
  const changes = [...changed.values()];
  const recordsOf = (some: readonly Change[]) => some.map(({ record }) => record);
  const renamed = changes.filter(({ before, record }) => names.some((name) => before![name] !== record[name]));
  await session.update(
    resource,
    renamed.map(({ before }) => ({
      ...before!,
      ...Object.fromEntries(names.map((name) => [name, `${before!.id} ${crypto.randomUUID()}`])),
    })),
  );
  await session.update(resource, recordsOf(changes));
  if (added.size > 0) await session.write(resource, recordsOf([...added.values()]));
}
