#!/usr/bin/env bun
// The command line: one word chooses a command, and whatever stops it ends in one clear line and exit code 1.
import { backup, restore } from './cli/backup.ts';
import { type Command, parseWords } from './cli/command.ts';
import { copy } from './cli/copy.ts';
import { doctor } from './cli/doctor.ts';
import { generate } from './cli/generate.ts';
import { help } from './cli/help.ts';
import { migrate } from './cli/migrate.ts';
import { say } from './cli/output.ts';
import { seed } from './cli/seed.ts';
import { serve } from './cli/serve.ts';
import { SettingError } from './config.ts';
import { Refusal, trace } from './contract/errors.ts';
import { VERSION } from './contract/product.ts';
import { StoreError } from './store/store.ts';

const commands: Record<string, Command> = {
  serve: { about: 'answer requests (what npm start runs)', run: serve },
  seed,
  generate,
  migrate,
  copy,
  doctor,
  backup,
  restore,
  help: { about: 'show this', run: () => help(commands) },
  version: { about: 'show the version', run: () => say(VERSION) },
};

const aliases: Record<string, string> = { '--help': 'help', '-h': 'help', '--version': 'version', '-v': 'version' };

async function main([word = 'help', ...rest]: string[]): Promise<void> {
  const name = aliases[word] ?? word;
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (!command) throw new SettingError(`There is no command "${word}"; "workforce help" lists them.`);
  const { values, operand } = parseWords(name, command, rest);
  await command.run(values, operand);
}

try {
  await main(process.argv.slice(2));
  process.exit(0);
} catch (error) {
  // Progress may have left its line unended.
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
  const foreseen = error instanceof SettingError || error instanceof StoreError || error instanceof Refusal;
  console.error(foreseen ? `workforce: ${error.message}` : trace(error));
  process.exit(1);
}
