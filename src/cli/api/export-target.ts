// Where an export goes: the standard output, or a file that has its name only when it is whole.
import { existsSync } from 'node:fs';
import { open, rename, rm } from 'node:fs/promises';
import { CommandError } from '../options/exit-codes.ts';
import { writeOut } from '../terminal/write-out.ts';

export type Target = {
  write(bytes: Uint8Array): Promise<void>;
  complete(): Promise<void>;
  /** Leaves nothing of it. */
  discard(): Promise<void>;
};

export const pipeTarget = (): Target => ({
  write: writeOut,
  complete: async () => undefined,
  discard: async () => undefined,
});

export async function fileTarget(file: string, force: boolean): Promise<Target> {
  if (!force && existsSync(file))
    throw new CommandError('failed', `${file} is there already; --force puts the export in its place.`);
  const part = `${file}.part`;
  const told = (error: NodeJS.ErrnoException): never => {
    throw new CommandError('failed', `${part} cannot be written (${error.code ?? error.message}).`);
  };
  const handle = await open(part, 'w').catch(told);
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length; ) at += (await handle.write(bytes, at).catch(told)).bytesWritten;
    },
    async complete() {
      await handle.sync().catch(told);
      await handle.close();
      await rename(part, file).catch(told);
    },
    async discard() {
      await handle.close().catch(() => undefined);
      await rm(part, { force: true });
    },
  };
}
