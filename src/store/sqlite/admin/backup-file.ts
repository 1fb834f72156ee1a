// What is in the file of a backup: whether it is a whole database of this program, how much it holds, and its manifest,
// which is in a file beside it. The manifest has the rows of every table and a digest of the records of every resource.
// Both are read from the live database at the moment of the backup, so that a backup can later be compared with it.
import { Database } from 'bun:sqlite';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import type { Catalogue } from '../../../catalogue/resource.ts';
import { messageOf } from '../../../contract/errors.ts';
import { countText } from '../../../contract/limits.ts';
import type { BackedUp, Reading } from '../../maintenance.ts';
import { quoted } from '../../shared/schema.ts';
import { StoreError } from '../../store.ts';
import { sync } from '../sync.ts';
import { APPLICATION_ID, LAYOUT } from './layout.ts';

export type Manifest = {
  readonly made: string;
  readonly bytes: number;
  /** Of the file itself. */
  readonly sha256: string;
  /** The rows of every table. */
  readonly rows: Readonly<Record<string, number>>;
  /** The SHA-256 of the JSON of all records, a line each, in the order of ids; by table. */
  readonly records: Readonly<Record<string, string>>;
};

export const manifestFile = (file: string): string => `${file}.json`;

export function writeManifest(path: string, manifest: Manifest): void {
  writeFileSync(path, `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
  sync(path);
}

/** `undefined` where there is none. */
export function readManifest(file: string): Manifest | undefined {
  const path = manifestFile(file);
  try {
    const { made, bytes, sha256, rows, records } = JSON.parse(readFileSync(path, 'utf8'));
    if (
      typeof made !== 'string' ||
      typeof sha256 !== 'string' ||
      typeof rows !== 'object' ||
      typeof records !== 'object'
    )
      throw new StoreError('it is not what "workforce backup" wrote');
    return { made, bytes, sha256, rows, records };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new StoreError(`${path} cannot be used: ${messageOf(error)}.`);
  }
}

/** The rows of every table but those of SQLite. */
export function rowsOf(db: Database): Record<string, number> {
  const names = db.prepare(
    "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%' ORDER BY name",
  );
  return Object.fromEntries(
    (names.values() as [string][]).map(([table]) => [
      table,
      db.prepare(`SELECT count(*) FROM ${quoted(table)}`).values()[0]![0] as number,
    ]),
  );
}

const BATCH = 4000;

/** The digest of the records of one table. Others may do something between two batches. */
export async function digestOf(db: Database, table: string, { signal, onRead }: Reading): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256');
  const page = db.prepare(`SELECT id, json FROM ${quoted(table)} WHERE id > ? ORDER BY id LIMIT ${BATCH}`);
  for (let after = Number.MIN_SAFE_INTEGER; ; ) {
    const found = page.values(after) as [number, string][];
    if (found.length === 0) return hash.digest('hex');
    after = found.at(-1)![0];
    hash.update(`${found.map(([, json]) => json).join('\n')}\n`);
    onRead(found.length);
    await new Promise(setImmediate);
    signal.throwIfAborted();
  }
}

export async function fileDigest(file: string, signal: AbortSignal): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256');
  for await (const bytes of Bun.file(file).stream()) {
    hash.update(bytes);
    signal.throwIfAborted();
  }
  return hash.digest('hex');
}

/** Checks that the file is a complete database of this program, and counts its records. */
export function inspect(file: string, catalogue: Catalogue): BackedUp {
  try {
    using db = new Database(file, { readonly: true });
    const value = (sql: string) => Object.values(db.prepare(sql).get() as Record<string, number | string>)[0]!;
    if (value('PRAGMA application_id') !== APPLICATION_ID) throw new StoreError('it is no database of this program');
    const layout = value('PRAGMA user_version') as number;
    if (layout > LAYOUT) throw new StoreError('it is from a newer version; upgrade workforce');
    const integrity = value('PRAGMA integrity_check');
    if (integrity !== 'ok') throw new StoreError(`it is damaged: ${String(integrity).split('\n')[0]}`);
    const tables = new Set(db.prepare("SELECT name FROM sqlite_schema WHERE type = 'table'").values().flat());
    const present = catalogue.filter(({ table }) => tables.has(table));
    const records = present.map(({ table }) => value(`SELECT count(*) FROM ${quoted(table)}`) as number);
    const bytes = (value('PRAGMA page_count') as number) * (value('PRAGMA page_size') as number);
    // SQLite reads what is missing from the last page as zeros.
    const { size } = statSync(file);
    if (size < bytes)
      throw new StoreError(`its end is missing: it has ${countText(size)} bytes of ${countText(bytes)}`);
    return { bytes, records: records.reduce((sum, each) => sum + each, 0) };
  } catch (error) {
    throw new StoreError(`${file} cannot be used: ${messageOf(error)}.`);
  }
}
