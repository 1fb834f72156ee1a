// A folder of backups: what they are called, and which of them are removed. The number in a name says which is newer,
// because clocks are set back at times. Files with other names are never touched.
import { readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { StoreError } from '../../store.ts';
import { lockFile } from '../connection/serve-lock.ts';

/** A backup, or what belongs to one: its manifest, or what an interrupted run has left. */
const NAME =
  /^(workforce-(\d{4,12})-\d{8}T\d{6}Z\.db)(\.json|(?:\.json)?\.unfinished(?:-journal)?|(?:\.unfinished)?\.verifying)?$/;

type Entry = { readonly name: string; readonly backup: string; readonly number: number; readonly isWhole: boolean };

const entriesOf = (folder: string): Entry[] =>
  readdirSync(folder).flatMap((name) => {
    const [, backup, number, end] = NAME.exec(name) ?? [];
    return backup === undefined ? [] : [{ name, backup, number: Number(number), isWhole: end === undefined }];
  });

/** The name of the next backup, newer than all that are there. */
export function nextBackup(folder: string, now: Date): string {
  const number = 1 + Math.max(0, ...entriesOf(folder).map((each) => each.number));
  const time = now.toISOString().replace(/[-:]|\.\d+/g, '');
  return join(folder, `workforce-${String(number).padStart(4, '0')}-${time}.db`);
}

/** For as long as a backup is made there. Two at once would remove what the other is writing. */
export function lockBackups(folder: string): () => void {
  const lock = lockFile(join(folder, 'workforce-backup.lock'));
  if (typeof lock === 'function') return lock;
  throw new StoreError(`Process ${lock} is making a backup in ${folder} already; wait for it.`);
}

/** Removes what interrupted runs have left. */
export function removeLeftovers(folder: string): void {
  const all = entriesOf(folder);
  const whole = new Set(all.filter((each) => each.isWhole).map((each) => each.name));
  for (const { name, backup, isWhole } of all)
    if (!isWhole && !(whole.has(backup) && name === `${backup}.json`)) rmSync(join(folder, name), { recursive: true });
}

/** Removes all but the newest backups. */
export function removeOlder(folder: string, keep: number): { removed: string[]; kept: number } {
  const all = entriesOf(folder)
    .filter((each) => each.isWhole)
    .sort((a, b) => b.number - a.number || (a.name < b.name ? 1 : -1));
  const removed = all.slice(keep).map((each) => each.name);
  // The manifest goes last: whatever is left of an interrupted removal is then a leftover.
  for (const name of removed) for (const end of ['', '.json']) rmSync(join(folder, name + end), { force: true });
  return { removed, kept: all.length - removed.length };
}
