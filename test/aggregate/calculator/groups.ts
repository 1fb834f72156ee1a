// Groups of records by their keys, with the empty ones between the first and the last of each axis. A key is a value as
// it is shown, or, of a bucket, its number: buckets that follow one another have numbers that do.
import type { Value } from '../../../src/catalogue/kinds.ts';
import type { DataRecord } from '../../../src/catalogue/resource.ts';
import { dateOf, dayText, momentIn, weekdayOf, weekOf, weekText } from './calendar.ts';
import { exactOf, multipleBelow, nearestNumber } from './exact.ts';
import type { Group, Question } from './question.ts';
import { compareValues, isDate, type Records, valueAt } from './records.ts';

export type Keyed = { readonly keys: readonly Value[]; readonly records: readonly DataRecord[] };

export const MAX_GROUPS = 100_000;

/** Whether the group is a bucket of an axis. */
const isAxis = ({ unit }: Group): boolean => unit !== 'value';

const CYCLES: Partial<Record<string, readonly string[]>> = {
  weekday: ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  month_of_year: 'January February March April May June July August September October November December'.split(' '),
};

const four = (number: number): string => String(number).padStart(4, '0');

export function keyOf({ unit, step }: Group, value: Value): Value {
  if (value === null || unit === 'value') return value;
  if (unit === 'bin') return Number(multipleBelow(exactOf(value as number), exactOf(Number(step))));
  const { day } = momentIn(String(value));
  const { year, month } = dateOf(day);
  switch (unit) {
    case 'year':
      return year;
    case 'quarter':
      return 4 * year + Math.floor((month - 1) / 3);
    case 'month':
      return 12 * year + month - 1;
    case 'week':
      return weekOf(day);
    case 'day':
      return day;
    case 'weekday':
      return weekdayOf(day);
    case 'month_of_year':
      return month;
  }
}

/** What the answer calls it. */
export function nameOf({ unit, step }: Group, key: Value): Value {
  if (key === null || unit === 'value' || unit === 'weekday' || unit === 'month_of_year') return key;
  const at = key as number;
  switch (unit) {
    case 'year':
      return four(at);
    case 'quarter':
      return `${four(Math.floor(at / 4))}-Q${(at % 4) + 1}`;
    case 'month':
      return `${four(Math.floor(at / 12))}-${String((at % 12) + 1).padStart(2, '0')}`;
    case 'week':
      return weekText(at);
    case 'day':
      return dayText(at);
    case 'bin': {
      const { units, scale } = exactOf(Number(step));
      return nearestNumber({ units: units * BigInt(at), scale });
    }
  }
}

/** What people call it; `undefined` where there is nothing to add. */
export function labelOf(all: Records, { unit, path: { field } }: Group, key: Value): string | undefined {
  if (key === null) return undefined;
  if (CYCLES[unit]) return CYCLES[unit][(key as number) - 1];
  if (unit !== 'value' || !field.target) return undefined;
  const record = all.get(field.target.name)!.get(key as number)!;
  return field.target.label.flatMap((name) => record[name] || []).join(' ') || undefined;
}

export const compareKeys = ({ unit, path }: Group, a: Value, b: Value): number =>
  compareValues(a, b, unit === 'value' && isDate(path.field));

const idOf = (keys: readonly Value[]): string => JSON.stringify(keys);

/** `filled`: those with records. `whole`: those without, too; `undefined` where there are too many. */
export function groupsOf(all: Records, { groups }: Question, records: readonly DataRecord[]) {
  const found = new Map<string, { keys: Value[]; records: DataRecord[] }>();
  for (const record of records) {
    const keys = groups.map((group) => keyOf(group, valueAt(all, record, group.path)));
    const group = found.get(idOf(keys)) ?? { keys, records: [] };
    group.records.push(record);
    found.set(idOf(keys), group);
  }
  // Without groups all records are one, also where there are none.
  if (groups.length === 0 && found.size === 0) found.set('', { keys: [], records: [] });
  const filled: Keyed[] = [...found.values()];
  const empty = gridOf(groups, filled)?.filter((keys) => !found.has(idOf(keys)));
  const isWhole = empty && filled.length + empty.length <= MAX_GROUPS;
  return { filled, whole: isWhole ? [...filled, ...empty.map((keys): Keyed => ({ keys, records: [] }))] : undefined };
}

/** Every bucket from the first to the last of each axis, with each combination of the other groups. */
function gridOf(groups: readonly Group[], found: readonly Keyed[]): Value[][] | undefined {
  const axes = groups.flatMap((group, at) => (isAxis(group) ? [at] : []));
  const placed = found.filter(({ keys }) => axes.every((at) => keys[at] !== null));
  if (axes.length === 0 || placed.length === 0) return [];
  const others = placed.map(({ keys }) => keys.map((key, at) => (axes.includes(at) ? null : key)));
  let grid = [...new Map(others.map((keys) => [idOf(keys), keys])).values()];
  for (const at of axes) {
    const numbers = placed.map(({ keys }) => keys[at] as number);
    const [first, last] = [Math.min(...numbers), Math.max(...numbers)];
    if (grid.length * (last - first + 1) > MAX_GROUPS) return undefined;
    grid = grid.flatMap((keys) => Array.from({ length: last - first + 1 }, (_, i) => keys.with(at, first + i)));
  }
  return grid;
}
