// A question to an aggregate, as data, and its address. The calculator answers the data, the service the address.
import type { Value } from '../../../src/catalogue/kinds.ts';
import type { Field, Reference, Resource } from '../../../src/catalogue/resource.ts';

/** A field of a record, or of the record that a reference leads to. */
export type Path = { readonly field: Field; readonly via?: Reference };

export const dateUnits = ['year', 'quarter', 'month', 'week', 'day', 'weekday', 'month_of_year'] as const;
/** Units that come around, and their largest number. */
export const cycles: Partial<Record<string, number>> = { weekday: 7, month_of_year: 12 };
export const units = ['value', ...dateUnits, 'bin'] as const;
export type Unit = (typeof units)[number];
/** `step`: of a bin. */
export type Group = { readonly path: Path; readonly unit: Unit; readonly step?: string };

export const functions = ['sum', 'avg', 'min', 'max', 'median', 'distinct'] as const;
export const dayFunctions = ['avg', 'median'] as const;
export type Measure =
  | { readonly function: 'count' }
  | { readonly function: (typeof functions)[number]; readonly path: Path }
  | { readonly function: (typeof dayFunctions)[number]; readonly from: Path; readonly to: Path };

export const ranges = ['gt', 'gte', 'lt', 'lte'] as const;
export type Range = (typeof ranges)[number];
export const operators = [
  'in',
  'ne',
  'weekday',
  'month_of_year',
  ...ranges,
  ...ranges.map((each) => `${each}_or_null` as const),
] as const;
export type Operator = (typeof operators)[number];
/** A range has one value. */
export type Condition = { readonly path: Path; readonly operator: Operator; readonly values: readonly Value[] };

export type Order = { readonly name: string; readonly descending: boolean };

export type Question = {
  readonly resource: Resource;
  readonly conditions: readonly Condition[];
  readonly q: string;
  readonly groups: readonly Group[];
  /** None means the count. */
  readonly measures: readonly Measure[];
  readonly sort: readonly Order[];
  readonly limit?: number | undefined;
  readonly offset?: number | undefined;
};

export const pathName = ({ field, via }: Path): string => (via ? `${via.name}.${field.name}` : field.name);

export function groupName({ path, unit, step }: Group): string {
  if (unit === 'value') return pathName(path);
  return unit === 'bin' ? `bin(${pathName(path)},${step})` : `${unit}(${pathName(path)})`;
}

export function measureName(measure: Measure): string {
  if (measure.function === 'count') return 'count';
  const operand =
    'path' in measure ? pathName(measure.path) : `days(${pathName(measure.from)},${pathName(measure.to)})`;
  return `${measure.function}(${operand})`;
}

export const measuresOf = ({ measures }: Question): readonly Measure[] =>
  measures.length > 0 ? measures : [{ function: 'count' }];

/** An empty value would ask nothing, and the word `null` for missing ones. */
const quoted = (value: string | number): string | number => (value === '' || value === 'null' ? `"${value}"` : value);

export function addressOf({ resource, conditions, q, groups, measures, sort, limit, offset }: Question): string {
  const parameters: [string, Value][] = conditions.flatMap(({ path, operator, values }) =>
    values.map((value): [string, Value] => [
      operator === 'in' ? pathName(path) : `${pathName(path)}[${operator}]`,
      value === null ? 'null' : quoted(value),
    ]),
  );
  const list = (names: readonly string[], name: string): [string, Value][] =>
    names.length > 0 ? [[name, names.join(',')]] : [];
  const all = [
    ...parameters,
    ...(q === '' ? [] : [['q', q] as const]),
    ...list(groups.map(groupName), 'group'),
    ...list(measures.map(measureName), 'measure'),
    ...list(
      sort.map(({ name, descending }) => `${descending ? '-' : ''}${name}`),
      'sort',
    ),
    ...(limit === undefined ? [] : [['limit', limit] as const]),
    ...(offset === undefined ? [] : [['offset', offset] as const]),
  ];
  const text = all.map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`).join('&');
  return `/api/v1/aggregate/${resource.name}${text && `?${text}`}`;
}
