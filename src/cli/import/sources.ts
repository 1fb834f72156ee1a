// Opens the files of an import and puts together what it reads: the rows of each file, with ids in place of names, and the records
// that are made because files name them.
import { statSync } from 'node:fs';
import type { Resource } from '../../catalogue/resource.ts';
import type { NamedFile } from '../../jobs/import/named-file.ts';
import { isMadeFrom } from '../../jobs/import/natural-keys.ts';
import type { Arguments } from '../options/command.ts';
import { UsageError } from '../options/exit-codes.ts';
import { resourceNamed } from '../options/resource-options.ts';
import { progress } from '../terminal/output.ts';
import { saidOptions } from './any-file/said-options.ts';
import { type DataFile, filesOf } from './files.ts';
import type { OpenFile } from './open-file.ts';
import { openFile } from './rows.ts';

export type Sources = {
  readonly open: readonly OpenFile[];
  readonly made: ReadonlySet<Resource>;
  readonly resources: readonly Resource[];
  readonly files: readonly NamedFile[];
  readonly onProgress: (rows: number) => void;
};

/** `what`: for the progress bar. `isPartial`: rows may change a part of records that are there. */
export async function openSources(
  { values, operands, given }: Arguments,
  what: string,
  isPartial = false,
): Promise<Sources> {
  const open = await openFiles(
    filesOf(operands, values.format).map((file) => ({ ...file, isPartial })),
    given,
  );
  const made = madeFor(open, given);
  const { read, onProgress } = readers(open, what);
  const resources = [...new Set([...made, ...open.map(({ resource }) => resource)])];
  const files = resources.map((resource) => {
    const file = open.find((each) => each.resource === resource);
    return {
      ...{ resource, references: file?.references ?? [], source: file?.source },
      rows: () => file?.rows(read(file)) ?? NO_ROWS,
    };
  });
  return { open, made, resources, files, onProgress };
}

/** For records that are made because files name them. */
export const NO_ROWS: AsyncIterable<[]> = {
  [Symbol.asyncIterator]: () => ({ next: async () => ({ done: true, value: undefined }) }),
};

/** Options that say how a file is to be read. */
const READING = [
  'map',
  'default',
  'delimiter',
  'encoding',
  'date-format',
  'decimal',
  'skip-lines',
  'header',
  'source',
  'ignore-unknown',
];

async function openFiles(files: readonly DataFile[], given: Arguments['given']): Promise<OpenFile[]> {
  const said = given.map(([name]) => name).filter((name) => READING.includes(name));
  const noCsv = said.length > 0 && files.find(({ format }) => format !== 'csv');
  if (noCsv) throw new UsageError(`--${said[0]} is for CSV, but ${noCsv.path} is NDJSON.`);
  const ofOne = said.find((name) => name === 'map' || name === 'default' || name === 'header');
  if (files.length > 1 && ofOne !== undefined)
    throw new UsageError(`--${ofOne} is for one file: import the files one after the other, each with its resource.`);
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
