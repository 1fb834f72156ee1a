// `workforce help`: all commands, exit codes and settings, or everything about one command. It is written from the
// tables that define them.
import { type Field, type Resource, referencesOf } from '../../catalogue/resource.ts';
import { type SettingRow, settingRows } from '../../config.ts';
import { PRODUCT, VERSION } from '../../contract/product.ts';
import { operatorsOf, type PlainCondition } from '../../contract/request/conditions.ts';
import { type Command, type Commands, commandNamed, type Operand, type Option } from '../options/command.ts';
import { exitCodes } from '../options/exit-codes.ts';
import {
  importedInstead,
  optionsFor,
  optionsOf,
  plainNames,
  resourceNamed,
  resourceNames,
  subjectOf,
} from '../options/resource-options.ts';
import { say } from '../terminal/output.ts';

export const help = (commands: Commands, name?: string, operand?: string): void =>
  say(helpText(commands, name, operand));

export const helpText = (commands: Commands, name?: string, operand?: string): string =>
  name === undefined ? overview(commands) : aboutOne(name, commandNamed(commands, name), operand);

function overview(commands: Commands): string {
  const settings = Object.values<SettingRow>(settingRows).map(({ variables, about, default: value }) => {
    return [variables.join(', '), `${about}${value ? ` (${value})` : ''}`] as const;
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

function aboutOne(name: string, command: Command, operand: string | undefined): string {
  const { about, more, operands = [], options = {}, flags = {}, perResource, examples } = command;
  const usage = [
    'workforce',
    name,
    ...operands.map(operandUsage),
    ...(command.options || command.flags ? ['[options]'] : []),
  ];
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
    ...(perResource ? [subjectSection(name, command, operand)] : []),
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

function operandUsage({ name, optional, many }: Operand): string {
  const word = `${name}${many ? '...' : ''}`;
  return optional ? `[${word}]` : word;
}

/** The options of one subject with their meaning, or of all by name only. */
function subjectSection(name: string, command: Command, operand: string | undefined): string {
  const group = command.perResource!;
  const title = group === 'filters' ? 'Filters' : 'Fields';
  const instead = operand !== undefined && group === 'fields' ? importedInstead(operand) : undefined;
  if (instead !== undefined) return `${instead[0]!.toUpperCase()}${instead.slice(1)}.`;
  const subject = subjectOf(command, operand);
  if (subject) return [subject.about, optionSection(title, command, operand!)].filter(Boolean).join('\n\n');
  const more = `("workforce ${name} ${command.operands![0]!.name} --help" says more):`;
  if (command.subjects) return `${command.subjects.title} ${more}\n\n${table(command.subjects.rows)}`;
  const rows = resourceNames
    .map((each) => [each, plainNames(optionsOf(resourceNamed(each), group)).join(', ')] as const)
    .filter(([, names]) => names !== '');
  return `${title} ${more}\n\n${table(rows)}`;
}

function optionSection(title: string, command: Command, operand: string): string {
  const { resource, through } = subjectOf(command, operand)!;
  const own = Object.entries(optionsFor(command, operand)).filter(
    ([name]) => !Object.hasOwn(command.options ?? {}, name),
  );
  if (own.length === 0) return `It takes no ${title.toLowerCase()}.`;
  const options = Object.fromEntries(own);
  const rows = plainNames(options).map((option) => [`--${option}`, options[option]!.about] as const);
  const heading = `${title} of ${resource.name}`;
  if (through !== undefined) return `${heading}, behind --${through} only:\n\n${table(behindRows(resource, through))}`;
  const more = title === 'Filters' ? `\n\n${operatorSection(resource)}` : '';
  return `${heading}:\n\n${table(rows)}${more}`;
}

/** The endings of filter names: operators, and behind references the filters of others. */
function operatorSection(resource: Resource): string {
  const filtered = resource.fields.filter((field) => operatorsOf(field).length > 0);
  const operators = new Set(filtered.flatMap(operatorsOf).filter((operator) => operator !== 'in'));
  const fieldsWith = (operator: PlainCondition['operator']) =>
    filtered.filter((field) => operatorsOf(field).includes(operator));
  const groups = Map.groupBy(operators, (operator) => namesIn(fieldsWith(operator)));
  const onlyNull = filtered.filter(({ filter }) => filter === 'null');
  const lines = [
    ...[...groups].map(
      ([names, some]) =>
        `${some.map((each) => `.${each}`).join(' ')} on ${names === namesIn(filtered) ? 'all of them' : names}`,
    ),
    ...(onlyNull.length > 0 ? [`null is the only value for ${namesIn(onlyNull)}`] : []),
  ];
  const behind = behindRows(resource);
  return `Operators:\n\n${lines.map((line) => `  ${line}`).join('\n')}${behind.length > 0 ? `\n\nBehind references:\n\n${table(behind)}` : ''}`;
}

const behindRows = (resource: Resource, through?: string) =>
  referencesOf(resource)
    .filter(({ name }) => through === undefined || name === through)
    .map(({ name, target }) => {
      const example = `--${name}.${target.label[0] ?? 'id'}`;
      return [`--${name}.FILTER`, `the filters of ${target.name}, such as ${example}`] as const;
    });

const namesIn = (fields: readonly Field[]): string => fields.map(({ name }) => name).join(', ');

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, about]) => `  ${name.padEnd(width)}  ${about}`.trimEnd()).join('\n');
}
