// The measures of groups: numbers of values, exact sums, bounds and currencies, a block at a time.
import type { Value } from '../../../../catalogue/kinds.ts';
import { isDays } from '../../../../contract/aggregate/grouping.ts';
import type { Steps } from '../../../../fairness/slices.ts';
import { needsValues, type Operand } from '../../../shared/aggregate/aggregate-sql.ts';
import { type Decimal, decimalIn, decimalText, plus, times, ZERO } from '../../../shared/aggregate/decimal.ts';
import { type Cell, compare } from '../../../shared/aggregate/tally.ts';
import type { Block } from '../blocks.ts';
import { type Coded, type Keyed, type Read, reading, readingDays } from '../coded.ts';
import { BLOCK, type Codes } from '../column.ts';
import { type Rows, takenOf } from '../selection.ts';
import type { Table, Tables } from '../table.ts';
import { pairCounts } from './loops.ts';
import type { Counted, FewValues } from './noted.ts';
import { type Span, spanWith } from './values.ts';

/** The figures of one operand, by group. */
export type Measured = {
  readonly operand: Operand;
  readonly read: Read;
  readonly currency: Read | undefined;
  readonly n: number[];
  readonly sums: Decimal[];
  /** The part that is not yet in `sums`: whole numbers in units of 10 to the power of -`scale`. */
  readonly wholes: { sum: number; readonly scale: number }[];
  readonly least: Value[];
  readonly greatest: Value[];
  readonly currencies: Set<Value>[];
  /** How many different values each group has, and after them all records, and the two in the middle. */
  counted: Counted | undefined;
  /** The values themselves, as long as they are few. */
  few: FewValues | undefined;
  /** The least and the greatest of them, where all are whole numbers; `undefined`: some are not. */
  span: Span | undefined;
};

/** A sum of so many whole numbers up to this one is exact. */
const MAX_WHOLE = 2 ** 53 / BLOCK;
const SCALES = [0, 1, 2, 3, 4];

/** The values as whole numbers of one fraction, by code; `undefined` where that is not exact. */
function scaled({
  size,
  ranks,
  value,
  numbers: known,
}: Coded): { readonly scale: number; readonly numbers: Float64Array } | undefined {
  const values = new Float64Array(size);
  for (let code = 0; code < size; code++) {
    const rank = ranks[code]!;
    if (rank >= 0) values[code] = known ? known[rank]! : Number(value(rank));
  }
  for (const scale of SCALES) {
    const numbers = wholeOf(values, 10 ** scale);
    if (numbers) return { scale, numbers };
  }
  return undefined;
}

function wholeOf(values: Float64Array, unit: number): Float64Array | undefined {
  const numbers = new Float64Array(values.length);
  for (let at = 0; at < values.length; at++) {
    const number = Math.round(values[at]! * unit);
    if (number / unit !== values[at] || Math.abs(number) > MAX_WHOLE) return undefined;
    numbers[at] = number;
  }
  return numbers;
}

/** Pairs of key and code that have a counter each. */
const MAX_PAIRS = 2 ** 18;
/** Pairs of group and value that are few. */
const MAX_FEW = 2 ** 16;

type Visit = (group: number, code: number, count: number) => void;

/** Visits the pairs of group and code of the records, each some times, or each record, where there are many pairs. */
function eachPair(codes: Codes, length: number, { keys: keysOf, groupFor }: Keyed, size: number, visit: Visit): void {
  const keys = keysOf();
  if (groupFor.length * size > MAX_PAIRS) {
    for (let i = 0; i < length; i++) visit(groupFor[keys[i]!]!, codes[i]!, 1);
    return;
  }
  const counts = pairCounts(keys, codes, length, groupFor.length, size);
  for (let key = 0, pair = 0; key < groupFor.length; key++)
    for (let code = 0; code < size; code++, pair++) if (counts[pair]! > 0) visit(groupFor[key]!, code, counts[pair]!);
}

/** Adds the records of a block to the figures. `groups`: how many there are. */
export function measureRows(measured: Measured, block: Block, rows: Rows, keyed: Keyed, groups: number): void {
  const coded = measured.read(block);
  const { functions } = measured.operand;
  measured.span = spanWith(measured.span, coded);
  const { few } = measured;
  if (few && (coded.isOwn || Math.max(few.size * groups, keyed.groupFor.length * coded.size) > MAX_FEW))
    measured.few = undefined;
  if (!measured.few && !MEASURED.some((name) => functions.has(name)) && !measured.currency) {
    countPresent(measured, coded, rows, keyed);
    return;
  }
  const isSummed = functions.has('sum') || functions.has('avg');
  const whole = isSummed ? scaled(coded) : undefined;
  const { ranks, size, value } = coded;
  const numbers = whole?.numbers ?? new Float64Array(size);
  const [n, sums] = [new Uint32Array(groups), new Float64Array(groups)];
  const [least, greatest] = [new Int32Array(groups).fill(0x7fffffff), new Int32Array(groups).fill(-1)];
  const codes = takenOf(coded.codes(), rows);
  eachPair(codes, rows.length, keyed, size, (group, code, count) => {
    const rank = ranks[code]!;
    if (rank < 0) return;
    n[group]! += count;
    sums[group]! += numbers[code]! * count;
    if (rank < least[group]!) least[group] = rank;
    if (rank > greatest[group]!) greatest[group] = rank;
    if (measured.few) addFew(measured.few, value(rank), group, count);
  });
  for (let group = 0; group < groups; group++) {
    if (n[group] === 0) continue;
    const before = measured.n[group] ?? 0;
    measured.n[group] = before + n[group]!;
    if (whole) addWhole(measured, group, sums[group]!, whole.scale);
    if (functions.has('min')) {
      const low = value(least[group]!);
      if (before === 0 || compare(low, measured.least[group]!) < 0) measured.least[group] = low;
    }
    if (functions.has('max')) {
      const high = value(greatest[group]!);
      if (before === 0 || compare(high, measured.greatest[group]!) > 0) measured.greatest[group] = high;
    }
  }
  if (isSummed && !whole)
    eachPair(codes, rows.length, keyed, size, (group, code, count) => {
      if (ranks[code]! >= 0) addExact(measured, group, times(decimalIn(String(value(ranks[code]!))), count));
    });
  if (measured.currency) noteCurrencies(measured, measured.currency(block), coded, rows, keyed);
}

