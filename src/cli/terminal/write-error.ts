// Why something cannot be written, in words: the error of the system, and the remedy.
import { CommandError } from '../options/exit-codes.ts';

const REASONS: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full. Free some space, or write elsewhere',
  EDQUOT: 'your share of the disk is used up. Free some space, or write elsewhere',
  EFBIG: 'files may not be so large here. Raise the limit (ulimit -f), or write elsewhere',
  EROFS: 'the file system is read-only. Write elsewhere',
  EIO: 'the disk or its connection fails. Write elsewhere',
  EACCES: 'you may not write there. Ask the owner, or write elsewhere',
  EPERM: 'you may not write there. Ask the owner, or write elsewhere',
  ENOENT: 'there is no such folder. Make it first',
  ENOTDIR: 'what should be a folder is a file. Write elsewhere',
  EISDIR: 'that is a folder. Give the name of a file',
};

/** `what`: the path, or the name of the output. */
export function writeError(what: string, error: NodeJS.ErrnoException): CommandError {
  const { code, message } = error;
  const reason = REASONS[code ?? ''];
  return new CommandError(
    'failed',
    `${what} cannot be written (${code ?? message})${reason === undefined ? '' : `: ${reason}`}.`,
  );
}
