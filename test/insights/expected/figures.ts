// What a metric is here, and the figures that it is made of.
import type { DataRecord } from '../../../src/catalogue/resource.ts';
import { exactOf, nearestNumber, sumOf } from '../../aggregate/calculator/exact.ts';
import { type Company, dayOf, isIn, type Period } from '../company.ts';

export type Rows = readonly DataRecord[];
/** The records of a resource that the question is about. */
export type Records = (resource: string) => Rows;
/** `rows`: there is an address behind it. */
export type Figure = { readonly value: unknown; readonly rows?: true; readonly [part: string]: unknown };
export type Asked = { readonly company: Company; readonly today: number; readonly from: number; readonly to: number };

export type Expected = {
  readonly isSeries: boolean;
  readonly groups?: readonly string[];
  /** The records whose groups are shown. */
  seen(records: Records, period: Period, asked: Asked): Rows;
  /** `all`: without groups, over all periods. */
  values(records: Records, period: Period, asked: Asked, all: Records): Record<string, Figure>;
  /** A part of each reason, and the count. */
  excluded?(records: Records, asked: Asked): [reason: string, count: number][];
  /** An entry that is about all groups. */
  whole?(entries: readonly Record<string, Figure>[]): Record<string, Figure>;
};

export const counted = (value: number): { value: number; rows: true } => ({ value, rows: true });
export const ratio = (above: number, below: number): Figure => ({
  value: below === 0 ? null : above / below,
  numerator: counted(above),
  denominator: counted(below),
  small: below < 10,
});
export const measured = (value: unknown, of: number): Figure => ({ value, of: counted(of), small: of < 10 });

export function median(values: readonly number[]): number | null {
  if (values.length === 0) return null;
  const sorted = [...values].sort((a, b) => a - b);
  const middle = [sorted[Math.floor((sorted.length - 1) / 2)]!, sorted[Math.floor(sorted.length / 2)]!];
  return nearestNumber(sumOf(middle.map(exactOf)), 2);
}
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : nearestNumber(sumOf(values.map(exactOf)), values.length);
export const total = (values: readonly number[]): number => nearestNumber(sumOf(values.map(exactOf)));

export const during = (rows: Rows, field: string, span: { from: number; to: number }): Rows =>
  rows.filter((row) => isIn(dayOf(row[field]), span));

/** Records with a word that is none of those that the service knows. */
export const unknown = (rows: Rows, field: string, ...words: string[]): Rows =>
  rows.filter((row) => row[field] !== null && !words.includes(String(row[field])));

/** Not those whose dates contradict each other: who left before joining. */
export const possible = (rows: Rows): Rows =>
  rows.filter(({ date_of_joining: joined, termination_date: left }) => {
    const [first, last] = [dayOf(joined), dayOf(left)];
    return first === undefined || last === undefined || first <= last;
  });

/** The reasons for which people are left out by their dates. */
export const notJoined = (rows: Rows): [string, number] => [
  'they joined is not known',
  rows.filter((row) => row.date_of_joining === null).length,
];
export const contradictory = (rows: Rows): [string, number] => [
  'left before they joined',
  rows.length - possible(rows).length,
];

/** Employed on a day: joined by then, and not gone before. */
export const employed = (rows: Rows, day: number): Rows =>
  rows.filter(({ date_of_joining: joined, termination_date: left }) => {
    const [first, last] = [dayOf(joined), dayOf(left)];
    return first !== undefined && first <= day && (last === undefined || last >= day);
  });
