// Runs a command in this process, as src/main.ts does, in a tenth of the time that a process of its own takes. For
// commands that write lines: bytes, such as an export, go past what is caught here.
import { spyOn } from 'bun:test';
import { commands } from '../../src/cli/commands.ts';
import { CommandError, exitCodes } from '../../src/cli/options/exit-codes.ts';
import { parseCommandLine } from '../../src/cli/options/parse-command-line.ts';
import { SettingError } from '../../src/config.ts';
import { messageOf, Refusal } from '../../src/contract/errors.ts';
import { StoreError } from '../../src/store/store.ts';

type Outcome = { stdout: string; stderr: string; code: number };

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;

/** Of our own environment it sees what a process of a test would see. An unexpected error is thrown. */
export async function runHere(words: string[], environment: Record<string, string> = {}): Promise<Outcome> {
  const said = { stdout: '', stderr: '' };
  const own = process.env;
  const listeners = SIGNALS.map((signal) => process.listeners(signal));
  const output = spyOn(process.stdout, 'write').mockImplementation(((text: string, done?: () => void) => {
    said.stdout += text;
    done?.();
    return true;
  }) as never);
  const errors = spyOn(console, 'error').mockImplementation((line) => {
    said.stderr += `${line}\n`;
  });
  const { PATH = '', HOME = '', TMPDIR = '/tmp' } = own;
  process.env = { PATH, HOME, TMPDIR, ...environment };
  try {
    const { command, args } = parseCommandLine(commands, words);
    await command.run(args);
    return { ...said, code: exitCodes.fine.code };
  } catch (error) {
    if (![CommandError, SettingError, StoreError, Refusal].some((type) => error instanceof type)) throw error;
    const lines = messageOf(error).split('\n');
    said.stderr += lines.map((line) => `workforce: ${line}\n`).join('');
    return { ...said, code: exitCodes[error instanceof CommandError ? error.ending : 'failed'].code };
  } finally {
    process.env = own;
    output.mockRestore();
    errors.mockRestore();
    for (const [i, signal] of SIGNALS.entries())
      for (const each of process.listeners(signal))
        if (!listeners[i]!.includes(each)) process.off(signal, each as never);
  }
}
