// What a command is: data from which the parser, the help, the completion and the check of the README are derived.
import type { FieldListParameter } from '../../contract/request/field-lists.ts';
import { UsageError } from './exit-codes.ts';

export type Option = {
  readonly about: string;
  /** What happens without it, for the help. */
  readonly default?: string;
  /** What its value is called in the help: `--output FILE`. */
  readonly value?: string;
  /** The only values it takes. */
  readonly choices?: readonly string[];
  /** Values worth offering; it takes others too. */
  readonly known?: readonly string[];
  /** It takes names of fields, as this parameter of the interface does. */
  readonly names?: FieldListParameter;
  /** One letter: `-o`. */
  readonly short?: string;
};

/** A word that is no option, such as FILE. */
export type Operand = {
  readonly name: string;
  readonly about: string;
  readonly choices?: readonly string[];
  readonly optional?: true;
  /** It is the last, and there may be any number of it. */
  readonly many?: true;
};

/** Options as they were given, the last where one was given twice; a flag that was given is there. */
export type Values = Readonly<Record<string, string | undefined>>;

export type Given = {
  readonly values: Values;
  readonly operands: readonly string[];
  /** What was given of the options that follow from the resource, in the order of the command line. */
  readonly ofResource: readonly (readonly [name: string, value: string])[];
};

export type Command = {
  /** One line. */
  readonly about: string;
  /** More for its own help: lines of at most 100 characters. */
  readonly more?: string;
  readonly operands?: readonly Operand[];
  readonly options?: Readonly<Record<string, Option>>;
  readonly flags?: Readonly<Record<string, string>>;
  /** The first operand is a resource, and more options follow from it: its filters, or the fields of a create. */
  readonly perResource?: 'filters' | 'fields';
  /** Whole command lines and what they do. */
  readonly examples: readonly (readonly [line: string, about: string])[];
  /** Loads what it needs when it is run, so that no command waits for the code of another. */
  readonly run: (given: Given) => Promise<void>;
};

export type Commands = Readonly<Record<string, Command>>;

/** A whole number from an option. */
export function wholeNumber(name: string, text: string, minimum: number): number {
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum) return value;
  throw new UsageError(`--${name} is "${text}", but it is a whole number of at least ${minimum}.`);
}
