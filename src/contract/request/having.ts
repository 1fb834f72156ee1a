// Conditions on the measures of groups: `having[count][gte]=10` keeps the groups with ten records or more.
import { isDate, isDays, type Measure } from '../aggregate/grouping.ts';
import type { Parsed, ValueFault } from '../faults.ts';
import { comparable, type RangeOperator, ranges } from './conditions.ts';
import { decimal, type Parameter, type Take } from './parameters.ts';

/** The measure with this position has one of the values, none of them, or compares to one. A measure without a value
 * meets none. `count`: how many records the group has, which is known of every group. */
export type Having = { readonly at: number | 'count' } & (
  | { readonly operator: 'in' | 'ne'; readonly values: readonly (string | number)[] }
  | { readonly operator: RangeOperator; readonly value: string | number }
);

export const havingOperators = ['in', 'ne', ...ranges] as const;

const NAME = /^having\[(.+?)\](?:\[(\w+)\])?$/;

/** `undefined`: the parameter is no condition on a measure. */
function partsOf(name: string): { readonly measure: string; readonly operator: Having['operator'] } | undefined {
  const [, measure, text = 'in'] = NAME.exec(name) ?? [];
  const operator = havingOperators.find((each) => each === text);
  return measure === undefined || operator === undefined ? undefined : { measure, operator };
}

export const isHaving = (name: string): boolean => partsOf(name) !== undefined;

export const havingName = (measure: string, operator: Having['operator']): string =>
  `having[${measure}]${operator === 'in' ? '' : `[${operator}]`}`;

/** Of a range that is repeated the last one counts; other values are any of them. An empty value asks nothing.
 * `nameIn`: the name of a measure that is written in another way. */
export function havingIn(
  parameters: readonly Parameter[],
  measures: readonly Measure[],
  nameIn: (text: string) => string,
  take: Take,
): Having[] {
  const found = new Map<string, Having>();
  const lists = new Map<string, (string | number)[]>();
  for (const parameter of parameters) {
    const parts = partsOf(parameter.name);
    if (!parts || parameter.value === '') continue;
    const isCount = parts.measure === 'count';
    const at = isCount ? 'count' : measures.findIndex(({ name }) => name === nameIn(parts.measure));
    const measure = isCount ? COUNT : measures[at as number];
    const value = take(parameter, measure ? valueIn(measure, parameter) : { fault: notMeasured(measures) });
    if (value === undefined) continue;
    const { operator } = parts;
    const key = `${at} ${operator}`;
    if (operator !== 'in' && operator !== 'ne') found.set(key, { at, operator, value });
    else {
      const values = lists.get(key) ?? [];
      values.push(value);
      lists.set(key, values);
      found.set(key, { at, operator, values });
    }
  }
  return [...found.values()];
}

export const COUNT: Measure = { name: 'count', function: 'count' };

/** The smallest and the largest of dates are dates. */
function valueIn(measure: Measure, sent: Parameter): Parsed<string | number> {
  if ((measure.function === 'min' || measure.function === 'max') && !isDays(measure.of) && isDate(measure.of.field))
    return comparable(measure.of.field, sent);
  return decimal(sent);
}

const notMeasured = (measures: readonly Measure[]): ValueFault => {
  const expected = [...new Set(['count', ...measures.map(({ name }) => name)])].join(', ');
  return {
    type: 'literal_error',
    msg: `Groups can be chosen by what is measured of them: ${expected}; add more with measure=`,
    ctx: { expected },
  };
};
