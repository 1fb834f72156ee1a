// The type of a command: data from which the parser, the help, the completion and the check of docs/commands.md are
// derived.
import type { Resource } from '../../catalogue/resource.ts';
import type { FieldListParameter } from '../../contract/request/field-lists.ts';
import { didYouMean } from '../../contract/words.ts';
import { CommandError, UsageError } from './exit-codes.ts';

export type Option = {
  readonly about: string;
  /** The behaviour without it, for the help. */
  readonly default?: string;
  /** The name of its value in the help: `--output FILE`. */
  readonly value?: string;
  /** The only values it takes. */
  readonly choices?: readonly string[];
  /** Values that completion offers. Other values are taken too. */
  readonly known?: readonly string[];
  /** It takes names of fields, as this parameter of the interface does. */
  readonly names?: FieldListParameter;
  /** It takes a list, and completion offers these items. `open`: how the item begins; `words`: the command line before
   * it. */
  readonly items?: (subject: Subject, open: string, words: readonly string[]) => readonly string[];
  /** One letter: `-o`. */
  readonly short?: string;
  /** Without a value it is '': at the end of the line, or before another option. */
  readonly hasOptionalValue?: true;
  /** It may be given again, and every value counts. */
  readonly many?: true;
};

/** The subject of the first operand. */
export type Subject = {
  readonly resource: Resource;
  /** Only what is behind this reference counts. */
  readonly through?: string;
  /** For its own help. */
  readonly about?: string;
  /** Why it does not take an option of the command, or a filter. */
  readonly refusal?: (option: string, isFilter: boolean) => string | undefined;
};

/** An argument that is not an option, such as FILE. */
export type Operand = {
  readonly name: string;
  readonly about: string;
  readonly choices?: readonly string[];
  /** Advice for a value that is none of the choices, where there is some. */
  readonly instead?: (value: string) => string | undefined;
  /** Only operands that are optional too may follow. */
  readonly optional?: true;
  /** It may be repeated. Only the last operand may have this. */
  readonly many?: true;
};

/** The value of each option. Where an option was repeated it is the last one. A flag that was set has the value ''. */
export type Values = Readonly<Record<string, string | undefined>>;

/** A command line after parsing. */
export type Arguments = {
  readonly values: Values;
  readonly operands: readonly string[];
  /** Every option and flag in the order of the command line, for those that may be repeated. */
  readonly given: readonly (readonly [name: string, value: string])[];
  /** The filters or fields of the resource, in the order of the command line. */
  readonly resourceOptions: readonly (readonly [name: string, value: string])[];
};

export type Command = {
  /** One line. */
  readonly about: string;
  /** More lines for its own help, of at most 100 characters each. */
  readonly more?: string;
  readonly operands?: readonly Operand[];
  readonly options?: Readonly<Record<string, Option>>;
  readonly flags?: Readonly<Record<string, string>>;
  /** The first operand is about a resource, and its filters, or the fields of a create, are options too. */
  readonly perResource?: 'filters' | 'fields';
  /** The subject of the first operand, where that is no resource. */
  readonly subject?: (operand: string) => Subject | undefined;
  /** The list in the help instead of resources. */
  readonly subjects?: { readonly title: string; readonly rows: readonly (readonly [name: string, about: string])[] };
  /** Whole command lines and their effect. */
  readonly examples: readonly (readonly [line: string, about: string])[];
  /** Imports its code when it is run. So no command waits for the code of another. */
  readonly run: (args: Arguments) => Promise<void>;
};

export type Commands = Readonly<Record<string, Command>>;

export function commandNamed(commands: Commands, name: string): Command {
  if (Object.hasOwn(commands, name)) return commands[name]!;
  const hint = didYouMean(name, Object.keys(commands));
  throw new UsageError(`There is no command "${name}"${hint}; "workforce help" lists them.`);
}

/** The value of an option that is a whole number. */
export function wholeNumber(name: string, text: string, minimum: number): number {
  const value = /^\d{1,12}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= minimum) return value;
  throw new UsageError(`--${name} is "${text}", but it is a whole number of at least ${minimum}.`);
}

/** `option`: as it was written, such as `--token-file`. */
export const textOfFile = (option: string, file: string): Promise<string> =>
  Bun.file(file)
    .text()
    .catch((error) => {
      throw new CommandError('failed', `${option} ${file} cannot be read (${error.code ?? error.message}).`);
    });
