// Opens the files of an import and puts together its input: the rows of each file, with ids in place of names, and the
// records that are made because files name them.
import { statSync } from 'node:fs';
import { type Resource, referencesOf } from '../../catalogue/resource.ts';
import { namingFields } from '../../contract/formats/column-target.ts';
import type { NamedFile } from '../../jobs/import/named-file.ts';
import { isMadeFrom } from '../../jobs/import/natural-keys.ts';
import { ownService } from '../../serve/own-service.ts';
import type { Arguments } from '../options/command.ts';
import { UsageError } from '../options/exit-codes.ts';
import { resourceNamed } from '../options/resource-options.ts';
import { progress } from '../terminal/output.ts';
import { givenOptions } from './any-file/given-options.ts';
import { READING_NAMES, readingName } from './any-file/reading-options.ts';
import { type DataFile, FORMAT_NAMES, type Format, filesOf } from './files.ts';
import type { OpenFile } from './open-file.ts';
import { openFile } from './rows.ts';
import { isWorkbook, workbookFiles } from './xlsx/sheets.ts';

export type Sources = Awaited<ReturnType<typeof openSources>>;

/** `what`: for the progress bar. `isPartial`: rows may change a part of existing records. */
export async function openSources({ values, operands, given }: Arguments, what: string, isPartial = false) {
  const [source, name] = operands;
  const isWhole = name === undefined && isWorkbook(source!);
  const files = isWhole ? await workbookFiles(source!) : filesOf(operands, values.format);
  const open = await openFiles(
    files.map((file) => ({ sheet: values.sheet, ...file, isPartial })),
    given,
  );
  const emptiesUnknown = values[EMPTY_UNKNOWN] !== undefined || open.some((file) => file.emptiesUnknown);
  const once = open.find(({ references, isRepeatable }) => (references.length > 0 || emptiesUnknown) && !isRepeatable);
  if (once)
    throw new UsageError(
      `${emptiesUnknown ? 'Emptying unknown references' : 'Reading references by name'} takes the file twice, and the standard input can be read once: save it first.`,
    );
  const close = () => {
    for (const each of open) each.close?.();
  };
  const made = madeFor(open, given);
  const { read, onProgress } = readers(open, what);
  const resources = [...new Set([...made, ...open.map(({ resource }) => resource)])];
  const named = resources.map((resource): NamedFile => {
    const file = open.find((each) => each.resource === resource);
    return {
      ...{ resource, references: file?.references ?? [], source: file?.source },
      rows: () => file?.rows(read(file)) ?? NO_ROWS,
    };
  });
  return { open, made, emptiesUnknown, resources, files: named, onProgress, close };
}

/** For records that are made because files name them. */
const NO_ROWS: AsyncIterable<[]> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
};

/** Whether an option says how a file is to be read. */
export const isReading = (option: string): boolean =>
  ['sheet', 'map', 'default'].includes(option) ||
  (READING_NAMES.includes(readingName(option)) && option !== EMPTY_UNKNOWN);

/** The switch is for files of every format. */
const EMPTY_UNKNOWN = 'empty-unknown';

/** The format that each option is for, where it is not for all tables. */
const FOR: Readonly<Record<string, Format>> = { sheet: 'xlsx', delimiter: 'csv', encoding: 'csv' };

export function refuseFormat(name: string, files: readonly DataFile[]): void {
  const only = FOR[name];
  const other = files.find(({ format }) => (only === undefined ? format === 'ndjson' : format !== only));
  if (!other) return;
  const what = only === undefined ? 'CSV and workbooks' : only === 'csv' ? 'CSV' : 'workbooks';
  throw new UsageError(`--${name} is for ${what}, but ${other.path} is ${FORMAT_NAMES[other.format]}.`);
}

/** Options about the columns or the sheet of one file. */
const OF_ONE = ['map', 'default', 'leave-out', 'header', 'sheet'];

async function openFiles(files: readonly DataFile[], given: Arguments['given']): Promise<OpenFile[]> {
  const said = given.map(([name]) => name).filter(isReading);
  for (const name of said) refuseFormat(name, files);
  const ofOne = said.find((name) => OF_ONE.includes(name));
  if (files.length > 1 && ofOne !== undefined)
    throw new UsageError(`--${ofOne} is for one file: import the files one after the other, each with its resource.`);
  const options = files.map(({ resource }) => givenOptions(resource, given));
  const open: OpenFile[] = [];
  for (const [i, file] of files.entries()) open.push(await openFile(file, options[i]));
  return open;
}

/** The resources whose missing records are made. */
function madeFor(files: readonly OpenFile[], given: Arguments['given']): Set<Resource> {
  const made = new Set(given.flatMap(([name, value]) => (name === 'create-missing' ? [resourceNamed(value)] : [])));
  const references = files.flatMap((file) => file.references);
  for (const resource of made) {
    const named = references.filter(({ target }) => target === resource);
    if (named.length === 0) {
      const references = files.flatMap((file) => referencesOf(file.resource));
      const [field] = references.filter(({ target }) => target === resource);
      const by = namingFields(resource).find((each) => isMadeFrom(resource, each));
      const map = field && by ? `; map one, as in --map "COLUMN=${field.name}.${by.name}"` : '';
      throw new UsageError(`--create-missing ${resource.name}: no column gives ${resource.many} by name${map}.`);
    }
    const other = named.find(({ target, by }) => !isMadeFrom(target, by));
    if (other)
      throw new UsageError(
        `--create-missing ${resource.name}: ${resource.many} need more than ${other.by.name}; import them first.`,
      );
  }
  return made;
}

/** Counts the bytes that are read, for a progress bar. The number of all rows is estimated from the bytes of the
 * files. */
function readers(files: readonly OpenFile[], what: string) {
  const total = files.reduce((sum, { path }) => sum + (path === '-' ? Number.NaN : statSync(path).size), 0);
  const shown = Number.isNaN(total) ? undefined : progress(what, 1);
  const bytes = new Map<OpenFile, number>();
  return {
    read: (file: OpenFile) => (read: number) => void bytes.set(file, read),
    onProgress(rows: number): void {
      const read = [...bytes.values()].reduce((sum, each) => sum + each, 0);
      const all = read === 0 ? Number.POSITIVE_INFINITY : (rows * total) / read;
      shown?.step(rows, all);
      ownService?.tell({ done: rows, of: Number.isFinite(all) ? Math.max(rows, Math.round(all)) : rows });
    },
  };
}
