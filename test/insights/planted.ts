// A demo company of one day, and beside it records that are hard to count right.
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { demo } from '../../src/demo/demo.ts';
import { seed } from '../../src/jobs/seed.ts';
import type { PrivateFields } from '../../src/store/store.ts';
import { resourceNamed, update } from '../engines/changes/changing.ts';
import { type Engine, newDatabase } from '../harness/databases.ts';
import { type Service, type ServiceOptions, startService } from '../harness/service.ts';

export const TODAY = '2026-11-15';

type Some = Readonly<Record<string, DataRecord[]>>;

const numbered = (first: number, records: DataRecord[]): DataRecord[] =>
  records.map((record, at) => ({ id: first + at, ...record }));

const person = (dates: [joined: string | null, left: string | null], more: DataRecord = {}): DataRecord => ({
  ...{ status: dates[1] === null ? 'active' : 'terminated', alumni: dates[1] === null ? 0 : 1, branch: 'Atlantis' },
  ...{ gender: 'female', employment_type: 'full_time', base_salary: 50_000, dept_id: 1, manager_id: null },
  ...{ date_of_joining: dates[0], termination_date: dates[1] },
  ...more,
});

/** Two with the same of these are likely one. */
const TWIN = { first_name: 'Ada', last_name: 'Twin', email: 'ada@example.com', code: 'T-1' };

const application = (job: number, stage: string, more: DataRecord = {}): DataRecord => ({
  ...{ candidate_id: 1, job_id: job, stage, status: 'active', applied_on: '2026-03-01' },
  ...{ stage_entered_on: '2026-04-01', rating: null, rejection_reason: null, created: '2026-03-01' },
  ...more,
});

const ZONE = { default_locale: 'en', timezone: 'UTC' };
const COLOURS = { brand_color: '#fff', accent_color: '#000' };
const MADE = { created: '2026-01-01', updated: '2026-01-01' };

const advert = (job: number, more: DataRecord = {}): DataRecord => ({
  ...{ job_posting_id: job, career_site_id: 9001, brand_id: null, locale: 'en', slug: `job-${job}` },
  ...{ status: 'published', published_at: null },
  ...more,
});

const STAGES = JSON.stringify(['coffee', 'applied', 'offer']);

