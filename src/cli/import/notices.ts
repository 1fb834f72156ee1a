// What an import says besides faults: how its files are read, the first rows of a dry run as they would be stored, rows
// that are left out by a value or because their people were erased, unknown references that become empty, defaults for values that the rows do not give (a past termination
// date makes an alumnus), and words that our data does not use.

import { catalogue } from '../../catalogue/catalogue.ts';
import type { Value } from '../../catalogue/kinds.ts';
import type { DataRecord, Field, Resource } from '../../catalogue/resource.ts';
import { abridged, counted } from '../../contract/words.ts';
import { usualStages } from '../../insights/hiring/usual-stages.ts';
import { formatNumber } from '../terminal/format-number.ts';
import { say } from '../terminal/output.ts';
import { tableText } from '../terminal/table.ts';
import { escapeControls } from '../terminal/terminal.ts';
import { delimiterName } from './any-file/reading-options.ts';
import { obviousWord, type TextCounts, textCounter, type UnknownWords } from './any-file/words.ts';
import { fileOf, type LeftOutRows, type OpenFile, type Recognised, sourceOf } from './open-file.ts';
import { cut } from './report.ts';

/** How many records of each resource a dry run shows. */
const MOST_SHOWN = 5;
const MOST_LINES = 10;
/** The most different values of a field that are told apart. */
const MOST_VALUES = 4;

/** The usual stages of applications, in order. */
const STAGES = catalogue.find(({ name }) => name === 'applications')!.fields.find(({ name }) => name === 'stage')!
  .words!;

