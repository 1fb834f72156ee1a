// `workforce help`: the commands, the exit codes and the settings, or all about one command, from the tables that define
// them.
import { settingRows } from '../../config.ts';
import { PRODUCT, VERSION } from '../../contract/product.ts';
import type { Command, Commands, Operand } from '../options/command.ts';
import { exitCodes, UsageError } from '../options/exit-codes.ts';
import { inShort, optionsOf, resourceNamed, resourceNames } from '../options/resource-options.ts';
import { say } from '../terminal/output.ts';

export const help = (commands: Commands, name?: string, resource?: string): void =>
  say(helpText(commands, name, resource));

export const helpText = (commands: Commands, name?: string, resource?: string): string =>
  name === undefined ? overview(commands) : aboutOne(name, commandNamed(commands, name), resource);

function commandNamed(commands: Commands, name: string): Command {
  if (Object.hasOwn(commands, name)) return commands[name]!;
  throw new UsageError(`There is no command "${name}"; "workforce help" lists them.`);
}

function overview(commands: Commands): string {
  const settings = Object.values(settingRows).map(({ variables, about, default: value }) => {
    return [variables.join(', '), `${about}${value === '' ? '' : ` (${value})`}`] as const;
  });
  return `${PRODUCT} ${VERSION}

Usage: workforce <command> [options]

${table(Object.entries(commands).map(([name, command]) => [nameWithOperands(name, command), command.about] as const))}

"workforce help <command>" says what a command takes, with examples.

Exit codes:

${table(Object.values(exitCodes).map(({ code, about }) => [String(code), about] as const))}

Settings, from the environment (defaults in brackets):

${table(settings)}`;
}

/** The command as the overview and the README name it: `get RESOURCE ID`. */
export const nameWithOperands = (name: string, { operands = [] }: Command): string =>
  [name, ...operands.filter(({ optional }) => !optional).map((operand) => operand.name)].join(' ');

function aboutOne(name: string, command: Command, resource: string | undefined): string {
  const { about, more, operands = [], options = {}, flags = {}, perResource, examples } = command;
  const usage = ['workforce', name, ...operands.map(inUsage), ...(hasOptions(command) ? ['[options]'] : [])];
  const rows = [
    ...Object.entries(options).map(
      ([option, { short, value = 'VALUE', about: meaning, choices, default: without }]) => {
        const words = `${short ? `-${short}, ` : ''}--${option} ${value}`;
        return [
          words,
          `${meaning}${choices ? `: ${choices.join(', ')}` : ''}${without ? ` (${without})` : ''}`,
        ] as const;
      },
    ),
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

const hasOptions = ({ options, flags }: Command): boolean => options !== undefined || flags !== undefined;

function inUsage({ name, optional, many }: Operand): string {
  const word = `${name}${many ? '...' : ''}`;
  return optional ? `[${word}]` : word;
}

/** What follows from one resource in full, or from any in short. */
function resourceSection(name: string, sort: 'filters' | 'fields', resource: string | undefined): string {
  const title = sort === 'filters' ? 'Filters' : 'Fields';
  if (resource !== undefined) {
    const options = optionsOf(resourceNamed(resource), sort);
    const rows = Object.entries(options).map(([option, { about }]) => [`--${inShort([option])}`, about] as const);
    return `${title} of ${resource}:\n\n${table([...new Map(rows)])}`;
  }
  const all = resourceNames
    .map((each) => [each, Object.keys(optionsOf(resourceNamed(each), sort))] as const)
    .filter(([, options]) => options.length > 0)
    .map(([each, options]) => [each, inShort(options).join(', ')] as const);
  return `${title} ("workforce ${name} RESOURCE --help" says more):\n\n${table(all)}`;
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`.trimEnd()).join('\n');
}
