// The figures of a metric, said in terms of populations: records that meet conditions, in the words of the API's own
// filters.
import type { Value } from '../catalogue/kinds.ts';
import { type Days, dayAfter } from './question.ts';

/** A filter and its value, `null` for missing ones; or a field, perhaps behind a reference, and any of many values. */
export type Where = readonly (readonly [filter: string, value: Value | readonly Value[]])[];

/** Records of a resource. `during`: those whose date in this field is in the period; `last`: and no later than this
 * day. `on`: those that hold on a day of these. `isWhole`: whatever filters were sent, which are those of another resource. */
export type Population = {
  readonly resource: string;
  readonly where: Where;
  readonly during?: string;
  readonly last?: string;
  readonly on?: Holding;
  readonly isWhole?: true;
};

/** Records that have begun by the last day and have not ended before the first; those without an end go on. */
export type Holding = Days & { readonly since: string; readonly until: string };

/** All conditions of a population but that of its period. */
export const conditionsOn = ({ where, on }: Population): Where =>
  on ? [...where, upTo(on.since, on.to), [`${on.until}[gte_or_null]`, on.from]] : where;

/** Records that a metric leaves out. `field`: of these records, those with a word in it that the catalogue does not
 * know; otherwise all of them. */
export type LeftOut =
  | { readonly reason: string; readonly of: Population }
  | { readonly of: Population; readonly field: string };

export type FigureOf =
  | { readonly kind: 'count'; readonly of: Population }
  /** Populations in one list have no record in common. `overMean`: the denominator is the mean of its counts. */
  | {
      readonly kind: 'ratio';
      readonly numerator: readonly Population[];
      readonly denominator: readonly Population[];
      readonly overMean?: true;
    }
  /** `value`: of several measures; without it there is one. */
  | {
      readonly kind: 'measure';
      readonly of: Population;
      readonly measures: readonly string[];
      readonly value?: (values: readonly Value[]) => number | null;
    };

export type Figures = Readonly<Record<string, FigureOf>>;

export const count = (of: Population): FigureOf => ({ kind: 'count', of });
export const ratio = (numerator: readonly Population[], denominator: readonly Population[]): FigureOf => ({
  kind: 'ratio',
  numerator,
  denominator,
});
export const measure = (name: string, of: Population): FigureOf => ({ kind: 'measure', of, measures: [name] });

/** A day or any time on it; the field may have either. */
export const upTo = (field: string, day: string): Where[number] => [`${field}[lt]`, dayAfter(day, 1)];
export const since = (field: string, day: string): Where[number] => [`${field}[gte]`, day];
export const between = (field: string, { from, to }: Days): Where => [since(field, from), upTo(field, to)];

export const records = (resource: string, ...where: Where): Population => ({ resource, where });

export const leftOut = (reason: string, resource: string, ...where: Where) => ({
  reason,
  of: records(resource, ...where),
});

/** Those of the population that do not have its date. */
export const undated = (reason: string, { resource, where, during }: Population): LeftOut =>
  leftOut(reason, resource, ...where, [during!, null]);

/** Records of the whole time that was asked for, by the date in `during`, with a word that is not known. */
export const unknownWords = (resource: string, field: string, during: string, asked: Days): LeftOut => ({
  field,
  of: records(resource, ...between(during, asked)),
});

/** Ids in one address. */
export const IDS = 200;

/** Parts of which each fits into one address. */
export const inParts = <T>(ids: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(ids.length / IDS) }, (_, at) => ids.slice(at * IDS, (at + 1) * IDS));

/** As `reads` of a metric names them. */
export const fieldsOf = (resource: string, ...names: string[]): string[] => names.map((name) => `${resource}.${name}`);

/** People who are employed on the day. */
export const employedOn = (day: string): Population => ({
  resource: 'employees',
  where: [],
  on: { since: 'date_of_joining', until: 'termination_date', from: day, to: day },
});

// Their values are lists, so that a filter on the same field narrows them.
export const NOT_JOINED = leftOut('The day on which they joined is not known.', 'employees', [
  'date_of_joining',
  [null],
]);

export const LEFT_BEFORE_JOINING = leftOut('They left before they joined, by their dates.', 'employees', [
  'termination_date[before]',
  'date_of_joining',
]);

export const LEFT_UNDATED = leftOut(
  'They have left, by their status, and their last day is not known.',
  'employees',
  ['status', ['terminated']],
  ['termination_date', [null]],
);
