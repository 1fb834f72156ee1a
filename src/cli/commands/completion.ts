// `workforce completion`: the script for a shell, and the words that these scripts offer at the end of a command line, from the table
// of commands.
import type { Command, Commands, Option } from '../options/command.ts';
import { fieldNames, optionsFor, resourceNamed, resourceNames } from '../options/resource-options.ts';
import { completionScript, type Shell } from '../terminal/completion-scripts.ts';
import { say } from '../terminal/output.ts';

export function completion(commands: Commands, shell: string, words: readonly string[]): void {
  const text = shell === 'words' ? completions(commands, words).join('\n') : completionScript(shell as Shell);
  if (text !== '') say(text);
}

/** What the last word may become. Nothing where it is a file or free text. */
export function completions(commands: Commands, words: readonly string[]): string[] {
  // bash passes the sign of `--status=active` as a word of its own.
  const line = words.filter((word) => word !== '=');
  const last = words.at(-1) === '=' ? '' : (line.at(-1) ?? '');
  const [name, ...before] = words.at(-1) === '=' ? line : line.slice(0, -1);
  if (name === undefined) return startingWith(last, Object.keys(commands));
  const command = Object.hasOwn(commands, name) ? commands[name]! : undefined;
  if (!command) return [];
  const operands = operandsIn(command, before);
  const options = optionsFor(command, operands[0]);
  const [, joined, value] = /^--([^=]+)=(.*)$/.exec(last) ?? [];
  if (joined !== undefined) return valuesOf(options[joined], operands[0], value!).map((each) => `--${joined}=${each}`);
  const option = optionNamed(before.at(-1), options);
  if (option) return valuesOf(option, operands[0], last);
  const flags = [...Object.keys(options), ...Object.keys(command.flags ?? {}), 'help'].map((flag) => `--${flag}`);
  const isComplete = operands.length >= (command.operands?.length ?? 0);
  return startingWith(
    last,
    last.startsWith('-') || isComplete ? flags : operandChoices(commands, name, command, operands),
  );
}

const startingWith = (start: string, texts: readonly string[]): string[] =>
  texts.filter((text) => text.startsWith(start));

/** The words that are neither options nor their values. */
function operandsIn(command: Command, words: readonly string[]): string[] {
  const options = optionsFor(command);
  return words.filter((word, i) => !word.startsWith('-') && !optionNamed(words[i - 1], options));
}

const optionNamed = (word: string | undefined, options: Readonly<Record<string, Option>>): Option | undefined =>
  Object.entries(options).find(([name, { short }]) => word === `--${name}` || word === `-${short}`)?.[1];

function operandChoices(commands: Commands, name: string, { operands = [] }: Command, given: readonly string[]) {
  if (name === 'help' && given.length === 0) return Object.keys(commands);
  return operands[given.length]?.choices ?? [];
}

function valuesOf(option: Option | undefined, resource: string | undefined, start: string): string[] {
  if (!option?.names || resource === undefined || !resourceNames.includes(resource))
    return startingWith(start, option?.choices ?? option?.known ?? []);
  // A list of names, of which only the one after the last comma is completed.
  const [, finished = '', minus = '', open = ''] = /^(.*,)?(-?)([^,]*)$/.exec(start) ?? [];
  return startingWith(open, fieldNames(resourceNamed(resource), option.names)).map((name) => finished + minus + name);
}
