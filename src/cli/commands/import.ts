// `workforce import`: fills the database from files, all of them or nothing, after every row was checked.
import { catalogue } from '../../catalogue/catalogue.ts';
import { readSettings } from '../../config.ts';
import { counted } from '../../contract/words.ts';
import { importRecords } from '../../jobs/import/import-records.ts';
import { withIds } from '../../jobs/import/natural-keys.ts';
import { watched } from '../../jobs/import/repeats.ts';
import { sourceIds } from '../../jobs/import/source-ids.ts';
import { openImportTarget } from '../../store/open.ts';
import { commandAudit } from '../audit/command-actor.ts';
import { erasedRows } from '../import/erased-rows.ts';
import { filledIn } from '../import/filled.ts';
import { preview } from '../import/preview.ts';
import { refuseDemo } from '../import/refuse-demo.ts';
import { report } from '../import/report.ts';
import { NO_ROWS, openSources } from '../import/sources.ts';
import { suggestFile } from '../import/suggest-file.ts';
import { template } from '../import/template.ts';
import { updateFiles } from '../import/update-files.ts';
import type { Arguments } from '../options/command.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import { resourceNamed } from '../options/resource-options.ts';
import { interruptSignal } from '../terminal/interrupt-signal.ts';
import { say } from '../terminal/output.ts';

export async function importFiles(args: Arguments): Promise<void> {
  const { values, operands } = args;
  if (values.template !== undefined) return say(template(resourceNamed(values.template)).trimEnd());
  if (operands.length === 0)
    throw new UsageError(
      '"workforce import": SOURCE is missing (a folder of files such as employees.csv, or a workbook of sheets, named after resources; or a resource); "workforce help import" says more.',
    );
  if (values.suggest !== undefined) return suggestFile(args, values.suggest);
  if (values.update !== undefined) return updateFiles(args);
  if (values.key !== undefined)
    throw new UsageError('--key is for --update: it says which records the rows are about.');
  const started = performance.now();
  const [skipInvalid, dryRun] = [values['skip-invalid'] !== undefined, values['dry-run'] !== undefined];
  const { open, made, resources, files, onProgress, close } = await openSources(
    args,
    dryRun ? 'Checking' : 'Importing',
  );
  const output = report(values.json !== undefined, dryRun, open);
  for (const each of open) output.recognised(each);
  const [shown, filled, erased] = [preview(), filledIn(open), erasedRows(values, output)];
  let ids: ReturnType<typeof sourceIds> | undefined;
  const signal = interruptSignal(new CommandError('interrupted', 'Interrupted; nothing was imported.'));
  const settings = readSettings(process.env);
  const target = await openImportTarget(settings);
  try {
    const imported = await importRecords(
      target,
      catalogue,
      resources.map((resource) => ({ resource, rows: NO_ROWS })),
      {
        skipInvalid,
        dryRun,
        onFault: output.fault,
        async prepare(session) {
          await refuseDemo(session, values, settings);
          ids = sourceIds(session, 'refuse');
          const numbered = files.map(erased.leftOut(session)).map(ids.numbered);
          return (await withIds(session, numbered, made, signal)).map(({ resource, rows }) => ({
            resource,
            rows: watched(resource, rows, (repeat) => output.repeat(resource, repeat)),
          }));
        },
        finish: async () => ids?.note(),
        onRecords(resource, records) {
          filled.take(resource, records);
          if (dryRun) shown.take(resource, records);
        },
        onProgress,
        signal,
        audit: commandAudit(settings, { detail: counted(open.length, 'file') }),
      },
    );
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
    if (dryRun) output.preview(shown);
    erased.tell();
    output.filled(filled.found());
    for (const each of open) output.words(each);
    output.end(imported, (performance.now() - started) / 1000);
    const refused = imported.reduce((sum, each) => sum + each.refused, 0);
    if (refused > 0) throw new CommandError('invalid', endOf(refused, skipInvalid, dryRun));
  } finally {
    close();
    await target.close();
  }
}

function endOf(refused: number, skipInvalid: boolean, dryRun: boolean): string {
  const rows = `${counted(refused, 'row')} ${refused === 1 ? 'was' : 'were'} refused`;
  const them = refused === 1 ? 'it' : 'them';
  if (dryRun) return `${rows}; nothing was to be written.`;
  if (skipInvalid) return `${rows}; all others are imported.`;
  return `${rows}, so nothing was imported: correct ${them}, or leave ${them} out with --skip-invalid.`;
}
