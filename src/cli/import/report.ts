// The report of an import: the faults as they are found, up to a limit, and a summary.

import type { Resource } from '../../catalogue/resource.ts';
import type { Fault } from '../../contract/faults.ts';
import { abridged, counted, startOf } from '../../contract/words.ts';
import type { Imported, Repeat } from '../../jobs/import/import-records.ts';
import { formatNumber } from '../terminal/format-number.ts';
import { say } from '../terminal/output.ts';
import { escapeControls } from '../terminal/terminal.ts';
import type { UnknownWords } from './any-file/words.ts';
import type { Filled } from './filled.ts';
import { type OpenFile, placeOf, type Recognised } from './open-file.ts';
import type { preview } from './preview.ts';

/** The most faults that are printed. All are counted. */
const MOST_FAULTS = 1000;
/** The most numbers of lines that are printed. */
const MOST_LINES = 10;
/** The most characters of a value that are printed. */
const MOST_CHARACTERS = 60;

export type Report = ReturnType<typeof report>;

/** For people, each fault is a line on standard error. As JSON, it is an object on standard output. */
export function report(asJson: boolean, isDryRun: boolean, files: readonly OpenFile[]) {
  let [faults, warnings] = [0, 0];
  // Records that are made because a file names them are in that file.
  const fileOf = (resource: Resource) => files.find((each) => each.resource === resource) ?? files[0]!;
  /** The columns of each field, where they are named otherwise. */
  const columns = new Map(
    files.map(({ resource, recognised }) => [
      resource,
      new Map(
        recognised?.columns.flatMap(([column, target]) => fieldsIn(target).map((field) => [field, column] as const)),
      ),
    ]),
  );

  function tell(resource: Resource, line: number, found: Fault, level: 'fault' | 'warning'): void {
    const { loc, type, input } = found;
    const file = fileOf(resource);
    const { path, sheet } = file;
    // Checks know files of lines only.
    const msg = sheet === undefined ? found.msg : found.msg.replace(/ on line (\d+)$/, ' in row $1');
    const field = loc[1] === undefined ? null : String(loc[1]);
    const column = field === null ? undefined : columns.get(resource)?.get(field);
    if (asJson) {
      const where = { ...sourceOf(file, resource), line, field, ...(column !== undefined && { column }) };
      const mark = level === 'warning' ? { level } : {};
      say(JSON.stringify({ ...where, type, reason: msg, value: cut(input), ...mark }));
      return;
    }
    const value = input === undefined || input === null ? '' : ` (found ${cut(input)})`;
    const name = column === undefined || column === field ? field : `${column} (${field})`;
    const where = name === null ? '' : ` ${abridged(escapeControls(name), MOST_CHARACTERS)}:`;
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    const place = sheet === undefined ? `${path}:${line}` : placeOf(file, line);
    console.error(
      `${escapeControls(place)}:${where} ${level === 'warning' ? 'warning: ' : ''}${escapeControls(msg)}${value}`,
    );
  }

  return {
    /** Says how a file is read, where it is not one of ours. */
    recognised({ path, resource, recognised }: OpenFile) {
      if (!recognised) return;
      const others = recognised.otherSheets ?? [];
      if (asJson) say(JSON.stringify({ recognised: { file: path, resource: resource.name, ...recognised } }));
      else say(`${path}: ${escapeControls(recognisedText(recognised))}`);
      if (others.length > 0 && !asJson)
        say(`${path}: not read: ${escapeControls(others.join(', '))}; --sheet reads another sheet`);
    },
    fault(resource: Resource, line: number, fault: Fault) {
      faults += 1;
      if (faults <= MOST_FAULTS) tell(resource, line, fault, 'fault');
    },
    repeat(resource: Resource, { line, field, value, first }: Repeat) {
      warnings += 1;
      const unit = fileOf(resource).sheet === undefined ? 'Line' : 'Row';
      const msg = `${unit} ${first} has the same ${field}; both are imported`;
      const warning = { type: 'repeated', loc: ['row', field], msg, input: value };
      if (warnings <= MOST_FAULTS) tell(resource, line, warning, 'warning');
    },
    /** Says which words of a file our data does not use. */
    words(file: OpenFile) {
      const { path, unknownWords } = file;
      for (const { counts, ...each } of unknownWords?.() ?? []) {
        const found = { ...sourceOf(file), ...each, unknown: Object.fromEntries(counts) };
        if (asJson) say(JSON.stringify({ words: found }));
        else say(`${path}: ${escapeControls(wordsText({ counts, ...each }))}`);
      }
    },
    /** Says which rows are left out, because their people were erased. */
    erased(resource: Resource, lines: readonly number[]) {
      const file = fileOf(resource);
      if (asJson) return say(JSON.stringify({ erased: { ...sourceOf(file, resource), lines } }));
      const shown = lines.slice(0, MOST_LINES).join(', ');
      const more = lines.length > MOST_LINES ? ` and ${formatNumber(lines.length - MOST_LINES)} more` : '';
      const are = lines.length === 1 ? 'row is' : 'rows are';
      const at = file.sheet === undefined ? 'on line' : 'in row';
      say(
        `${file.path}: ${formatNumber(lines.length)} ${are} left out, ${at} ${shown}${more}: about people who were erased; --add-erased brings them back`,
      );
    },
    /** Says which values records got in fields that the file does not have. */
    filled(found: readonly Filled[]) {
      for (const { resource, field, values } of found) {
        const what = { ...sourceOf(fileOf(resource), resource), field };
        if (asJson) say(JSON.stringify({ filled: { ...what, values: values && Object.fromEntries(values) } }));
        else say(`${what.file}: no column for ${field}: ${filledText(values)}`);
      }
    },
    preview(shown: ReturnType<typeof preview>) {
      if (asJson) return say(JSON.stringify({ preview: shown.records() }));
      const text = shown.text();
      if (text !== '') say(`${text}\n`);
    },
    /** Prints the summary. */
    end(imported: readonly Imported[], seconds: number) {
      const [written, refused] = [sum(imported, 'written'), sum(imported, 'refused')];
      if (asJson) {
        const resources = imported.map(({ resource, ...counts }) => ({ resource: resource.name, ...counts }));
        return say(
          JSON.stringify({ summary: { dry_run: isDryRun, written, refused, faults, warnings, seconds, resources } }),
        );
      }
      if (warnings > MOST_FAULTS) console.error(`and ${counted(warnings - MOST_FAULTS, 'more warning')}`);
      if (faults > MOST_FAULTS) console.error(`and ${counted(faults - MOST_FAULTS, 'more fault')}`);
      const done = isDryRun ? 'can be imported' : 'imported';
      const lines = imported.map(
        ({ written, refused, resource: { one, many } }) =>
          `${counted(written, one, many)} ${done}, ${formatNumber(refused)} refused`,
      );
      const pace = `${seconds.toFixed(1)} s, ${formatNumber(sum(imported, 'read') / seconds)} rows/s`;
      if (lines.length === 1) return say(`${lines[0]}, ${pace}`);
      say([...lines, `${counted(written, 'record')} ${done}, ${formatNumber(refused)} refused, ${pace}`].join('\n'));
    },
  };
}

