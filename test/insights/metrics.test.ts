// Every metric on both engines, over a table of questions: each number, count and mark as computed from the exported
// records by code of its own, and the same bytes from both engines.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { engines } from '../harness/databases.ts';
import { share } from '../harness/random/sample.ts';
import type { Service } from '../harness/service.ts';
import { type Company, companyOf } from './company.ts';
import { expected, names } from './expected/expected.ts';
import { change, insightService, TODAY } from './planted.ts';

setDefaultTimeout(120_000);

/** Of all metrics that have periods. */
const TIMES = [
  'from=2026-01-01&to=2026-12-31&every=quarter',
  'from=2025-12-15&to=2026-04-15&every=month',
  'from=2026-03-31&to=2026-04-01&every=day',
  'from=2026-02-25&to=2026-03-18&every=week',
  'from=2023-06-30&to=2027-06-30&every=year',
  'from=2024-02-29&to=2024-02-29',
  'from=2024-02-29&to=2024-02-29&every=month',
  'from=2024-02-01&to=2024-03-31&every=month',
  'from=2026-11-15&to=2026-11-15&every=day',
  'from=2026-11-14&to=2027-03-31&every=month',
  'from=2027-02-01',
  'from=2026-10-31&every=day',
  'to=2024-02-29',
  'to=2026-06-30&every=quarter',
  'from=2026-08-31&every=week',
  'every=month',
  'every=year',
];

/** Of each metric: groups, filters and both together. */
const PEOPLE = [
  'group=dept_id',
  'group=branch',
  'group=branch,gender&every=quarter',
  'group=manager_id.branch&from=2026-01-01',
  'branch=London&every=month',
  'status=active',
  'dept_id=2&group=employment_type',
  'branch=null',
  'manager_id.branch=London&branch[ne]=London&group=dept_id',
  'base_salary[gte]=60000&base_salary[lt]=90000',
];
const APPLICATIONS = [
  'group=job_id.dept_id',
  'group=job_id&from=2026-01-01',
  'group=candidate_id.source&every=quarter',
  'group=candidate_id.source,job_id.status&from=2026-03-01',
  'job_id.status=open',
  'job_id.dept_id=2&every=month',
  'candidate_id.source=referral&candidate_id.source=null',
  'rating[gte_or_null]=4&group=job_id.location',
  'id[gt]=90000&every=week&from=2026-02-20&to=2026-04-10',
];
const OF_EMPLOYEES = [
  'group=employee_id.branch',
  'group=employee_id.dept_id,employee_id.gender',
  'employee_id.dept_id=2&every=month',
  'employee_id.branch=London&group=employee_id.manager_id',
  'employee_id.status=active&employee_id.branch[ne]=London',
];
const QUESTIONS: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(
    ['headcount', 'joiners', 'leavers', 'turnover', 'new-hire-attrition', 'tenure'].map((name) => [name, PEOPLE]),
  ),
  ...Object.fromEntries(
    ['time-to-hire', 'time-to-fill', 'funnel', 'offer-acceptance', 'stuck'].map((name) => [name, APPLICATIONS]),
  ),
  rejections: [
    'job_id.status=open',
    'job_id.dept_id=2&every=month',
    'rating[gte_or_null]=4',
    'rejection_reason[ne]=null',
  ],
  absence: OF_EMPLOYEES,
  'who-is-out': [...OF_EMPLOYEES, 'group=leave_type&every=month', 'leave_type[ne]=sick', 'group=employee_id'],
  'source-quality': [
    'candidate_id.source=referral&every=quarter',
    'candidate_id.location=London',
    'candidate_id.source[ne]=referral&from=2023-01-01',
    'candidate_id.source=null&from=2026-03-01&to=2026-03-01',
  ],
  'open-roles': [
    'group=dept_id',
    'group=dept_id,location',
    'group=hiring_manager_id.branch',
    'location=London',
    'dept_id=null',
  ],
  'job-visibility': [
    'group=id&career_site_id=1',
    'group=career_site_id',
    'group=job_posting_id',
    'group=status,career_site_id.is_active,job_posting_id.status',
    'status=published&id[gt]=9000',
    'job_posting_id.location=London&locale[ne]=en',
    'brand_id=null&group=job_posting_id.location',
  ],
  'pay-gap': [''],
  'span-of-control': [''],
  'data-quality': [''],
};
const SERIES = names.filter(
  (name) => !['stuck', 'open-roles', 'job-visibility', 'pay-gap', 'span-of-control', 'data-quality'].includes(name),
);

/** A share of what is much alike; with TEST_FACTOR all of it. */
const cases = names.flatMap((name) =>
  ['', ...(SERIES.includes(name) ? share(TIMES, 5) : []), ...share(QUESTIONS[name]!, 3)].map(
    (query) => [name, query] as const,
  ),
);

/** Whether there is an address, instead of which. */
const withoutAddresses = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, each) => (key === 'rows' ? true : each));

async function expectRight(services: readonly Service[], company: Company, name: string, query: string): Promise<void> {
  const path = `/api/v1/insights/${name}?${query}&limit=200`;
  const [text, ...others] = await Promise.all(services.map(async ({ url }) => (await fetch(url + path)).text()));
  for (const other of others) expect(other).toBe(text!);
  const { data, excluded, meta, from, to, today, ...head } = JSON.parse(text!);
  const wanted = expected(company, name, query, TODAY);
  const shown = data.map(({ labels: _, ...entry }: any) => entry);
  expect({ name, query, from, to, data: withoutAddresses(shown) } as object).toEqual({
    ...{ name, query, from: wanted.from, to: wanted.to, data: wanted.data.slice(0, 200) },
  });
  expect(withoutAddresses(excluded)).toEqual(
    wanted.excluded.map(([reason, count]) => ({ reason: expect.stringContaining(reason), count, rows: true })),
  );
  expect({ meta, today, head }).toEqual({
    meta: { total: wanted.data.length, limit: 200, offset: 0 },
    today: TODAY,
    head: {
      name,
      unit: expect.any(String),
      every: SERIES.includes(name) ? new URLSearchParams(query).get('every') : null,
    },
  });
}

