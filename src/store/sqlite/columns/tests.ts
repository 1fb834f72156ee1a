// The conditions of a question as tests of the records of a block.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Field, Resource } from '../../../catalogue/resource.ts';
import { dayNumber, dayText } from '../../../contract/aggregate/buckets.ts';
import {
  type Condition,
  type Cycle,
  type Hop,
  isCycle,
  type PlainCondition,
  type Referring,
  takesMissing,
} from '../../../contract/request/conditions.ts';
import type { Steps } from '../../../fairness/slices.ts';
import { idAt, rowFrom } from './blocks.ts';
import { isLong, valueIn } from './column.ts';
import { codeFrom, codeOf, type Dictionary, dayOfDate, firstPlace, sharing, valueAt } from './dictionary.ts';
import { bothOf, byCode, type Lookup, lookUp } from './lookup.ts';
import { countsByCode, filtered, type Rows, rowsIn, scratch, type Test } from './selection.ts';
import type { Lazy, Tables } from './table.ts';

/** Makes tests of conditions. The records of a hop are looked up once, for all conditions behind the same reference. */
export function* testsOf(tables: Tables, resource: Resource, conditions: readonly Condition[]): Steps<Test[]> {
  const tests: Test[] = [];
  const hops = new Map<Field, Lookup>();
  for (const condition of conditions) {
    if (condition.operator === 'hop') {
      const before = hops.get(condition.field);
      const met = yield* metBehind(tables, condition);
      hops.set(condition.field, before ? bothOf(before, met) : met);
    } else if ('referring' in condition)
      for (const each of condition.referring)
        tests.push(referredTest(yield* leadingHere(tables, each), condition.operator === 'with'));
    else tests.push(plainTest(resource, condition));
  }
  for (const [field, met] of hops) tests.push({ field, flags: byCode(met, (size) => new Uint8Array(size)) });
  return tests;
}

export function plainTest(resource: Resource, condition: PlainCondition): Test {
  if (condition.field.name === 'id' && condition.operator !== 'ne') return idTest(condition);
  if ('other' in condition) return besideTest(resource, condition, condition.other);
  return { field: condition.field, flags: sharing((dictionary) => flagsOf(condition, dictionary)) };
}

/** The ids of the records that others lead to, of which those that meet the conditions count. */
function* leadingHere(tables: Tables, { from, by, conditions }: Referring): Steps<ReadonlySet<number>> {
  const table = tables.of(from);
  const selected = { table, tests: yield* testsOf(tables, from, conditions) };
  const ids = new Set<number>();
  for (const block of table.blocks) {
    addReferred(ids, table.column(block, by), rowsIn(selected, block));
    yield;
  }
  return ids;
}

function addReferred(ids: Set<number>, column: Lazy, rows: Rows): void {
  if (rows.length === 0) return;
  const { dictionary, counts: known, codes } = column;
  const counts = (!rows.at && known) || countsByCode(codes(), rows, dictionary.size);
  for (let code = dictionary.nulls; code < dictionary.size; code++)
    if (counts[code]! > 0) ids.add(Number(valueAt(dictionary, code)));
}

const referredTest = (ids: ReadonlySet<number>, isReferred: boolean): Test => ({
  rows: (_, block, before) => filtered(block, before, (row) => ids.has(idAt(block, row)) === isReferred),
});

/** For each code, whether its value meets the condition. */
export function flagsOf(condition: PlainCondition, dictionary: Dictionary): Uint8Array {
  const { size, nulls } = dictionary;
  const flags = new Uint8Array(size);
  if ('value' in condition) {
    const { operator, value } = condition;
    if (operator.startsWith('g')) flags.fill(1, codeFrom(dictionary, value, !operator.startsWith('gte')));
    else flags.fill(1, nulls, codeFrom(dictionary, value, operator.startsWith('lte')));
    if (nulls === 1) flags[0] = takesMissing(condition) ? 1 : 0;
    return flags;
  }
  if (!('values' in condition)) return flags;
  if (isCycle(condition.operator)) {
    const places = new Set<Value>(condition.values);
    for (let code = nulls; code < size; code++)
      flags[code] = places.has(placeIn(condition.operator, dayAt(dictionary, code))) ? 1 : 0;
    return flags;
  }
  const { field, values } = condition;
  markValues(dictionary, isLong(field) ? values.map((value) => valueIn(field, value)) : values, flags);
  if (condition.operator === 'ne') for (let code = 0; code < size; code++) flags[code]! ^= 1;
  return flags;
}

function markValues(dictionary: Dictionary, values: readonly Value[], flags: Uint8Array): void {
  if (values.length <= dictionary.size) {
    for (const value of values) {
      const code = codeOf(dictionary, value);
      if (code !== undefined) flags[code] = 1;
    }
    return;
  }
  const wanted = setOf(values);
  for (let code = 0; code < dictionary.size; code++) if (wanted.has(valueAt(dictionary, code))) flags[code] = 1;
}

