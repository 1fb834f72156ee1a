// Files that options name. A secret is in one because other users of the machine can read a command line.
import { CommandError } from './exit-codes.ts';

/** `option`: as it was written, such as `--token-file`. */
export const textOfFile = (option: string, file: string): Promise<string> =>
  Bun.file(file)
    .text()
    .catch((error) => {
      throw new CommandError('failed', `${option} ${file} cannot be read (${error.code ?? error.message}).`);
    });
