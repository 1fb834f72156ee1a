// A rule of the demo data: a name, and a check that finds the records of a company that break it. Attendance has most
// of the records and is checked one by one; the other records are in memory.
import type { DemoRecord } from '../../../src/demo/shapes.ts';

export type Company = {
  /** The date for which the data was generated. */
  readonly date: string;
  /** The first day with attendance. */
  readonly attendanceFrom: string;
  /** All records of a resource, except attendance. */
  of(resource: string): readonly DemoRecord[];
  find(resource: string, id: unknown): DemoRecord | null;
  readonly resources: readonly string[];
};

export type Check = {
  /** What breaks the rule, mostly names of records. */
  readonly broken: readonly string[];
  /** Whether a record of attendance breaks it. */
  readonly attend?: (row: DemoRecord) => boolean;
  /** What breaks it, known only after all attendance. */
  readonly end?: () => Iterable<string>;
};

export type Rule = { readonly name: string; readonly check: (company: Company) => Check };

export const rule = (name: string, broken: (company: Company) => readonly string[]): Rule => ({
  name,
  check: (company) => ({ broken: broken(company) }),
});

/** A rule for every record of every resource. */
export const everyRecord = (
  name: string,
  breaks: (record: DemoRecord, resource: string, company: Company) => boolean,
): Rule => ({
  name,
  check: (company) => ({
    broken: company.resources.flatMap((resource) =>
      among(company, resource, (record) => breaks(record, resource, company)),
    ),
    attend: (row) => breaksOrThrows(() => breaks(row, 'attendance', company)),
  }),
});

export const ofAttendance = (name: string, check: (company: Company) => Omit<Check, 'broken'>): Rule => ({
  name,
  check: (company) => ({ broken: [], ...check(company) }),
});

/** The names of the records that break a rule. */
export const among = (company: Company, resource: string, breaks: (record: DemoRecord) => boolean): string[] =>
  company
    .of(resource)
    .filter((record) => breaksOrThrows(() => breaks(record)))
    .map(({ id }) => `${resource} ${id}`);

/** Whether a record breaks a rule. It does so too when the rule throws. */
export function breaksOrThrows(breaks: () => boolean): boolean {
  try {
    return breaks();
  } catch {
    return true;
  }
}

export const text = (value: unknown): string => String(value);
export const by = (records: readonly DemoRecord[], field: string) => Map.groupBy(records, (record) => record[field]);

/** The values that occur more than once. */
export function repeated(values: readonly unknown[], what: string): string[] {
  const seen = new Set();
  return values.filter((value) => seen.size === seen.add(value).size).map((value) => `${what} ${value}`);
}

export const day = (date: unknown): number => Date.parse(`${text(date).slice(0, 10)}T00:00:00Z`) / 86_400_000;
export const dateAt = (n: number): string => new Date(n * 86_400_000).toISOString().slice(0, 10);
const isWeekend = (date: string): boolean => [0, 6].includes(new Date(date).getUTCDay());

export function workdaysBetween(from: unknown, to: unknown): string[] {
  const days: string[] = [];
  for (let n = day(from); n <= day(to); n++) if (!isWeekend(dateAt(n))) days.push(dateAt(n));
  return days;
}

export function companyOf(
  all: ReadonlyMap<string, readonly DemoRecord[]>,
  dates: Pick<Company, 'date' | 'attendanceFrom'>,
): Company {
  const byId = new Map<string, Map<unknown, DemoRecord>>();
  const of = (resource: string) => all.get(resource) ?? [];
  return {
    ...dates,
    of,
    find(resource, id) {
      const known = byId.get(resource) ?? new Map(of(resource).map((record) => [record.id, record]));
      byId.set(resource, known);
      return known.get(id) ?? null;
    },
    resources: [...all.keys()].filter((resource) => resource !== 'attendance'),
  };
}
