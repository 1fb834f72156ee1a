// Private fields in aggregates: without the token nothing can be grouped, measured, filtered or sorted by them, and
// labels leave their texts out; with it they are ordinary.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { eitherEngine } from '../harness/databases.ts';
import { type Service, startService, TOKEN } from '../harness/service.ts';

const privateFields = {
  employees: new Set(['base_salary', 'last_name', 'email', 'dept_id', 'termination_date']),
  departments: new Set(['name']),
  leave: new Set(['days', 'reason']),
  jobs: new Set(['hiring_manager_id']),
};

/** What is refused without the token, and the field that the refusal names. */
const refused: [query: string, parameter: string, field: string][] = [
  ['employees?group=dept_id', 'group', 'dept_id'],
  ['employees?group=status,last_name', 'group', 'last_name'],
  ['employees?group=bin(base_salary,10000)', 'group', 'base_salary'],
  ['employees?group=month(termination_date)', 'group', 'termination_date'],
  ['employees?group=weekday(termination_date)', 'group', 'termination_date'],
  ['employees?group=manager_id.dept_id', 'group', 'manager_id.dept_id'],
  ['attendance?group=employee_id.dept_id', 'group', 'employee_id.dept_id'],
  ['attendance?group=bin(employee_id.base_salary,5000)', 'group', 'employee_id.base_salary'],
  ['jobs?group=hiring_manager_id', 'group', 'hiring_manager_id'],
  ['jobs?group=hiring_manager_id.branch', 'group', 'hiring_manager_id'],
  ['organization-teams?group=department_id.name', 'group', 'department_id.name'],
  ['leave?measure=sum(days)', 'measure', 'days'],
  ['leave?measure=count,median(days)', 'measure', 'days'],
  ['employees?group=branch&measure=max(base_salary)', 'measure', 'base_salary'],
  ['employees?measure=distinct(dept_id)', 'measure', 'dept_id'],
  ['employees?measure=avg(days(date_of_joining,termination_date))', 'measure', 'termination_date'],
  ['attendance?measure=median(days(employee_id.termination_date,att_date))', 'measure', 'employee_id.termination_date'],
  ['attendance?group=employee_id.branch&measure=avg(employee_id.base_salary)', 'measure', 'employee_id.base_salary'],
  ['jobs?measure=distinct(hiring_manager_id.code)', 'measure', 'hiring_manager_id'],
  ['employees?group=status&dept_id=1', 'dept_id', 'dept_id'],
  ['employees?group=status&last_name[ne]=null', 'last_name[ne]', 'last_name'],
  ['employees?group=status&base_salary[gte_or_null]=1', 'base_salary[gte_or_null]', 'base_salary'],
  ['employees?group=status&termination_date[weekday]=1', 'termination_date[weekday]', 'termination_date'],
  ['attendance?employee_id.base_salary[gt]=1', 'employee_id.base_salary[gt]', 'employee_id.base_salary'],
  ['jobs?hiring_manager_id.branch=London', 'hiring_manager_id.branch', 'hiring_manager_id'],
  ['leave?reason=null', 'reason', 'reason'],
];

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ engine, privateFields, attendanceDays: 2 });
  });
  afterAll(() => service.stop());
  const shown = { Authorization: `Bearer ${TOKEN}` };
  const ask = (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service.url}/api/v1/aggregate/${path}`, { headers });
  const body = async (path: string, headers: Record<string, string> = {}): Promise<any> =>
    (await ask(path, headers)).json();

  test.each(refused)('%s', async (path, parameter, field) => {
    for (const format of ['json', 'csv']) {
      const response = await ask(`${path}&format=${format}`);
      expect([response.status, (await response.json()).detail]).toEqual([
        422,
        [
          expect.objectContaining({
            loc: ['query', parameter],
            type: 'private_field',
            msg: expect.stringMatching(new RegExp(`^The field ${field} is private here: send a bearer token`)),
          }),
        ],
      ]);
      const holder = await ask(`${path}&format=${format}`, shown);
      expect(holder.status).toBe(200);
      await holder.text();
      expect((await ask(`${path}&format=${format}`)).status).toBe(422);
    }
  });

  test('amounts whose currency is private are not added up: whether that can be done tells whether the currencies are the same', async () => {
    const closed = await startService({
      ...{ engine, attendanceDays: 1 },
      privateFields: { employees: new Set(['branch']), jobs: new Set(['currency']) },
    });
    const found = async (path: string, headers = {}) => {
      const response = await fetch(`${closed.url}/api/v1/aggregate/${path}`, { headers });
      return [path, response.status, (await response.json()).detail?.[0].msg.split(':')[0]];
    };
    for (const [path, field] of [
      ['employees?measure=sum(base_salary)&id=1&id=2', 'branch'],
      ['employees?group=id&measure=avg(base_salary)', 'branch'],
      ['leave?measure=median(employee_id.base_salary)', 'employee_id.branch'],
      ['jobs?measure=avg(comp_min)&id=1', 'currency'],
    ] as const)
      expect(await found(path)).toEqual([path, 422, `The field ${field} is private here`]);
    const extremes = 'employees?measure=min(base_salary),max(base_salary),distinct(base_salary)';
    expect(await found(extremes)).toEqual([extremes, 200, undefined]);
    const one = 'jobs?measure=avg(comp_min)&id=1';
    expect(await found(one, shown)).toEqual([one, 200, undefined]);
    await closed.stop();
  });

  test('sort takes only what was asked for, so nothing can be sorted by them', async () => {
    const response = await ask('leave?group=status&sort=-sum(days)');
    expect([response.status, (await response.json()).detail[0].loc]).toEqual([422, ['query', 'sort']]);
  });

  test('labels leave their texts out, whoever asked first', async () => {
    const path = 'leave?group=employee_id&limit=5';
    for (let round = 0; round < 2; round++)
      for (const headers of [shown, {}]) {
        const { data } = await body(path, headers);
        for (const { group, labels } of data) {
          if (group.employee_id === null) continue;
          const employee = await (
            await fetch(`${service.url}/api/v1/employees/${group.employee_id}`, { headers: shown })
          ).json();
          const names = 'Authorization' in headers ? [employee.first_name, employee.last_name] : [employee.first_name];
          expect(labels).toEqual({ employee_id: names.join(' ') });
        }
      }
    const teams = 'organization-teams?group=department_id';
    expect((await body(teams)).data.map(({ labels }: any) => labels)).not.toContainEqual({
      department_id: expect.any(String),
    });
    expect((await body(teams, shown)).data.map(({ labels }: any) => labels)).toContainEqual({
      department_id: 'Engineering',
    });
    const csv = await (await ask('leave?group=employee_id&format=csv')).text();
    const [employee] = (await (await fetch(`${service.url}/api/v1/employees`, { headers: shown })).json()).data;
    expect(csv.includes(employee.last_name)).toBe(false);
  });

  test('search does not count their matches without the token', async () => {
    const [employee] = (await (await fetch(`${service.url}/api/v1/employees?limit=1`, { headers: shown })).json()).data;
    const path = `employees?group=status&q=${encodeURIComponent(employee.last_name)}`;
    const count = async (headers: Record<string, string>) => (await body(path, headers)).totals.values.count;
    const byName = await count(shown);
    expect(byName).toBeGreaterThan(0);
    expect([await count({}), await count(shown), await count({})]).toEqual([0, byName, 0]);
  });

  test('answers say who they are for, as lists do, and a tag of one caller matches nothing of another', async () => {
    for (const [aggregate, list] of [
      ['employees?group=status', 'employees?limit=1'],
      ['leave?group=employee_id', 'leave?limit=1'],
    ] as const)
      for (const headers of [{}, shown]) {
        const [ours, theirs] = [
          await ask(aggregate, headers),
          await fetch(`${service.url}/api/v1/${list}`, { headers }),
        ];
        for (const name of ['vary', 'cache-control'])
          expect([aggregate, name, ours.headers.get(name)]).toEqual([aggregate, name, theirs.headers.get(name)]);
      }
    const [open, held] = [await ask('leave?group=employee_id'), await ask('leave?group=employee_id', shown)];
    const [openTag, heldTag] = [open.headers.get('etag')!, held.headers.get('etag')!];
    expect(openTag).not.toBe(heldTag);
    const status = async (tag: string, headers: Record<string, string>) =>
      (await ask('leave?group=employee_id', { ...headers, 'If-None-Match': tag })).status;
    expect([await status(heldTag, {}), await status(openTag, shown), await status(openTag, {})]).toEqual([
      200, 200, 304,
    ]);
  });
});