describe('the demo company and awkward records', () => {
  const services: Service[] = [];
  let company: Company;
  beforeAll(async () => {
    for (const engine of engines) services.push(await insightService(engine));
    company = await companyOf(services);
  });
  afterAll(async () => {
    for (const service of services) await service.stop();
  });

  test.each(cases)('%s %s', (name, query) => expectRight(services, company, name, query));

  test('the list names the metrics that there are, and what can be asked of each', async () => {
    const texts = await Promise.all(services.map(async ({ url }) => (await fetch(`${url}/api/v1/insights`)).text()));
    expect(texts[1]).toBe(texts[0]!);
    const { data } = JSON.parse(texts[0]!);
    expect(data.map(({ name }: any) => name).sort()).toEqual([...names].sort());
    for (const { name, parameters } of data)
      expect([name, parameters.includes('every')]).toEqual([name, SERIES.includes(name)]);
  });

  test('pages of an answer are parts of it', async () => {
    const path = `${services[0]!.url}/api/v1/insights/headcount?group=branch&every=month`;
    const { data } = await (await fetch(`${path}&limit=200`)).json();
    const page = await (await fetch(`${path}&limit=7&offset=5`)).json();
    expect(page.data).toEqual(data.slice(5, 12));
    expect(page.meta).toEqual({ total: data.length, limit: 7, offset: 5 });
  });

  test('labels name what references lead to', async () => {
    const { data } = await (await fetch(`${services[0]!.url}/api/v1/insights/headcount?group=dept_id,branch`)).json();
    for (const { group, labels } of data)
      expect(labels).toEqual(
        group.dept_id === null ? {} : { dept_id: company.get('departments')!.get(group.dept_id)!.name },
      );
  });

  test('stages are in the order in which most jobs have them', async () => {
    const { data } = await (
      await fetch(`${services[0]!.url}/api/v1/insights/funnel?job_id.title[ne]=Other stages`)
    ).json();
    expect(Object.keys(data[0].values)).toEqual(['applied', 'screening', 'assessment', 'interview', 'offer', 'hired']);
  });
});

/** Who reports to whom, by the places in the list; those in brackets have left. */
const trees: [what: string, managers: (number | null)[], left?: number[]][] = [
  ['nobody reports to anybody', [null, null]],
  ['one under another', [null, 1]],
  ['five in a row', [null, 1, 2, 3, 4]],
  ['two tops', [null, 1, 1, null, 4, 5]],
  ['a circle and nobody else', [2, 3, 1]],
  ['a circle with someone below', [2, 3, 1, 2]],
  ['a circle with ways of different lengths to it', [2, 3, 1, 3, 4, 1, 6, 7]],
  ['someone who reports to oneself', [1, 1, 2]],
  ['a manager who has left', [null, 1, 2, 3], [3]],
  ['managers who have left, one above the other', [null, 1, 2, 3, 4, 5], [3, 4, 5]],
  ['a report who has left', [null, 1, 2, 3], [4]],
];

describe('trees of managers', () => {
  let service: Service;
  beforeAll(async () => {
    service = await insightService('embedded', { size: { employees: 1, attendanceDays: 0 }, isPlain: true });
  });
  afterAll(() => service.stop());

  test('levels, managers and their reports', async () => {
    for (const [what, managers, left = []] of trees) {
      const people = Array.from({ length: 8 }, (_, at) => ({
        ...{ id: at + 1, status: 'active', alumni: 0, date_of_joining: '2020-01-01', manager_id: null },
        termination_date: at >= managers.length || left.includes(at + 1) ? '2026-11-14' : null,
      }));
      await change(service, { employees: people });
      await change(service, { employees: managers.map((manager_id, at) => ({ id: at + 1, manager_id })) });
      const answer = expectRight([service], await companyOf([service]), 'span-of-control', '');
      expect(await answer.then(String, (fault) => `${what}: ${fault}`)).toBe('undefined');
    }
  });
});

test('where nobody has a form of contract, everybody is compared, and it says so', async () => {
  const service = await insightService('embedded', { size: { employees: 60, attendanceDays: 0 }, isPlain: true });
  const ids = [...(await companyOf([service])).get('employees')!.keys()];
  await change(service, { employees: ids.map((id) => ({ id, employment_type: null })) });
  await expectRight([service], await companyOf([service]), 'pay-gap', '');
  const { data, excluded } = await (await fetch(`${service.url}/api/v1/insights/pay-gap`)).json();
  expect(data.length).toBeGreaterThan(1);
  expect(excluded[0]).toEqual({ reason: expect.stringContaining('everybody is compared'), count: 0, rows: [] });
  await service.stop();
});

describe('a company of 5,000', () => {
  let service: Service;
  let company: Company;
  beforeAll(async () => {
    service = await insightService('embedded', {
      size: { employees: 5000, candidates: 3000, attendanceDays: 1 },
      isPlain: true,
    });
    company = await companyOf([service]);
  });
  afterAll(() => service.stop());

  const several = names.flatMap((name) =>
    [SERIES.includes(name) ? 'every=quarter' : '', QUESTIONS[name]![0]!].map((query) => [name, query] as const),
  );
  test.each(share(several, 2))('%s %s', (name, query) => expectRight([service], company, name, query));
});
