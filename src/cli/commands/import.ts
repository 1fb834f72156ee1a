// `workforce import`: fills the database from files, all of them or nothing, after every row was checked.

import { statSync } from 'node:fs';
import { catalogue } from '../../catalogue/catalogue.ts';
import type { Resource } from '../../catalogue/resource.ts';
import { readSettings } from '../../config.ts';
import { counted } from '../../contract/words.ts';
import { importRecords } from '../../jobs/import/import-records.ts';
import { isMadeFrom, withIds } from '../../jobs/import/natural-keys.ts';
import { watched } from '../../jobs/import/repeats.ts';
import { openImportTarget } from '../../store/open.ts';
import { saidOptions } from '../import/any-file/said-options.ts';
import { type DataFile, filesOf } from '../import/files.ts';
import type { OpenFile } from '../import/open-file.ts';
import { preview } from '../import/preview.ts';
import { report } from '../import/report.ts';
import { openFile } from '../import/rows.ts';
import { template } from '../import/template.ts';
import type { Arguments } from '../options/command.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import { resourceNamed } from '../options/resource-options.ts';
import { interruptSignal } from '../terminal/interrupt-signal.ts';
import { progress, say } from '../terminal/output.ts';

export async function importFiles({ values, operands, given }: Arguments): Promise<void> {
  if (values.template !== undefined) return say(template(resourceNamed(values.template)).trimEnd());
  if (operands.length === 0)
    throw new UsageError(
      '"workforce import": SOURCE is missing (a folder of files such as employees.csv, named after resources; or a resource); "workforce help import" says more.',
    );
  const files = filesOf(operands, values.format);
  const started = performance.now();
  const [skipInvalid, dryRun] = [values['skip-invalid'] !== undefined, values['dry-run'] !== undefined];
  const open = await openFiles(files, given);
  const made = madeFor(open, given);
  const output = report(values.json !== undefined, dryRun, open);
  for (const each of open) output.recognised(each);
  const { read, onProgress } = readers(open, dryRun ? 'Checking' : 'Importing');
  const shown = preview();
  const resources = [...new Set([...made, ...open.map(({ resource }) => resource)])];
  const sources = resources.map((resource) => {
    const file = open.find((each) => each.resource === resource);
    return { resource, references: file?.references ?? [], rows: () => file?.rows(read(file)) ?? NO_ROWS };
  });
  const target = await openImportTarget(readSettings(process.env));
  try {
    const imported = await importRecords(
      target,
      catalogue,
      resources.map((resource) => ({ resource, rows: NO_ROWS })),
      {
        skipInvalid,
        dryRun,
        onFault: output.fault,
        prepare: async (session) =>
          (await withIds(session, sources, made)).map(({ resource, rows }) => ({
            resource,
            rows: watched(resource, rows, (repeat) => output.repeat(resource, repeat)),
          })),
        ...(dryRun && { onRecords: shown.take }),
        onProgress,
        signal: interruptSignal(new CommandError('interrupted', 'Interrupted; nothing was imported.')),
      },
    );
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
    if (dryRun) output.preview(shown);
    output.end(imported, (performance.now() - started) / 1000);
    const refused = imported.reduce((sum, each) => sum + each.refused, 0);
    if (refused > 0) throw new CommandError('invalid', endOf(refused, skipInvalid, dryRun));
  } finally {
    await target.close();
  }
}

/** For records that are made because files name them. */
const NO_ROWS: AsyncIterable<[]> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
};

/** Options that say how a file is to be read. */
const READING = ['map', 'default', 'delimiter', 'encoding', 'date-format', 'decimal', 'skip-lines', 'ignore-unknown'];

async function openFiles(files: readonly DataFile[], given: Arguments['given']): Promise<OpenFile[]> {
  const said = given.map(([name]) => name).filter((name) => READING.includes(name));
  const noCsv = said.length > 0 && files.find(({ format }) => format !== 'csv');
  if (noCsv) throw new UsageError(`--${said[0]} is for CSV, but ${noCsv.path} is NDJSON.`);
  if (files.length > 1 && said.includes('map'))
    throw new UsageError('--map is for one file: give a resource and its file, one after the other.');
  const options = files.map(({ resource }) => saidOptions(resource, given));
  const open: OpenFile[] = [];
  for (const [i, file] of files.entries()) open.push(await openFile(file, options[i]));
  const once = open.find(({ references, isRepeatable }) => references.length > 0 && !isRepeatable);
  if (once)
    throw new UsageError(
      'References by name need the file twice, and the standard input can be read once: save it first.',
    );
  return open;
}

/** The resources whose missing records are made. */
function madeFor(files: readonly OpenFile[], given: Arguments['given']): Set<Resource> {
  const made = new Set(given.flatMap(([name, value]) => (name === 'create-missing' ? [resourceNamed(value)] : [])));
  const references = files.flatMap((file) => file.references);
  for (const resource of made) {
    const named = references.filter(({ target }) => target === resource);
    if (named.length === 0)
      throw new UsageError(
        `--create-missing ${resource.name}: no column gives ${resource.many} by name; map one, as in --map "COLUMN=dept_id.name".`,
      );
    const other = named.find(({ target, by }) => !isMadeFrom(target, by));
    if (other)
      throw new UsageError(
        `--create-missing ${resource.name}: ${resource.many} need more than ${other.by.name}; import them first.`,
      );
  }
  return made;
}

function endOf(refused: number, skipInvalid: boolean, dryRun: boolean): string {
  const rows = `${counted(refused, 'row')} ${refused === 1 ? 'was' : 'were'} refused`;
  const them = refused === 1 ? 'it' : 'them';
  if (dryRun) return `${rows}; nothing was to be written.`;
  if (skipInvalid) return `${rows}; all others are imported.`;
  return `${rows}, so nothing was imported: correct ${them}, or leave ${them} out with --skip-invalid.`;
}

/** Counts the bytes that are read, for a progress bar. The number of all rows is estimated from the bytes of the files. */
function readers(files: readonly OpenFile[], what: string) {
  const total = files.reduce((sum, { path }) => sum + (path === '-' ? Number.NaN : statSync(path).size), 0);
  const shown = Number.isNaN(total) ? undefined : progress(what, 1);
  const bytes = new Map<OpenFile, number>();
  return {
    read: (file: OpenFile) => (read: number) => void bytes.set(file, read),
    onProgress(rows: number): void {
      const read = [...bytes.values()].reduce((sum, each) => sum + each, 0);
      shown?.step(rows, read === 0 ? Number.POSITIVE_INFINITY : (rows * total) / read);
    },
  };
}