function addFew(few: FewValues, value: Value, group: number, count: number): void {
  const counts = few.get(value) ?? [];
  counts[group] = (counts[group] ?? 0) + count;
  few.set(value, counts);
}

/** What needs more than the number of values here; the others look at the values themselves. */
const MEASURED = ['sum', 'avg', 'min', 'max'] as const;

function countPresent({ n }: Measured, coded: Coded, rows: Rows, { keys, groupFor, counts }: Keyed): void {
  const { ranks, codes, isOwn, dictionary } = coded;
  if (isOwn ? dictionary.nulls === 1 : ranks.includes(-1)) {
    const [keysNow, own] = [keys(), takenOf(codes(), rows)];
    for (let i = 0; i < rows.length; i++) if (ranks[own[i]!]! >= 0) add(n, groupFor[keysNow[i]!]!, 1);
  } else for (let key = 0; key < groupFor.length; key++) if (counts[key]! > 0) add(n, groupFor[key]!, counts[key]!);
}

const add = (n: number[], group: number, count: number): void => {
  n[group] = (n[group] ?? 0) + count;
};

/** Whole numbers of one fraction are added up as numbers, as long as these are exact. */
function addWhole(measured: Measured, group: number, sum: number, scale: number): void {
  const { wholes } = measured;
  const known = wholes[group];
  if (known?.scale === scale && Math.abs(known.sum + sum) <= Number.MAX_SAFE_INTEGER) {
    known.sum += sum;
    return;
  }
  if (known) addExact(measured, group, { digits: BigInt(known.sum), scale: known.scale });
  wholes[group] = { sum, scale };
}

function addExact({ sums }: Measured, group: number, sum: Decimal): void {
  sums[group] = plus(sums[group] ?? ZERO, sum);
}

/** The exact sum of a group. */
function sumOf({ sums, wholes }: Measured, group: number): Decimal {
  const { sum, scale } = wholes[group] ?? { sum: 0, scale: 0 };
  return plus(sums[group] ?? ZERO, { digits: BigInt(sum), scale });
}

/** Two different ones are enough to know that they differ. */
function noteCurrencies(
  { currencies }: Measured,
  money: Coded,
  { codes: ofValues, ranks }: Coded,
  { length, at }: Rows,
  { keys: keysOf, groupFor }: Keyed,
): void {
  const [codes, values, keys] = [money.codes(), ofValues(), keysOf()];
  for (let i = 0; i < length; i++) {
    const row = at ? at[i]! : i;
    if (ranks[values[row]!]! < 0) continue;
    const group = groupFor[keys[i]!]!;
    currencies[group] ??= new Set();
    const known = currencies[group];
    if (known.size > 1) continue;
    const rank = money.ranks[codes[row]!]!;
    known.add(rank < 0 ? null : money.value(rank));
  }
}

export function* measuredOf(tables: Tables, table: Table, operand: Operand): Steps<Measured> {
  const { of, currency } = operand;
  return {
    operand,
    read: isDays(of) ? yield* readingDays(tables, table, of) : yield* reading(tables, table, of),
    currency: currency && (yield* reading(tables, table, currency)),
    n: [],
    sums: [],
    wholes: [],
    least: [],
    greatest: [],
    currencies: [],
    counted: undefined,
    few: needsValues(operand) ? new Map() : undefined,
    span: { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY },
  };
}

export function cellOf(measured: Measured, group: number): Cell {
  const { n, least, greatest, currencies, operand } = measured;
  const { functions, currency } = operand;
  if (!n[group]) return { n: 0 };
  return {
    n: n[group],
    ...((functions.has('sum') || functions.has('avg')) && { sum: decimalText(sumOf(measured, group)) }),
    ...(functions.has('min') && { min: least[group]! }),
    ...(functions.has('max') && { max: greatest[group]! }),
    ...(currency && { currencies: [...currencies[group]!].slice(0, 2) }),
    ...countedOf(measured, group, n[group]),
  };
}

/** What is known of the different values of a group, or of all records after the groups. `n`: how many values it
 * has. */
export const countedOf = ({ counted }: Measured, group: number, n: number): Partial<Cell> =>
  counted && n > 0 ? { distinct: counted.distinct[group]!, middle: counted.middles[group]! } : {};
