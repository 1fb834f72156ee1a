// What an import says: each fault as it is found, up to a number, and how it ended.
import type { Resource } from '../../catalogue/resource.ts';
import type { Fault } from '../../contract/faults.ts';
import type { Imported } from '../../jobs/import/import-records.ts';
import { say } from '../terminal/output.ts';
import { visible } from '../terminal/visible.ts';

/** So many faults are shown; all are counted. */
const SHOWN = 1000;
/** So much of a value is shown. */
const MOST = 60;

const number = (value: number): string => Math.round(value).toLocaleString('en');

export type Report = {
  fault(path: string, resource: Resource, line: number, fault: Fault): void;
  /** The last lines. */
  end(imported: readonly Imported[], seconds: number): void;
};

/** For people on standard error, a line each; as JSON on standard output, an object each. */
export function report(asJson: boolean, isDryRun: boolean): Report {
  let faults = 0;
  return {
    fault(path, resource, line, { loc, type, msg, input }) {
      faults += 1;
      if (faults > SHOWN) return;
      const field = loc[1] === undefined ? null : String(loc[1]);
      if (asJson)
        return say(
          JSON.stringify({ file: path, resource: resource.name, line, field, type, reason: msg, value: cut(input) }),
        );
      const found = input === undefined || input === null ? '' : ` (found ${cut(input)})`;
      const where = field === null ? '' : ` ${visible(field).slice(0, MOST)}:`;
      if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
      console.error(`${path}:${line}:${where} ${visible(msg)}${found}`);
    },
    end(imported, seconds) {
      const [written, refused] = [sum(imported, 'written'), sum(imported, 'refused')];
      if (asJson) {
        const resources = imported.map(({ resource, ...counts }) => ({ resource: resource.name, ...counts }));
        return say(JSON.stringify({ summary: { dry_run: isDryRun, written, refused, faults, seconds, resources } }));
      }
      if (faults > SHOWN) console.error(`and ${number(faults - SHOWN)} more faults`);
      const done = isDryRun ? 'can be imported' : 'imported';
      const lines = imported.map(
        (each) => `${number(each.written)} ${each.resource.many} ${done}, ${number(each.refused)} refused`,
      );
      const pace = `${seconds.toFixed(1)} s, ${number(sum(imported, 'read') / seconds)} rows/s`;
      if (lines.length === 1) return say(`${lines[0]}, ${pace}`);
      say([...lines, `${number(written)} records ${done}, ${number(refused)} refused, ${pace}`].join('\n'));
    },
  };
}

const sum = (imported: readonly Imported[], what: 'read' | 'written' | 'refused'): number =>
  imported.reduce((total, each) => total + each[what], 0);

/** On one line, harmless to a terminal, and not too long. */
function cut(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  const text = visible(JSON.stringify(typeof value === 'string' ? value.slice(0, 2 * MOST) : value));
  return text.length > MOST ? `${text.slice(0, MOST)}…` : text;
}
