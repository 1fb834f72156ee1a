// `workforce backup FILE` and `workforce restore FILE`: the embedded database as one file, made while the service runs.

import { readSettings } from '../../config.ts';
import { counted } from '../../contract/words.ts';
import type { BackedUp } from '../../store/maintenance.ts';
import { backUp, restore as restoreFrom } from '../../store/open.ts';
import { StoreError } from '../../store/store.ts';
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
  say(`Restored from ${file}: ${summary(restored)}.`);
}

const summary = ({ records, bytes }: BackedUp): string =>
  `${counted(records, 'record')}, ${(bytes / 1e6).toFixed(1)} MB, every page checked`;
