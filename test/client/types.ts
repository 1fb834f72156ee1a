// What the client's types allow and refuse. The compiler checks it with the packed client; it is never run.
import {
  type Candidate,
  type CareerSite,
  type Change,
  type CountFigure,
  createClient,
  type Department,
  type Employee,
  type EmployeeFilters,
  type InsightName,
  type InsightPeriod,
  type LeaveRequest,
  type MeasureFigure,
  RateLimitedError,
  type RatioFigure,
  type WorkforceError,
} from 'workforce-client';

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false;
const same = <A, B>(_: Same<A, B>): void => undefined;

const client = createClient({ baseUrl: 'http://127.0.0.1:8080' });
createClient({ baseUrl: 'http://127.0.0.1:8080', token: undefined, fetch: async () => new Response() });
// @ts-expect-error the address is needed
createClient({ token: 'choose-a-token' });

export async function reads() {
  const page = await client.employees.list({ status: 'active', dept_id: [1, null], 'base_salary[gt]': 50_000, q: 'x' });
  same<(typeof page)['data'], Employee[]>(true);
  same<Employee['status'], string>(true);
  same<Employee['manager_id'], number | null>(true);
  same<Employee['alumni'], 0 | 1>(true);
  const total: number = page.meta.total;

  // @ts-expect-error there is no such filter
  await client.employees.list({ salary: 5 });
  // @ts-expect-error a reference is a number
  await client.employees.list({ dept_id: 'sales' });
  // @ts-expect-error an id is a number
  await client.employees.get('7');
  // @ts-expect-error all pages by itself
  client.candidates.all({ limit: 5 });
  return total;
}

export async function aggregates() {
  const { data, totals } = await client.applications.aggregate({
    group: [
      'job_id',
      'candidate_id.source',
      'month(applied_on)',
      'weekday(job_id.opened_on)',
      'month_of_year(applied_on)',
    ],
    measure: ['count', 'avg(rating)', 'max(applied_on)', 'median(days(applied_on,stage_entered_on))'],
    'job_id.status[ne]': 'open',
    sort: ['-count', 'month(applied_on)'],
  });
  const [first] = data;
  same<(typeof first & {})['group']['job_id'], number | null>(true);
  same<(typeof first & {})['group']['month(applied_on)'], string | null>(true);
  same<(typeof first & {})['group']['month_of_year(applied_on)'], number | null>(true);
  same<(typeof totals)['values']['count'], number>(true);
  same<(typeof totals)['values']['avg(rating)'], number | null>(true);
  same<(typeof totals)['values']['max(applied_on)'], string | null>(true);
  const counted = await client.employees.aggregate();
  same<(typeof counted)['totals']['values'], { count: number }>(true);
  await client.employees.aggregate({ group: ['bin(base_salary,10000)'], measure: ['distinct(dept_id.name)'] });
  // @ts-expect-error there is no such field
  await client.employees.aggregate({ group: ['shoe_size'] });
  // @ts-expect-error a name is no date
  await client.employees.aggregate({ group: ['month(last_name)'] });
  // @ts-expect-error only what was asked for has an order
  await client.employees.aggregate({ group: ['branch'], sort: '-avg(base_salary)' });
}

export async function insights() {
  const { data, from, excluded } = await client.insight('turnover', {
    from: '2025-01-01',
    every: 'quarter',
    group: ['dept_id', 'branch', 'manager_id.branch'],
    'dept_id.name[ne]': 'Sales',
    limit: 20,
  });
  const [first] = data;
  same<typeof from, string>(true);
  same<(typeof first & {})['period'], InsightPeriod>(true);
  same<(typeof first & {})['group']['dept_id'], number | null>(true);
  same<(typeof first & {})['group']['branch'], string | null>(true);
  same<(typeof first & {})['labels'], { dept_id?: string; branch?: string; 'manager_id.branch'?: string }>(true);
  same<(typeof first & {})['values'], { turnover: RatioFigure }>(true);
  same<(typeof excluded)[number]['count'], number>(true);
  const roles = await client.insight('open-roles', { group: ['dept_id'], 'dept_id.name': 'Sales' });
  same<(typeof roles)['from'], null>(true);
  same<(typeof roles)['data'][number]['period'], null>(true);
  same<(typeof roles)['data'][number]['values']['jobs'], CountFigure>(true);
  same<(typeof roles)['data'][number]['values']['days_open'], MeasureFigure>(true);
  const funnel = await client.insight('funnel');
  const stages: (number | null)[] = Object.values(funnel.data[0]!.values).map(({ value }) => value);
  await client.insight('absence', { group: ['employee_id.branch'], 'employee_id.dept_id': [1, 2] });
  const all = await client.insights();
  same<(typeof all)['data'][number]['name'], InsightName>(true);
  // @ts-expect-error there is no such metric
  await client.insight('happiness');
  // @ts-expect-error employees have no such filter
  await client.insight('turnover', { stage: 'offer' });
  // @ts-expect-error it is about today
  await client.insight('stuck', { from: '2025-01-01' });
  // @ts-expect-error only filters behind employee_id
  await client.insight('absence', { status: 'absent' });
  // @ts-expect-error it has groups of its own
  await client.insight('pay-gap', { group: ['dept_id'] });
  // @ts-expect-error the branch was not asked for
  roles.data[0]!.group.branch;
  return stages;
}

