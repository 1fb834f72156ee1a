// What is measured of records, computed exactly and rounded once.
import type { Value } from '../../../src/catalogue/kinds.ts';
import type { DataRecord } from '../../../src/catalogue/resource.ts';
import { momentIn } from './calendar.ts';
import { exactOf, nearestNumber, sumOf } from './exact.ts';
import type { Measure, Path } from './question.ts';
import { compareValues, isDate, type Records, valueAt } from './records.ts';

/** The values that there are, in order. */
function valuesOf(all: Records, measure: Exclude<Measure, { function: 'count' }>, records: readonly DataRecord[]) {
  const isOfDates = 'path' in measure && isDate(measure.path.field);
  return records
    .map((record): Value => {
      if ('path' in measure) return valueAt(all, record, measure.path);
      const [from, to] = [valueAt(all, record, measure.from), valueAt(all, record, measure.to)];
      return from === null || to === null ? null : momentIn(String(to)).day - momentIn(String(from)).day;
    })
    .filter((value) => value !== null)
    .sort((a, b) => compareValues(a, b, isOfDates));
}

export function measured(all: Records, measure: Measure, records: readonly DataRecord[]): Value {
  if (measure.function === 'count') return records.length;
  const values = valuesOf(all, measure, records);
  const numbers = () => values.map((value) => exactOf(value as number));
  if (measure.function === 'sum') return nearestNumber(sumOf(numbers()));
  if (measure.function === 'distinct') return new Set(values.map((value) => (value === 0 ? 0 : value))).size;
  if (values.length === 0) return null;
  switch (measure.function) {
    case 'avg':
      return nearestNumber(sumOf(numbers()), values.length);
    case 'median': {
      const middle = [values[Math.floor((values.length - 1) / 2)], values[Math.floor(values.length / 2)]];
      return nearestNumber(sumOf(middle.map((value) => exactOf(value as number))), 2);
    }
    case 'min':
      return shown(values[0]!);
    case 'max':
      return shown(values.at(-1)!);
  }
}

/** JSON has no negative zero. */
const shown = (value: Value): Value => (value === 0 ? 0 : value);

/** The field that says in which currency an amount is, where amounts are put together. */
export function currencyOf(measure: Measure): Path | undefined {
  if (measure.function === 'count' || !('path' in measure)) return undefined;
  if (!['sum', 'avg', 'median'].includes(measure.function)) return undefined;
  const { field, via } = measure.path;
  const named = CURRENCIES[field.name];
  if (named === undefined) return undefined;
  return { ...(via && { via }), field: { ...field, name: named, kindName: 'word' } };
}

/** Salaries are in the currency of the branch, pay bands in that of their field. */
const CURRENCIES: Readonly<Record<string, string>> = {
  base_salary: 'branch',
  comp_min: 'currency',
  comp_max: 'currency',
};

export function isMixed(all: Records, measure: Measure, records: readonly DataRecord[]): boolean {
  const currency = currencyOf(measure);
  if (!currency || !('path' in measure)) return false;
  const amounts = records.filter((record) => valueAt(all, record, measure.path) !== null);
  return new Set(amounts.map((record) => valueAt(all, record, currency))).size > 1;
}

const isWhole = (measure: Measure): boolean =>
  'path' in measure && measure.function === 'sum' && measure.path.field.kind.schema.type === 'integer';

/** Whether it is a sum of whole numbers that JSON's readers could not tell from others. */
export const isTooLarge = (measure: Measure, value: Value): boolean => isWhole(measure) && !Number.isSafeInteger(value);
