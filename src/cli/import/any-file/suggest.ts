// Writes down how a file can be read, as a mapping file to be edited: which column is likely to be which field, the
// words that our data does not use, and the formats.
import type { Field, Resource } from '../../../catalogue/resource.ts';
import {
  columnTarget,
  filledBy,
  namingFields,
  needsSource,
  SOURCE_ID,
  targetText,
} from '../../../contract/formats/column-target.ts';
import type { CsvRow } from '../../../contract/formats/csv-rows.ts';
import { isNeeded } from '../../../contract/formats/import-row.ts';
import { plainNumber } from '../../../contract/formats/number-text.ts';
import { abridged } from '../../../contract/words.ts';
import { isMadeFrom } from '../../../jobs/import/natural-keys.ts';
import { leavingOut } from './columns.ts';
import { likelyField } from './foreign-names.ts';
import { columnKey, delimiterName, type Mapped, type ReadingOptions } from './reading-options.ts';
import { recogniseTable, type TableReading } from './recognise.ts';
import { type Sample, type Table, tableIn, textsOf } from './table.ts';
import { obviousWord, wordCounter } from './words.ts';

export type Suggestion = NonNullable<ReturnType<typeof suggestion>>;

const EXAMPLES = 4;
const EXAMPLE_LENGTH = 60;

/** `encoding`: of a text. `undefined` where there is no header; `fault` is told why. */
export function suggestion(
  resource: Resource,
  sample: Sample,
  encoding: string | undefined,
  said: ReadingOptions,
  fault: (line: number, text: string) => void,
) {
  const isKnown = (name: string) => said.columns.has(columnKey(name)) || likelyField(resource, name) !== undefined;
  const table = tableIn(sample, isKnown, said, fault);
  if (!table) return undefined;
  const { header } = table;
  const columns = likelyColumns(resource, table, said);
  const questions: string[] = [];
  // Missing columns and unknown columns are in the mapping file; they are no question.
  const reading = recogniseTable(resource, table, { ...said, columns, isPartial: true }, (line, text) =>
    questions.push(`line ${line}: ${text}`),
  );
  const outBy = leavingOut(reading.columns);
  const body = table.body.filter(({ cells }) => !outBy(cells));
  const values = wordsIn(reading, body, said);
  const filled = new Set(reading.columns.flatMap(({ target }) => (target ? filledBy(target) : [])));
  const lacking = resource.fields.filter((field) => isNeeded(field) && !filled.has(field));
  // References get no default: rows rarely refer to the same record.
  const [links, own] = [lacking.filter(({ target }) => target), lacking.filter(({ target }) => !target)];
  const defaults = Object.fromEntries([...own.map(({ name }) => [name, ''] as const), ...said.defaults]);
  const unclear = Object.entries(values).flatMap(([field, of]) =>
    Object.entries(of).flatMap(([text, meaning]) => (meaning === '' ? [`${field} ${JSON.stringify(text)}`] : [])),
  );
  const named = reading.columns.flatMap(({ target }) => (target?.by ? [{ ...target, by: target.by }] : []));
  const made = named.filter(({ field, by }) => isMadeFrom(field.target!, by)).map(({ field }) => field.target!.name);
  const texts = header.cells.flatMap((cell) => (cell === null || cell.trim() === '' ? [] : [cell.trim()]));
  const targets = texts.map((text) => {
    const all = reading.columns.flatMap(({ name, target }) => (name === text && target ? [targetText(target)] : []));
    return [text, all.length > 1 ? [...new Set(all)] : (all[0] ?? null)] as const;
  });
  return {
    /** The content of the mapping file. */
    mapping: {
      columns: Object.fromEntries(targets),
      ...(Object.keys(values).length > 0 && { values }),
      ...(Object.keys(defaults).length > 0 && { defaults }),
      ...(encoding !== undefined && { encoding }),
      ...(table.delimiter !== undefined && { delimiter: delimiterName(table.delimiter) ?? table.delimiter }),
      ...formatsOf(reading, said),
    },
    mapped: targets.filter(([, target]) => target !== null).length,
    left_out: [
      ...targets.flatMap(([text, target]) => (target === null ? [text] : [])),
      ...reading.nameless.map((number) => `column ${number}`),
    ],
    /** The values to fill in before the file can be used. */
    undecided: [
      ...unclear,
      ...own.filter(({ name }) => defaults[name] === '').map(({ name }) => `${name} by default`),
      ...links.filter(({ name }) => defaults[name] === undefined).map(columnFor),
    ],
    /** Doubts that the file leaves, such as the order of day and month. */
    questions,
    /** Resources that columns name records of, and that can be made from these names. */
    create_missing: [...new Set(made)],
    /** Each column with the first different texts that it has. */
    columns: header.cells.flatMap((cell, i) =>
      cell === null || cell.trim() === '' ? [] : [{ name: cell.trim(), examples: examplesIn(body, i) }],
    ),
    date_formats: reading.dateFormats,
    /** How many fields are needed that no column fills. */
    lacking: lacking.length,
  };
}

