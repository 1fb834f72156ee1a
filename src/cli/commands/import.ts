// `workforce import`: fills the database from files, all of them or nothing, after every row was looked at.
import { statSync } from 'node:fs';
import { catalogue } from '../../catalogue/catalogue.ts';
import { readSettings, type Settings } from '../../config.ts';
import { importRecords } from '../../jobs/import/import-records.ts';
import { openStore } from '../../serve/open-store.ts';
import { canBuild, takeInNew } from '../../store/sqlite/bulk/new-database.ts';
import type { Store } from '../../store/store.ts';
import { type DataFile, filesOf } from '../import/files.ts';
import { report } from '../import/report.ts';
import { rowsOf } from '../import/rows.ts';
import type { Values } from '../options/command.ts';
import { CommandError } from '../options/exit-codes.ts';
import { progress } from '../terminal/output.ts';

export async function importFiles(values: Values, operands: readonly string[]): Promise<void> {
  const files = filesOf(operands, values.format);
  const started = performance.now();
  const [skipInvalid, dryRun] = [values['skip-invalid'] !== undefined, values['dry-run'] !== undefined];
  const said = report(values.json !== undefined, dryRun);
  const pathOf = new Map(files.map(({ resource, path }) => [resource, path]));
  const { rows, onProgress } = readings(files, dryRun ? 'Checking' : 'Importing');
  const store = await openTarget(readSettings(process.env));
  try {
    const imported = await importRecords(store, catalogue, rows, {
      skipInvalid,
      dryRun,
      onFault: (resource, line, fault) => said.fault(pathOf.get(resource)!, resource, line, fault),
      onProgress,
      signal: interruption(),
    });
    if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
    said.end(imported, (performance.now() - started) / 1000);
    const refused = imported.reduce((sum, each) => sum + each.refused, 0);
    if (refused > 0) throw new CommandError('invalid', endOf(refused, skipInvalid, dryRun));
  } finally {
    await store.close();
  }
}

/** What is not there yet is made beside its place, which is sooner done. */
async function openTarget(settings: Settings): Promise<Pick<Store, 'takeIn' | 'close'>> {
  const { databaseUrl, dataFolder, privateFields } = settings;
  if (databaseUrl !== undefined || !canBuild(dataFolder)) return openStore(settings);
  return { takeIn: takeInNew(dataFolder, catalogue, privateFields), close: async () => undefined };
}

function endOf(refused: number, skipInvalid: boolean, dryRun: boolean): string {
  const rows = refused === 1 ? '1 row was refused' : `${refused.toLocaleString('en')} rows were refused`;
  if (dryRun) return `${rows}; nothing was to be written.`;
  if (skipInvalid) return `${rows}; all others are imported.`;
  return `${rows}, so nothing was imported: mend them, or leave them out with --skip-invalid.`;
}

function interruption(): AbortSignal {
  const controller = new AbortController();
  const stop = () => controller.abort(new CommandError('interrupted', 'Interrupted; nothing was imported.'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, stop);
  return controller.signal;
}

/** The rows of each file, and what shows how far their reading has come; how many there are is told from their bytes. */
function readings(files: readonly DataFile[], what: string) {
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
