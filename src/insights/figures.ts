// The figures of a metric, said in terms of populations: records that meet conditions, in the words of the API's own filters.
import type { Value } from '../catalogue/kinds.ts';
import { dayAfter } from './periods.ts';

/** A filter and its value, `null` for missing ones; or a field, perhaps behind a reference, and any of many values. */
export type Where = readonly (readonly [filter: string, value: Value | readonly Value[]])[];

/** Records of a resource. `during`: those whose date in this field is in the period. `isWhole`: whatever filters were sent, which are
 * those of another resource. */
export type Population = {
  readonly resource: string;
  readonly where: Where;
  readonly during?: string;
  readonly isWhole?: true;
};

export type FigureOf =
  | { readonly kind: 'count'; readonly of: Population }
  /** Populations in one list have no record in common. */
  | { readonly kind: 'ratio'; readonly numerator: readonly Population[]; readonly denominator: readonly Population[] }
  /** Over the mean of the counts. */
  | { readonly kind: 'rate'; readonly numerator: readonly Population[]; readonly mean: readonly Population[] }
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
export const between = (field: string, { from, to }: { readonly from: string; readonly to: string }): Where => [
  since(field, from),
  upTo(field, to),
];

export const employedOn = (day: string): Population => ({
  resource: 'employees',
  where: [upTo('date_of_joining', day), ['termination_date[gte_or_null]', day]],
});
