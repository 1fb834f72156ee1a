// What an import prints: the faults as they are found, up to a limit, and a summary.

import type { Resource } from '../../catalogue/resource.ts';
import type { Fault } from '../../contract/faults.ts';
import { counted } from '../../contract/words.ts';
import type { Imported } from '../../jobs/import/import-records.ts';
import { escapeControls } from '../terminal/escape-controls.ts';
import { formatNumber } from '../terminal/format-number.ts';
import { say } from '../terminal/output.ts';

/** The most faults that are printed. All are counted. */
const MOST_FAULTS = 1000;
/** The most characters of a value that are printed. */
const MOST_CHARACTERS = 60;

export type Report = {
  fault(path: string, resource: Resource, line: number, fault: Fault): void;
  /** Prints the summary. */
  end(imported: readonly Imported[], seconds: number): void;
};

/** For people, each fault is a line on standard error. As JSON, it is an object on standard output. */
export function report(asJson: boolean, isDryRun: boolean): Report {
  let faults = 0;
  return {
    fault(path, resource, line, { loc, type, msg, input }) {
      faults += 1;
      if (faults > MOST_FAULTS) return;
      const field = loc[1] === undefined ? null : String(loc[1]);
      if (asJson)
        return say(
          JSON.stringify({ file: path, resource: resource.name, line, field, type, reason: msg, value: cut(input) }),
        );
      const found = input === undefined || input === null ? '' : ` (found ${cut(input)})`;
      const where = field === null ? '' : ` ${escapeControls(field).slice(0, MOST_CHARACTERS)}:`;
      if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
      console.error(`${path}:${line}:${where} ${escapeControls(msg)}${found}`);
    },
    end(imported, seconds) {
      const [written, refused] = [sum(imported, 'written'), sum(imported, 'refused')];
      if (asJson) {
        const resources = imported.map(({ resource, ...counts }) => ({ resource: resource.name, ...counts }));
        return say(JSON.stringify({ summary: { dry_run: isDryRun, written, refused, faults, seconds, resources } }));
      }
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