const sets = new WeakMap<readonly Value[], ReadonlySet<Value>>();

/** Long lists are compared with every block. */
function setOf(values: readonly Value[]): ReadonlySet<Value> {
  const set = sets.get(values) ?? new Set(values);
  sets.set(values, set);
  return set;
}

/** Days since 1970-01-01. */
export function dayAt(dictionary: Dictionary, code: number): number {
  const { form, nulls, numbers } = dictionary;
  if (form === 'date') return dayOfDate(numbers![code - nulls]!);
  return dayNumber(String(valueAt(dictionary, code)).slice(0, 10));
}

/** 1 is Monday, 7 is Sunday. */
export const weekdayOf = (day: number): number => ((((day + 3) % 7) + 7) % 7) + 1;

/** The weekday or month of a day, from 1 on. */
export const placeIn = (cycle: Cycle, day: number): number =>
  cycle === 'weekday' ? weekdayOf(day) : Number(dayText(day).slice(5, 7));

/** Which records there meet a condition, and whether a missing reference does. */
function* metBehind(tables: Tables, hop: Hop): Steps<Lookup> {
  const { field, there, among } = hop;
  const [table, missing] = [tables.of(field.target), takesMissing(hop) ? 1 : 0];
  const visible = among && { tests: yield* testsOf(tables, field.target, among), others: missing };
  if (there.operator === 'hop' || 'other' in there) {
    // Only row limits ask for this, and these are about all records.
    const met = yield* testsOf(tables, field.target, [there]);
    const ones = ({ size }: Dictionary) => new Uint8Array(size).fill(1);
    return yield* lookUp(table, field.target.fields[0]!, ones, missing, { tests: met, others: 0 });
  }
  return yield* lookUp(table, there.field, (dictionary) => flagsOf(there, dictionary), missing, visible);
}

function idTest(condition: PlainCondition): Test {
  if ('value' in condition) {
    const { operator } = condition;
    const value = Number(condition.value);
    const bound = operator.startsWith('gte') || operator.startsWith('lt_') || operator === 'lt' ? value : value + 1;
    return operator.startsWith('g')
      ? idRange(bound, Number.POSITIVE_INFINITY)
      : idRange(Number.NEGATIVE_INFINITY, bound);
  }
  const ids = new Set('values' in condition ? (condition.values as readonly Value[]) : []);
  ids.delete(null);
  return idsTest(Float64Array.from(ids as Set<number>).sort());
}

/** From one id up to, but without, another. */
const idRange = (from: number, to: number): Test => ({
  skips: ({ first, last }) => last < from || first >= to,
  covers: ({ first, last }) => first >= from && last < to,
  count: (block) => rowFrom(block, to) - rowFrom(block, from),
  rows(_, block, before) {
    const [start, end] = [rowFrom(block, from), rowFrom(block, to)];
    if (start === 0 && end === block.rows) return before;
    if (before.at) return filtered(block, before, (row) => row >= start && row < end);
    for (let row = start; row < end; row++) scratch[row - start] = row;
    return { length: end - start, at: scratch };
  },
});

/** Of ids in ascending order. */
export const idsTest = (ids: Float64Array): Test => ({
  skips: ({ first, last }) => placeFrom(ids, first) === placeFrom(ids, last + 1),
  rows(_, block, before) {
    let length = 0;
    const own = before.at ? new Set(before.at.subarray(0, before.length)) : undefined;
    for (let at = placeFrom(ids, block.first); at < ids.length && ids[at]! <= block.last; at++) {
      const row = rowFrom(block, ids[at]!);
      const isThere = idAt(block, row) === ids[at];
      if (isThere && (!own || own.has(row))) scratch[length++] = row;
    }
    return { length, at: scratch };
  },
});

const placeFrom = (ids: Float64Array, id: number): number => firstPlace(0, ids.length, (at) => ids[at]! < id);

/** A date before another of the same record; or not, or one of the two is missing. */
function besideTest(resource: Resource, condition: PlainCondition, other: string): Test {
  const isBefore = condition.operator === 'before';
  const otherField = fieldNamed(resource, other);
  return {
    rows(table, block, before) {
      const [one, two] = [table.column(block, condition.field), table.column(block, otherField)];
      const [days, others] = [daysOf(one.dictionary), daysOf(two.dictionary)];
      const [codes, otherCodes] = [one.codes(), two.codes()];
      return filtered(block, before, (row) => {
        const day = days[codes[row]!]!;
        const otherDay = others[otherCodes[row]!]!;
        return isBefore ? day < otherDay : !(day < otherDay);
      });
    },
  };
}

/** By code; NaN for a missing one, which compares to nothing. */
export const daysOf = (dictionary: Dictionary): Float64Array =>
  Float64Array.from({ length: dictionary.size }, (_, code) =>
    code < dictionary.nulls ? Number.NaN : dayAt(dictionary, code),
  );

const fieldNamed = ({ fields }: Resource, name: string): Field => fields.find((field) => field.name === name)!;
