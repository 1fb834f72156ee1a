// What a command is: a line about it, what it takes, and what it does. Options are `--name value`, flags `--name`; some
// commands take one more word.
import { parseArgs } from 'node:util';
import { SettingError } from '../config.ts';

export type Option = { readonly about: string; readonly default: string };
/** Options as they were given; a flag that was given is there. */
export type Values = Readonly<Record<string, string | undefined>>;

export type Command = {
  readonly about: string;
  readonly options?: Readonly<Record<string, Option>>;
  readonly flags?: Readonly<Record<string, string>>;
  /** What the one word is that the command takes, such as FILE. */
  readonly operand?: string;
  readonly run: (values: Values, operand?: string) => Promise<void> | void;
};

/** What was given; anything that the command does not know stops it with a line that says what it takes. */
export function parseWords(name: string, command: Command, args: string[]): { values: Values; operand?: string } {
  const { options = {}, flags = {}, operand } = command;
  const known = Object.fromEntries([
    ...Object.keys(options).map((option) => [option, { type: 'string' as const }]),
    ...Object.keys(flags).map((flag) => [flag, { type: 'boolean' as const }]),
  ]);
  try {
    const parsed = parseArgs({ args, options: known, strict: true, allowPositionals: operand !== undefined });
    if (parsed.positionals.length !== (operand === undefined ? 0 : 1)) throw new Error();
    const given = Object.entries(parsed.values as Record<string, string | boolean>);
    const values = Object.fromEntries(given.map(([key, value]) => [key, String(value)]));
    return operand === undefined ? { values } : { values, operand: parsed.positionals[0]! };
  } catch {
    const takes = [
      ...(operand === undefined ? [] : [operand]),
      ...Object.keys(options).map((option) => `--${option} <value>`),
      ...Object.keys(flags).map((flag) => `--${flag}`),
    ];
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
