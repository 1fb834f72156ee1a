// Writes demo records as CSV files, one for each resource. The same size gives the same bytes on every machine.
import { closeSync, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { csvLine } from '../../src/contract/formats/csv.ts';
import { type DemoOptions, demo } from '../../src/demo/demo.ts';

/** Returns the number of records. `resources` names those that get a file; without it all do. */
export function writeImportFiles(
  folder: string,
  size: Omit<DemoOptions, 'date'>,
  resources?: readonly string[],
): number {
  const files = new Map<string, number>();
  let written = 0;
  for (const { resource, records } of demo({ ...size, seed: 1, date: '2026-03-02' })) {
    if (resources && !resources.includes(resource)) continue;
    const names = catalogue.find(({ name }) => name === resource)!.fields.map(({ name }) => name);
    const file = files.get(resource) ?? openSync(join(folder, `${resource}.csv`), 'wx');
    if (!files.has(resource)) writeSync(file, csvLine(names));
    files.set(resource, file);
    writeSync(file, records.map((record) => csvLine(names.map((name) => record[name] ?? null))).join(''));
    written += records.length;
  }
  for (const file of files.values()) closeSync(file);
  return written;
}
