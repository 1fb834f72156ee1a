// Whether this process may read a file or write to it. Where it may not, the error names the obstacle, its owner and
// the remedy.
import { accessSync, constants, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { StoreError } from './store.ts';

/** `false`: there is no such file. An error says why it may not be read; it begins with `what`, such as "The database
 * in ./data". */
export function isReadable(path: string, what: string): boolean {
  const code = refusal(path, constants.R_OK);
  if (code === 'ENOENT' || code === 'ENOTDIR') return false;
  if (code !== undefined) throw refused(`${what} may not be read`, firstClosed(path) ?? path, code);
  return true;
}

/** For files that are there, and folders in which files are made. */
export function requireWritable(path: string, what: string): void {
  const code = refusal(path, constants.W_OK);
  if (code !== undefined) throw refused(`${what} may not be written to`, firstClosed(path) ?? path, code);
}

/** The path itself or, where there is nothing yet, the folder above it that is there. */
export function nearestExisting(path: string): string {
  const absolute = resolve(path);
  const isThere = !['ENOENT', 'ENOTDIR'].includes(refusal(absolute, constants.F_OK) ?? '');
  return isThere || absolute === dirname(absolute) ? absolute : nearestExisting(dirname(absolute));
}

/** The code of the error with which the system refuses; `undefined` where it does not. */
function refusal(path: string, mode: number): string | undefined {
  try {
    accessSync(path, mode);
    return undefined;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error);
  }
}

/** The first folder on the way to a path that this process may not enter. */
function firstClosed(path: string): string | undefined {
  const folder = dirname(resolve(path));
  if (folder !== dirname(folder)) {
    const above = firstClosed(folder);
    if (above !== undefined) return above;
  }
  return refusal(folder, constants.X_OK) === undefined ? undefined : folder;
}

function refused(what: string, path: string, code: string): StoreError {
  if (code === 'EROFS') return new StoreError(`${what}: the file system of ${path} is read-only.`);
  if (code !== 'EACCES' && code !== 'EPERM') return new StoreError(`${what}: ${path} is refused with ${code}.`);
  const { uid, mode } = statSync(path);
  const rights = `mode ${(mode & 0o777).toString(8).padStart(4, '0')}`;
  const self = process.getuid?.() ?? uid;
  if (uid === self) return new StoreError(`${what}: ${path} has the ${rights}; change that with chmod u+rwX.`);
  const [owner, user] = [userName(uid), userName(self)];
  return new StoreError(
    `${what}: ${path} belongs to ${owner} (${rights}), and this is ${user}; start it as ${owner}, or have ${owner} allow it.`,
  );
}

/** From the list of users, where there is one. */
function userName(uid: number): string {
  try {
    const users = readFileSync('/etc/passwd', 'utf8').split('\n');
    const [name] = users.map((line) => line.split(':')).find((parts) => parts[2] === String(uid)) ?? [];
    if (name) return name;
  } catch {
    // Without the list the number has to do.
  }
  return `user ${uid}`;
}
