// `workforce help`: all commands, exit codes and settings, or everything about one command. It is written from the tables
// that define them.
import { settingRows } from '../../config.ts';
import { PRODUCT, VERSION } from '../../contract/product.ts';
import { type Command, type Commands, commandNamed, type Operand, type Option } from '../options/command.ts';
import { exitCodes } from '../options/exit-codes.ts';
import {
  importedInstead,
  optionsOf,
  resourceNamed,
  resourceNames,
  shortName,
  shortNames,
} from '../options/resource-options.ts';
import { say } from '../terminal/output.ts';

export const help = (commands: Commands, name?: string, resource?: string): void =>
  say(helpText(commands, name, resource));

export const helpText = (commands: Commands, name?: string, resource?: string): string =>
  name === undefined ? overview(commands) : aboutOne(name, commandNamed(commands, name), resource);

function overview(commands: Commands): string {
  const settings = Object.values(settingRows).map(({ variables, about, default: value }) => {
    return [variables.join(', '), `${about}${value === '' ? '' : ` (${value})`}`] as const;
  });
  return `${PRODUCT} ${VERSION}

Usage: workforce <command> [options]

${table(Object.entries(commands).map(([name, command]) => [nameWithOperands(name, command), command.about] as const))}

"workforce help <command>" says what a command takes, with examples. In the folder of the source the command is "npx workforce";
elsewhere npx would fetch another package of that name.

Exit codes:

${table(Object.values(exitCodes).map(({ code, about }) => [String(code), about] as const))}

Settings, from the environment (defaults in brackets):

${table(settings)}`;
}

/** As the overview and docs/commands.md name the command: `get RESOURCE ID`. */
export const nameWithOperands = (name: string, { operands = [] }: Command): string =>
  [name, ...operands.filter(({ optional }) => !optional).map((operand) => operand.name)].join(' ');

function aboutOne(name: string, command: Command, resource: string | undefined): string {
  const { about, more, operands = [], options = {}, flags = {}, perResource, examples } = command;
  const usage = ['workforce', name, ...operands.map(operandUsage), ...(hasOptions(command) ? ['[options]'] : [])];
  const rows = [
    ...Object.entries(options).map(optionRow),
    ...Object.entries(flags).map(([flag, meaning]) => [`--${flag}`, meaning] as const),
    ['-h, --help', 'show this'] as const,
  ];
  return [
    `Usage: ${usage.join(' ')}`,
    `${about[0]!.toUpperCase()}${about.slice(1)}.`,
    ...(more ? [more] : []),
    ...(operands.length > 0 ? [table(operands.map((operand) => [operand.name, operand.about] as const))] : []),
    `Options (defaults in brackets):\n\n${table(rows)}`,
    ...(perResource ? [resourceSection(name, perResource, resource)] : []),
    `Examples:\n\n${table(examples)}`,
  ].join('\n\n');
}

function optionRow([name, option]: [string, Option]): [string, string] {
  const { short, value = 'VALUE', about, choices, default: otherwise, many } = option;
  return [
    `${short ? `-${short}, ` : ''}--${name} ${value}`,
    `${about}${choices ? `: ${choices.join(', ')}` : ''}${many ? '; may be repeated' : ''}${otherwise ? ` (${otherwise})` : ''}`,
  ];
}

const hasOptions = ({ options, flags }: Command): boolean => options !== undefined || flags !== undefined;

function operandUsage({ name, optional, many }: Operand): string {
  const word = `${name}${many ? '...' : ''}`;
  return optional ? `[${word}]` : word;
}

/** The options of one resource with their meaning, or of all resources by name only. */
function resourceSection(name: string, group: 'filters' | 'fields', resource: string | undefined): string {
  const title = group === 'filters' ? 'Filters' : 'Fields';
  const instead = resource !== undefined && group === 'fields' ? importedInstead(resource) : undefined;
  if (instead !== undefined) return `${instead[0]!.toUpperCase()}${instead.slice(1)}.`;
  if (resource !== undefined) {
    const options = Object.entries(optionsOf(resourceNamed(resource), group));
    const rows = new Map(options.map(([option, { about }]) => [`--${shortName(option)}`, about]));
    return `${title} of ${resource}:\n\n${table([...rows])}`;
  }
  const rows = resourceNames
    .map((each) => [each, shortNames(optionsOf(resourceNamed(each), group)).join(', ')] as const)
    .filter(([, names]) => names !== '');
  return `${title} ("workforce ${name} RESOURCE --help" says more):\n\n${table(rows)}`;
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`.trimEnd()).join('\n');
}
