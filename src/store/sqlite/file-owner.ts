// Who owns the files of the embedded database. A command that root runs leaves no file behind that the service cannot
// open: it gives new files to the owner of the folder, or of the file in whose place they come.
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import { dirname } from 'node:path';

const isRoot = (): boolean => process.getuid?.() === 0;

export function ownLikeFolder(file: string): void {
  if (!isRoot()) return;
  const { uid, gid } = statSync(dirname(file));
  chownSync(file, uid, gid);
}

/** The folder of a database, which only its owner may open. */
export function makeFolder(folder: string): void {
  const made = mkdirSync(folder, { recursive: true, mode: 0o700 });
  if (made !== undefined) ownLikeFolder(folder);
}

/** Owner and permissions of the file that it replaces. Without one they are those of a new file. */
export function ownLikeReplaced(file: string, replaced: string): void {
  const found = statSync(replaced, { throwIfNoEntry: false });
  chmodSync(file, found ? found.mode & 0o777 : 0o600);
  if (!found) ownLikeFolder(file);
  else if (isRoot()) chownSync(file, found.uid, found.gid);
}
