// The parameters of one request on their way to a query: names and values, values that are taken, faults, and names
// that mean nothing here.

import { type Fault, faultAt, type Parsed, tooLarge, tooSmall } from '../faults.ts';
import { didYouMean } from '../words.ts';

/** Returns a parsed value, or records its fault and returns nothing. */
export type Take = <T>(parameter: Parameter, parsed: Parsed<T>) => T | undefined;

/** The last parameter with this name; `fallback` when there is none, or when it has a fault. */
export type Last = <T>(name: string, parse: (parameter: Parameter) => Parsed<T>, fallback: T) => T;

export function parametersIn(text: string) {
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

export type Parameter = {
  readonly name: string;
  readonly value: string;
  /** The value with a leading plus kept. In a text a plus is a space, but before a number it is a sign. */
  readonly signed: string;
};

/** Broken percent-encoding is read as it stands, as browsers do. */
export function parseQueryString(query: string): Parameter[] {
  const parameters: Parameter[] = [];
  const decode = decoder(query);
  for (const pair of query.split('&')) {
    if (pair === '') continue;
    const equals = pair.indexOf('=');
    const [name, sent] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
    const value = decode(sent, parameters.length, 1);
    const signed = sent.startsWith('+') ? `+${value.slice(1)}` : value;
    parameters.push({ name: decode(name, parameters.length, 0), value, signed });
  }
  return parameters;
}

/** Broken encoding is left to URLSearchParams, which reads the whole query at once: asked for each value it would take
 * long. */
function decoder(query: string) {
  let lenient: [string, string][] | undefined;
  return (text: string, place: number, part: 0 | 1): string => {
    const spaced = text.includes('+') ? text.replaceAll('+', ' ') : text;
    if (!spaced.includes('%')) return spaced;
    if (lenient) return lenient[place]![part];
    try {
      return decodeURIComponent(spaced);
    } catch {
      // It would take a leading question mark for the beginning of the query.
      lenient = [...new URLSearchParams(`&${query}`)];
      return lenient[place]![part];
    }
  };
}

type Bounds = { readonly minimum: number; readonly maximum: number };

export function integer({ signed }: Parameter, { minimum, maximum }: Bounds): Parsed<number> {
  if (!/^[+-]?\d+$/.test(signed)) {
    return { fault: { type: 'int_parsing', msg: 'Input should be a valid integer, unable to read this as one' } };
  }
  const value = Number(signed) + 0;
  if (value < minimum) return { fault: tooSmall(minimum) };
  return value > maximum ? { fault: tooLarge(maximum) } : { value };
}

export function decimal({ signed }: Parameter): Parsed<number> {
  const value = /^[+-]?(\d+(\.\d*)?|\.\d+)(e[+-]?\d+)?$/i.test(signed) ? Number(signed) : Number.NaN;
  if (Number.isFinite(value)) return { value };
  return { fault: { type: 'float_parsing', msg: 'Input should be a valid number, unable to read this as one' } };
}
