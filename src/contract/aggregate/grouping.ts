// Groupings of records, and measures of each group: the functions, the fields they take, and their names in requests
// and answers.
import type { Field } from '../../catalogue/resource.ts';
import { type Path, pathText } from '../request/paths.ts';

export const dateUnits = ['year', 'quarter', 'month', 'week', 'day', 'weekday', 'month_of_year'] as const;
export type DateUnit = (typeof dateUnits)[number];

/** The width of a bin: `units` / 10^`scale`, so that its multiples are exact. */
export type Step = { readonly text: string; readonly units: number; readonly scale: number };

/** Over 0 without looking ahead, which many languages' expressions cannot: a document with this pattern is for all of
 * them. */
export const WIDTH = '(?:[1-9]\\d{0,14}|[1-9]\\d{0,9}\\.\\d{1,5}|0\\.0{0,9}[1-9]\\d{0,4})';

export type Grouping = Path & {
  readonly name: string;
  readonly by: { readonly unit: 'value' | DateUnit } | { readonly unit: 'bin'; readonly step: Step };
};

/** The days from one date to another. `until`: to this day, where the other is missing, later, or not given. */
export type Days = { readonly from: Path; readonly to?: Path; readonly until?: string };

export const functions = ['sum', 'avg', 'min', 'max', 'median', 'distinct'] as const;
export type MeasureFunction = (typeof functions)[number];
/** The measures of the days between two dates. */
export const dayFunctions = ['avg', 'median'] as const;

export type Measure =
  | { readonly name: string; readonly function: 'count' }
  | { readonly name: string; readonly function: MeasureFunction; readonly of: Path | Days };

export const isDays = (of: Path | Days): of is Days => 'from' in of;

export const isDate = ({ kindName }: Field): boolean => kindName === 'date';
/** Numbers that count or measure something. Ids are numbers that do not. */
export const isNumber = ({ kindName, kind }: Field): boolean =>
  kind.schema.type !== 'string' && kindName !== 'id' && kindName !== 'reference';

/** The fields that each function takes. */
export const fieldsOf: Readonly<Record<'group' | 'bin' | 'date' | MeasureFunction, (field: Field) => boolean>> = {
  group: ({ filter }) => filter === 'value',
  // The records of a bin are those in a range.
  bin: (field) => isNumber(field) && field.range,
  date: isDate,
  sum: isNumber,
  avg: isNumber,
  median: isNumber,
  min: (field) => isNumber(field) || isDate(field),
  max: (field) => isNumber(field) || isDate(field),
  distinct: ({ filter }) => filter === 'value',
};

export const operandText = (of: Path | Days): string =>
  isDays(of)
    ? `days(${pathText(of.from)}${of.to ? `,${pathText(of.to)}` : ''}${of.until ? ` until ${of.until}` : ''})`
    : pathText(of);

export const groupingNamed = (path: Path, by: Grouping['by']): Grouping => {
  const text = pathText(path);
  if (by.unit === 'value') return { ...path, by, name: text };
  return { ...path, by, name: by.unit === 'bin' ? `bin(${text},${by.step.text})` : `${by.unit}(${text})` };
};

/** The field with the currency of an amount; `undefined` for a field that is no money, or cannot be added up. */
export function currencyOf(measure: Measure, fieldNamed: (path: Path, name: string) => Path): Path | undefined {
  if (measure.function === 'count' || isDays(measure.of)) return undefined;
  const { currency } = measure.of.field;
  const addsUp = measure.function === 'sum' || measure.function === 'avg' || measure.function === 'median';
  return currency === undefined || !addsUp ? undefined : fieldNamed(measure.of, currency);
}
