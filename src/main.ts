#!/usr/bin/env bun
// The command line: one word chooses a command, and whatever stops it ends in clear lines and an exit code.
import { commands } from './cli/commands.ts';
import { CommandError, exitCodes } from './cli/options/exit-codes.ts';
import { parseWords } from './cli/options/parse.ts';
import { resourceNames } from './cli/options/resource-options.ts';
import { SettingError } from './config.ts';
import { Refusal, trace } from './contract/errors.ts';
import { StoreError } from './store/store.ts';

const aliases = new Map([
  ['--help', 'help'],
  ['-h', 'help'],
  ['--version', 'version'],
  ['-v', 'version'],
]);

async function main([word = 'help', ...rest]: readonly string[]): Promise<void> {
  const name = aliases.get(word) ?? word;
  const { command, given } = parseWords(commands, helpInstead(name, rest) ?? [name, ...rest]);
  await command.run(given);
}

/** `workforce list employees --help` is `workforce help list employees`. */
function helpInstead(name: string, rest: readonly string[]): string[] | undefined {
  const options = rest.includes('--') ? rest.slice(0, rest.indexOf('--')) : rest;
  if (!Object.hasOwn(commands, name) || !options.some((word) => word === '--help' || word === '-h')) return undefined;
  return ['help', name, ...resourceNames.filter((resource) => resource === rest[0])];
}

// Who reads may go; what is being done is finished all the same.
process.stdout.on('error', () => undefined);
try {
  await main(process.argv.slice(2));
  process.exit(exitCodes.fine.code);
} catch (error) {
  // Progress may have left its line unended.
  for (const stream of [process.stdout, process.stderr]) if (stream.isTTY) stream.write('\r\x1b[K');
  const foreseen = error instanceof SettingError || error instanceof StoreError || error instanceof Refusal;
  const lines = error instanceof CommandError || foreseen ? error.message.split('\n') : undefined;
  console.error(lines?.map((line) => `workforce: ${line}`).join('\n') ?? trace(error));
  process.exit(exitCodes[error instanceof CommandError ? error.ending : 'failed'].code);
}
