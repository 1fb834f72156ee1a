// `workforce import`: fills the database from files, all of them or nothing, after every row was checked.
import { catalogue } from '../../catalogue/catalogue.ts';
import type { Field } from '../../catalogue/resource.ts';
import { readSettings, type Settings } from '../../config.ts';
import { SOURCE_ID } from '../../contract/formats/column-target.ts';
import { counted, didYouMean } from '../../contract/words.ts';
import { withoutErased } from '../../jobs/erased-people.ts';
import { importRecords, watched } from '../../jobs/import/import-records.ts';
import { watchedStages } from '../../jobs/import/jobs-without-stages.ts';
import type { NamedFile } from '../../jobs/import/named-file.ts';
import { withIds } from '../../jobs/import/natural-keys.ts';
import { type Known, keyedRows, sourceIds } from '../../jobs/import/source-ids.ts';
import { updateRecords } from '../../jobs/import/update-records.ts';
import { hasDemo } from '../../jobs/seed.ts';
import { ownService } from '../../serve/own-service.ts';
import type { ImportSession } from '../../store/maintenance.ts';
import { openImportTarget } from '../../store/open.ts';
import { commandAudit } from '../command-actor.ts';
import { changeReport } from '../import/change-report.ts';
import { notices } from '../import/notices.ts';
import type { OpenFile } from '../import/open-file.ts';
import { report } from '../import/report.ts';
import { openSources, type Sources } from '../import/sources.ts';
import { suggestFile } from '../import/suggest-file.ts';
import { template } from '../import/template.ts';
import type { Arguments, Values } from '../options/command.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import { resourceNamed } from '../options/resource-options.ts';
import { say } from '../terminal/output.ts';
import { interruptSignal } from '../terminal/terminal.ts';

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
    const imported = await importRecords(run.target, catalogue, sources.resources, {
      ...run.options,
      skipInvalid,
      prepare: async (session) =>
        (await run.rowsOf(session, 'refuse')).map(({ resource, rows }) => ({
          resource,
          rows: watched(resource, rows, (repeat) => run.output.repeat(resource, repeat)),
        })),
      onRecords: run.notices.records,
      onFilled: run.notices.filled,
    });
    run.notices.end(dryRun);
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

async function updateFiles(args: Arguments): Promise<void> {
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
        if (change.filled) run.notices.filled(resource, change.record, change.filled);
      },
      onAbsent(resource, record) {
        // A resource that a file only names has no rows, so its other records are not absent.
        if (open.some((file) => file.resource === resource)) changes.absent(resource, record);
      },
    });
    run.notices.end(false);
    changes.end(updated, faults, run.output.problems(), (performance.now() - started) / 1000);
    if (faults > 0)
      throw new CommandError(
        'invalid',
        `${counted(faults, 'fault')} in the files, so nothing was changed; correct them.`,
      );
  } finally {
    await run.close();
  }
}

/** `undefined` for rows that are found by their id, or by that of their source. */
function keyField({ resource, source }: OpenFile, name: string | undefined): Field | undefined {
  if (name === undefined || name === 'id') return undefined;
  if (name === SOURCE_ID && source !== undefined) return undefined;
  // A key has an index, and nearly every record has another value in it.
  const keys = resource.fields.filter(({ index }) => index === 'plain');
  const field = keys.find((each) => each.name === name);
  if (field) return field;
  const names = keys.map((each) => each.name);
  const list = names.length === 0 ? 'only their ids' : `id, ${names.join(', ')}`;
  throw new UsageError(`--key ${name}: ${resource.many} are told apart by ${list}${didYouMean(name, names)}.`);
}

/** `undone`: such as "nothing was imported". Has to be closed. */
async function openRun(
  { values }: Arguments,
  { open, made, emptiesUnknown, files, onProgress, close }: Sources,
  undone: string,
) {
  const dryRun = values['dry-run'] !== undefined;
  const output = report(values.json !== undefined, dryRun, open);
  const notes = notices(values.json !== undefined, open);
  const signal = interruptSignal(new CommandError('interrupted', `Interrupted; ${undone}.`));
  const settings = readSettings(process.env);
  const target = await openImportTarget(settings);
  let ids: ReturnType<typeof sourceIds> | undefined;

  const withoutErasedRows = (session: ImportSession, file: NamedFile): NamedFile => ({
    ...file,
    rows: () => withoutErased(session, file, (line) => notes.erased(file.resource, line)),
  });

  return {
    target,
    output,
    notices: notes,
    /** The rows of the files with ids in place of names. `keyed`: finds the records of a file by another field. */
    async rowsOf(session: ImportSession, known: Known, keyed = (file: NamedFile) => file) {
      await refuseDemo(session, values, settings);
      ids = sourceIds(session, known);
      const wanted = values['add-erased'] === undefined ? files.map((file) => withoutErasedRows(session, file)) : files;
      const onEmptied = emptiesUnknown ? notes.emptied : undefined;
      const rows = await withIds(session, wanted.map(keyed).map(ids.numbered), { made, onEmptied, signal });
      // Changes of an update are not stored while its rows are read, so those of jobs are not seen.
      const jobs = catalogue.find(({ name }) => name === 'jobs')!;
      if (values.update !== undefined && open.some(({ resource }) => resource === jobs)) return rows;
      return rows.map((file) =>
        file.resource.name === 'applications'
          ? { ...file, rows: watchedStages(session, jobs, file.rows, notes.stage) }
          : file,
      );
    },
    options: {
      dryRun,
      onFault: output.fault,
      finish: async () => ids?.note(),
      onProgress,
      signal,
      audit: commandAudit(target, { detail: counted(open.length, 'file') }),
    },
    async close(): Promise<void> {
      close();
      await target.close();
    },
  };
}

async function refuseDemo(
  session: ImportSession,
  values: Values,
  { databaseUrl, dataFolder }: Settings,
): Promise<void> {
  if (values['keep-demo'] !== undefined || !(await hasDemo(session, values['dry-run'] !== undefined))) return;
  if (ownService)
    throw new CommandError(
      'failed',
      'The database holds demo data, and real people are not mixed with invented ones; nothing was imported. keep_demo=true imports into it all the same.',
    );
  const [where, instead] =
    databaseUrl === undefined
      ? [
          `The database in ${dataFolder}`,
          'Give WORKFORCE_DATA=./company to import and serve: a folder without a database',
        ]
      : ['The database', 'Make another one, and give it as DATABASE_URL to import and serve: an empty database'];
  throw new CommandError(
    'failed',
    `${where} holds demo data, and real people are not mixed with invented ones; nothing was imported. ${instead} starts empty with what you import. --keep-demo imports into this one all the same.`,
  );
}
