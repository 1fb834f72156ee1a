// The rules of the demo data, for several sizes, seeds and dates; and that no rule holds whatever the data is.
import { describe, expect, test } from 'bun:test';
import { logos } from '../../src/careers/logos.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { type DemoOptions, type DemoRecord, demo, demoSize } from '../../src/demo/demo.ts';
import { by, companyOf, dateAt, day, type Rule } from './rules/rule.ts';
import { breaches, rules } from './rules/rules.ts';
import { VOCABULARY } from './rules/shape.ts';

const CASES: DemoOptions[] = [
  { date: '2026-11-15' },
  { date: '2026-11-13', seed: 3 },
  { date: '2026-06-09', employees: 10, candidates: 20 },
  { date: '2027-01-01', employees: 3, candidates: 9 },
  { date: '2026-09-21', employees: 1, candidates: 0 },
  { date: '2026-03-22', employees: 1000, seed: 7, attendanceDays: 30 },
  { date: '2026-11-15', employees: 2000, seed: 5, attendanceDays: 3 },
  { date: '2028-02-29', employees: 60, seed: 42, attendanceDays: 200 },
];

type Data = {
  name: string;
  options: DemoOptions;
  all: Map<string, DemoRecord[]>;
  of: (resource: string) => DemoRecord[];
};

function generate(options: DemoOptions): Data {
  const all = new Map<string, DemoRecord[]>();
  for (const { resource, records } of demo(options)) all.set(resource, [...(all.get(resource) ?? []), ...records]);
  const name = Object.values(options).join(' ');
  return { name, options, all, of: (resource) => all.get(resource) ?? [] };
}

const DATA = CASES.map(generate);
const [standard] = DATA as [Data, ...Data[]];

/** The records that break a rule. */
async function broken(rule: Rule, all: Data['all'], { date, attendanceDays = 90 }: DemoOptions): Promise<string[]> {
  const found: string[] = [];
  const company = companyOf(all, { date, attendanceFrom: dateAt(day(date) - attendanceDays + 1) });
  await breaches(company, [all.get('attendance') ?? []], (_, what) => void found.push(what), [rule]);
  return found;
}

describe.each(rules.map((rule) => [rule.name, rule] as const))('%s', (_, rule) => {
  test.each(DATA)('$name', async ({ all, options }) => {
    expect((await broken(rule, all, options)).slice(0, 5)).toEqual([]);
  });
});

test('some change of one record breaks each rule', async () => {
  const options = { date: '2026-11-15', employees: 20, candidates: 60, attendanceDays: 3 };
  const { all } = generate(options);
  const found = new Set<string>();
  const tryOut = async () => {
    const company = companyOf(all, { date: options.date, attendanceFrom: dateAt(day(options.date) - 2) });
    const left = rules.filter(({ name }) => !found.has(name));
    await breaches(company, [all.get('attendance')!], (rule) => void found.add(rule), left);
  };
  for (const records of all.values()) {
    // A copy has the id, the codes and the slugs of another record.
    records.push({ ...records[0]! });
    await tryOut();
    records.pop();
    for (const field of Object.keys(records[0]!)) {
      for (const [record] of by(records, 'status').values()) {
        const value = record![field]!;
        for (const other of [null, '1990-01-01', 99_999]) {
          record![field] = other;
          await tryOut();
        }
        record![field] = value;
      }
    }
  }
  expect(rules.map(({ name }) => name).filter((name) => !found.has(name))).toEqual([]);
});

test.each(DATA)('every record has the fields of its resource that have demo values, in their order ($name)', (data) => {
  for (const { name, fields } of catalogue) {
    const lists = new Set(data.of(name).map((record) => Object.keys(record).join(' ')));
    const known = fields.map((field) => field.name).filter((field) => field in (standard.of(name)[0] ?? {}));
    expect([name, ...lists]).toEqual(data.of(name).length > 0 ? [name, known.join(' ')] : [name]);
  }
});

describe('sizes', () => {
  test('the standard data has the documented size', () => {
    const about: Record<string, [number, number]> = {
      employees: [240, 240],
      departments: [12, 12],
      leave: [540, 660],
      attendance: [12000, 15500],
      jobs: [40, 40],
      candidates: [600, 600],
      applications: [820, 980],
      organizations: [3, 3],
      brands: [5, 5],
      'career-sites': [4, 4],
      'organization-teams': [28, 32],
      'job-distributions': [60, 85],
    };
    for (const [resource, [least, most]] of Object.entries(about)) {
      expect(standard.of(resource).length).toBeWithin(least, most + 1);
    }
  });
  test('the standard data has every status, several branches, and fewer applications at each stage', () => {
    for (const [resource, words] of Object.entries(VOCABULARY)) {
      for (const [field, list] of Object.entries(words)) {
        if (field === 'employment_type') continue;
        const seen = new Set(standard.of(resource).map((record) => record[field]));
        expect([resource, field, ...list.filter((word) => !seen.has(word))]).toEqual([resource, field]);
      }
    }
    expect(by(standard.of('employees'), 'branch').size).toBeGreaterThan(5);
    const stages = by(standard.of('applications'), 'stage');
    const funnel = ['applied', 'screening', 'interview', 'offer'].map((stage) => stages.get(stage)?.length ?? 0);
    expect(funnel).toEqual(funnel.toSorted((a, b) => b - a));
  });
  test('every department has employees, and batches are small', () => {
    expect(by(standard.of('employees'), 'dept_id').size).toBe(12);
    for (const { records } of demo({ date: '2026-11-15', employees: 1000 })) expect(records.length).toBeWithin(1, 5001);
  });
  test.each(DATA)('the estimate is close ($name)', ({ options, all }) => {
    const total = [...all.values()].reduce((sum, records) => sum + records.length, 0);
    expect(Math.abs(demoSize(options) - total) / total).toBeLessThan((options.employees ?? 240) < 60 ? 0.5 : 0.05);
  });
});

describe('determinism', () => {
  const bytes = (data: Data): string => JSON.stringify([...data.all]);
  test('the same options give the same bytes', () => {
    for (const data of DATA.slice(0, 3)) expect(bytes(generate(data.options)) === bytes(data)).toBe(true);
  });
  test('another seed or date gives other data', () => {
    expect(bytes(generate({ ...standard.options, seed: 2 })) === bytes(standard)).toBe(false);
    expect(bytes(generate({ ...standard.options, date: '2026-11-16' })) === bytes(standard)).toBe(false);
  });
});

test.each(Object.entries(logos))('%s is a square picture that needs nothing else', (name, svg) => {
  expect(name).toMatch(/^[a-z]+\.svg$/);
  expect(svg).toStartWith('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 64 64" ');
  expect(svg.replace('http://www.w3.org/2000/svg', '')).not.toMatch(/script|style|href|url\(|http|\bon\w+=|&/i);
  expect(svg.length).toBeLessThan(1500);
  const open: string[] = [];
  for (const [, close, tag, rest] of svg.matchAll(/<(\/?)(\w+)([^>]*)>/g)) {
    if (close) expect(open.pop()).toBe(tag!);
    else if (!rest!.endsWith('/')) open.push(tag!);
  }
  expect(open).toEqual([]);
});
