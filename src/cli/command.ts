// What a command is: a line about it, the options it takes, and what it does. Options are `--name value`.
import { parseArgs } from 'node:util';
import { SettingError } from '../config.ts';

export type Option = { readonly about: string; readonly default: string };

export type Command = {
  readonly about: string;
  readonly options?: Readonly<Record<string, Option>>;
  readonly run: (values: Readonly<Record<string, string | undefined>>) => Promise<void> | void;
};

/** The options as given; one that the command does not know stops it with a line that says so. */
export function optionValues(
  name: string,
  { options = {} }: Command,
  args: string[],
): Record<string, string | undefined> {
  const known = Object.fromEntries(Object.keys(options).map((option) => [option, { type: 'string' as const }]));
  try {
    return parseArgs({ args, options: known, strict: true, allowPositionals: false }).values as Record<string, string>;
  } catch {
    const takes = Object.keys(options).map((option) => `--${option} <value>`);
    const usage = takes.length > 0 ? `takes ${takes.join(', ')}` : 'takes no options';
    throw new SettingError(`"workforce ${name}" ${usage}, not "${args.join(' ')}"; "workforce help" says more.`);
  }
}

/** A whole number from an option. */
export function wholeNumber(name: string, text: string, minimum: number): number {
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum) return value;
  throw new SettingError(`--${name} is "${text}", but it is a whole number of at least ${minimum}.`);
}
