#!/usr/bin/env bun
// The entry point: the first word chooses a command. An error becomes lines on standard error and an exit code.
import { commands } from './cli/commands.ts';
import { CommandError, exitCodes } from './cli/options/exit-codes.ts';
import { parseCommandLine } from './cli/options/parse-command-line.ts';
import { subjectOf } from './cli/options/resource-options.ts';
import { allSaid } from './cli/terminal/output.ts';
import { SettingError } from './config.ts';
import { messageOf, Refusal, trace } from './contract/errors.ts';
import { endLog, log } from './log/log.ts';
import { StoreError } from './store/store.ts';

const aliases = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
  ['-v', 'version'],
]);

async function main([word = 'help', ...rest]: readonly string[]): Promise<void> {
  const name = aliases.get(word) ?? word;
  const { command, args } = parseCommandLine(commands, asHelpCommand(name, rest) ?? [name, ...rest]);
  await command.run(args);
  // A service goes on without its output.
  if (name !== 'serve') await allSaid();
}

/** `workforce list employees --help` is `workforce help list employees`. */
function asHelpCommand(name: string, rest: readonly string[]): string[] | undefined {
  const options = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (!Object.hasOwn(commands, name) || !options.some((word) => word === '--help' || word === '-h')) return undefined;
  return ['help', name, ...(subjectOf(commands[name]!, rest[0]) ? [rest[0]!] : [])];
}

async function runCommand(): Promise<never> {
  // Files that are made here hold people's data: only their owner may read them.
  process.umask(0o077);
  // The reader of the output may close the pipe. The command is finished all the same.
  process.stdout.on('error', () => undefined);
  try {
    await main(process.argv.slice(2));
    await endLog();
    return process.exit(exitCodes.fine.code);
  } catch (error) {
    return endWith(error);
  }
}

async function endWith(error: unknown): Promise<never> {
  // A progress line may still be there. The message replaces it.
  for (const stream of [process.stdout, process.stderr]) if (stream.isTTY) stream.write('\r\x1b[K');
  const isExpected = [CommandError, SettingError, StoreError, Refusal].some((type) => error instanceof type);
  const lines = isExpected ? messageOf(error).split('\n') : [trace(error)];
  // The reason why a service did not start is in its log too.
  if (process.argv[2] !== 'serve') for (const line of lines) console.error(isExpected ? `workforce: ${line}` : line);
  else if (isExpected) log.error(messageOf(error));
  else log.error('An unexpected error ended the service.', { stack: trace(error) });
  await endLog();
  return process.exit(exitCodes[error instanceof CommandError ? error.ending : 'failed'].code);
}

await runCommand();
