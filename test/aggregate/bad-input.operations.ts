// Questions that aggregates refuse: what is wrong shows in the parameters, or only in the records. All are the 422 of
// lists.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { AGGREGATE } from '../../src/contract/limits.ts';
import { seed } from '../../src/jobs/seed.ts';
import { update } from '../engines/changes/changing.ts';
import { eitherEngine } from '../harness/databases.ts';
import { type Service, startService } from '../harness/service.ts';

type Refused = [path: string, parameter: string, type: string, said: string[]];

const unknown = 'literal_error';
const measures = (count: number) =>
  ['sum', 'avg', 'min', 'max', 'median', 'distinct']
    .flatMap((name) => ['days', 'employee_id.base_salary', 'employee_id.alumni'].map((field) => `${name}(${field})`))
    .concat('distinct(id)', 'distinct(status)', 'min(from_date)', 'max(from_date)')
    .slice(0, count)
    .join();

/** What the parameters show. */
const refused: Refused[] = [
  ...(
    [
      ['nope', 'There is no group nope here'],
      ['reason', 'There is no group reason here'],
      ['employee_id.password_hash', 'employee_id.password_hash'],
      ['employee_id.nope', 'employee_id.nope'],
      ['status.name', 'status.name'],
      ['employee_id.dept_id.name', 'employee_id.dept_id.name'],
      [
        'decade(from_date)',
        'year, quarter, month, week, day, weekday, month_of_year of from_date, to_date, applied_on',
      ],
      ['month(days)', 'month(days)'],
      ['bin(from_date,7)', 'bin(from_date,7)'],
      ['bin(employee_id,7)', 'bin(employee_id,7)'],
      ['bin(days)', 'bins of days, such as bin(days,10)'],
      ['x'.repeat(5000), 'x'.repeat(100)],
    ] as const
  ).map(([group, ...said]): Refused => [`leave?group=${group}`, 'group', unknown, said]),
  ...['0', '-1', 'ten', '1e3', '1234567890123456', '0.0000000000000001', '05', '.5', '', '٣'].map(
    (step): Refused => [`leave?group=bin(days,${step})`, 'group', 'greater_than', ['a number over 0', '15 digits']],
  ),
  ['leave?group=status,leave_type,days,id', 'group', 'too_long', ['at most 3 groups']],
  ['leave?group=status&group=leave_type&group=days&group=id', 'group', 'too_long', ['at most 3 groups']],
  [`leave?measure=${measures(21)}`, 'measure', 'too_long', ['at most 20 measures']],
  ...[
    'nope',
    'mode(days)',
    'sum(status)',
    'avg(employee_id)',
    'min(status)',
    'distinct(reason)',
    'sum(days(from_date,to_date))',
    'avg(days(from_date))',
    'median(days(from_date,to_date,applied_on))',
    'sum(employee_id.nope)',
    'sum(days',
  ].map(
    (measure): Refused => [`leave?measure=${measure}`, 'measure', unknown, [`There is no measure ${measure} here`]],
  ),
  ['leave?group=status&sort=leave_type', 'sort', unknown, ['names out of status, count']],
  ['leave?group=status&measure=sum(days)&sort=-count', 'sort', unknown, ['names out of status, sum(days)']],
  ['leave?limit=0', 'limit', 'greater_than_equal', []],
  ['leave?offset=-1', 'offset', 'greater_than_equal', []],
  ['leave?format=xml', 'format', unknown, ['json, csv, ndjson or xlsx']],
  ['leave?days[gte]=much', 'days[gte]', 'float_parsing', []],
  ['leave?from_date[weekday]=8', 'from_date[weekday]', 'less_than_equal', []],
  ['leave?from_date[month_of_year]=13', 'from_date[month_of_year]', 'less_than_equal', []],
  ['leave?reason=x', 'reason', unknown, ['null']],
  ['leave?having[count][gte]=x', 'having[count][gte]', 'float_parsing', []],
  ['leave?having[count]=null', 'having[count]', 'float_parsing', []],
  ['leave?having[avg(days)][gte]=1', 'having[avg(days)][gte]', unknown, []],
  [
    'leave?measure=max(applied_on)&having[max(applied_on)][gte]=soon',
    'having[max(applied_on)][gte]',
    'datetime_parsing',
    [],
  ],
  [`leave?q=${'x'.repeat(201)}`, 'q', 'string_too_long', []],
];

