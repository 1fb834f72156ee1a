// The words of the command line, read by the commander library after the table of commands. What it refuses ends in one
// line.
import { Argument, CommanderError, Command as Program, Option as Word } from 'commander';
import type { Command, Commands, Given, Operand, Option } from './command.ts';
import { UsageError } from './exit-codes.ts';
import { inShort, optionNames, optionsOf, resourceNamed } from './resource-options.ts';

export type Parsed = { readonly command: Command; readonly given: Given };

export function parseWords(commands: Commands, words: readonly string[]): Parsed {
  const [first = ''] = words;
  // Silent: what is wrong is thrown, and said once.
  const program = new Program('workforce').exitOverride().configureOutput({ writeOut() {}, writeErr() {} });
  program.helpOption(false).helpCommand(false).showSuggestionAfterError();
  let parsed: Parsed | undefined;
  for (const [name, command] of Object.entries(commands)) {
    const taking = program.command(name).helpOption(false).showSuggestionAfterError();
    // Only the command that is meant has to know its options.
    if (name === first)
      describe(taking, name, command, (given) => {
        parsed = { command, given };
      });
  }
  try {
    program.parse(words.map(plainRange), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    // A value is not repeated: it may be a secret in the wrong place.
    const said = error.message
      .replace(/^error: /, '')
      .replace(/\s*\n\s*/g, ' ')
      .replace(/'(--[^=']+)=.*?'/, "'$1'");
    if (!Object.hasOwn(commands, first)) throw unknown(first, said);
    throw new UsageError(`"workforce ${first}": ${said.replace(/\.$/, '')}; "workforce help ${first}" says more.`);
  }
  if (!parsed) throw unknown(first);
  return parsed;
}

const unknown = (name: string, said = ''): UsageError =>
  new UsageError(`There is no command "${name}"; "workforce help" lists them.${hint(said)}`);

const hint = (said: string): string => / \(Did you mean .*\)$/.exec(said)?.[0] ?? '';

/** The interface's own way to write a range is taken too. */
const plainRange = (word: string): string => word.replace(/^(--\w+)\[(\w+)\]/, '$1.$2');

function describe(taking: Program, name: string, command: Command, found: (given: Given) => void): void {
  const { operands = [], options = {}, flags = {}, perResource } = command;
  const ofResource = perResource ? optionNames(perResource) : new Set<string>();
  const valued = new Map<string, Option>([
    ...[...ofResource].map((option) => [option, { about: '' }] as const),
    ...Object.entries(options),
  ]);
  const all = new Set([...valued.keys(), ...Object.keys(flags)].map((option) => `--${option}`));
  const given: [string, string][] = [];
  for (const [option, about] of valued) {
    taking.addOption(wordOf(option, about)).on(`option:${option}`, (value: string) => {
      if (all.has(value)) throw new UsageError(`"workforce ${name}": --${option} needs a value, and ${value} is none.`);
      given.push([option, value]);
    });
  }
  for (const flag of Object.keys(flags)) taking.option(`--${flag}`).on(`option:${flag}`, () => given.push([flag, '']));
  for (const operand of operands) taking.addArgument(argumentOf(operand));
  taking.action(() => {
    const chosen = given.filter(([option]) => ofResource.has(option));
    if (perResource) expectKnown(taking.args[0]!, perResource, chosen);
    found({ values: Object.fromEntries(given), operands: taking.args, ofResource: chosen });
  });
}

function wordOf(option: string, { short, choices }: Option): Word {
  const word = new Word(`${short ? `-${short}, ` : ''}--${option} <value>`);
  return choices ? word.choices(choices) : word;
}

function argumentOf({ name, choices, optional, many }: Operand): Argument {
  const text = `${name}${many ? '...' : ''}`;
  const argument = new Argument(optional ? `[${text}]` : `<${text}>`);
  return choices ? argument.choices(choices) : argument;
}

/** A filter that the service does not know it ignores, and everything would be found. */
function expectKnown(resource: string, sort: 'filters' | 'fields', given: Given['ofResource']): void {
  const known = optionsOf(resourceNamed(resource), sort);
  const unknown = given.find(([option]) => !Object.hasOwn(known, option))?.[0];
  if (unknown === undefined) return;
  throw new UsageError(`${resource} has no --${unknown}; it has --${inShort(Object.keys(known)).join(', --')}.`);
}
