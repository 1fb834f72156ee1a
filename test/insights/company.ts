// The records of a service and the words of a question, read by code of its own: days, periods, groups and filters.
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { dateOf, dayIn, dayText, momentIn, momentText, weekdayOf } from '../aggregate/calculator/calendar.ts';
import { exported } from '../aggregate/comparison.ts';
import type { Service } from '../harness/service.ts';

export type Company = ReadonlyMap<string, ReadonlyMap<number, DataRecord>>;

const RESOURCES = [
  ...['departments', 'employees', 'candidates', 'jobs', 'applications', 'leave', 'attendance'],
  ...['organizations', 'brands', 'career-sites', 'job-distributions'],
];

/** All records, which have to be the same on all services. */
export async function companyOf(services: readonly Service[]): Promise<Company> {
  const records = new Map<string, Map<number, DataRecord>>();
  for (const name of RESOURCES) records.set(name, await exported(services, name));
  return records;
}

const days = new Map<string, number>();

/** The number of the day that a date or a time is on; `undefined` where it is missing. */
export function dayOf(value: unknown): number | undefined {
  if (typeof value !== 'string') return undefined;
  const day = days.get(value) ?? momentIn(value).day;
  days.set(value, day);
  return day;
}

export const dayNamed = (text: string): number => dayIn(text);

/** Both days are included. */
export type Span = { readonly from: number; readonly to: number };
export type Period = Span & { readonly partial: boolean };

export const isIn = (day: number | undefined, { from, to }: Span): boolean =>
  day !== undefined && day >= from && day <= to;

/** The same for all days of one calendar unit. */
function unitOf(day: number, every: string): string {
  const { year, month } = dateOf(day);
  if (every === 'day') return String(day);
  if (every === 'week') return String(day - weekdayOf(day));
  if (every === 'month') return `${year} ${month}`;
  return every === 'quarter' ? `${year} ${Math.ceil(month / 3)}` : String(year);
}

/** Goes from day to day, and begins a period where the unit is another one. */
export function periodsIn({ from, to }: Span, every: string | null, today: number): Period[] {
  if (every === null) return [{ from, to, partial: to >= today }];
  const firsts: number[] = [];
  for (let day = from; day <= to; day++)
    if (day === from || unitOf(day, every) !== unitOf(day - 1, every)) firsts.push(day);
  return firsts.map((first, at) => {
    const last = (firsts[at + 1] ?? to + 1) - 1;
    const isCut = unitOf(first - 1, every) === unitOf(first, every) || unitOf(last + 1, every) === unitOf(last, every);
    return { from: first, to: last, partial: isCut || last >= today };
  });
}

/** The last days of months; where there is none, the last day. */
export function monthEnds({ from, to }: Span): number[] {
  const ends: number[] = [];
  for (let day = from; day <= to; day++) if (dateOf(day + 1).day === 1) ends.push(day);
  return ends.length > 0 ? ends : [to];
}

/** Twelve months up to the last day; from the first whole unit on, where there are units. */
export function spanOf(asked: URLSearchParams, today: number): Span {
  const [from, to, every] = ['from', 'to', 'every'].map((name) => asked.get(name) || undefined);
  const last = to ? dayIn(to) : Math.max(today, from ? dayIn(from) : 0);
  if (from) return { from: dayIn(from), to: last };
  const { year, month, day } = dateOf(last);
  let first = dayIn(`${year - 1}-${dayText(last).slice(5, 8)}01`) + day - 1;
  if (dateOf(first).month !== month) first -= 1;
  first += 1;
  while (every && unitOf(first, every) === unitOf(first - 1, every)) first += 1;
  return { from: first, to: last };
}

const TARGETS: Readonly<Record<string, string>> = {
  dept_id: 'departments',
  manager_id: 'employees',
  employee_id: 'employees',
  hiring_manager_id: 'employees',
  referred_by: 'employees',
  candidate_id: 'candidates',
  job_id: 'jobs',
  job_posting_id: 'jobs',
  career_site_id: 'career-sites',
  brand_id: 'brands',
};

type Value = string | number | null;

/** The value at a path such as `employee_id.branch`; missing where there is no reference. */
export function valueAt(company: Company, record: DataRecord, path: string): Value {
  const [first, second] = path.split('.') as [string, string?];
  const value = record[first] ?? null;
  if (second === undefined || value === null) return value;
  return company.get(TARGETS[first]!)!.get(Number(value))![second] ?? null;
}

/** Whether the record meets all filters of the question. */
export function meets(company: Company, record: DataRecord, filters: URLSearchParams): boolean {
  return [...new Set(filters.keys())].every((name) => {
    const [, path, operator = 'eq'] = /^([^[]+)(?:\[(\w+)\])?$/.exec(name)!;
    const value = valueAt(company, record, path!);
    const texts = filters.getAll(name);
    if (operator === 'eq') return texts.includes(String(value));
    if (operator === 'ne') return !texts.includes(String(value));
    if (value === null) return operator.endsWith('_or_null');
    const order = typeof value === 'number' ? value - Number(texts[0]) : inTime(value) < inTime(texts[0]!) ? -1 : 1;
    const isSame = typeof value === 'number' ? order === 0 : inTime(value) === inTime(texts[0]!);
    if (isSame) return /e/.test(operator.slice(0, 3));
    return operator.startsWith('g') ? order > 0 : order < 0;
  });
}

/** A text that sorts by time. */
const inTime = (value: string): string => momentText(momentIn(value)).replace('Z', '');

/** The order of lists: missing ones first, numbers by size, texts by their characters. */
export function compareKeys(a: readonly Value[], b: readonly Value[]): number {
  for (const [at, one] of a.entries()) {
    const other = b[at]!;
    if (one === other) continue;
    if (one === null) return -1;
    if (other === null) return 1;
    if (typeof one === 'number') return one - Number(other);
    return Buffer.compare(Buffer.from(one), Buffer.from(String(other)));
  }
  return 0;
}