/** What only the records show. */
const impossible: Refused[] = [
  [
    'employees?group=dept_id&measure=sum(base_salary)',
    'measure',
    'mixed_currencies',
    ['sum(base_salary)', 'follow branch', 'group=branch', 'filter by one branch'],
  ],
  ['employees?measure=median(base_salary)', 'measure', 'mixed_currencies', ['group=branch']],
  [
    'leave?measure=count,avg(employee_id.base_salary)',
    'measure',
    'mixed_currencies',
    ['avg(employee_id.base_salary)', 'group=employee_id.branch'],
  ],
  ['jobs?measure=avg(comp_max)', 'measure', 'mixed_currencies', ['group=currency']],
  ['jobs?group=status&measure=sum(headcount)', 'measure', 'sum_too_large', ['sum(headcount)', '2^53']],
  ['jobs?group=title&measure=sum(headcount)', 'measure', 'sum_too_large', ['sum(headcount)', '2^53']],
  ['leave?leave_type=vast&measure=sum(days)', 'measure', 'sum_too_large', ['sum(days)', 'the largest number']],
  ['leave?group=day(from_date)', 'group', 'too_many_groups', ['more than 100,000 groups']],
  ['leave?leave_type=small&group=bin(days,0.0001)', 'group', 'too_many_groups', ['more than 100,000 groups']],
  ['leave?leave_type=small&group=bin(days,0.01),year(from_date)', 'group', 'too_many_groups', ['wider values']],
  ['leave?leave_type=vast&group=bin(days,1)', 'group', 'bin_too_narrow', ['days', 'make them wider']],
  ['leave?leave_type=large&group=bin(days,0.1)', 'group', 'bin_too_narrow', ['days', 'make them wider']],
];

/** The same, asked so that there is an answer. */
const possible = [
  'employees?group=branch&measure=sum(base_salary),avg(base_salary),median(base_salary)',
  'employees?branch=Porto&measure=sum(base_salary)',
  'employees?group=dept_id&measure=min(base_salary),max(base_salary),distinct(base_salary)',
  'leave?group=employee_id.branch&measure=avg(employee_id.base_salary)',
  'jobs?group=currency&measure=avg(comp_max)',
  'jobs?group=id&measure=avg(headcount),max(headcount),median(headcount)',
  'leave?leave_type=vast&measure=avg(days),max(days),median(days)',
  'leave?group=year(from_date)&limit=1',
  'leave?leave_type=small&group=bin(days,0.001)&limit=1',
  'leave?leave_type=large&group=bin(days,1)',
  'leave?group=status,leave_type,days',
  'leave?group=status&group=status,status&group=',
  `leave?measure=${measures(20)}&group=employee_id.branch&leave_type=small`,
  'leave?group=bin(days,999999999999999)&leave_type=small',
  'leave?group=bin(days,0.50)&sort=-bin(days,0.5)&leave_type=small&measure=avg(days(from_date,to_date))',
  'leave?group=bin(days,0.0000001)&sort=-bin(days,0.0000001)&leave_type=tiny',
];

const records: Record<string, object[]> = {
  departments: [
    { id: 1, name: 'Kitchen' },
    { id: 2, name: 'Bakery' },
  ],
  employees: ['Porto', 'Oslo', null].map((branch, at) => ({
    ...{ id: at + 1, first_name: 'Ana', last_name: `Reis${at}`, dept_id: 1, branch },
    ...{ base_salary: 10 * at, status: 'active', alumni: 0, date_of_joining: '2020-01-01' },
  })),
  jobs: ['EUR', 'NOK'].map((currency, at) => ({
    ...{ id: at + 1, title: 'Cook', status: `s${at}`, headcount: 9007199254740991, filled: 0 },
    ...{ comp_max: 5, currency },
  })),
  leave: [
    { id: 1, employee_id: 1, leave_type: 'small', days: 0, from_date: '0001-01-01' },
    { id: 2, employee_id: 2, leave_type: 'small', days: 50, from_date: '9999-12-31' },
    { id: 3, leave_type: 'large', days: 1e15 },
    { id: 4, leave_type: 'vast', days: 1e308 },
    { id: 5, leave_type: 'vast', days: 1.5e308 },
    { id: 6, leave_type: 'tiny', days: 3.5e-7 },
  ],
};

