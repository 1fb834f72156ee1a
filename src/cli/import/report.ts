// What an import prints: the faults as they are found, up to a limit, and a summary.

import type { Resource } from '../../catalogue/resource.ts';
import type { Fault } from '../../contract/faults.ts';
import { counted } from '../../contract/words.ts';
import type { Imported } from '../../jobs/import/import-records.ts';
import type { Repeat } from '../../jobs/import/repeats.ts';
import { escapeControls } from '../terminal/escape-controls.ts';
import { formatNumber } from '../terminal/format-number.ts';
import { say } from '../terminal/output.ts';
import { type OpenFile, placeOf, type Recognised } from './open-file.ts';
import type { preview } from './preview.ts';

/** The most faults that are printed. All are counted. */
const MOST_FAULTS = 1000;
/** The most characters of a value that are printed. */
const MOST_CHARACTERS = 60;

export type Report = {
  /** Says how a file is read, where it is not one of ours. */
  recognised(file: OpenFile): void;
  fault(resource: Resource, line: number, fault: Fault): void;
  repeat(resource: Resource, repeat: Repeat): void;
  preview(shown: ReturnType<typeof preview>): void;
  /** Prints the summary. */
  end(imported: readonly Imported[], seconds: number): void;
};

/** For people, each fault is a line on standard error. As JSON, it is an object on standard output. */
export function report(asJson: boolean, isDryRun: boolean, files: readonly OpenFile[]): Report {
  let [faults, warnings] = [0, 0];
  // Records that are made because a file names them are in that file.
  const fileOf = (resource: Resource) => files.find((each) => each.resource === resource) ?? files[0]!;
  /** The columns of each field, where they are named otherwise. */
  const columns = new Map(
    files.map(({ resource, recognised }) => [
      resource,
      new Map(recognised?.columns.map(([column, target]) => [target.split('.')[0]!, column])),
    ]),
  );

  function tell(resource: Resource, line: number, found: Fault, level: 'fault' | 'warning'): void {
    const { loc, type, msg, input } = found;
    const file = fileOf(resource);
    const { path, sheet } = file;
    const field = loc[1] === undefined ? null : String(loc[1]);
    const column = field === null ? undefined : columns.get(resource)?.get(field);
    if (asJson) {
      const where = {
        file: path,
        ...(sheet !== undefined && { sheet }),
        resource: resource.name,
        line,
        field,
        ...(column !== undefined && { column }),
      };
      const mark = level === 'warning' ? { level } : {};
      say(JSON.stringify({ ...where, type, reason: msg, value: cut(input), ...mark }));
      return;
    }
    const value = input === undefined || input === null ? '' : ` (found ${cut(input)})`;
    const name = column === undefined || column === field ? field : `${column} (${field})`;
    const where = name === null ? '' : ` ${escapeControls(name).slice(0, MOST_CHARACTERS)}:`;
    if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
    const place = sheet === undefined ? `${path}:${line}` : placeOf(file, line);
    console.error(
      `${escapeControls(place)}:${where} ${level === 'warning' ? 'warning: ' : ''}${escapeControls(msg)}${value}`,
    );
  }

  return {
    recognised({ path, resource, recognised }) {
      if (!recognised) return;
      const others = recognised.otherSheets ?? [];
      if (asJson) say(JSON.stringify({ recognised: { file: path, resource: resource.name, ...recognised } }));
      else say(`${path}: ${escapeControls(recognisedText(recognised))}`);
      if (others.length > 0 && !asJson)
        say(`${path}: not read: ${escapeControls(others.join(', '))}; --sheet reads another sheet`);
    },
    fault(resource, line, fault) {
      faults += 1;
      if (faults <= MOST_FAULTS) tell(resource, line, fault, 'fault');
    },
    repeat(resource, { line, field, value, first }) {
      warnings += 1;
      const unit = fileOf(resource).sheet === undefined ? 'Line' : 'Row';
      const msg = `${unit} ${first} has the same ${field}; both are imported`;
      const warning = { type: 'repeated', loc: ['row', field], msg, input: value };
      if (warnings <= MOST_FAULTS) tell(resource, line, warning, 'warning');
    },
    preview(shown) {
      if (asJson) return say(JSON.stringify({ preview: shown.records() }));
      const text = shown.text();
      if (text !== '') say(`${text}\n`);
    },
    end(imported, seconds) {
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

const sum = (imported: readonly Imported[], what: 'read' | 'written' | 'refused'): number =>
  imported.reduce((total, each) => total + each[what], 0);

/** On one line, safe for a terminal, and not too long. */
function cut(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = escapeControls(JSON.stringify(typeof value === 'string' ? value.slice(0, 2 * MOST_CHARACTERS) : value));
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
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
  decimal,
  columns,
  ignored,
}: Recognised): string {
  const written =
    delimiter === undefined
      ? [`the sheet ${JSON.stringify(sheet)}`, `header in row ${headerLine}`]
      : [encoding, DELIMITER_NAMES[delimiter] ?? `"${delimiter}" between cells`, `header on line ${headerLine}`];
  const parts = [
    ...written,
    ...(dateFormats.length > 0 ? [`dates ${dateFormats.join(' and ')}`] : []),
    ...(decimal ? [`decimal ${decimal}`] : []),
  ];
  const read = columns.map(([column, target]) => (column === target ? column : `${column} → ${target}`)).join(', ');
  // With our own names there is nothing to tell about the columns of a sheet.
  if (sheet !== undefined && ignored.length === 0 && columns.every(([column, target]) => column === target))
    return `read as ${parts.join(', ')}`;
  return `read as ${parts.join(', ')}; ${read}${ignored.length > 0 ? `; left out: ${ignored.join(', ')}` : ''}`;
}
