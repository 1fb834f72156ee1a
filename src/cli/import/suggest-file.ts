// `workforce import RESOURCE FILE --suggest MAPPING`: writes a mapping file for a file, to be edited, and imports nothing.
import { writeFileSync } from 'node:fs';
import { counted } from '../../contract/words.ts';
import type { Arguments } from '../options/command.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import { escapeControls } from '../terminal/escape-controls.ts';
import { say } from '../terminal/output.ts';
import { writeError } from '../terminal/write-error.ts';
import { NOTHING_SAID, noHeader, sampleOf } from './any-file/open-any-file.ts';
import type { ReadingOptions } from './any-file/reading-options.ts';
import { saidOptions } from './any-file/said-options.ts';
import { type FindTable, type Suggestion, suggestion } from './any-file/suggest.ts';
import { tableIn, tableOf } from './any-file/table.ts';
import { type DataFile, filesOf } from './files.ts';
import { headReader, sourceOf } from './head.ts';
import { type OpenFile, placeOf } from './open-file.ts';
import { READING, refuseFormat } from './sources.ts';
import { sheetSample } from './xlsx/open-sheet.ts';

/** `target`: the name of the mapping file; `-` is the standard output. */
export async function suggestFile({ values, operands, given }: Arguments, target: string): Promise<void> {
  const [file, ...more] = filesOf(operands, values.format);
  if (!file || more.length > 0) throw new UsageError('--suggest is for one file: give its resource and its name.');
  refuseFormat('suggest', [file]);
  for (const [name] of given) if (READING.includes(name)) refuseFormat(name, [file]);
  if (target !== '-' && !/\.json$/i.test(target))
    throw new UsageError(`--suggest ${target}: give the mapping file a name that ends in .json, as --map needs it.`);
  const said = saidOptions(file.resource, given) ?? NOTHING_SAID;
  const { place, find, encoding } = await (file.format === 'xlsx'
    ? sheetTable({ ...file, sheet: values.sheet }, said)
    : textTable(file, said));
  const faults: string[] = [];
  const fault = (line: number, why: string) => void faults.push(`${placeOf(place, line)}: ${escapeControls(why)}.`);
  const found = suggestion(file.resource, find, encoding, said, fault);
  if (faults.length > 0) throw new CommandError('invalid', faults.join('\n'));
  if (!found) return noHeader(file.path, said);
  const content = `${JSON.stringify(found.mapping, null, 2)}\n`;
  if (target === '-') return say(content.trimEnd());
  try {
    writeFileSync(target, content, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw writeError(target, error as NodeJS.ErrnoException);
    throw new UsageError(`There is a file ${target} already; give another name, or delete it first.`);
  }
  for (const line of linesOf(found, target)) say(escapeControls(line));
  const make = found.made.map((name) => ` --create-missing ${name}`).join('');
  const sheet = values.sheet === undefined ? '' : ` --sheet ${JSON.stringify(values.sheet)}`;
  say(`Then: workforce import ${file.resource.name} ${file.path}${sheet} --map ${target}${make} --dry-run`);
}

type Opened = {
  readonly place: Pick<OpenFile, 'path' | 'sheet'>;
  readonly find: FindTable;
  readonly encoding?: string;
};

async function textTable({ path }: DataFile, said: ReadingOptions): Promise<Opened> {
  const { encoding, text } = await sampleOf(path, said, headReader(sourceOf(path)));
  return { place: { path }, find: (isKnown) => tableIn(text, said, isKnown), encoding };
}

async function sheetTable(file: DataFile, said: ReadingOptions): Promise<Opened> {
  const { sheet, rows } = await sheetSample(file);
  return { place: { path: file.path, sheet }, find: (isKnown) => tableOf(rows, said, isKnown) };
}

function linesOf({ mapped, leftOut, undecided, questions }: Suggestion, target: string): string[] {
  const total = mapped + leftOut.length;
  return [
    `${target}: ${mapped} of ${counted(total, 'column')} ${mapped === 1 ? 'has' : 'have'} a field.`,
    ...(leftOut.length > 0 ? [`Left out (null) as long as you name no field: ${leftOut.join(', ')}.`] : []),
    ...(undecided.length > 0 ? [`Fill in what is empty: ${undecided.join(', ')}.`] : []),
    ...questions.map((text) => `To be answered: ${text}.`),
    'Look at the rest: it is a guess from the names of the columns.',
  ];
}