describe.each(eitherEngine)('on the %s database', (engine) => {
  const services: Service[] = [];
  beforeAll(async () => {
    for (const quickRows of [1000, 0])
      services.push(await startService({ engine, filled: false, long: { seconds: 60, quickRows } }));
    for (const { store } of services)
      for (const [name, rows] of Object.entries(records)) {
        const lines = rows.map((row) => JSON.stringify(row)).join('\n');
        expect((await update(store, name, lines)).faults).toEqual([]);
      }
  });
  afterAll(async () => {
    for (const service of services) await service.stop();
  });
  const ask = async (path: string, init?: RequestInit) => {
    const [one, other] = await Promise.all(
      services.map(async ({ url }) => {
        const response = await fetch(`${url}/api/v1/aggregate/${path}`, init);
        return { status: response.status, body: await response.json() };
      }),
    );
    expect(other).toEqual(one!);
    return one!;
  };

  test.each([...refused, ...impossible])('%p', async (path, parameter, type, said) => {
    const { status, body } = await ask(path);
    const sent = new URLSearchParams(path.slice(path.indexOf('?'))).getAll(parameter).at(-1);
    expect({ status, ...body }).toEqual({
      status: 422,
      detail: [expect.objectContaining({ loc: ['query', parameter], type, msg: expect.any(String) })],
    });
    const [{ input, msg }] = body.detail;
    // Of several groups the answer names the one, or all as they are called.
    if (refused.some(([each]) => each === path)) expect(input).toBe(sent);
    expect(said.filter((text) => !msg.includes(text))).toEqual([]);
    expect(msg.length).toBeLessThan(2000);
  });

  test.each(possible)('%p has an answer', async (path) => {
    const { status, body } = await ask(path);
    expect({ status, detail: body.detail }).toEqual({ status: 200, detail: undefined });
    expect(body.data.length).toBeGreaterThan(0);
  });

  test('of all records together, amounts in several currencies have no total', async () => {
    const { body } = await ask('employees?group=branch&measure=count,sum(base_salary),max(base_salary)');
    expect(body.totals.values).toEqual({ count: 3, 'sum(base_salary)': null, 'max(base_salary)': 20 });
    expect(body.data.map(({ values }: any) => values['sum(base_salary)'])).toEqual([20, 10, 0]);
  });

  test('every fault is listed', async () => {
    const path =
      'leave?group=nope,bin(days,0)&group=status&measure=mode(days)&measure=sum(reason)&limit=0&offset=x&format=xml&days=much&sort=y';
    const { status, body } = await ask(path, { headers: { Prefer: 'handling=strict' } });
    expect(status).toBe(422);
    expect(body.detail.map(({ loc, type }: any) => `${loc[1]} ${type}`).sort()).toEqual([
      'days float_parsing',
      'format literal_error',
      'group greater_than',
      'group literal_error',
      'limit greater_than_equal',
      'measure literal_error',
      'measure literal_error',
      'offset int_parsing',
    ]);
    const sorted = await ask('leave?limit=0&status=x&group=status&sort=y');
    expect(sorted.body.detail.map(({ loc }: any) => loc[1])).toEqual(['limit', 'sort']);
    const many = await ask(`leave?${'group=nope&'.repeat(80)}`);
    // More than there may be are not looked at.
    expect([many.body.detail.length, many.body.more]).toEqual([4, undefined]);
  });
});

test.each(eitherEngine)('as many groups as there may be on the %s database, and one more', async (engine) => {
  const service = await startService({ engine, filled: false });
  const asked = async (path: string) => (await fetch(`${service.url}/api/v1/aggregate/${path}`)).json();
  const most = AGGREGATE.results;
  expect(most).toBe(100_000);
  // The last one has the name of the first.
  const ids = Array.from({ length: most + 1 }, (_, at) => at + 1);
  const departments = ids.map((id) => ({ id, name: `d${id > most ? 1 : id}` }));
  const batches = Array.from({ length: 21 }, (_, at) => departments.slice(at * 5000, (at + 1) * 5000));
  await seed(
    service.store,
    catalogue,
    batches.map((records) => ({ resource: 'departments', records })),
  );
  const refusal = (await asked('departments?group=id')).detail[0];
  expect(refusal).toMatchObject({ loc: ['query', 'group'], type: 'too_many_groups' });
  const twice = await asked('departments?group=name&having[count][gte]=2');
  expect([twice.data, twice.totals.values, twice.meta.total]).toMatchObject([
    [{ group: { name: 'd1' }, values: { count: 2 } }],
    { count: most + 1 },
    1,
  ]);
  const query = `departments?group=id&id[lte]=${most}&measure=distinct(name)&sort=-distinct(name),-id&limit=1`;
  const { data, totals, meta } = await asked(query);
  expect([data[0].group, totals.values, meta.total]).toEqual([{ id: most }, { 'distinct(name)': most }, most]);
  await service.stop();
});
