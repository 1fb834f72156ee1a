// Metrics with private fields inside: who does not show the token sees wholes only, without the records behind them, without small
// groups, and without a number that a private value could be computed from.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { insights } from '../../src/insights/insights.ts';
import { engines } from '../harness/databases.ts';
import { post, type Service, TOKEN } from '../harness/service.ts';
import { change, insightService, TODAY } from './planted.ts';

setDefaultTimeout(120_000);

const shown = { Authorization: `Bearer ${TOKEN}` };

const asker =
  (service: () => Service) =>
  (path: string, headers: Record<string, string> = {}) =>
    fetch(`${service().url}/api/v1/${path}`, { headers });

const isMan = ({ gender }: DataRecord) => gender === 'male';

describe.each(engines)('salaries on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await insightService(engine, { privateFields: { employees: new Set(['base_salary']) } });
  });
  afterAll(() => service.stop());
  const ask = asker(() => service);
  const answer = async (path: string, headers = {}): Promise<any> => (await ask(path, headers)).json();

  /** Men and women who are compared, by branch, as the records say. */
  async function branches(): Promise<Map<string | null, { sizes: number[]; people: DataRecord[] }>> {
    const lines = (await (await ask('employees?format=ndjson', shown)).text()).split('\n').slice(0, -1);
    const paid = lines
      .map((line): DataRecord => JSON.parse(line))
      .filter((row) => row.employment_type === 'full_time' && row.base_salary !== null)
      .filter((row) => row.gender === 'male' || row.gender === 'female')
      .filter((row) => row.date_of_joining !== null && String(row.date_of_joining).slice(0, 10) <= TODAY)
      .filter((row) => row.termination_date === null || String(row.termination_date) >= TODAY);
    const found = new Map<string | null, { sizes: number[]; people: DataRecord[] }>();
    for (const [branch, people] of Map.groupBy(paid, (row) => row.branch as string | null)) {
      const men = people.filter(isMan).length;
      found.set(branch, { sizes: [men, people.length - men], people });
    }
    return found;
  }

  test('no salary, no address and no small branch is shown, nor the next smallest one', async () => {
    const text = await (await ask('insights/pay-gap')).text();
    expect(text).not.toMatch(/rows|numerator|denominator|base_salary|\/employees/);
    const { data, excluded } = JSON.parse(text);
    expect(excluded).toEqual([]);
    const all = [...(await branches())].filter(([, { sizes }]) => Math.min(...sizes) > 0);
    const large = all
      .filter(([, { sizes }]) => Math.min(...sizes) >= 5)
      .sort(([, a], [, b]) => Math.min(...a.sizes) - Math.min(...b.sizes));
    expect(large.length).toBeLessThan(all.length);
    expect(large.length).toBeGreaterThan(2);
    const [whole, ...entries] = data;
    const sizes = entries.map(({ group }: any) => Math.min(...large.find(([name]) => name === group.branch)![1].sizes));
    expect(entries.length).toBe(large.length - 1);
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(Math.min(...large[0]![1].sizes));
    for (const name of ['mean_gap', 'median_gap']) {
      for (const { values } of data) expect(Math.round(values[name].value * 100) / 100).toBe(values[name].value);
      const people = entries.reduce((sum: number, { values }: any) => sum + values[name].of.value, 0);
      expect([whole.group, whole.values[name].of.value]).toEqual([{}, people]);
    }
    expect(await (await ask('insights/pay-gap?format=csv')).text()).not.toMatch(/rows|numerator|denominator/);
  });

  test('it cannot be asked for a part, by anyone', async () => {
    const body = await (await ask('insights/pay-gap')).text();
    for (const query of ['group=gender', 'branch=London', 'from=2026-01-01', 'base_salary[gt]=50000', 'dept_id=1']) {
      const response = await ask(`insights/pay-gap?${query}`);
      const name = query.replace(/=.*/, '');
      expect([query, response.headers.get('workforce-ignored')]).toEqual([query, name]);
      expect(await response.text()).toBe(body);
      const strict = await ask(`insights/pay-gap?${query}`, { Prefer: 'handling=strict' });
      expect([query, strict.status]).toEqual([query, 422]);
      await strict.text();
    }
  });

  test('the token shows everything', async () => {
    const { data, excluded } = await answer('insights/pay-gap', shown);
    const { data: hidden } = await answer('insights/pay-gap');
    expect(data.length).toBeGreaterThan(hidden.length);
    expect(excluded.length).toBeGreaterThan(0);
    for (const { values } of data.slice(1))
      expect(Object.keys(values.mean_gap)).toEqual(['value', 'numerator', 'denominator', 'of', 'small']);
  });

  test('other metrics take no filter and no group by it', async () => {
    for (const query of [
      'headcount?base_salary[gt]=1',
      'headcount?group=base_salary',
      'joiners?group=manager_id.base_salary',
    ]) {
      const { detail } = await answer(`insights/${query}`);
      expect([query, detail[0].type]).toEqual([query, 'private_field']);
      expect([query, (await ask(`insights/${query}`, shown)).status]).toEqual([query, 200]);
    }
  });

  test('a salary cannot be computed from answers before and after it changes', async () => {
    const everything = () => Promise.all(insights.map(async ({ name }) => (await ask(`insights/${name}`)).text()));
    const found = [...(await branches()).values()].filter(({ sizes }) => Math.min(...sizes) >= 5).slice(0, 1);
    for (const { people } of found)
      for (const { id, base_salary: salary } of [people.find(isMan)!, people.find((row) => !isMan(row))!]) {
        const before = await everything();
        const answers = new Set<string>();
        for (const more of [0.5, 1, 7.25, 40, 0]) {
          await change(service, { employees: [{ id: id!, base_salary: Number(salary) + more }] });
          answers.add(await (await ask('insights/pay-gap')).text());
        }
        // At most one step of the rounding lies between salaries that are close.
        expect(answers.size).toBeLessThanOrEqual(2);
        await change(service, { employees: [{ id: id!, base_salary: 3 * Number(salary) }] });
        const after = await everything();
        for (const [at, text] of after.entries())
          if (text !== before[at]) {
            expect(insights[at]!.name).toBe('pay-gap');
            const values = (body: string) => JSON.parse(body).data.map((entry: any) => entry.values.mean_gap.value);
            for (const [place, value] of values(text).entries()) {
              const steps = (value - values(before[at]!)[place]) * 100;
              expect(Math.abs(steps - Math.round(steps))).toBeLessThan(1e-9);
            }
          }
        await change(service, { employees: [{ id: id!, base_salary: salary! }] });
      }
  });
});

