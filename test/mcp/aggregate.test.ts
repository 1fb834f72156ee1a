// The tool for figures, and the values of this database in descriptions: they are what the API answers, and what is
// private stays so.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { casesOn, eitherEngine } from '../harness/databases.ts';
import { post, type Service, startService, TOKEN } from '../harness/service.ts';
import { type Assistant, overHttp, overStdio } from './assistant.ts';

type Part = Record<string, any>;

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  let anyone: Assistant;
  let holder: Assistant;
  beforeAll(async () => {
    const privateFields = { employees: new Set(['base_salary', 'gender']) };
    service = await startService({ engine, privateFields });
    anyone = await overHttp(service.url);
    holder = await overHttp(service.url, { Authorization: `Bearer ${TOKEN}` });
  });
  afterAll(async () => {
    await anyone.close();
    await holder.close();
    await service.stop();
  });

  const api = async (path: string): Promise<Part> =>
    (await fetch(`${service.url}/api/v1/${path}`)).json() as Promise<Part>;

  const questions: [input: Part, path: string][] = [
    [{ resource: 'employees' }, 'employees?limit=20'],
    [{ resource: 'employees', group: ['branch'] }, 'employees?group=branch&limit=20'],
    [
      {
        resource: 'employees',
        group: 'dept_id',
        filters: { status: ['active', 'on_leave'] },
        sort: '-count',
        limit: 3,
      },
      'employees?group=dept_id&status=active&status=on_leave&sort=-count&limit=3',
    ],
    [
      { resource: 'leave', group: ['month(from_date)', 'status'], measure: ['count', 'sum(days)'], offset: 4 },
      'leave?group=month(from_date),status&measure=count,sum(days)&offset=4&limit=20',
    ],
    [
      {
        resource: 'applications',
        group: 'candidate_id.source, weekday(applied_on)',
        measure: 'avg(rating), median(days(applied_on, stage_entered_on))',
        sort: ['-avg(rating)', 'candidate_id.source'],
      },
      'applications?group=candidate_id.source,weekday(applied_on)&measure=avg(rating),median(days(applied_on,stage_entered_on))&sort=-avg(rating),candidate_id.source&limit=20',
    ],
    [
      { resource: 'attendance', group: 'bin(hours,2)', filters: { hours: { gte: 1 }, id: { lt: 500 } }, q: 'remote' },
      'attendance?group=bin(hours,2)&hours[gte]=1&id[lt]=500&q=remote&limit=20',
    ],
    [
      { resource: 'employees', group: 'manager_id', filters: { manager_id: null } },
      'employees?group=manager_id&manager_id=null',
    ],
  ];
  test.each(casesOn(engine, questions))('%j is what the API answers', async (input, path) => {
    const { data, totals, meta } = await api(`aggregate/${path}`);
    expect(data.length).toBeGreaterThan(0);
    const next = (input.offset ?? 0) + data.length;
    const answer = (groups: Part[]) => ({
      resource: input.resource,
      total_groups: meta.total,
      next_offset: next < meta.total ? next : null,
      totals: totals.values,
      groups,
    });
    const brief = ({ group, labels, values }: Part) =>
      Object.keys(labels).length > 0 ? { group, labels, values } : { group, values };
    expect(await anyone.call('aggregate_records', input)).toEqual(answer(data.map(brief)));
    const withRows = data.map((each: Part) => ({ ...brief(each), rows: each.rows }));
    expect(await anyone.call('aggregate_records', { ...input, rows: true })).toEqual(answer(withRows));
  });

  test('next_offset leads through all groups', async () => {
    const found: Part[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const page = await anyone.call('aggregate_records', {
        resource: 'employees',
        group: 'manager_id',
        limit: 7,
        offset,
      });
      found.push(...page.groups.map(({ group, values }: Part) => [group.manager_id, values.count]));
      offset = page.next_offset;
    }
    const { data } = await api('aggregate/employees?group=manager_id&limit=200');
    expect(found).toEqual(data.map(({ group, values }: Part) => [group.manager_id, values.count]));
    expect(found.length).toBeGreaterThan(7);
  });

  test('private fields are for those who show the token', async () => {
    const asked = [
      { resource: 'employees', group: 'gender' },
      { resource: 'leave', group: 'employee_id.gender' },
      { resource: 'employees', group: 'branch', measure: 'median(base_salary)' },
      { resource: 'employees', filters: { gender: 'female' } },
    ];
    for (const input of asked) {
      expect((await anyone.call('aggregate_records', input)).refused).toMatch(/private/);
      expect((await holder.call('aggregate_records', input)).total_groups).toBeGreaterThan(0);
    }
    const [hidden, seen] = await Promise.all(
      [anyone, holder].map((each) => each.call('describe_resources', { resource: 'employees' })),
    );
    const gender = ({ fields }: Part) => fields.find(({ name }: Part) => name === 'gender');
    expect(Object.keys(gender(hidden!))).not.toContainAnyValues(['values', 'different_values', 'without_value']);
    expect(gender(seen!).values.female).toBeGreaterThan(0);
    expect([hidden!.numbers, seen!.numbers]).toEqual([['alumni'], ['base_salary', 'alumni']]);
  });

  test.each(catalogue)(
    '$name: a description has the values of the words in this database',
    async ({ name, fields }) => {
      const described = await anyone.call('describe_resources', { resource: name });
      const words = fields.filter(
        (field) => field.index === 'counted' && field.kind.schema.type === 'string' && field.name !== 'gender',
      );
      for (const field of fields) {
        const row = described.fields.find((each: Part) => each.name === field.name);
        if (!words.includes(field)) {
          expect(row).not.toHaveProperty('values');
          continue;
        }
        const { data } = await api(`aggregate/${name}?group=${field.name}&limit=200`);
        const counts = data.map(({ group, values }: Part) => [group[field.name], values.count]);
        const missing = counts.find(([value]: [unknown]) => value === null)?.[1];
        const present = counts.filter(([value]: [unknown]) => value !== null);
        if (present.length > 20) expect([row.different_values, row.values]).toEqual([present.length, undefined]);
        else {
          expect([row.values, row.without_value]).toEqual([Object.fromEntries(present), missing]);
          const numbers = Object.values(row.values as Record<string, number>);
          expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
        }
      }
    },
  );

  test('records without a value are counted apart, and a vocabulary of more than 20 values is only counted', async () => {
    const country = async (): Promise<Part> => {
      const { fields } = await anyone.call('describe_resources', { resource: 'organization-teams' });
      return fields.find(({ name }: Part) => name === 'country');
    };
    const add = async (body: Part) => {
      const team = { organization_id: 1, name: 'Team', ...body };
      expect((await post(service, '/api/v1/organization-teams', team)).status).toBe(201);
    };
    const { values, without_value: missing = 0 } = await country();
    await add({});
    await add({ country: 'null' });
    const now = await country();
    expect([now.values, now.without_value]).toEqual([{ ...values, null: 1 }, missing + 1]);
    for (let at = Object.keys(now.values).length; at < 20; at++) await add({ country: `country ${at}` });
    expect(Object.keys((await country()).values)).toHaveLength(20);
    await add({ country: 'one more' });
    expect(await country()).toMatchObject({ different_values: 21 });
    expect(await country()).not.toHaveProperty('values');
  });

  const wrong: [input: Part, says: RegExp][] = [
    [{}, /^resource: Field required/],
    [
      { resource: 'jobs', by: 'status' },
      /^by: Extra inputs are not permitted; there are resource, group, measure, filters, /,
    ],
    [{ resource: 'jobs', rows: 'yes' }, /^rows: Input should be true or false, not "yes"\.$/],
    [{ resource: 'jobs', group: [] }, /^group: Input should not be an empty list\.$/],
    [{ resource: 'jobs', limit: 201 }, /^limit: Input should be less than or equal to 200, not 201\.$/],
    [
      { resource: 'jobs', filters: { state: 'open' } },
      /^filters\.state: job openings have no such filter \(did you mean status\?\)\.\nFilters, with their operators: id, /,
    ],
    [
      { resource: 'jobs', group: 'state' },
      /^group: There is no group state here: it is one of id, code, title, .*, not "state"\.$/,
    ],
    [
      { resource: 'jobs', group: 'a,b', measure: 'avg(status)' },
      /^group: .* a .*\ngroup: .* b .*\nmeasure: .*avg\(status\)/,
    ],
    [{ resource: 'jobs', measure: 'sum(comp_min)' }, /^measure: .*currenc/],
    [{ resource: 'jobs', sort: '-status' }, /^sort: Input should be names out of count/],
    [{ resource: 'jobs', group: ['id', 'code', 'title', 'status'] }, /^group: There are at most 3 groups/],
  ];
  test.each(casesOn(engine, wrong))('%j is refused, and the message says what is allowed', async (input, says) => {
    expect((await anyone.call('aggregate_records', input)).refused).toMatch(says);
  });
});

test('a description is given without values where the service cannot count them', async () => {
  const service = await startService({ filled: false });
  // As a service of an older version answers.
  const older = Bun.serve({
    port: 0,
    fetch: (request) => {
      const { pathname } = new URL(request.url);
      if (!pathname.includes('/aggregate/')) return fetch(service.url + pathname);
      return Response.json(
        { error: { code: 'not_found', message: 'There is nothing at this address.' } },
        { status: 404 },
      );
    },
  });
  const assistant = await overStdio(['--url', `http://127.0.0.1:${older.port}`], {});
  const { fields } = await assistant.call('describe_resources', { resource: 'leave' });
  expect(fields.map(({ name }: Part) => name)).toContain('status');
  expect(fields.filter((field: Part) => 'values' in field)).toEqual([]);
  await assistant.close();
  await older.stop(true);
  await service.stop();
});
