// `with` and `without`: what other records lead to, said in one parameter, wherever the filters of a list work.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { demoDatabase, engines } from '../harness/databases.ts';
import { allRecords, post, type Service, startService, TOKEN } from '../harness/service.ts';

const PRIVATE = { leave: new Set(['status']), candidates: new Set(['referred_by']) };

describe.each(engines)('on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    // Every question that may take long is answered in the lane, which remembers answers.
    const location = await demoDatabase(engine);
    service = await startService({ engine, location, privateFields: PRIVATE, long: { seconds: 60, quickRows: 0 } });
  });
  afterAll(() => service.stop());

  const ask = async (path: string, headers: Record<string, string> = {}) => {
    const answer = await fetch(`${service.url}/api/v1/${path}`, { headers });
    return { status: answer.status, headers: answer.headers, body: (await answer.json()) as any };
  };
  const holder = { Authorization: `Bearer ${TOKEN}` };
  const idsOf = async (path: string): Promise<number[]> =>
    (await ask(`${path}${path.includes('?') ? '&' : '?'}limit=200&fields=id`, holder)).body.data.map(
      ({ id }: { id: number }) => id,
    );
  const encoded = encodeURIComponent;

  test('jobs without applications, and people without approved leave since a day', async () => {
    const [jobs, applications] = [await idsOf('jobs'), await allRecords(service, 'applications')];
    const asked = new Set(applications.map(({ job_id }) => job_id));
    const without = await idsOf('jobs?without=applications');
    expect(without).toEqual(jobs.filter((id) => !asked.has(id)));
    expect(await idsOf('jobs?with=applications')).toEqual(jobs.filter((id) => asked.has(id)));
    expect(await idsOf('jobs?with=applications&without=applications')).toEqual([]);
    const approved = 'leave?status=approved&from_date[gte]=2026-01-01';
    const lines = await fetch(`${service.url}/api/v1/${approved}&format=ndjson`, { headers: holder });
    const leave = (await lines.text()).trimEnd().split('\n');
    const away = new Set(leave.map((line) => JSON.parse(line).employee_id));
    const filters = encoded(approved);
    for (const name of [filters, filters.replace('leave', 'leave.employee_id')])
      expect(await idsOf(`employees?branch=London&without=${name}`)).toEqual(
        (await idsOf('employees?branch=London')).filter((id) => !away.has(id)),
      );
    // Both filters are about the same record of leave.
    expect((await ask(`employees?with=${encoded('leave?id=1&id[gt]=1')}`)).body.meta.total).toBe(0);
  });

  test('a new record changes what others have found', async () => {
    const [id] = await idsOf('jobs?without=applications');
    const applicants = await idsOf('candidates?limit=1');
    const counted = async () =>
      (await ask('aggregate/jobs?without=applications&group=status')).body.totals.values.count;
    const before = [await idsOf('jobs?without=applications&sort=title'), await counted()];
    expect(before).toEqual([await idsOf('jobs?without=applications&sort=title'), await counted()]);
    const sent = { job_id: id, candidate_id: applicants[0] };
    expect((await post(service, '/api/v1/applications', sent)).status).toBe(201);
    expect(await idsOf('jobs?without=applications')).not.toContain(id!);
    expect(await counted()).toBe((before[1] as number) - 1);
  });

  test('lists, files, groups with their addresses, metrics and the org chart', async () => {
    const filter = `without=${encoded('leave?from_date[gte]=today-1y')}`;
    const { total } = (await ask(`employees?${filter}&limit=1`)).body.meta;
    expect(total).toBeGreaterThan(0);
    const file = await (await fetch(`${service.url}/api/v1/employees?${filter}&format=ndjson`)).text();
    expect(file.split('\n').length - 1).toBe(total);
    const { data, totals } = (await ask(`aggregate/employees?${filter}&group=branch`)).body;
    expect(totals.values.count).toBe(total);
    for (const { values, rows } of data.slice(0, 2))
      expect((await ask(rows.replace('/api/v1/', ''))).body.meta.total).toBe(values.count);
    const list = await ask(`employees?${filter}&limit=1`);
    const next = /<\/api\/v1\/([^>]*)>; rel="next"/.exec(list.headers.get('link')!)![1]!;
    expect((await ask(next)).body.meta.total).toBe(total);
    const insight = (await ask(`insights/headcount?${filter}&from=today&to=today`)).body.data[0].values.headcount;
    expect((await ask(insight.rows.replace('/api/v1/', ''))).body.meta.total).toBe(insight.value);
    expect((await ask('insights/headcount')).body.data[0].values.headcount.value).toBeGreaterThan(insight.value);
    expect((await ask(`org-chart?${filter}`)).status).toBe(200);
    // Nothing leads to leave.
    const ignored = await ask('leave?with=employees&limit=1');
    expect(ignored.headers.get('workforce-ignored')).toBe('with');
    expect((await ask('leave?with=', { Prefer: 'handling=strict' })).status).toBe(422);
    expect((await ask('employees?with=', { Prefer: 'handling=strict' })).status).toBe(200);
  });

  const faults: [text: string, msg: RegExp][] = [
    ['aplications', /There is no aplications that leads here \(did you mean applications\?\); write one of/],
    ['applications.candidate_id', /There is no applications\.candidate_id that leads here/],
    ['applications?stagge=offer', /In applications: stagge is no filter \(did you mean stage\?\); filters of its list/],
    ['applications?limit=3', /In applications: limit is no filter/],
    ['applications?stage=', /In applications: stage has no value/],
    ['applications?applied_on[gte]=soon', /In applications: the value of applied_on\[gte\] is wrong: Input should be/],
    ['applications?id[gt]=1&id[gt]=2', /In applications: id\[gt\] is there twice/],
    ['applications?job_id.with=applications', /In applications: job_id\.with is no filter/],
  ];
  test.each(faults)('%s is a fault of its parameter', async (text, msg) => {
    const { status, body } = await ask(`jobs?without=${encoded(text)}`);
    expect([status, body.detail.length]).toEqual([422, 1]);
    expect(body.detail[0]).toMatchObject({ loc: ['query', 'without'], input: text });
    expect(body.detail[0].msg).toMatch(msg);
  });

  test('private fields of others cannot be learnt', async () => {
    for (const path of ['employees?with=leave?status=approved', 'employees?without=candidates']) {
      const refused = await ask(path);
      expect([refused.status, refused.body.detail[0].type]).toEqual([422, 'private_field']);
      expect((await ask(path, holder)).status).toBe(200);
    }
    expect((await ask('employees?with=leave')).headers.get('vary')).toContain('Authorization');
    expect((await ask('jobs?with=employees')).status).toBe(422);
  });
});
