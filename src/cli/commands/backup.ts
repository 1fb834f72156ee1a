// `workforce backup FILE` and `workforce restore FILE`: the embedded database as one file, made while the service runs.

import { readSettings } from '../../config.ts';
import { counted } from '../../contract/words.ts';
import type { BackedUp } from '../../store/maintenance.ts';
import { backUp, restore as restoreFrom } from '../../store/open.ts';
import { say } from '../terminal/output.ts';

export async function backup(file: string): Promise<void> {
  say(`Backed up to ${file}: ${summary(await backUp(readSettings(process.env), file))}.`);
}

export async function restore(file: string, force: boolean): Promise<void> {
  say(`Restored from ${file}: ${summary(await restoreFrom(readSettings(process.env), file, force))}.`);
}

const summary = ({ records, bytes }: BackedUp): string =>
  `${counted(records, 'record')}, ${(bytes / 1e6).toFixed(1)} MB, every page checked`;
