// `workforce import RESOURCE FILE --suggest MAPPING`: writes a mapping file for a file, to be edited, and imports
// nothing.
import { writeFileSync } from 'node:fs';
import { catalogue } from '../../catalogue/catalogue.ts';
import type { Resource } from '../../catalogue/resource.ts';
import { counted } from '../../contract/words.ts';
import type { Arguments, Values } from '../options/command.ts';
import { CommandError, UsageError } from '../options/exit-codes.ts';
import { say, writeError } from '../terminal/output.ts';
import { escapeControls } from '../terminal/terminal.ts';
import { givenOptions } from './any-file/given-options.ts';
import { NO_OPTIONS, noHeader, sampleOf } from './any-file/open-any-file.ts';
import type { ReadingOptions } from './any-file/reading-options.ts';
import { looseKey } from './any-file/reading-options.ts';
import { type Suggestion, suggestion } from './any-file/suggest.ts';
import type { Sample } from './any-file/table.ts';
import { readHead, sourceOf } from './blocks.ts';
import { type DataFile, filesOf, formatOf } from './files.ts';
import { type OpenFile, orFaults } from './open-file.ts';
import { isReading, refuseFormat } from './sources.ts';
import { sheetSample } from './xlsx/open-sheet.ts';

/** `target`: the name of the mapping file; `-` is the standard output. */
export async function suggestFile(args: Arguments, target: string): Promise<void> {
  const { values, operands, given } = args;
  const [first, second] = operands;
  if (second === undefined && formatOf(first!) !== undefined) return suggestResources(args, target);
  const [file, ...more] = filesOf(operands, values.format);
  if (!file || more.length > 0) throw new UsageError('--suggest is for one file: give its resource and its name.');
  refuseFormat('suggest', [file]);
  for (const [name] of given) if (isReading(name)) refuseFormat(name, [file]);
  if (target !== '-' && !/\.json$/i.test(target))
    throw new UsageError(`--suggest ${target}: give the mapping file a name that ends in .json, as --map needs it.`);
  const opened = await openTable(file, values, givenOptions(file.resource, given));
  const found = suggestedFor(file.resource, opened);
  if (values.json !== undefined) return say(JSON.stringify(suggestionObject(file.resource, found, opened)));
  const content = `${JSON.stringify(found.mapping, null, 2)}\n`;
  if (target === '-') return say(content.trimEnd());
  try {
    writeFileSync(target, content, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw writeError(target, error as NodeJS.ErrnoException);
    throw new UsageError(`There is a file ${target} already; give another name, or delete it first.`);
  }
  for (const line of linesOf(found, target)) say(escapeControls(line));
  const make = found.create_missing.map((name) => ` --create-missing ${name}`).join('');
  const sheet = values.sheet === undefined ? '' : ` --sheet ${shellWord(values.sheet)}`;
  say(
    `Then: workforce import ${file.resource.name} ${shellWord(file.path)}${sheet} --map ${shellWord(target)}${make} --dry-run`,
  );
}

/** A word of a command as a shell reads it. */
export const shellWord = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;

/** `workforce import FILE --suggest -`: which resources it may be of, the likeliest first. */
async function suggestResources({ values, operands, given }: Arguments, target: string): Promise<void> {
  const [path] = operands;
  if (target !== '-')
    throw new UsageError(`--suggest ${target}: give the resource before the file; --suggest - says which it may be.`);
  const [file] = filesOf([catalogue[0]!.name, path!], values.format);
  refuseFormat('suggest', [file!]);
  const faults: CommandError[] = [];
  const opened = await openTable(file!, values, undefined);
  const found = catalogue.flatMap((resource) => {
    try {
      const mine = { ...opened, said: givenOptions(resource, given) ?? NO_OPTIONS };
      const each = suggestedFor(resource, mine);
      return [{ resource, each, object: suggestionObject(resource, each, mine) }];
    } catch (error) {
      if (!(error instanceof CommandError)) throw error;
      faults.push(error);
      return [];
    }
  });
  if (found.length === 0) throw faults[0]!;
  const named = looseKey(`${path} ${opened.place.sheet ?? ''}`);
  const fits = found
    .map((each) => ({ ...each, score: scoreOf(each.each) + (named.includes(looseKey(each.resource.name)) ? 1.5 : 0) }))
    .filter(({ each }) => each.mapped > 0)
    .sort((one, other) => other.score - one.score);
  // Where no name is known any may be meant.
  const all = fits.length > 0 ? fits : found;
  const { sheet } = opened.place;
  const others = [...(opened.sheets ?? []).filter((each) => each !== sheet), ...(opened.hidden ?? [])];
  if (values.json === undefined && others.length > 0)
    console.error(
      escapeControls(
        `${path}: this is the sheet ${JSON.stringify(sheet)}; not read: ${others.join(', ')}; --sheet reads another sheet`,
      ),
    );
  for (const { resource, each, object } of all) {
    if (values.json !== undefined) say(JSON.stringify(object));
    else say(`${resource.name}: ${each.mapped} of ${counted(each.mapped + each.left_out.length, 'column')}`);
  }
}

/** Columns that have a field count for it, fields that are needed and have no column against it. */
const scoreOf = ({ mapped, lacking }: Suggestion): number => mapped - lacking / 2;

function suggestedFor(resource: Resource, { place, sample, encoding, said }: Opened): Suggestion {
  const found = orFaults(place, (fault) => suggestion(resource, sample, encoding, said, fault));
  return found ?? noHeader(place.path, said);
}

/** For machines. */
const suggestionObject = (
  { name }: Resource,
  { lacking: _, ...found }: Suggestion,
  { place: { sheet }, sheets }: Opened,
) => ({ resource: name, ...found, ...(sheet !== undefined && { sheet, sheets }) });

async function openTable(file: DataFile, values: Values, said: ReadingOptions = NO_OPTIONS): Promise<Opened> {
  const { path } = file;
  if (file.format === 'xlsx') {
    const { sheet, sheets, hidden, rows } = await sheetSample({ ...file, sheet: values.sheet });
    return { place: { path, sheet }, sample: rows, said, sheets, hidden };
  }
  const { encoding, text } = sampleOf(path, said, await readHead(sourceOf(path)));
  return { place: { path }, sample: text, encoding, said };
}

type Opened = {
  readonly place: Pick<OpenFile, 'path' | 'sheet'>;
  readonly sample: Sample;
  readonly encoding?: string;
  readonly said: ReadingOptions;
  /** The sheets of a workbook that have something in them. */
  readonly sheets?: readonly string[];
  /** Names of hidden sheets of the workbook. */
  readonly hidden?: readonly string[];
};

function linesOf({ mapped, left_out: leftOut, undecided, questions }: Suggestion, target: string): string[] {
  const total = mapped + leftOut.length;
  return [
    `${target}: ${mapped} of ${counted(total, 'column')} ${mapped === 1 ? 'has' : 'have'} a field.`,
    ...(leftOut.length > 0 ? [`Left out (null) as long as you name no field: ${leftOut.join(', ')}.`] : []),
    ...(undecided.length > 0 ? [`Fill in what is empty: ${undecided.join(', ')}.`] : []),
    ...questions.map((text) => `To be answered: ${text}.`),
    'Look at the rest: it is a guess from the names of the columns.',
  ];
}
