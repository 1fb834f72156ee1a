// The parameters of one request on their way to a query: values that are taken, faults, and names that mean nothing
// here.
import { didYouMean } from '../did-you-mean.ts';
import { type Fault, faultAt, type Parsed } from '../faults.ts';
import { type Parameter, parseQueryString } from './query-string.ts';

/** Returns a parsed value, or records its fault and returns nothing. */
export type Take = <T>(parameter: Parameter, parsed: Parsed<T>) => T | undefined;

/** The last parameter with this name; `fallback` when there is none, or when it has a fault. */
export type Last = <T>(name: string, parse: (parameter: Parameter) => Parsed<T>, fallback: T) => T;

export type Parameters = {
  readonly parameters: readonly Parameter[];
  readonly faults: Fault[];
  readonly take: Take;
  readonly last: Last;
};

export function parametersIn(text: string): Parameters {
  const parameters = parseQueryString(text);
  const faults: Fault[] = [];
  const take: Take = (parameter, parsed) => {
    if ('value' in parsed) return parsed.value;
    faults.push(faultAt(['query', parameter.name], parsed.fault, parameter.value));
  };
  const last: Last = (name, parse, fallback) => {
    const sent = parameters.findLast((parameter) => parameter.name === name);
    return (sent && take(sent, parse(sent))) ?? fallback;
  };
  return { parameters, faults, take, last };
}

/** Names of parameters that mean nothing, each once. They are ignored, and the answer says so. */
export type Ignored = { readonly names: readonly string[]; readonly known: () => Iterable<string> };

export const NONE_IGNORED: Ignored = { names: [], known: () => [] };

export function ignoredAmong(
  parameters: readonly Parameter[],
  isKnown: (name: string) => boolean,
  known: () => Iterable<string>,
): Ignored {
  if (parameters.every(({ name }) => isKnown(name))) return NONE_IGNORED;
  return { names: [...new Set(parameters.map(({ name }) => name).filter((name) => !isKnown(name)))], known };
}

/** The same where the names are a set. */
export const ignoredBeside = (parameters: readonly Parameter[], known: ReadonlySet<string>): Ignored =>
  ignoredAmong(
    parameters,
    (name) => known.has(name),
    () => known,
  );

/** Longer names are no misspelt ones, and comparing them would take long. */
const MAX_COMPARED = 64;
/** Comparing costs more than anything else in a request that is refused. */
const MAX_HINTS = 5;

/** A query may have a value without a name. */
export const named = (name: string): string => name || '""';

/** A guess at the name that an unknown one stands for, for the end of a message. `at`: how many unknown ones came
 * before it. */
export const nameMeant = (name: string, at: number, known: () => Iterable<string>): string =>
  at < MAX_HINTS && name.length <= MAX_COMPARED ? didYouMean(name, known()) : '';

/** For a client that wants to be told: one fault for each name. */
export const unknownParameters = ({ names, known }: Ignored): Fault[] =>
  names.map((name, at) => ({
    type: 'unknown_parameter',
    loc: ['query', name],
    msg: `There is no parameter ${named(name)} here${nameMeant(name, at, known)}`,
  }));