const awkward: Some = {
  employees: numbered(9001, [
    // Left and came back, on the day after a month's end and on a leap day.
    person(['2023-01-31', '2024-02-29'], { code: 'BACK-1', candidate_id: 1 }),
    person(['2024-02-29', null], { code: 'BACK-2', candidate_id: 1, gender: 'male', base_salary: 61_234.56 }),
    // Without dates, with one of them, and in the wrong order.
    person([null, null], { gender: 'male' }),
    person([null, '2026-03-31']),
    person(['2026-05-05', '2026-05-01'], { candidate_id: 2 }),
    // Times of a day, in UTC and elsewhere, which may be on another day.
    person(['2026-01-31T23:30:00Z', '2026-06-30T23:59:59.5Z']),
    person(['2026-01-31T23:30:00-05:00', '2026-07-01T00:30:00+02:00'], { candidate_id: 3 }),
    person(['2026-11-15T08:00:00Z', null], { gender: 'male', base_salary: 0.1 }),
    person(['2024-01-01', '2026-11-15T18:00:00Z'], { base_salary: 70_000 }),
    // First and last days at the ends of windows: 90 and 365 days, of which one is a leap day.
    person(['2026-08-17', null]),
    person(['2026-08-16', '2026-11-14']),
    person(['2026-08-15', '2026-11-14']),
    person(['2025-11-14', '2026-11-14']),
    person(['2025-11-15', null], { candidate_id: 4 }),
    person(['2023-06-01', '2024-05-31'], { candidate_id: 5 }),
    person(['2023-06-01', '2024-06-01'], { candidate_id: 5 }),
    // Days to come.
    person(['2027-01-01', null]),
    person(['2020-01-01', '2027-03-31'], { gender: 'male', employment_type: 'part_time' }),
    // No salary, no gender, another branch with men only, and no branch at all.
    person(['2021-01-01', null], { base_salary: null, ...TWIN }),
    person(['2021-01-01', null], { gender: null, ...TWIN, probation_end: '2020-12-31' }),
    person(['2021-01-01', null], { gender: 'male', branch: 'Elba' }),
    person(['2021-01-01', null], { branch: null, dept_id: null }),
    person(['2021-01-01', null], { branch: null, gender: 'male', base_salary: 80_000 }),
    // Words that nobody knows here, and a status without its day.
    person(['2021-01-01', null], { gender: 'F', status: 'Yes' }),
    person(['2021-01-01', null], { employment_type: 'Full-time', gender: 'male' }),
    person(['2021-01-01', null], { employment_type: null }),
    person(['2022-01-01', null], { status: 'terminated', alumni: 1 }),
    person(['2026-06-05', '2026-05-01'], { candidate_id: 6 }),
    // Dates that cannot be: too long ago, and over without having left.
    person(['1940-01-01', null], { probation_end: '1940-06-30' }),
    person(['2020-01-01', '2025-01-01'], { status: 'active', alumni: 0 }),
  ]),
  candidates: numbered(9001, [
    { status: 'new', source: null },
    { status: 'new', source: 'referral', ...TWIN, phone: '+1 555 0100' },
    { status: 'New', source: 'event', referred_by: 1, ...TWIN, phone: '+1 555 0100' },
  ]),
  jobs: numbered(9001, [
    { title: 'No stages', headcount: 2, filled: 0, status: 'open', stages_json: null, opened_on: null, dept_id: 1 },
    {
      title: 'Other stages',
      headcount: 1,
      filled: 3,
      status: 'open',
      stages_json: STAGES,
      opened_on: '2026-02-01T10:00:00Z',
      target_date: '2026-01-31',
      hiring_manager_id: 9001,
    },
    {
      ...{ title: 'No list', headcount: 1, filled: 0, status: 'open', stages_json: '{"a":1}', opened_on: '2026-11-15' },
      // Due today, so not late.
      target_date: TODAY,
    },
    // From 9004 on: what a page, a feed or markup misses, one thing at a time and several together.
    ...[
      {},
      { status: 'on_hold' },
      { status: 'somewhere between' },
      { title: '' },
      { description: null },
      { description: '' },
      { location: null },
      { location: null, remote_policy: 'remote' },
      { location: null, remote_policy: 'hybrid', title: ' ', description: null },
      { location: ' ', remote_policy: null },
      { location: 'Atlantis' },
      { location: 'Atlantis', remote_policy: 'remote' },
      { location: 'Springfield' },
      { location: ' ZURICH ' },
      { location: 'Gotham', status: 'on_hold' },
    ].map((more) => ({
      ...{ title: 'Diver', headcount: 1, filled: 0, status: 'open', description: 'Dive.', location: 'London' },
      ...{ remote_policy: 'on_site', opened_on: '2026-11-01', dept_id: 1 },
      ...more,
    })),
  ]),
  organizations: numbered(9001, [
    { name: 'Sea', slug: 'sea', ...ZONE, ...MADE, settings_json: '{"places":{"atlantis":"gr"}}' },
    { name: 'Sky', slug: 'sky', ...ZONE, ...MADE, settings_json: '{"places":["Springfield"]}' },
  ]),
  brands: numbered(9001, [
    {
      organization_id: 9001,
      name: 'Deep',
      slug: 'deep',
      ...MADE,
      settings_json: '{"places":{"Springfield":"US","Gotham":1}}',
    },
    { organization_id: 9002, name: 'High', slug: 'high', ...MADE, settings_json: 'null' },
    { organization_id: 9001, name: 'Plain', slug: 'plain', ...MADE, settings_json: null },
  ]),
  'career-sites': numbered(9001, [
    { name: 'Sea jobs', slug: 'sea', ...COLOURS, ...MADE, is_active: 1 },
    { name: 'Old jobs', slug: 'old', ...COLOURS, ...MADE, is_active: 0 },
  ]),
  'job-distributions': numbered(9001, [
    // Every such job under every brand and none.
    ...Array.from({ length: 15 }, (_, at) =>
      [null, 9001, 9002, 9003].map((brand) => advert(9004 + at, { brand_id: brand, slug: `job-${at}-${brand ?? 0}` })),
    ).flat(),
    // Before and after noon, which it is; in other zones; and days.
    ...['2026-11-15T12:00:00Z', '2026-11-15T12:00:00.001Z', '2026-11-15T23:00:00+12:00', '2026-11-15T07:00:00-06:00']
      .concat('2026-11-15', '2026-11-16')
      .map((published_at, at) => advert(9004, { published_at, slug: `at-${at}` })),
    ...['draft', 'expired', 'failed', 'Published'].map((status) => advert(9004, { status, slug: `is-${status}` })),
    advert(9004, { career_site_id: 9002 }),
    advert(9005, { career_site_id: 9002, status: 'draft', published_at: '2027-01-01' }),
  ]),
  applications: numbered(90_001, [
    application(9001, 'applied'),
    application(9001, 'offer'),
    application(9001, 'Rejected', { status: 'rejected' }),
    application(9002, 'coffee'),
    application(9002, 'applied', { applied_on: '2026-03-31T23:59:59Z' }),
    application(9002, 'offer', { applied_on: '2026-03-31T22:00:00-03:00', rating: 2.7 }),
    application(9002, 'lunch', { candidate_id: 9001, rating: 0.1 }),
    application(9003, 'hired', { status: 'hired' }),
    application(9001, 'hired', { status: 'hired', stage_entered_on: '2026-04-01T00:00:00Z' }),
    application(1, 'hired', { status: 'hired', applied_on: null }),
    application(1, 'hired', { status: 'hired', stage_entered_on: null }),
    application(1, 'offer', { status: 'withdrawn', stage_entered_on: null }),
    application(1, 'hired', { status: 'rejected' }),
    application(2, 'offer', { status: 'rejected', stage_entered_on: '2026-02-28T23:00:00-02:00' }),
    application(2, 'no such stage'),
    application(2, 'offer', { status: 'Hired' }),
    application(2, 'offer', { status: 'in progress', stage_entered_on: '2026-10-01', applied_on: '2026-10-02' }),
    application(2, 'screening', { stage_entered_on: null, applied_on: '2026-12-01' }),
    ...['2026-11-15', '2026-11-16T01:00:00Z', '2026-12-01', '2026-11-08', '2026-11-07', '2026-10-31'].map((day) =>
      application(2, 'screening', { stage_entered_on: day }),
    ),
  ]),
  leave: numbered(90_001, [
    ...[
      { leave_type: 'Krank', status: 'approved' },
      { leave_type: 'sick', status: 'Yes' },
    ].map((more) => ({ employee_id: 3, from_date: '2026-09-01', to_date: '2026-09-03', days: 3, ...more })),
    {
      leave_type: 'sick',
      status: 'approved',
      employee_id: 1,
      from_date: '2026-11-15T20:00:00Z',
      to_date: null,
      days: 0.1,
    },
    {
      leave_type: 'sick',
      status: 'approved',
      employee_id: 1,
      from_date: '2026-11-01',
      to_date: '2026-11-15',
      days: 0.2,
    },
    {
      leave_type: 'sick',
      status: 'approved',
      employee_id: null,
      from_date: '2026-10-31',
      to_date: '2026-12-24',
      days: null,
    },
    {
      applied_on: '2026-01-01',
      leave_type: 'sick',
      status: 'approved',
      employee_id: 2,
      from_date: null,
      to_date: '2026-12-24',
      days: 3,
    },
    {
      applied_on: '2026-01-01',
      leave_type: 'annual',
      status: 'pending',
      employee_id: 2,
      from_date: '2026-11-01',
      to_date: null,
      days: 3,
    },
  ]),
  attendance: numbered(900_001, [
    { employee_id: 1, att_date: '2026-10-31T23:30:00-02:00', status: 'absent' },
    { employee_id: null, att_date: '2026-10-31', status: 'absent' },
    { employee_id: 2, att_date: '2024-02-29', status: 'present' },
    { employee_id: 2, att_date: '2026-11-16', status: 'present' },
  ]),
};

