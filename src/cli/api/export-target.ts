// Where an export is written to: the standard output, or a file that gets its name when it is complete.
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { CommandError } from '../options/exit-codes.ts';
import { writeStdout } from '../terminal/write-stdout.ts';

export type Target = {
  write(bytes: Uint8Array): Promise<void>;
  complete(): Promise<void>;
  /** Removes what was written so far. */
  discard(): Promise<void>;
};

export const stdoutTarget = (): Target => ({
  write: writeStdout,
  complete: async () => undefined,
  discard: async () => undefined,
});

/** What an export holds is for its owner alone, as the database is. */
const OWNER_ONLY = 0o600;

export async function fileTarget(file: string, force: boolean): Promise<Target> {
  if (!force && existsSync(file))
    throw new CommandError('failed', `${file} is there already; --force puts the export in its place.`);
  const part = `${file}.part`;
  const fail = (error: NodeJS.ErrnoException): never => {
    throw new CommandError('failed', `${part} cannot be written (${error.code ?? error.message}).`);
  };
  const handle = await open(part, 'w', OWNER_ONLY).catch(fail);
  // An interrupted export may have left the file, with other rights.
  await handle.chmod(OWNER_ONLY).catch(fail);
  return {
    async write(bytes) {
      for (let offset = 0; offset < bytes.length; )
        offset += (await handle.write(bytes, offset).catch(fail)).bytesWritten;
    },
    async complete() {
      await handle.sync().catch(fail);
      await handle.close();
      await rename(part, file).catch(fail);
    },
    async discard() {
      await handle.close().catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}
