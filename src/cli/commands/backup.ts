// `workforce backup FILE` and `workforce restore FILE`: the embedded database as one file, made while the service runs.
import { basename } from 'node:path';
import { readSettings, type Settings } from '../../config.ts';
import { counted } from '../../contract/words.ts';
import type { NewEntry } from '../../store/audit-log.ts';
import type { BackedUp } from '../../store/maintenance.ts';
import { backUp, openDatabase, restore as restoreFrom } from '../../store/open.ts';
import { StoreError } from '../../store/store.ts';
import { commandActor } from '../audit/command-actor.ts';
import { UsageError } from '../options/exit-codes.ts';
import { say } from '../terminal/output.ts';
import { writeError } from '../terminal/write-error.ts';

export async function backup(file: string): Promise<void> {
  if (file === '-') throw new UsageError('A backup is a file of its own; give it a name, such as monday.db.');
  say(`Backed up to ${file}: ${summary(await backUp(readSettings(process.env), file))}.`);
}

export async function restore(file: string, force: boolean): Promise<void> {
  const settings = readSettings(process.env);
  const restored = await restoreFrom(settings, file, force).catch((error) => {
    throw error instanceof StoreError ? error : writeError(`The database in ${settings.dataFolder}`, error);
  });
  const actor = commandActor(settings);
  if (actor)
    await addEntry(settings, { actor, action: 'restore', record_count: restored.records, detail: basename(file) });
  say(`Restored from ${file}: ${summary(restored)}.`);
}

/** Into the database that is there now. */
async function addEntry(settings: Settings, entry: NewEntry): Promise<void> {
  const database = await openDatabase(settings);
  try {
    await database.auditLog.add(entry);
  } finally {
    await database.close();
  }
}

const summary = ({ records, bytes }: BackedUp): string =>
  `${counted(records, 'record')}, ${(bytes / 1e6).toFixed(1)} MB, every page checked`;