/** Three who report to one another, and someone below them; a manager who has left. */
const led: Some = {
  employees: [
    ...[9019, 9020, 9021].map((id, at) => ({ id, manager_id: [9020, 9021, 9019][at]! })),
    { id: 9022, manager_id: 9020 },
    { id: 9002, manager_id: 9001 },
    { id: 9001, manager_id: 9009 },
  ],
};

/** Whole records, as they are: without the values that an import puts where there are none. */
const whole = ([name, records]: [string, DataRecord[]]) => ({
  resource: name,
  records: records.map((record) =>
    Object.fromEntries(resourceNamed(name).fields.map((field) => [field.name, record[field.name] ?? null])),
  ),
});

export async function change({ store }: Pick<Service, 'store'>, records: Some): Promise<void> {
  for (const [name, some] of Object.entries(records)) {
    const { faults } = await update(store, name, some.map((record) => JSON.stringify(record)).join('\n'));
    if (faults.length > 0) throw new Error(`${name}: ${faults.join('\n')}`);
  }
}

export type Size = { readonly employees?: number; readonly candidates?: number; readonly attendanceDays?: number };

/** With the awkward records, unless it is said otherwise. */
export async function insightService(
  engine: Engine,
  {
    size = {},
    isPlain = false,
    ...options
  }: { size?: Size; isPlain?: boolean; privateFields?: PrivateFields } & Pick<ServiceOptions, 'parts'> = {},
): Promise<Service> {
  const location = await newDatabase(engine);
  const service = await startService({
    // Answered at once: long questions are tested elsewhere.
    long: { seconds: 60, quickRows: Number.MAX_SAFE_INTEGER },
    engine,
    location,
    filled: false,
    ...options,
    parts: { today: () => TODAY, ...options.parts },
  });
  await seed(service.store, catalogue, demo({ date: TODAY, attendanceDays: 4, ...size }));
  if (isPlain) return service;
  await seed(service.store, catalogue, Object.entries(awkward).map(whole));
  await change(service, led);
  return service;
}
