// The report of an import: the faults as they are found, up to a limit, and a summary.

import type { Resource } from '../../catalogue/resource.ts';
import type { Fault } from '../../contract/faults.ts';
import { EMPTY_UNKNOWN, isNeeded } from '../../contract/formats/import-row.ts';
import { abridged, counted, startOf } from '../../contract/words.ts';
import type { Imported, Repeat } from '../../jobs/import/import-records.ts';
import { formatNumber } from '../terminal/format-number.ts';
import { say } from '../terminal/output.ts';
import { escapeControls } from '../terminal/terminal.ts';
import { fileOf, type OpenFile, placeOf, sourceOf } from './open-file.ts';

/** The most faults that are printed. All are counted. */
const MOST_FAULTS = 1000;
/** The most lines for the same problem: one that a field of the same resource has. The rest is one line at the end. */
const MOST_ALIKE = 3;
const MOST_EXAMPLES = 3;
const MOST_CHARACTERS = 60;

/** For people, each fault is a line on standard error. As JSON, it is an object on standard output. */
export function report(asJson: boolean, isDryRun: boolean, files: readonly OpenFile[]) {
  let [faults, shown, warnings] = [0, 0, 0];
  const problems = new Map<string, Problem>();

  /** The name of the column of a field, in files whose columns may be named otherwise. */
  function columnOf(resource: Resource, field: string): string | undefined {
    const { recognised } = files.find((each) => each.resource === resource) ?? {};
    return recognised?.columns.find(([, target]) => fieldsIn(target).includes(field))?.[0];
  }

  function tell(resource: Resource, line: number, found: Fault, level: 'fault' | 'warning'): void {
    const { loc, type, input } = found;
    const file = fileOf(files, resource);
    const { path, sheet } = file;
    // Checks know files of lines only.
    const msg = sheet === undefined ? found.msg : found.msg.replace(/ on line (\d+)$/, ' in row $1');
    const field = loc[1] === undefined ? null : String(loc[1]);
    const column = field === null ? undefined : columnOf(resource, field);
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

  /** Tells a problem's further rows in one line: their number, examples, and how to leave such values empty. */
  function tellMore({ resource, fault, rows, shown, examples }: Problem): void {
    const { path } = fileOf(files, resource);
    const field = fault.loc[1] === undefined ? undefined : String(fault.loc[1]);
    const column = field && columnOf(resource, field);
    const name = column === undefined || column === field ? field : `${column} (${field})`;
    const at = name === undefined ? '' : ` ${abridged(escapeControls(name), MOST_CHARACTERS)}:`;
    const such = examples.size > 0 ? `, such as ${[...examples].join(', ')}` : '';
    const mend = remedyOf(resource, fault);
    console.error(
      `${escapeControls(path)}:${at} ${counted(rows - shown, 'more row')} with the same problem${such}${mend && `; ${mend}`}`,
    );
  }

  /** A problem for machines, with the first row that has it. */
  function problemObject({ resource, fault, line, rows, examples }: Problem): object {
    const field = fault.loc[1] === undefined ? null : String(fault.loc[1]);
    const column = field === null ? undefined : columnOf(resource, field);
    const where = { ...sourceOf(fileOf(files, resource), resource), field, ...(column !== undefined && { column }) };
    const remedy = remedyOf(resource, fault);
    const first = { line, reason: fault.msg };
    return { ...where, type: fault.type, rows, ...first, examples: [...examples], ...(remedy && { remedy }) };
  }

  return {
    fault(resource: Resource, line: number, found: Fault) {
      faults += 1;
      const fault = withRemedy(resource, found);
      const key = JSON.stringify([resource.name, fault.type, fault.loc[1]]);
      const problem = problems.getOrInsertComputed(key, () => ({
        ...{ resource, fault, line, rows: 0, shown: 0 },
        examples: new Set<string>(),
      }));
      problem.rows += 1;
      const isShown = shown < MOST_FAULTS && (asJson || problem.shown < MOST_ALIKE);
      if (isShown) {
        shown += 1;
        problem.shown += 1;
        tell(resource, line, fault, 'fault');
      }
      const value = isShown && !asJson ? null : cut(fault.input);
      if (value !== null && problem.examples.size < MOST_EXAMPLES) problem.examples.add(value);
    },
    /** Each problem with the number of its rows: told to people, returned for machines. */
    problems(): readonly object[] {
      if (asJson) return [...problems.values()].map(problemObject);
      for (const problem of problems.values()) if (problem.rows > problem.shown) tellMore(problem);
      return [];
    },
    repeat(resource: Resource, { line, field, value, first }: Repeat) {
      warnings += 1;
      const unit = fileOf(files, resource).sheet === undefined ? 'Line' : 'Row';
      const msg = `${unit} ${first} has the same ${field}; both are imported`;
      const warning = { type: 'repeated', loc: ['row', field], msg, input: value };
      if (warnings <= MOST_FAULTS) tell(resource, line, warning, 'warning');
    },
    end(imported: readonly Imported[], seconds: number) {
      const [written, refused] = [sum(imported, 'written'), sum(imported, 'refused')];
      if (asJson) {
        const resources = imported.map(({ resource, ...counts }) => ({ resource: resource.name, ...counts }));
        const counts = { dry_run: isDryRun, written, refused, faults, warnings, seconds, resources };
        return say(JSON.stringify({ summary: { ...counts, problems: this.problems() } }));
      }
      if (warnings > MOST_FAULTS) console.error(`and ${counted(warnings - MOST_FAULTS, 'more warning')}`);
      this.problems();
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

type Problem = {
  readonly resource: Resource;
  /** The first one, and its line. */
  readonly fault: Fault;
  readonly line: number;
  rows: number;
  shown: number;
  /** For people, of the rows that are not shown. */
  readonly examples: Set<string>;
};

/** The remedy for all rows of a problem; empty where there is none. */
function remedyOf({ fields }: Resource, { type, loc }: Fault): string {
  if (type === 'nameless_column') return '--ignore-unknown leaves such columns out';
  if (type !== 'reference_not_found') return '';
  const field = fields.find(({ name }) => name === loc[1]);
  return field && !isNeeded(field) ? EMPTY_UNKNOWN : '';
}

/** Checks that creates have too know of no options. */
function withRemedy(resource: Resource, fault: Fault): Fault {
  const remedy = fault.type === 'reference_not_found' ? remedyOf(resource, fault) : '';
  return remedy === '' || fault.msg.includes(remedy) ? fault : { ...fault, msg: `${fault.msg}; ${remedy}` };
}

/** The fields that a target fills: `dept_id` of `dept_id.name`, both of `last_name, first_name`. */
const fieldsIn = (target: string): string[] => target.split('.')[0]!.split(/,? /);

const sum = (imported: readonly Imported[], what: 'read' | 'written' | 'refused'): number =>
  imported.reduce((total, each) => total + each[what], 0);

/** On one line, safe for a terminal, and not too long. */
export function cut(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = escapeControls(JSON.stringify(typeof value === 'string' ? startOf(value, 2 * MOST_CHARACTERS) : value));
  return abridged(text, MOST_CHARACTERS);
}
