// What a rule of the demo data is: a name, and a look at a company that finds what breaks it. Attendance, the largest by far,
// comes record by record; everything else is there as a whole.
import type { DemoRecord } from '../../../src/demo/shapes.ts';

export type Company = {
  /** The day the data is of. */
  readonly date: string;
  /** The first day of the attendance that is kept. */
  readonly attendanceFrom: string;
  /** All records of a resource, except attendance. */
  of(resource: string): readonly DemoRecord[];
  find(resource: string, id: unknown): DemoRecord | null;
  readonly resources: readonly string[];
};

export type Look = {
  /** Names of records that break the rule, or what else does. */
  readonly broken: readonly string[];
  /** Whether a record of attendance breaks it. */
  readonly attend?: (row: DemoRecord) => boolean;
  /** What breaks it once all attendance was seen. */
  readonly end?: () => Iterable<string>;
};

export type Rule = { readonly name: string; readonly look: (company: Company) => Look };

export const rule = (name: string, broken: (company: Company) => readonly string[]): Rule => ({
  name,
  look: (company) => ({ broken: broken(company) }),
});

/** A rule for every record of every resource. */
export const everyRecord = (
  name: string,
  breaks: (record: DemoRecord, resource: string, company: Company) => boolean,
): Rule => ({
  name,
  look: (company) => ({
    broken: company.resources.flatMap((resource) =>
      among(company, resource, (record) => breaks(record, resource, company)),
    ),
    attend: (row) => surely(() => breaks(row, 'attendance', company)),
  }),
});

export const ofAttendance = (name: string, look: (company: Company) => Omit<Look, 'broken'>): Rule => ({
  name,
  look: (company) => ({ broken: [], ...look(company) }),
});

/** The names of the records that break a rule. */
export const among = (company: Company, resource: string, breaks: (record: DemoRecord) => boolean): string[] =>
  company
    .of(resource)
    .filter((record) => surely(() => breaks(record)))
    .map(({ id }) => `${resource} ${id}`);

/** Whatever a rule cannot even be applied to breaks it. */
export function surely(breaks: () => boolean): boolean {
  try {
    return breaks();
  } catch {
    return true;
  }
}

export const text = (value: unknown): string => String(value);
export const by = (records: readonly DemoRecord[], field: string) => Map.groupBy(records, (record) => record[field]);

/** Values that were there before. */
export function twice(values: readonly unknown[], what: string): string[] {
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

/** The whole of it from its parts. */
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
