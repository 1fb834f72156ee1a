// What selected cells come to: their numbers are added up, but never amounts of different currencies.
import type { DataRecord } from '../../data/records.ts';
import type { Amount, Column } from './column.ts';

export type Sums = {
  /** How many cells have a number. */
  readonly numbers: number;
  readonly units: readonly string[];
  /** Only where all numbers are of one unit. */
  readonly sum?: number;
  readonly mean?: number;
};

export function sumsOf(columns: readonly Column[], records: readonly DataRecord[]): Sums {
  const amounts = columns.flatMap(({ amount }) =>
    amount ? records.flatMap((record): Amount[] | Amount => amount(record) ?? []) : [],
  );
  const units = [...new Set(amounts.map(({ unit }) => unit))];
  if (units.length !== 1) return { numbers: amounts.length, units };
  const sum = amounts.reduce((total, { value }) => total + value, 0);
  return { numbers: amounts.length, units, sum, mean: sum / amounts.length };
}
