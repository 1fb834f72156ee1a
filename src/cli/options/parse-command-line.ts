// Reads a command line by the table of commands: `parseArgs` splits it into options and operands, this file checks
// them. No message repeats a value: it may be a secret that stands in the wrong place.
import { parseArgs } from 'node:util';
import type { Resource } from '../../catalogue/resource.ts';
import { didYouMean } from '../../contract/words.ts';
import { type Arguments, type Command, type Commands, commandNamed } from './command.ts';
import { UsageError } from './exit-codes.ts';
import { optionFor, optionsFor, optionsOf, parameterFor, plainNames, subjectOf } from './resource-options.ts';

type Parsed = { readonly command: Command; readonly args: Arguments };

export function parseCommandLine(commands: Commands, [name = '', ...words]: readonly string[]): Parsed {
  const command = commandNamed(commands, name);
  const { options, operands } = split(command, words);
  const faults = options.map((option) => optionFault(command, operands[0], option));
  // The advice comes first: another command has other options, too.
  const advice = command.operands?.map(({ instead }, i) => instead?.(operands[i] ?? '')) ?? [];
  const all = [...advice, ...faults, operandFault(command, operands)];
  const fault = all.find((each) => each !== undefined);
  if (fault !== undefined) throw new UsageError(`"workforce ${name}": ${fault}; "workforce help ${name}" says more.`);
  const given = options.map((option) => [option.name, option.value ?? ''] as const);
  const ownNames = new Set(Object.keys({ ...command.options, ...command.flags }));
  const resourceOptions = given.filter(([option]) => !ownNames.has(option));
  return { command, args: { values: Object.fromEntries(given), operands, given, resourceOptions } };
}

/** `typed` is the name as it was written, such as `-o`. `isJoined` says that the value came as `--name=value`. */
type GivenOption = {
  readonly name: string;
  readonly typed: string;
  readonly value: string | undefined;
  readonly isJoined: boolean;
};

function split(command: Command, words: readonly string[]): { options: GivenOption[]; operands: string[] } {
  const known = new Map<string, { type: 'string' | 'boolean'; short?: string }>();
  // The name of the parameter is taken too: `--days[gt]` is `--days.gt`.
  for (const [name, { short }] of Object.entries(optionsFor(command)))
    for (const each of [name, parameterFor(name)]) known.set(each, { type: 'string', ...(short && { short }) });
  for (const flag of Object.keys(command.flags ?? {})) known.set(flag, { type: 'boolean' });
  const { tokens } = parseArgs({
    args: withEmptyValues(command, words),
    options: Object.fromEntries(known),
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  const options = tokens
    .filter((token) => token.kind === 'option')
    .map(({ name, rawName, value, inlineValue = false }) => ({
      name: optionFor(name),
      typed: rawName,
      value,
      isJoined: inlineValue,
    }));
  return { options, operands: tokens.filter((token) => token.kind === 'positional').map(({ value }) => value) };
}

/** `parseArgs` takes whatever comes next as the value of an option. */
function withEmptyValues({ options = {} }: Command, words: readonly string[]): string[] {
  const end = words.includes('--') ? words.indexOf('--') : words.length;
  const isAlone = (word: string, at: number) =>
    at < end && options[word.replace(/^--/, '')]?.hasOptionalValue && (words[at + 1] ?? '-').startsWith('-');
  return words.map((word, at) => (word.startsWith('--') && isAlone(word, at) ? `${word}=` : word));
}

function optionFault(command: Command, operand: string | undefined, given: GivenOption): string | undefined {
  const { name, typed, value, isJoined } = given;
  const { flags = {}, perResource } = command;
  if (Object.hasOwn(flags, name)) return value === undefined ? undefined : `${typed} takes no value`;
  const [all, own] = [optionsFor(command), optionsFor(command, operand)];
  const names = [...Object.keys(own), ...Object.keys(flags)];
  // `parseArgs` reads `-q` as `--q`, but the table has no such letter.
  const isShort = !typed.startsWith('--');
  if (!Object.hasOwn(all, name) || (isShort && typed !== `-${all[name]!.short}`))
    return `there is no option ${typed}${optionMeant(name, names)}`;
  // The service ignores a filter that it does not know, so the answer would have all records.
  if (!Object.hasOwn(own, name)) {
    const { resource, refusal } = subjectOf(command, operand)!;
    const isFilter = !Object.hasOwn(command.options ?? {}, name);
    return refusal?.(name, isFilter) ?? otherResource(resource, perResource!, name, typed);
  }
  if (value === undefined) return `${typed} needs a value`;
  const isOption = value.startsWith('--') && Object.hasOwn({ ...all, ...flags }, optionFor(value.slice(2)));
  if (isOption && !isJoined) return `${typed} needs a value, and ${value} is an option`;
  return choiceFault(typed, value, own[name]!.choices);
}

/** A name without a dot is compared with those without one: there are too many names behind references. */
const optionMeant = (name: string, names: readonly string[]): string =>
  didYouMean(
    name,
    names.filter((each) => name.includes('.') || !each.includes('.')),
    (each) => [`--${each}`],
  );

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' });

/** An option that only other resources have. A resource that this one refers to may be meant. */
function otherResource(resource: Resource, group: 'filters' | 'fields', name: string, typed: string): string {
  const options = optionsOf(resource, group);
  const behind = Object.keys(options).filter((each) => each.endsWith(`.${name}`));
  const meant = behind.length > 0 ? ` (did you mean ${either.format(behind.map((each) => `--${each}`))}?)` : '';
  return `${resource.many} have no ${typed}${meant}, they have --${plainNames(options).join(', --')}`;
}

function operandFault({ operands: expected = [] }: Command, given: readonly string[]): string | undefined {
  const missing = expected[given.length];
  if (missing && !missing.optional) return `${missing.name} is missing (${missing.about})`;
  if (given.length > expected.length && !expected.at(-1)?.many) {
    const names = expected.map(({ name }) => name).join(' ');
    return `too many arguments: it takes ${names || 'none'}, but got ${given.length}`;
  }
  return given
    .map((value, i) => {
      const { name, choices } = expected[i] ?? expected.at(-1)!;
      return choiceFault(name, value, choices);
    })
    .find((fault) => fault !== undefined);
}

function choiceFault(name: string, value: string, choices: readonly string[] | undefined): string | undefined {
  if (!choices || choices.includes(value)) return undefined;
  return `${name} has to be one of ${choices.join(', ')}${didYouMean(value, choices)}`;
}
