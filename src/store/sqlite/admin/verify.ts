// Restores a backup into a scratch database beside it, and compares that with its manifest. The live database is not
// touched.
import { Database } from 'bun:sqlite';
import { copyFileSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { messageOf } from '../../../contract/errors.ts';
import { countText } from '../../../contract/limits.ts';
import { counted } from '../../../contract/words.ts';
import type { Compared, Reading, Verified } from '../../maintenance.ts';
import { CATEGORIES } from '../../shared/audit/findings.ts';
import type { Model } from '../../shared/model.ts';
import { databaseFile } from '../database-file.ts';
import { openSqlite } from '../store.ts';
import { digestOf, fileDigest, inspect, type Manifest, rowsOf } from './backup-file.ts';

export async function verify(file: string, manifest: Manifest, model: Model, reading: Reading): Promise<Verified> {
  /** The folder of the scratch database. */
  const scratch = `${file}.verifying`;
  rmSync(scratch, { recursive: true, force: true });
  const faults: string[] = [];
  let compared: Compared[] = [];
  try {
    const { size } = statSync(file);
    if (size !== manifest.bytes)
      faults.push(`The file has ${countText(size)} bytes, and ${countText(manifest.bytes)} were written.`);
    else if ((await fileDigest(file, reading.signal)) !== manifest.sha256)
      faults.push('The file is not what was written: its SHA-256 is another one.');
    mkdirSync(scratch, { mode: 0o700 });
    const restored = databaseFile(scratch);
    copyFileSync(file, restored);
    try {
      inspect(restored, model.catalogue);
      compared = await compareTables(restored, manifest, model, reading, faults);
      faults.push(...(await audited(scratch, model)));
    } catch (error) {
      reading.signal.throwIfAborted();
      faults.push(`It cannot be restored: ${messageOf(error)}`.replaceAll(restored, file));
    }
    return { made: manifest.made, compared, faults };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Adds the differences to `faults`. */
async function compareTables(
  file: string,
  manifest: Manifest,
  { catalogue }: Model,
  reading: Reading,
  faults: string[],
): Promise<Compared[]> {
  using db = new Database(file, { readonly: true });
  const rows = rowsOf(db);
  for (const table of new Set([...Object.keys(manifest.rows), ...Object.keys(rows)])) {
    const [found, wanted] = [rows[table], manifest.rows[table]];
    if (found === wanted) continue;
    faults.push(`${table}: ${rowsText(found)}, and ${rowsText(wanted)} when it was made.`);
  }
  const compared: Compared[] = [];
  for (const [table, wanted] of Object.entries(manifest.records)) {
    if (rows[table] === undefined) continue;
    const sha256 = await digestOf(db, table, reading);
    const resource = catalogue.find((each) => each.table === table)?.name ?? table;
    compared.push({ resource, records: rows[table], sha256 });
    if (sha256 !== wanted)
      faults.push(`${resource}: its records are not those of the backup (their SHA-256 was ${wanted}).`);
  }
  return compared;
}

const rowsText = (rows: number | undefined): string => (rows === undefined ? 'no such table' : counted(rows, 'row'));

/** The findings of doctor about it. */
async function audited(folder: string, model: Model): Promise<string[]> {
  const database = openSqlite({ folder, change: 'all' }, model);
  try {
    // An erasure that is under way while a backup is made is finished by the start after a restore.
    const found = (await database.audit()).filter(({ category }) => category !== 'erasure');
    return found.map(({ category, what }) => `${CATEGORIES[category].title}: ${what}`);
  } finally {
    await database.close();
  }
}
