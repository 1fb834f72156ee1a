// The key of the group that a value belongs to: the same keys that SQL makes (aggregate-sql.ts).
import type { Value } from '../../../catalogue/kinds.ts';
import { dayNumber } from '../../../contract/aggregate/buckets.ts';
import type { Grouping, Step } from '../../../contract/aggregate/grouping.ts';
import { NO_BIN } from '../../shared/aggregate/aggregate-sql.ts';
import { weekdayOf } from './tests.ts';

export function keyOf({ by }: Pick<Grouping, 'by'>, value: string | number | null): Value {
  if (value === null || by.unit === 'value') return value;
  if (by.unit === 'bin') return binOf(Number(value), by.step);
  const text = String(value);
  switch (by.unit) {
    case 'year':
      return text.slice(0, 4);
    case 'quarter':
      return `${text.slice(0, 5)}Q${Math.floor((Number(text.slice(5, 7)) + 2) / 3)}`;
    case 'month':
      return text.slice(0, 7);
    case 'day':
      return text.slice(0, 10);
    case 'week': {
      const day = dayNumber(text.slice(0, 10));
      return day - weekdayOf(day) + 1;
    }
    case 'weekday':
      return weekdayOf(dayNumber(text.slice(0, 10)));
  }
}

/** The quotient may be a little off, so the bounds of the bin decide. These are exact: each is a quotient of two whole numbers. */
function binOf(value: number, { units, scale }: Step): number {
  const whole = 10 ** scale;
  const step = units / whole;
  if (Math.abs(value) >= 2 ** 52 / whole) return NO_BIN;
  if (Math.abs(value) < step) return value < 0 ? -1 : 0;
  const bin = Math.floor(value / step);
  const bound = (more: number) => ((bin + more) * units) / whole;
  if (value < bound(0)) return bin - 1;
  return value >= bound(1) ? bin + 1 : bin;
}
