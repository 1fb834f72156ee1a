// `workforce import --update`: brings records to the values of files, all of it or nothing, and prints the changes.
import { catalogue } from '../../catalogue/catalogue.ts';
import type { Field, Resource } from '../../catalogue/resource.ts';
import { SOURCE_ID } from '../../contract/formats/column-target.ts';
import { counted, didYouMean } from '../../contract/words.ts';
import { keyedRows } from '../../jobs/import/keyed-rows.ts';
import { updateRecords } from '../../jobs/import/update-records.ts';
import type { Arguments } from '../options/command.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import { changeReport } from './change-report.ts';
import type { OpenFile } from './open-file.ts';
import { openRun } from './run-import.ts';
import { openSources } from './sources.ts';

export async function updateFiles(args: Arguments): Promise<void> {
  const { values } = args;
  if (values['skip-invalid'] !== undefined)
    throw new UsageError(
      '--update is all or nothing, so --skip-invalid is not for it; correct the rows, or take them out.',
    );
  const [isJson, dryRun, started] = [values.json !== undefined, values['dry-run'] !== undefined, performance.now()];
  const sources = await openSources(args, dryRun ? 'Checking' : 'Updating', true);
  const { open, resources } = sources;
  const keys = new Map(open.map((file) => [file.resource, keyField(file, values.key)]));
  const known = values.key !== undefined && values.key !== SOURCE_ID ? 'key' : 'change';
  const changes = changeReport(isJson, dryRun);
  const run = await openRun(args, sources, 'nothing was changed');
  try {
    const { updated, faults } = await updateRecords(run.target, catalogue, resources, {
      ...run.options,
      prepare: (session) =>
        run.rowsOf(session, known, (file) => {
          const key = keys.get(file.resource);
          return key ? { ...file, rows: () => keyedRows(session, file.resource, key, file.rows()) } : file;
        }),
      onChange(resource, change) {
        changes.change(resource, change);
        if (!change.before) run.filled.take(resource, [change.record]);
      },
      onAbsent(resource, record) {
        // A resource that a file only names has no rows, so its other records are not absent.
        if (open.some((file) => file.resource === resource)) changes.absent(resource, record);
      },
    });
    run.tell();
    changes.end(updated, faults, (performance.now() - started) / 1000);
    if (faults > 0)
      throw new CommandError(
        'invalid',
        `${counted(faults, 'fault')} in the files, so nothing was changed; correct them.`,
      );
  } finally {
    await run.close();
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
