// Which questions of the console a change concerns, and how often they are asked when changes pour in.
import { describe, expect, test } from 'bun:test';
import { catalogue as shown } from '../../console/src/data/catalogue.ts';
import { newsIn } from '../../console/src/data/changes.ts';
import { isConcerned } from '../../console/src/data/concerns.ts';
import { paced } from '../../console/src/data/paced.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { consoleCatalogue } from '../../src/contract/documents/console-catalogue.ts';
import { insights } from '../../src/insights/insights.ts';

shown.value = JSON.parse(
  consoleCatalogue({ catalogue, writes: true, careers: true, privateFields: {}, insights: [...insights] }),
);

describe('a change concerns', () => {
  const employee = { resource: 'employees', id: 7 };
  test.each<[path: string, concerned: boolean, data?: object]>([
    ['employees', true],
    ['employees?status=active&limit=1', true],
    ['employees/7', true],
    ['employees/8', false],
    ['employees/8?expand=manager_id,dept_id', false, { id: 8, manager_id: 6 }],
    ['employees/8?expand=manager_id,dept_id', true, { id: 8, manager_id: 7 }],
    ['employees/8?expand=dept_id', false, { id: 8, manager_id: 7 }],
    ['aggregate/employees?group=branch', true],
    ['leave?employee_id=7', false],
    ['leave?fields=id,employee_id', false],
    ['leave?fields=id,employee_id,employee_id.first_name', true],
    ['leave?fields=id%2Cemployee_id.first_name', true],
    ['leave?employee_id.branch=London', true],
    ['leave?sort=-employee_id.last_name', true],
    ['aggregate/leave?group=employee_id', true],
    ['aggregate/leave?group=leave_type', false],
    ['insights/headcount?from=2026-01-01', true],
    ['insights/who-is-out', false],
    ['insights/who-is-out?group=employee_id', true],
    ['insights/job-visibility', false],
    ['insights', false],
    ['health', false],
    ['jobs', false],
  ])('%s: %p', (path, concerned, ...data) => {
    expect(isConcerned(path, [employee], data[0])).toBe(concerned);
  });

  test('every metric is concerned by what it reads', () => {
    for (const { name, of, reads } of insights)
      for (const resource of [of, ...reads.map((read) => read.split('.')[0]!)])
        expect({ name, resource, concerned: isConcerned(`insights/${name}`, [{ resource, id: 1 }]) }).toEqual({
          ...{ name, resource },
          concerned: true,
        });
  });
});

describe('what is paced', () => {
  test('works at once, then once for all calls meanwhile, and not after its end', async () => {
    const times: number[] = [];
    const second = Promise.withResolvers<void>();
    const work = paced(async () => {
      times.push(performance.now());
      if (times.length === 2) second.resolve();
    });
    for (let call = 0; call < 5; call++) work.call();
    expect(times.length).toBe(1);
    await second.promise;
    expect(times[1]! - times[0]!).toBeGreaterThan(990);
    work.call();
    work.stop();
    await Promise.resolve();
    expect(times.length).toBe(2);
  });
});

describe('the news in events', () => {
  const event = (id: string, data: object, name = 'change') =>
    `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}`;
  const change = (resource: string, id: number) => ({ resource, id, kind: 'updated', at: '2026-11-18T15:00:00Z' });

  test('are the changes in their order, without values, and the last cursor', () => {
    const { at, kind } = change('', 0) as { at: string; kind: 'updated' };
    expect(
      newsIn(
        [
          event('5', { ...change('leave', 1), record: { reason: 'secret' } }),
          ': alive',
          event('6', change('jobs', 2)),
          event('7', {}, 'up_to_date'),
        ],
        '4',
      ),
    ).toEqual({
      ...{ from: '4', to: '7' },
      changes: [
        { resource: 'leave', id: 1, kind, at },
        { resource: 'jobs', id: 2, kind, at },
      ],
    });
  });

  test('without any, the cursor stays', () => {
    expect(newsIn([': alive', ''], '4')).toEqual({ from: '4', to: '4', changes: [] });
    expect(newsIn([], undefined)).toEqual({ from: undefined, to: undefined, changes: [] });
  });
});