const SIZE = { employees: 120, attendanceDays: 2 };

const privateFields = {
  employees: new Set(['termination_date', 'manager_id']),
  leave: new Set(['employee_id', 'status']),
  applications: new Set(['rating', 'stage_entered_on']),
  jobs: new Set(['opened_on']),
};

describe.each(engines)('other private fields on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await insightService(engine, { size: SIZE, privateFields });
  });
  afterAll(() => service.stop());
  const ask = asker(() => service);

  const isRestricted = ({ reads }: { reads: readonly string[] }) =>
    reads.some((read) => {
      const [resource, field] = read.split('.') as [keyof typeof privateFields, string];
      return privateFields[resource]?.has(field);
    });

  test.each(insights.filter(isRestricted).map((metric) => [metric.name, metric] as const))(
    '%s',
    async (name, metric) => {
      const response = await ask(`insights/${name}`);
      const text = await response.text();
      expect([response.status, text.includes('"rows"'), JSON.parse(text).excluded]).toEqual([200, false, []]);
      for (const { group, values } of JSON.parse(text).data) {
        expect(Object.keys(group).filter((path) => !metric.groups?.includes(path))).toEqual([]);
        for (const kind of ['places', 'sick_days', 'rating']) expect(Object.keys(values)).not.toContain(kind);
        for (const figure of Object.values<any>(values))
          for (const part of [figure.numerator, figure.denominator, figure.of])
            if (part) expect(part.value).toBeGreaterThanOrEqual(5);
      }
      const through = metric.through ? `${metric.through}.` : '';
      const filter = `${through}id=1`;
      for (const query of [
        ...(metric.isSeries ? ['from=2026-01-01', 'to=2026-01-31', 'every=month'] : []),
        ...(metric.groups ? [] : [`group=${through}id`]),
        ...(metric.isWhole ? [] : [filter, `${through}id[gt]=5`]),
      ]) {
        const refused = await ask(`insights/${name}?${query}`);
        const { detail } = await refused.json();
        expect([query, refused.status, detail?.[0].type]).toEqual([query, 422, 'private_field']);
      }
      expect(await (await ask(`insights/${name}`, shown)).text()).toContain('"rows"');
    },
  );

  test.each(insights.filter((metric) => !isRestricted(metric)).map(({ name }) => name))(
    '%s is as ever',
    async (name) => {
      expect(await (await ask(`insights/${name}`)).text()).toBe(await (await ask(`insights/${name}`, shown)).text());
    },
  );

  test('a rating cannot be computed from answers before and after it is given', async () => {
    const numbers = async () => JSON.stringify((await (await ask('insights/source-quality')).json()).data);
    const before = await numbers();
    const sent = [1.25, 4.75].map(async (rating) => {
      const body = { candidate_id: 1, job_id: 1, applied_on: '2026-11-01', rating };
      expect((await post(service, '/api/v1/applications', body)).status).toBe(201);
      return numbers();
    });
    expect((await Promise.all(sent)).every((after) => !/rating/.test(after))).toBe(true);
    expect(before).not.toMatch(/rating/);
  });
});

