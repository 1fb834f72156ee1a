// `workforce import`: fills the database from files, all of them or nothing, after every row was checked.

import { statSync } from 'node:fs';
import { catalogue } from '../../catalogue/catalogue.ts';
import { readSettings } from '../../config.ts';
import { counted } from '../../contract/words.ts';
import { importRecords } from '../../jobs/import/import-records.ts';
import { openImportTarget } from '../../store/open.ts';
import { type DataFile, filesOf } from '../import/files.ts';
import { report } from '../import/report.ts';
import { rowsOf } from '../import/rows.ts';
import type { Values } from '../options/command.ts';
import { CommandError } from '../options/exit-codes.ts';
import { interruptSignal } from '../terminal/interrupt-signal.ts';
import { progress } from '../terminal/output.ts';

export async function importFiles(values: Values, operands: readonly string[]): Promise<void> {
  const files = filesOf(operands, values.format);
  const started = performance.now();
  const [skipInvalid, dryRun] = [values['skip-invalid'] !== undefined, values['dry-run'] !== undefined];
  const output = report(values.json !== undefined, dryRun);
  const pathOf = new Map(files.map(({ resource, path }) => [resource, path]));
  const { rows, onProgress } = readFiles(files, dryRun ? 'Checking' : 'Importing');
  const target = await openImportTarget(readSettings(process.env));
  try {
    const imported = await importRecords(target, catalogue, rows, {
      skipInvalid,
      dryRun,
      onFault: (resource, line, fault) => output.fault(pathOf.get(resource)!, resource, line, fault),
      onProgress,
      signal: interruptSignal(new CommandError('interrupted', 'Interrupted; nothing was imported.')),
    });
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
    output.end(imported, (performance.now() - started) / 1000);
    const refused = imported.reduce((sum, each) => sum + each.refused, 0);
    if (refused > 0) throw new CommandError('invalid', endOf(refused, skipInvalid, dryRun));
  } finally {
    await target.close();
  }
}

function endOf(refused: number, skipInvalid: boolean, dryRun: boolean): string {
  const rows = `${counted(refused, 'row')} ${refused === 1 ? 'was' : 'were'} refused`;
  const them = refused === 1 ? 'it' : 'them';
  if (dryRun) return `${rows}; nothing was to be written.`;
  if (skipInvalid) return `${rows}; all others are imported.`;
  return `${rows}, so nothing was imported: correct ${them}, or leave ${them} out with --skip-invalid.`;
}

/** The rows of each file, and a progress bar. The number of all rows is estimated from the bytes of the files. */
function readFiles(files: readonly DataFile[], what: string) {
  const total = files.reduce((sum, { path }) => sum + (path === '-' ? Number.NaN : statSync(path).size), 0);
  const shown = Number.isNaN(total) ? undefined : progress(what, 1);
  const bytes = new Map<DataFile, number>();
  return {
    rows: files.map((file) => ({
      resource: file.resource,
      rows: rowsOf(file, (read) => bytes.set(file, read)),
    })),
    onProgress(rows: number): void {
      const read = [...bytes.values()].reduce((sum, each) => sum + each, 0);
      shown?.step(rows, read === 0 ? Number.POSITIVE_INFINITY : (rows * total) / read);
    },
  };
}
