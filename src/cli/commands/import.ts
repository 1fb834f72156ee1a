// `workforce import`: fills the database from files, all of them or nothing, after every row was checked.
import { catalogue } from '../../catalogue/catalogue.ts';
import { counted } from '../../contract/words.ts';
import { importRecords } from '../../jobs/import/import-records.ts';
import { watched } from '../../jobs/import/repeats.ts';
import { preview } from '../import/preview.ts';
import { openRun } from '../import/run-import.ts';
import { NO_ROWS, openSources } from '../import/sources.ts';
import { suggestFile } from '../import/suggest-file.ts';
import { template } from '../import/template.ts';
import { updateFiles } from '../import/update-files.ts';
import type { Arguments } from '../options/command.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import { resourceNamed } from '../options/resource-options.ts';
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
  const sources = await openSources(args, dryRun ? 'Checking' : 'Importing');
  const run = await openRun(args, sources, 'nothing was imported');
  try {
    const shown = preview();
    const files = sources.resources.map((resource) => ({ resource, rows: NO_ROWS }));
    const imported = await importRecords(run.target, catalogue, files, {
      ...run.options,
      skipInvalid,
      prepare: async (session) =>
        (await run.rowsOf(session, 'refuse')).map(({ resource, rows }) => ({
          resource,
          rows: watched(resource, rows, (repeat) => run.output.repeat(resource, repeat)),
        })),
      onRecords(resource, records) {
        run.filled.take(resource, records);
        if (dryRun) shown.take(resource, records);
      },
    });
    run.tell(dryRun ? shown : undefined);
    run.output.end(imported, (performance.now() - started) / 1000);
    const refused = imported.reduce((sum, each) => sum + each.refused, 0);
    if (refused > 0) throw new CommandError('invalid', endOf(refused, skipInvalid, dryRun));
  } finally {
    await run.close();
  }
}

function endOf(refused: number, skipInvalid: boolean, dryRun: boolean): string {
  const rows = `${counted(refused, 'row')} ${refused === 1 ? 'was' : 'were'} refused`;
  const them = refused === 1 ? 'it' : 'them';
  if (dryRun) return `${rows}; nothing was to be written.`;
  if (skipInvalid) return `${rows}; all others are imported.`;
  return `${rows}, so nothing was imported: correct ${them}, or leave ${them} out with --skip-invalid.`;
}
