// The table of questions to metrics, and the comparison of an answer with the second computation in expected/.
import { expect } from 'bun:test';
import type { Service } from '../harness/service.ts';
import type { Company } from './company.ts';
import { expected, series } from './expected/expected.ts';
import { TODAY } from './planted.ts';

/** Of all metrics that have periods. */
export const TIMES = [
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
};
export const questionsOf = (name: string): readonly string[] => QUESTIONS[name] ?? [''];

/** Whether there is an address, instead of which. */
const withoutAddresses = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (key, each) => (key === 'rows' ? true : each));

/** The same bytes from all services, and each number, count and mark as computed from the exported records. */
export async function expectRight(
  services: readonly Service[],
  company: Company,
  name: string,
  query: string,
): Promise<void> {
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
      every: series.includes(name) ? new URLSearchParams(query).get('every') : null,
    },
  });
}