export function notices(asJson: boolean, files: readonly OpenFile[]) {
  const first = new Map<Resource, DataRecord[]>();
  const erased = new Map<Resource, Set<number>>();
  const defaults = new Map<Resource, Map<string, Map<Value, number>>>();
  const [jobsWithout, stages] = [new Set<number>(), new Set<string>()];
  const emptied = new Map<Resource, ReturnType<typeof textCounter>>();
  const tell = (object: object, text: string): void => say(asJson ? JSON.stringify(object) : text);

  for (const { path, resource, recognised } of files) {
    if (!recognised) continue;
    const others = recognised.otherSheets ?? [];
    const left = `\n${path}: not read: ${escapeControls(others.join(', '))}; --sheet reads another sheet`;
    const text = `${path}: ${escapeControls(recognisedText(recognised))}${others.length > 0 ? left : ''}`;
    tell({ recognised: { file: path, resource: resource.name, ...recognised } }, text);
  }

  /** Values that no import can know, and without which a figure leaves records out. */
  function tellMissing(resource: Resource, columns: readonly (readonly [string, string])[]): void {
    if (resource.name !== 'jobs' || columns.some(([, target]) => target === 'stages_json')) return;
    if ((first.get(resource)?.length ?? 0) === 0) return;
    const file = fileOf(files, resource);
    tell(
      { missing: { ...sourceOf(file, resource), field: 'stages_json' } },
      `${file.path}: no column for stages_json: the funnel gives these jobs ${STAGES.join(', ')}, as far as their applications have them, and leaves other stages out; add the stages in order, such as ["applied","interview","hired"]`,
    );
  }

  /** Stages that the funnel derives, and those that it cannot place. */
  function tellStages(file: OpenFile): void {
    const usual = usualStages(STAGES, stages);
    const others = [...stages].filter((each) => !usual.includes(each)).slice(0, MOST_WORDS);
    const takes = usual.length > 0 ? `takes ${usual.join(', ')} from their applications` : 'leaves them out';
    const leaves = `${usual.length > 0 ? ', and leaves out ' : ': nothing says where these belong: '}${others.map(cut).join(', ')}`;
    const are = jobsWithout.size === 1 ? 'names' : 'name';
    tell(
      { derived: { ...sourceOf(file), field: 'stages_json', jobs: jobsWithout.size, stages: usual, left_out: others } },
      `${file.path}: ${counted(jobsWithout.size, 'job')} ${are} no stages: the funnel ${takes}${others.length > 0 ? escapeControls(leaves) : ''}; add them in order as stages_json of the jobs, such as ["applied","interview","hired"]`,
    );
  }

  function tellErased(resource: Resource, lines: readonly number[]): void {
    const file = fileOf(files, resource);
    const shown = lines.slice(0, MOST_LINES).join(', ');
    const more = lines.length > MOST_LINES ? ` and ${formatNumber(lines.length - MOST_LINES)} more` : '';
    const are = lines.length === 1 ? 'row is' : 'rows are';
    const at = file.sheet === undefined ? 'on line' : 'in row';
    tell(
      { erased: { ...sourceOf(file, resource), lines } },
      `${file.path}: ${formatNumber(lines.length)} ${are} left out, ${at} ${shown}${more}: about people who were erased; --add-erased brings them back`,
    );
  }

  function tellEmptied(resource: Resource, { name: field }: Field, { counts, more }: TextCounts): void {
    const file = fileOf(files, resource);
    const rows = counts.values().reduce((sum, each) => sum + each, more);
    const listed = [...counts].sort(([, one], [, other]) => other - one).slice(0, MOST_WORDS);
    const shown = listed.map(([text, count]) => (count > 1 ? `${cut(text)} ${formatNumber(count)}` : cut(text)));
    const rest = counts.size - listed.length;
    const others = rest > 0 ? ` and ${more > 0 ? 'more than ' : ''}${counted(rest, 'other text')}` : '';
    tell(
      { emptied: { ...sourceOf(file, resource), field, rows, unknown: Object.fromEntries(counts) } },
      `${file.path}: ${field}: ${counted(rows, 'unknown reference')} left empty: ${escapeControls(shown.join(', '))}${others}`,
    );
  }

  function tellLeftOut(file: OpenFile, { column, value, rows }: LeftOutRows): void {
    const is = `${abridged(column, MOST_MAPPED)} is ${cut(value)}`;
    const text = rows === 0 ? `no row is left out, because in none ${is}` : `${counted(rows, 'row')} left out: ${is}`;
    tell({ left_out: { ...sourceOf(file), column, value, rows } }, `${file.path}: ${escapeControls(text)}`);
  }

  function tellFilled(resource: Resource, field: string, values: ReadonlyMap<Value, number>): void {
    const what = { ...sourceOf(fileOf(files, resource), resource), field };
    const areFew = values.size < MOST_VALUES;
    const counts = [...values].map(([value, count]) => `${value} for ${formatNumber(count)}`).join(', ');
    tell(
      { filled: { ...what, values: areFew ? Object.fromEntries(values) : undefined } },
      `${what.file}: no value for ${field}: ${areFew ? counts : `each row gets a value of its own, such as ${[...values.keys()][0]}`}`,
    );
  }

  return {
    records(resource: Resource, records: readonly DataRecord[]): void {
      const shown = first.get(resource) ?? [];
      first.set(resource, shown);
      if (shown.length < MOST_SHOWN) shown.push(...records.slice(0, MOST_SHOWN - shown.length));
    },
    filled(resource: Resource, record: DataRecord, fields: readonly string[]): void {
      // References may be made into records of resources without a file.
      if (!files.some((file) => file.resource === resource)) return;
      const filled = defaults.getOrInsertComputed(resource, () => new Map());
      for (const name of fields) {
        const [value, values] = [record[name]!, filled.getOrInsertComputed(name, () => new Map<Value, number>())];
        if (values.has(value) || values.size < MOST_VALUES) values.set(value, (values.get(value) ?? 0) + 1);
      }
    },
    stage(job: number, stage: string): void {
      jobsWithout.add(job);
      if (stages.size < MOST_STAGES) stages.add(stage);
    },
    emptied(resource: Resource, field: Field, text: string): void {
      emptied.getOrInsertComputed(resource, textCounter).count(field, text);
    },
    erased(resource: Resource, line: number): void {
      erased.set(resource, (erased.get(resource) ?? new Set()).add(line));
    },
    end(showFirst: boolean): void {
      if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
      const tables = [...first].filter(([, records]) => records.length > 0).map(previewText);
      const preview = [...first].map(([{ name }, records]) => ({ resource: name, records }));
      if (showFirst && (asJson || tables.length > 0)) tell({ preview }, `${tables.join('\n\n')}\n`);
      for (const [resource, lines] of erased) tellErased(resource, [...lines]);
      for (const file of files) for (const each of file.leftOut?.() ?? []) tellLeftOut(file, each);
      for (const [resource, counter] of emptied)
        for (const [field, counts] of counter.all()) tellEmptied(resource, field, counts);
      for (const [resource, fields] of defaults)
        for (const [field, values] of fields) tellFilled(resource, field, values);
      const applications = files.find(({ resource }) => resource.name === 'applications');
      if (applications && jobsWithout.size > 0) tellStages(applications);
      for (const { resource, recognised } of files) if (recognised) tellMissing(resource, recognised.columns);
      for (const file of files)
        for (const { counts, ...each } of file.unknownWords?.() ?? []) {
          const words = { ...sourceOf(file), ...each, unknown: Object.fromEntries(counts) };
          tell({ words }, `${file.path}: ${escapeControls(wordsText({ counts, ...each }))}`);
        }
    },
  };
}