function columnFor({ name, target }: Field): string {
  const by = [...namingFields(target!).map((each) => each.name), SOURCE_ID].map((each) => `${name}.${each}`);
  return `the column for ${by.join(' or ')}`;
}

function examplesIn(body: readonly CsvRow[], column: number): string[] {
  const found = new Set<string>();
  for (const { text } of textsOf(body, column)) {
    found.add(abridged(plainNumber(text), EXAMPLE_LENGTH));
    if (found.size === EXAMPLES) break;
  }
  return [...found];
}

/** An option for a column comes first. Of two columns that are likely to be the same field, the first is taken. */
function likelyColumns(resource: Resource, { header, body }: Table, said: ReadingOptions): Map<string, Mapped> {
  const columns = new Map<string, Mapped>();
  const taken = new Set([...said.columns.values()].flatMap(({ targets }) => targets.flatMap(filledBy)));
  for (const [i, cell] of header.cells.entries()) {
    const name = (cell ?? '').trim();
    if (name === '' || columns.has(columnKey(name))) continue;
    const given = said.columns.get(columnKey(name));
    const texts = [...textsOf(body, i)].map(({ text }) => text);
    const likely = given ? given.targets : likelyTargets(resource, name, texts, said);
    const isFree = given !== undefined || likely.flatMap(filledBy).every((field) => !taken.has(field));
    const targets = isFree ? likely : [];
    for (const field of targets.flatMap(filledBy)) taken.add(field);
    columns.set(columnKey(name), { name, targets });
  }
  return columns;
}

function likelyTargets(
  resource: Resource,
  column: string,
  texts: readonly string[],
  { source }: ReadingOptions,
): Mapped['targets'] {
  const name = likelyField(resource, column);
  if (name === undefined || (name === 'id' && column !== name)) return [];
  const field = resource.fields.find((each) => each.name === name);
  const text = field?.target && column !== name ? likelyReference(field, texts, source) : name;
  const target = text === undefined ? undefined : columnTarget(resource, text);
  return target === undefined || 'fault' in target || (needsSource(target) && !source) ? [] : [target];
}

/** The fields that name the records that a column refers to. Bare numbers are the ids of another system. */
function likelyReference({ name, target }: Field, texts: readonly string[], source?: string): string | undefined {
  const names = namingFields(target!).map((each) => each.name);
  const isEvery = (pattern: RegExp) => texts.length > 0 && texts.every((text) => pattern.test(text));
  const by = isEvery(/@/)
    ? names.find((each) => each === 'email')
    : isEvery(/\d/)
      ? (names.find((each) => each === 'code') ?? (source && SOURCE_ID))
      : names.find((each) => each === 'name' || each === 'title');
  return by && `${name}.${by}`;
}

/** The words that our data does not use, with their meaning where that is obvious, and what an option says of others. */
function wordsIn({ columns }: TableReading, body: readonly CsvRow[], said: ReadingOptions) {
  const counter = wordCounter();
  for (const { target, at } of columns)
    if (target?.field.words && !target.by) for (const { text } of textsOf(body, at)) counter.count(target.field, text);
  const meaning = (field: string, words: readonly string[], text: string) => {
    const given = said.values.get(field)?.get(text);
    return given === undefined ? (obviousWord(text, words) ?? '') : given;
  };
  const found = counter.unknown().map(({ field, words, counts }) => {
    const texts = [...counts.keys()].map((text) => [text, meaning(field, words, text)] as const);
    return [field, { ...Object.fromEntries(texts), ...Object.fromEntries(said.values.get(field) ?? []) }] as const;
  });
  const others = [...said.values].map(([field, of]) => [field, Object.fromEntries(of)] as const);
  return Object.fromEntries([...others, ...found]);
}

function formatsOf(
  { dateFormats, decimal, headerLine, nameless }: TableReading,
  said: ReadingOptions,
): Record<string, unknown> {
  return {
    ...(said.header && { header: said.header }),
    ...(headerLine > 1 && { skipLines: said.header ? headerLine : headerLine - 1 }),
    ...(dateFormats.length === 1 && { dateFormat: dateFormats[0] }),
    ...(said.dateFormat?.formats && { dateFormat: dateFormats }),
    ...(decimal && { decimal }),
    ...(said.source && { source: said.source }),
    ...(said.leaveOut.size > 0 && {
      leaveOut: Object.fromEntries([...said.leaveOut.values()].map(({ name, texts }) => [name, [...texts]])),
    }),
    ...(said.emptyUnknown && { emptyUnknown: true }),
    ...((said.ignoreUnknown || nameless.length > 0) && { ignoreUnknown: true }),
  };
}
