// Exact sums and their rounding, against the definition: no other number is nearer, and of two equally near ones the
// even one is taken.
import { expect, test } from 'bun:test';
import { decimalIn, decimalText, nearest, plus, times, ZERO } from '../../src/store/shared/aggregate/decimal.ts';
import { fc } from '../harness/random/fc.ts';
import { exactOf, nearestNumber } from './calculator/exact.ts';

const bits = new DataView(new ArrayBuffer(8));
const fromBits = (value: bigint): number => {
  bits.setBigUint64(0, value);
  return bits.getFloat64(0);
};
const toBits = (value: number): bigint => {
  bits.setFloat64(0, value);
  return bits.getBigUint64(0);
};

/** A positive number is so many times the smallest one. What comes after the largest is taken for a number too. */
function multipleOf(pattern: bigint): bigint {
  const [exponent, fraction] = [pattern >> 52n, pattern & (2n ** 52n - 1n)];
  return exponent === 0n ? fraction : (fraction + 2n ** 52n) << (exponent - 1n);
}
const SMALLEST = 2n ** 1074n;

/** Whether `found` is the number nearest to a quotient that is not negative. */
function isNearest(found: number, numerator: bigint, denominator: bigint): boolean {
  const pattern = toBits(found);
  const exact = numerator * SMALLEST;
  const away = (other: bigint): bigint => {
    const difference = exact - multipleOf(other) * denominator;
    return difference < 0n ? -difference : difference;
  };
  const isEven = pattern % 2n === 0n;
  const neighbours = [...(pattern > 0n ? [pattern - 1n] : []), ...(Number.isFinite(found) ? [pattern + 1n] : [])];
  return neighbours.every((other) => away(pattern) < away(other) || (away(pattern) === away(other) && isEven));
}

const digits = fc.oneof(fc.bigInt({ min: 0n, max: 10n ** 40n }), fc.bigInt({ min: 0n, max: 10n ** 17n }));
const count = fc.oneof(fc.constant(1), fc.integer({ min: 1, max: 10 }), fc.integer({ min: 1, max: 100_000_000 }));
/** Every number there is, by its bits: each size is as likely as any other. */
const positive = fc.bigInt({ min: 0n, max: toBits(Number.MAX_VALUE) });

test.each<[string, fc.Arbitrary<number>]>([
  ['of usual sizes', fc.integer({ min: 0, max: 30 })],
  ['of all sizes', fc.integer({ min: 0, max: 400 })],
  ['near the smallest', fc.integer({ min: 300, max: 370 })],
])('a quotient of decimals %s is rounded to the nearest number', (_, scales) => {
  fc.assert(
    fc.property(digits, scales, count, fc.boolean(), (units, scale, divisor, isNegative) => {
      const found = nearest({ digits: isNegative ? -units : units, scale }, divisor);
      expect(isNearest(Math.abs(found), units, 10n ** BigInt(scale) * BigInt(divisor))).toBe(true);
      expect(nearestNumber({ units: isNegative ? -units : units, scale }, divisor) === found).toBe(true);
    }),
    { numRuns: 2000 },
  );
});

test('so is what lies in the middle between two numbers, or next to it, for all numbers', () => {
  fc.assert(
    fc.property(positive, fc.integer({ min: -1, max: 1 }), (pattern, aside) => {
      // Twice the middle is a whole multiple of the smallest number, which is 5^1074 / 10^1074.
      const twice = (multipleOf(pattern) + multipleOf(pattern + 1n)) * 5n ** 1074n * 10n ** 10n + BigInt(aside);
      const found = nearest({ digits: twice, scale: 1084 }, 2);
      expect(isNearest(found, twice, 2n * 10n ** 1084n)).toBe(true);
      const even = pattern % 2n === 0n ? pattern : pattern + 1n;
      expect(found).toBe(fromBits(aside === 0 ? even : pattern + (aside > 0 ? 1n : 0n)));
    }),
    { numRuns: 2000 },
  );
});

test('every number is its own decimal, and what is beyond the largest is infinite', () => {
  fc.assert(
    fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
      expect(nearest(decimalIn(String(number))) + 0).toBe(number + 0);
      expect(nearest(decimalIn(decimalText(decimalIn(String(number))))) + 0).toBe(number + 0);
    }),
    { numRuns: 2000 },
  );
  const largest = decimalIn(String(Number.MAX_VALUE));
  expect([nearest(plus(largest, largest)), nearest(plus(largest, largest), 2)]).toEqual([
    Number.POSITIVE_INFINITY,
    Number.MAX_VALUE,
  ]);
});

test('sums are those of the decimals that are shown, in any order and any grouping', () => {
  const sum = (numbers: readonly number[]) =>
    numbers.reduce((all, number) => plus(all, decimalIn(String(number))), ZERO);
  expect([nearest(sum([0.1, 0.2])), nearest(sum([1e21, 1e-7, -1e21]))]).toEqual([0.3, 1e-7]);
  expect(nearest(times(decimalIn('1.005'), 1000))).toBe(1005);
  const numbers = fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { maxLength: 20 });
  fc.assert(
    fc.property(numbers, fc.nat(20), (all, at) => {
      const apart = plus(sum(all.slice(0, at)), sum(all.slice(at)));
      const scale = Math.max(0, ...all.map((number) => exactOf(number).scale));
      const units = all
        .map(exactOf)
        .reduce((total, each) => total + each.units * 10n ** BigInt(scale - each.scale), 0n);
      expect(apart.digits * 10n ** BigInt(scale)).toBe(units * 10n ** BigInt(apart.scale));
      expect(decimalIn(decimalText(sum(all.toReversed())))).toEqual(decimalIn(decimalText(apart)));
    }),
  );
});
