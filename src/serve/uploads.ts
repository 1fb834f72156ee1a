// The folder where uploaded files lie while they are imported. A process that is killed leaves its files there, so
// whatever lies there without the lock of a running import is deleted: by the next import, a start, `erase` and doctor.
import { lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { lockFile } from '../store/open.ts';

const LOCK = '.lock';

const userId = (): number => process.getuid?.() ?? 0;

/** Of all databases of this user. */
const root = (): string => join(tmpdir(), `workforce-imports-${userId()}`);

/** Anybody may make a folder of this name among temporary files, and would own what is put there. */
function requireOwn(folder: string): void {
  const { uid, mode } = lstatSync(folder);
  if (process.getuid && (uid !== userId() || (mode & 0o170077) !== 0o40000))
    throw new Error(`${folder} is not a folder that only this user may open; remove it`);
}

function makeRoot(): void {
  try {
    mkdirSync(root(), { mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
}

/** A folder for one import, with the function that deletes it; `undefined` while another import into this database
 * runs. */
export async function uploadFolder(database: string): Promise<{ folder: string; end: () => void } | undefined> {
  makeRoot();
  requireOwn(root());
  const all = join(root(), Bun.hash(database).toString(36));
  const unlock = await lockFile(all + LOCK);
  if (typeof unlock === 'number') return undefined;
  const end = () => {
    rmSync(all, { recursive: true, force: true });
    unlock();
  };
  try {
    rmSync(all, { recursive: true, force: true });
    mkdirSync(all, { mode: 0o700 });
    return { folder: mkdtempSync(join(all, 'import-')), end };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** Deletes the files of imports that were killed. Returns how many imports left some. */
export async function clearUploads(): Promise<number> {
  let count = 0;
  for (const name of namesIn(root())) {
    if (name.endsWith(LOCK)) continue;
    const unlock = await lockFile(join(root(), name + LOCK));
    if (typeof unlock === 'number') continue;
    const left = namesIn(join(root(), name)).length;
    if (left > 0) count += 1;
    rmSync(join(root(), name), { recursive: true, force: true });
    unlock();
  }
  return count;
}

function namesIn(folder: string): string[] {
  try {
    requireOwn(folder);
    return readdirSync(folder);
  } catch {
    return [];
  }
}
