// The tool for metrics: the numbers of the API, small unless more is wanted, and refusals that say what there is.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { insights } from '../../src/insights/insights.ts';
import { casesOn, eitherEngine } from '../harness/databases.ts';
import { type Service, startService, TOKEN } from '../harness/service.ts';
import { type Assistant, overHttp } from './assistant.ts';

type Part = Record<string, any>;

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  let anyone: Assistant;
  let holder: Assistant;
  beforeAll(async () => {
    service = await startService({ engine, privateFields: { employees: new Set(['base_salary']) } });
    anyone = await overHttp(service.url);
    holder = await overHttp(service.url, { Authorization: `Bearer ${TOKEN}` });
  });
  afterAll(async () => {
    await anyone.close();
    await holder.close();
    await service.stop();
  });

  const api = async (path: string): Promise<Part> =>
    (await fetch(`${service.url}/api/v1/insights/${path}`)).json() as Promise<Part>;

  const questions: [input: Part, path: string][] = [
    ...insights.map(({ name }): [Part, string] => [{ insight: name }, `${name}?limit=20`]),
    [
      { insight: 'headcount', every: 'month', group: ['dept_id'], limit: 7, offset: 3 },
      'headcount?every=month&group=dept_id&limit=7&offset=3',
    ],
    [
      { insight: 'turnover', from: '2026-01-01', to: '2026-06-30', every: 'quarter', filters: { branch: 'London' } },
      'turnover?from=2026-01-01&to=2026-06-30&every=quarter&branch=London&limit=20',
    ],
    [
      { insight: 'absence', group: 'employee_id.branch', filters: { 'employee_id.status': ['active'] } },
      'absence?group=employee_id.branch&employee_id.status=active&limit=20',
    ],
  ];

  test.each(casesOn(engine, questions))('%j is what the API answers', async (input, path) => {
    const { data, excluded, meta } = await api(path);
    const found = await anyone.call('get_insight', input);
    expect(found.total_entries).toBe(meta.total);
    expect(found.entries).toEqual(
      data.map(({ period, group, labels, values }: Part) => {
        const names = Object.keys(values);
        const small = names.filter((name) => values[name].small);
        return {
          ...(period && { period }),
          ...(Object.keys(group).length > 0 && { group }),
          ...(Object.keys(labels).length > 0 && { labels }),
          values: Object.fromEntries(names.map((name) => [name, values[name].value])),
          ...(small.length > 0 && { small }),
        };
      }),
    );
    expect((found.excluded ?? []).map(({ count }: Part) => count)).toEqual(excluded.map(({ count }: Part) => count));
    expect(JSON.stringify(found)).not.toContain('/api/v1/');
    const whole = await anyone.call('get_insight', { ...input, rows: true });
    expect(whole.entries.map(({ values }: Part) => values)).toEqual(data.map(({ values }: Part) => values));
  });

  test('private fields are for those who show the token', async () => {
    const [open, whole] = await Promise.all(
      [anyone, holder].map((each) => each.call('get_insight', { insight: 'pay-gap', rows: true })),
    );
    expect(JSON.stringify(open)).not.toContain('numerator');
    expect(JSON.stringify(whole)).toContain('numerator');
  });

  const wrong: [input: Part, says: RegExp][] = [
    [{}, /^insight: Field required/],
    [{ insight: 'heads' }, /^insight: Input should be .*headcount/],
    [{ insight: 'headcount', every: 'decade' }, /^every: Input should be .*quarter/],
    [{ insight: 'headcount', from: 'May' }, /^from: Input should be a day such as 2026-03-04/],
    [{ insight: 'headcount', group: 'city' }, /^group: There is no group city here: it is one of id, code, /],
    [{ insight: 'headcount', filters: { city: 'London' } }, /^filters\.city: employees have no such filter/],
    [{ insight: 'stuck', every: 'month' }, /^every: There is no parameter every here/],
    [{ insight: 'pay-gap', group: 'dept_id' }, /^group: /],
  ];
  test.each(casesOn(engine, wrong))('%j is refused, and the message says what is allowed', async (input, says) => {
    expect((await anyone.call('get_insight', input)).refused).toMatch(says);
  });
});
