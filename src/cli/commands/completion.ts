// `workforce completion`: the script for a shell, and the words that these scripts offer at the end of a command line,
// from the table of commands.
import { listItems } from '../options/aggregate-names.ts';
import type { Command, Commands, Option, Subject } from '../options/command.ts';
import { fieldNames, optionsFor, subjectOf } from '../options/resource-options.ts';
import { completionScript, type Shell } from '../terminal/completion-scripts.ts';
import { say } from '../terminal/output.ts';

export function completion(commands: Commands, shell: string, words: readonly string[]): void {
  const text = shell === 'words' ? completions(commands, words).join('\n') : completionScript(shell as Shell);
  if (text !== '') say(text);
}

/** The candidates for the last word. None where it is a file or free text. */
export function completions(commands: Commands, words: readonly string[]): string[] {
  // bash passes the sign of `--status=active` as a word of its own.
  const line = words.filter((word) => word !== '=').map(unquoted);
  const last = words.at(-1) === '=' ? '' : (line.at(-1) ?? '');
  const [name, ...before] = words.at(-1) === '=' ? line : line.slice(0, -1);
  if (name === undefined) return startingWith(last, Object.keys(commands));
  const command = Object.hasOwn(commands, name) ? commands[name]! : undefined;
  if (!command) return [];
  const operands = operandsIn(command, before);
  const options = optionsFor(command, operands[0]);
  const subject = subjectOf(command, operands[0]);
  const [, joined, value] = /^--([^=]+)=(.*)$/.exec(last) ?? [];
  const valuesFor = (option: Option | undefined, start: string) => valuesOf(option, subject, start, before);
  if (joined !== undefined) return valuesFor(options[joined], value!).map((each) => `--${joined}=${each}`);
  const option = optionNamed(before.at(-1), options);
  if (option) return valuesFor(option, last);
  const names = Object.keys(options).filter((each) => dotsIn(each) <= dotsIn(last));
  const flags = [...names, ...Object.keys(command.flags ?? {}), 'help'].map((flag) => `--${flag}`);
  const final = command.operands?.at(-1);
  const isComplete = operands.length >= (command.operands?.length ?? 0) && !(final?.many && final.choices);
  return startingWith(
    last,
    last.startsWith('-') || isComplete ? flags : operandChoices(commands, name, command, operands),
  );
}

/** Shells pass a word as it is typed. */
const unquoted = (word: string): string => word.replace(/^['"]/, '').replace(/['"]$/, '').replaceAll('\\', '');

/** Names behind a dot are offered once the dot is there: operators, and the fields that a reference leads to. */
const dotsIn = (name: string): number => name.split('.').length;

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
  const operand = operands[given.length] ?? operands.at(-1);
  return operand?.choices?.filter((each) => !operand.many || !given.includes(each)) ?? [];
}

function valuesOf(
  option: Option | undefined,
  subject: Subject | undefined,
  start: string,
  words: readonly string[],
): string[] {
  if (!subject || !(option?.names || option?.items)) return startingWith(start, option?.choices ?? option?.known ?? []);
  // Only the last item of a list is completed.
  const open = listItems(start).at(-1)!.replace(/^-/, '');
  const { names, items } = option;
  const all = names ? fieldNames(subject.resource, names) : items!(subject, open, words);
  const before = start.slice(0, start.length - open.length);
  return startingWith(open, all).map((item) => before + item);
}
