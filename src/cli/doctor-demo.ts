// Holds the records of a database against the rules of the demo data. Attendance is read some at a time; the rest of a demo
// company fits into memory.
import type { Catalogue, Resource } from '../catalogue/resource.ts';
import { type Company, companyOf, dateAt, day } from '../demo/rules/rule.ts';
import { breaches, rules } from '../demo/rules.ts';
import type { DemoRecord } from '../demo/shapes.ts';
import { type Finding, type Findings, findings } from '../store/findings.ts';
import { BEFORE_ALL, type Store } from '../store/store.ts';

export async function demoFindings(store: Store, catalogue: Catalogue): Promise<Finding[]> {
  const newest = await store.newest();
  const portions = (resource: Resource, after = BEFORE_ALL) =>
    recordsOf(store, resource, after, newest[resource.name]!);
  const attendance = catalogue.find(({ name }) => name === 'attendance')!;
  const all = new Map<string, DemoRecord[]>();
  for (const resource of catalogue) {
    if (resource === attendance) continue;
    const records: DemoRecord[] = [];
    for await (const portion of portions(resource)) records.push(...portion);
    all.set(resource.name, records);
  }
  const [first, last] = await Promise.all([
    firstOf(portions(attendance)),
    firstOf(portions(attendance, newest[attendance.name]! - 1)),
  ]);
  const company = likeliest(all, first?.att_date, last?.att_date);
  const found = findings();
  await breaches(company, portions(attendance), telling(found));
  return found.list();
}

async function* recordsOf(store: Store, resource: Resource, after: number, upTo: number) {
  for await (const texts of store.scan(resource, after, upTo))
    yield texts.map((text) => JSON.parse(text) as DemoRecord);
}

async function firstOf(portions: AsyncIterable<DemoRecord[]>): Promise<DemoRecord | undefined> {
  for await (const [record] of portions) return record;
  return undefined;
}

const telling =
  (found: Findings) =>
  (rule: string, what: string): void =>
    found.add('demo', undefined, `${what} breaks the rule: ${rule}.`, rule);

/**
 * Which day the data is of is not kept. The last day of attendance is that day, or the Friday before it: whichever day
 * breaks the fewest rules is taken.
 */
function likeliest(all: ReadonlyMap<string, readonly DemoRecord[]>, first: unknown, last: unknown): Company {
  const day0 = day(last ?? newestDay(all));
  const days = new Date(dateAt(day0)).getUTCDay() === 5 ? [day0, day0 + 1, day0 + 2] : [day0];
  const tried = days.map((n) => {
    const company = companyOf(all, { date: dateAt(n), attendanceFrom: String(first ?? dateAt(n + 1)) });
    return { company, broken: rules.reduce((sum, { look }) => sum + look(company).broken.length, 0) };
  });
  return tried.sort((a, b) => a.broken - b.broken)[0]!.company;
}

function newestDay(all: ReadonlyMap<string, readonly DemoRecord[]>): string {
  const days = [...(all.get('employees') ?? []), ...(all.get('leave') ?? [])].map(
    ({ date_of_joining, applied_on }) => date_of_joining ?? applied_on ?? '',
  );
  return String(days.reduce((a, b) => (a > b ? a : b), '1970-01-01'));
}