/** Where something was found, for machines. */
const sourceOf = ({ path, sheet, resource }: OpenFile, { name } = resource) => ({
  file: path,
  ...(sheet !== undefined && { sheet }),
  resource: name,
});

/** The fields that a target fills: `dept_id` of `dept_id.name`, both of `last_name, first_name`. */
const fieldsIn = (target: string): string[] => target.split('.')[0]!.split(/,? /);

const sum = (imported: readonly Imported[], what: 'read' | 'written' | 'refused'): number =>
  imported.reduce((total, each) => total + each[what], 0);

/** On one line, safe for a terminal, and not too long. */
function cut(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = escapeControls(JSON.stringify(typeof value === 'string' ? startOf(value, 2 * MOST_CHARACTERS) : value));
  return abridged(text, MOST_CHARACTERS);
}

const filledText = (values: Filled['values']): string =>
  values
    ? [...values].map(([value, count]) => `${value} for ${formatNumber(count)}`).join(', ')
    : 'a value for each row';

/** The most words of a field that are printed. */
const MOST_WORDS = 10;

/** `status: "Yes" 237, "No" 1,233 are not among active, on_leave, …` and the remedy. */
function wordsText({ field, words, counts, more }: UnknownWords): string {
  const sorted = [...counts].sort(([, one], [, other]) => other - one);
  const shown = sorted.slice(0, MOST_WORDS).map(([text, count]) => `${cut(text)} ${formatNumber(count)}`);
  const rest = counts.size - shown.length;
  const others = rest > 0 ? ` and ${more > 0 ? 'more than ' : ''}${counted(rest, 'other text')}` : '';
  const are = counts.size === 1 ? 'is' : 'are';
  const entry = `"values": {"${field}": {${cut(sorted[0]![0])}: "${words[0]}"}}`;
  return `${field}: ${shown.join(', ')}${others} ${are} not among ${words.join(', ')}; stored as in the file. To map, write such as ${entry} into a mapping file for --map; --suggest writes one`;
}

const DELIMITER_NAMES: Readonly<Record<string, string>> = {
  ',': 'commas',
  ';': 'semicolons',
  '\t': 'tabs',
  '|': 'pipes',
};

function recognisedText({
  encoding,
  delimiter,
  sheet,
  headerLine,
  dateFormats,
  hasTimes,
  decimal,
  columns,
  ignored,
}: Recognised): string {
  const header = `header ${delimiter === undefined ? 'in row' : 'on line'} ${headerLine}`;
  const written = [
    ...(delimiter === undefined
      ? [`the sheet ${JSON.stringify(sheet)}`]
      : [encoding, DELIMITER_NAMES[delimiter] ?? `"${delimiter}" between cells`]),
    headerLine === 0 ? 'columns named by --header' : header,
  ];
  const parts = [
    ...written,
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
