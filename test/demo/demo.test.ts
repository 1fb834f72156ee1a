// The rules of the demo data, for several sizes, seeds and dates; and that each rule finds records that break it.
import { describe, expect, test } from 'bun:test';
import { type DemoOptions, type DemoRecord, demo, demoSize } from '../../src/demo/demo.ts';
import { PLANTED } from './planted.ts';
import { by, companyOf, dateAt, day, type Rule } from './rules/rule.ts';
import { breaches, rules } from './rules/rules.ts';
import { VOCABULARY } from './rules/shape.ts';

const FIELDS: Record<string, string> = {
  employees:
    'id code first_name last_name email dept_id designation manager_id branch status date_of_joining gender base_salary candidate_id employment_type probation_end termination_date alumni password_hash',
  departments: 'id name',
  leave: 'id employee_id leave_type from_date to_date days status reason applied_on',
  attendance: 'id employee_id att_date status hours',
  jobs: 'id code title dept_id hiring_manager_id headcount filled comp_min comp_max currency location remote_policy employment_type status description requirements stages_json opened_on target_date created',
  candidates:
    'id first_name last_name email phone location headline current_title current_employer years_experience linkedin_url source referred_by consent_at status notes created',
  applications: 'id candidate_id job_id stage status applied_on stage_entered_on rating rejection_reason created',
  organizations: 'id name slug default_locale timezone settings_json created',
  brands:
    'id organization_id name slug logo_url favicon_url primary_color accent_color custom_domain settings_json created updated',
  'career-sites':
    'id name slug headline introduction brand_color accent_color logo_url privacy_policy_url custom_domain is_active created updated',
  'organization-teams': 'id organization_id parent_id name country department_id settings_json',
  'job-distributions': 'id job_posting_id career_site_id brand_id locale slug status published_at',
};

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

describe('a record that breaks a rule is found', () => {
  test('there is one for every rule', () => {
    expect(Object.keys(PLANTED).sort()).toEqual(rules.map(({ name }) => name).sort());
  });
  const small = generate({ date: '2026-11-15', attendanceDays: 20 });
  const plants = rules.flatMap((rule) => (PLANTED[rule.name] ?? []).map((plant, i) => ({ rule, plant, i })));
  test.each(plants)('$rule.name ($i)', async ({ rule, plant }) => {
    const all = structuredClone(small.all);
    const culprit = plant((resource) => all.get(resource)!);
    const found = await broken(rule, all, small.options);
    expect(found.some((what) => culprit.test(what))).toBe(true);
  });
});

test.each(DATA)('every record has the fields of the specification, in their order ($name)', ({ all }) => {
  const odd = [...all].flatMap(([resource, records]) =>
    records.filter((record) => Object.keys(record).join(' ') !== FIELDS[resource]),
  );
  expect(odd.slice(0, 5)).toEqual([]);
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
    for (const data of DATA) expect(bytes(generate(data.options)) === bytes(data)).toBe(true);
  });
  test('another seed or date gives other data', () => {
    expect(bytes(generate({ ...standard.options, seed: 2 })) === bytes(standard)).toBe(false);
    expect(bytes(generate({ ...standard.options, date: '2026-11-16' })) === bytes(standard)).toBe(false);
  });
});