function previewText([{ many }, records]: [Resource, readonly DataRecord[]]): string {
  const names = Object.keys(records[0]!).filter((name) => records.some((record) => (record[name] ?? null) !== null));
  const items = records.map((record) => Object.fromEntries(names.map((name) => [name, record[name] ?? null])));
  const { lines, omitted } = tableText(items);
  const rest = omitted.length > 0 ? `\n(and ${omitted.join(', ')}; --json shows all)` : '';
  return `The first ${many} as they would be stored:\n${lines.join('\n')}${rest}`;
}

const MOST_WORDS = 10;
const MOST_STAGES = 100;
/** The most characters of a text that an entry for a mapping file has. */
const MOST_MAPPED = 60;

/** `status: "Yes" 237, "No" 1,233 are not among active, on_leave, …` and the remedy. A meaning is only named where the
 * text leaves no doubt. */
export function wordsText({ field, words, counts, more }: UnknownWords): string {
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  const shown = sorted.slice(0, MOST_WORDS).map(([text, count]) => `${cut(text)} ${formatNumber(count)}`);
  const rest = counts.size - shown.length;
  const others = rest > 0 ? ` and ${more > 0 ? 'more than ' : ''}${counted(rest, 'other text')}` : '';
  const are = counts.size === 1 ? 'is' : 'are';
  const obvious = sorted.slice(0, MOST_WORDS).flatMap(([text]) => {
    const word = text.length > MOST_MAPPED ? undefined : obviousWord(text, words);
    return word === undefined ? [] : [`${JSON.stringify(text)}: "${word}"`];
  });
  const entry = `write such as "values": {"${field}": {${obvious.join(', ')}}} into a mapping file for --map`;
  const map = obvious.length > 0 ? entry : 'say in a mapping file for --map what each stands for';
  return `${field}: ${shown.join(', ')}${others} ${are} not among ${words.join(', ')}; stored as in the file. To map, ${map}; --suggest writes one`;
}

function recognisedText(recognised: Recognised): string {
  const { encoding, delimiter, sheet, headerLine, dateFormats, hasTimes, decimal, columns, ignored } = recognised;
  const header = `header ${delimiter === undefined ? 'in row' : 'on line'} ${headerLine}`;
  const between = delimiter === undefined ? undefined : delimiterName(delimiter);
  const parts = [
    ...(delimiter === undefined
      ? [`the sheet ${JSON.stringify(sheet)}`]
      : [encoding, between ? `${between}s` : `"${delimiter}" between cells`]),
    headerLine === 0 ? 'columns named by --header' : header,
    ...(dateFormats.length > 0 ? [`dates ${dateFormats.join(' and ')}`] : []),
    ...(hasTimes ? ['times of day left out'] : []),
    ...(decimal ? [`decimal ${decimal}`] : []),
  ];
  const read = columns.map(([column, target]) => (column === target ? column : `${column} → ${target}`)).join(', ');
  // With our own names there is nothing to tell about the columns of a sheet.
  if (sheet !== undefined && ignored.length === 0 && columns.every(([column, target]) => column === target))
    return `read as ${parts.join(', ')}`;
  return `read as ${parts.join(', ')}; ${read}${ignored.length > 0 ? `; left out: ${ignored.join(', ')}` : ''}`;
}
