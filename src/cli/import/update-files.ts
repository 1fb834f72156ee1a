// `workforce import --update`: brings records to what files say, all of it or nothing, and says what changes.
import { catalogue } from '../../catalogue/catalogue.ts';
import type { Field, Resource } from '../../catalogue/resource.ts';
import { readSettings } from '../../config.ts';
import { didYouMean } from '../../contract/did-you-mean.ts';
import { SOURCE_ID } from '../../contract/formats/column-target.ts';
import { counted } from '../../contract/words.ts';
import { keyedRows } from '../../jobs/import/keyed-rows.ts';
import { withIds } from '../../jobs/import/natural-keys.ts';
import { sourceIds } from '../../jobs/import/source-ids.ts';
import { updateRecords } from '../../jobs/import/update-records.ts';
import type { ImportSession } from '../../store/maintenance.ts';
import { openImportTarget } from '../../store/open.ts';
import { commandAudit } from '../audit/command-actor.ts';
import type { Arguments } from '../options/command.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import { interruptSignal } from '../terminal/interrupt-signal.ts';
import { changeReport } from './change-report.ts';
import { erasedRows } from './erased-rows.ts';
import { filledIn } from './filled.ts';
import type { OpenFile } from './open-file.ts';
import { refuseDemo } from './refuse-demo.ts';
import { report } from './report.ts';
import { openSources } from './sources.ts';

export async function updateFiles(args: Arguments): Promise<void> {
  const { values } = args;
  if (values['skip-invalid'] !== undefined)
    throw new UsageError(
      '--update is all or nothing, so --skip-invalid is not for it; correct the rows, or take them out.',
    );
  const [isJson, dryRun, started] = [values.json !== undefined, values['dry-run'] !== undefined, performance.now()];
  const { open, made, resources, files, onProgress, close } = await openSources(
    args,
    dryRun ? 'Checking' : 'Updating',
    true,
  );
  const keys = new Map(open.map((file) => [file.resource, keyField(file, values.key)]));
  const [output, changes, filled] = [report(isJson, dryRun, open), changeReport(isJson, dryRun), filledIn(open)];
  for (const each of open) output.recognised(each);
  const erased = erasedRows(values, output);
  const byKey = (session: ImportSession) =>
    files.map(erased.leftOut(session)).map((file) => {
      const key = keys.get(file.resource);
      return key ? { ...file, rows: () => keyedRows(session, file.resource, key, file.rows()) } : file;
    });
  let ids: ReturnType<typeof sourceIds> | undefined;
  const signal = interruptSignal(new CommandError('interrupted', 'Interrupted; nothing was changed.'));
  const settings = readSettings(process.env);
  const target = await openImportTarget(settings);
  try {
    const { updated, faults } = await updateRecords(target, catalogue, resources, {
      async prepare(session) {
        await refuseDemo(session, values, settings);
        const hasKey = values.key !== undefined && values.key !== SOURCE_ID;
        ids = sourceIds(session, hasKey ? 'key' : 'change');
        return withIds(session, byKey(session).map(ids.numbered), made, signal);
      },
      finish: async () => ids?.note(),
      dryRun,
      onFault: output.fault,
      onChange(resource, change) {
        changes.change(resource, change);
        if (!change.before) filled.take(resource, [change.record]);
      },
      onAbsent(resource, record) {
        // Of resources of which a file only names records, the others are not missing.
        if (open.some((file) => file.resource === resource)) changes.absent(resource, record);
      },
      onProgress,
      signal,
      audit: commandAudit(settings, { detail: counted(open.length, 'file') }),
    });
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
    erased.tell();
    output.filled(filled.found());
    for (const each of open) output.words(each);
    changes.end(updated, faults, (performance.now() - started) / 1000);
    if (faults > 0)
      throw new CommandError(
        'invalid',
        `${counted(faults, 'fault')} in the files, so nothing was changed; correct them.`,
      );
  } finally {
    close();
    await target.close();
  }
}

/** A key has an index, and nearly every record has another value in it. */
const keyFields = ({ fields }: Resource): Field[] => fields.filter(({ index }) => index === 'plain');

/** `undefined` for rows that are found by their id, or by that of their source. */
function keyField({ resource, source }: OpenFile, name: string | undefined): Field | undefined {
  if (name === undefined || name === 'id') return undefined;
  if (name === SOURCE_ID && source !== undefined) return undefined;
  const keys = keyFields(resource);
  const field = keys.find((each) => each.name === name);
  if (field) return field;
  const names = keys.map((each) => each.name);
  const list = names.length === 0 ? 'only their ids' : `id, ${names.join(', ')}`;
  throw new UsageError(`--key ${name}: ${resource.many} are told apart by ${list}${didYouMean(name, names)}.`);
}
