// Where an export is written to: the standard output, or a file that gets its name when it is complete.
import { existsSync } from 'node:fs';
import { open, rename, stat, unlink } from 'node:fs/promises';
import { CommandError } from '../options/exit-codes.ts';
import { writeError } from '../terminal/write-error.ts';
import { writeStdout } from '../terminal/write-stdout.ts';

type Target = Awaited<ReturnType<typeof fileTarget>>;

export const stdoutTarget = (): Target => ({
  write: writeStdout,
  complete: async () => undefined,
  discard: async () => undefined,
});

/** The content of an export is for its owner alone, as the database is. */
const OWNER_ONLY = 0o600;

export async function fileTarget(file: string, force: boolean) {
  if (!force && existsSync(file))
    throw new CommandError('failed', `${file} is there already; --force puts the export in its place.`);
  const part = `${file}.part`;
  const fail = (error: NodeJS.ErrnoException): never => {
    throw writeError(part, error);
  };
  // An interrupted export may have left it, with other rights; or it is someone's link to another file.
  await unlink(part).catch((error) => (error.code === 'ENOENT' ? undefined : fail(error)));
  const handle = await open(part, 'wx', OWNER_ONLY).catch(fail);
  const isOurs = async () => (await stat(part).catch(fail)).ino === (await handle.stat()).ino;
  return {
    async write(bytes: Uint8Array): Promise<void> {
      for (let offset = 0; offset < bytes.length; )
        offset += (await handle.write(bytes, offset).catch(fail)).bytesWritten;
    },
    async complete(): Promise<void> {
      await handle.sync().catch(fail);
      if (!(await isOurs())) throw new CommandError('failed', `Another export writes to ${part}; wait for it.`);
      await handle.close();
      await rename(part, file).catch(fail);
    },
    /** Removes the part that was written so far. */
    async discard(): Promise<void> {
      const isLeft = await isOurs().catch(() => false);
      await handle.close().catch(() => undefined);
      if (isLeft) await unlink(part);
    },
  };
}