export async function filters() {
  await client.employees.list({
    'status[ne]': ['active', 'on_leave'],
    base_salary: [50_000, null],
    'termination_date[gte_or_null]': '2026-01-01',
    'date_of_joining[weekday]': [6, 7],
    'date_of_joining[month_of_year]': [3, 12],
    'dept_id.name': 'Engineering',
    'manager_id.branch[ne]': 'London',
    'candidate_id.notes[ne]': null,
    'candidate_id.created[lt_or_null]': '2026-01-01',
  });
  // A part of a query has the same types as the whole.
  const employed: EmployeeFilters = {
    'date_of_joining[lte]': '2026-03-04',
    'termination_date[gte_or_null]': '2026-03-04',
  };
  for await (const { id } of client.attendance.all({ 'employee_id.branch': ['London', null], 'att_date[weekday]': 1 }))
    same<typeof id, number>(true);

  // @ts-expect-error only a date has a day of the week
  await client.employees.list({ 'base_salary[weekday]': 1 });
  // @ts-expect-error a week has seven days
  await client.employees.list({ 'date_of_joining[weekday]': 8 });
  // @ts-expect-error a range has one value
  await client.employees.list({ 'base_salary[gt]': [1, 2] });
  // @ts-expect-error notes can only be asked for missing ones
  await client.candidates.list({ notes: 'keen' });
  // @ts-expect-error departments have no branch
  await client.employees.list({ 'dept_id.branch': 'London' });
  return employed;
}

export async function shapes() {
  const narrow = await client.employees.get(7, { fields: ['id', 'email'] });
  same<typeof narrow, Pick<Employee, 'id' | 'email'>>(true);
  // @ts-expect-error the status was not asked for
  narrow.status;
  const hops = await client.employees.get(7, { fields: ['id', 'dept_id.name', 'manager_id.base_salary'] });
  same<(typeof hops)['dept_id.name'], string | null>(true);
  same<(typeof hops)['manager_id.base_salary'], number | null>(true);
  same<keyof typeof hops, 'id' | 'dept_id.name' | 'manager_id.base_salary'>(true);
  const { data } = await client.employees.list({ expand: ['dept_id', 'manager_id'], sort: ['-date_of_joining', 'id'] });
  const department: Department | null = data[0]!.expanded.dept_id;
  const manager: Employee | null = data[0]!.expanded.manager_id;
  const status: string = data[0]!.status;
  // @ts-expect-error the candidate was not asked for
  data[0]!.expanded.candidate_id;
  // @ts-expect-error only references can be expanded
  await client.employees.list({ expand: ['email'] });
  // @ts-expect-error there is no such field of a department
  await client.employees.list({ fields: ['dept_id.email'] });
  // @ts-expect-error a reference is followed once
  await client.employees.list({ fields: ['manager_id.dept_id.name'] });
  return { department, manager, status };
}

export async function creates() {
  const leave: LeaveRequest = await client.leave.create(
    { leave_type: 'annual', reason: undefined },
    { idempotencyKey: 'k' },
  );
  // @ts-expect-error the type of leave is needed
  await client.leave.create({ employee_id: 7 });
  // @ts-expect-error the service gives the id
  await client.leave.create({ leave_type: 'annual', id: 5 });
  // @ts-expect-error employees cannot be created
  await client.employees.create({ first_name: 'Ada' });
  return leave;
}

export async function streams(signal: AbortSignal) {
  for await (const candidate of client.candidates.all({ q: 'nurse' }, { signal }))
    same<typeof candidate, Candidate>(true);
  for await (const { id } of client.candidates.export({ format: 'ndjson', fields: ['id'] }))
    same<typeof id, number>(true);
  const csv: ReadableStream<Uint8Array> = await client.candidates.export({ format: 'csv' }, { signal });
  for await (const employee of client.employees.export({ format: 'ndjson', expand: ['dept_id'] }))
    same<(typeof employee)['expanded'], { dept_id: Department | null }>(true);
  // @ts-expect-error references are not expanded in CSV
  client.employees.export({ format: 'csv', expand: ['dept_id'] });
  const xlsx: ReadableStream<Uint8Array> = await client.candidates.export({ format: 'xlsx', fields: ['id'] });
  // @ts-expect-error there is no such format
  client.candidates.export({ format: 'xml' });
  await xlsx.cancel();
  return csv;
}

export async function changes(signal: AbortSignal) {
  for await (const entry of client.changes({ after: 'now' }, { signal, onUpToDate: async (cursor) => cursor.trim() })) {
    same<typeof entry, Change>(true);
    if (entry.resource === 'employees') same<(typeof entry)['record'], Employee | null>(true);
    if (entry.resource === 'career-sites') same<(typeof entry)['record'], CareerSite | null>(true);
  }
  for await (const { data, meta } of client.changes.pages({ resources: ['candidates'], live: false })) {
    same<(typeof data)[number]['record'], Candidate | null>(true);
    same<(typeof meta)['up_to_date'], boolean>(true);
  }
  const page = await client.changes.page({ resources: ['candidates', 'departments'], limit: 5, wait: 1 });
  same<(typeof page)['data'][number]['resource'], 'candidates' | 'departments'>(true);
  // @ts-expect-error one page is never without an end
  await client.changes.page({ live: false });
}

export function errors(error: WorkforceError): number | undefined {
  if (!(error instanceof RateLimitedError)) return error.status;
  same<(typeof error)['code'], 'rate_limited'>(true);
  // @ts-expect-error what happened stays as it was
  error.status = 5;
  return error.retryAfter;
}