test('of few people there is no answer', async () => {
  const fields = { employees: new Set(['termination_date']) };
  const service = await insightService('embedded', { size: { employees: 4 }, isPlain: true, privateFields: fields });
  for (const name of [
    'headcount',
    'leavers',
    'turnover',
    'tenure',
    'new-hire-attrition',
    'pay-gap',
    'span-of-control',
  ]) {
    const { data, meta } = await (await fetch(`${service.url}/api/v1/insights/${name}`)).json();
    expect([name, data, meta.total]).toEqual([name, [], 0]);
  }
  await service.stop();
});

test('metrics say that they read what they ask by', async () => {
  const service = await insightService('embedded', { size: SIZE });
  const targets = {
    employee_id: 'employees',
    manager_id: 'employees',
    candidate_id: 'candidates',
    job_id: 'jobs',
  } as Record<string, string>;
  for (const { name, reads } of insights) {
    const text = await (await fetch(`${service.url}/api/v1/insights/${name}?limit=200`)).text();
    const addresses = text.match(/\/api\/v1\/[^"]+\?[^"]+/g) ?? [];
    const used = addresses.flatMap((address) => {
      const [path, query] = address.split('?') as [string, string];
      const sent = [...new URLSearchParams(query)].filter(([parameter]) => !parameter.startsWith('having['));
      const names = sent.map(([parameter, value]) => (parameter === 'group' ? value : parameter));
      return names.flatMap((parameter) => {
        const [first, second] = parameter.replace(/\[.*/, '').split('.') as [string, string?];
        return [`${path.split('/').at(-1)}.${first}`, ...(second ? [`${targets[first]}.${second}`] : [])];
      });
    });
    const unsaid = [...new Set(used)].filter((field) => !reads.includes(field) && !field.endsWith('.id'));
    expect([name, unsaid]).toEqual([name, []]);
  }
  await service.stop();
});
