// What bounds a question to a metric: the entries of its answer, one time for all of its aggregates, memory that
// clients share, and its client, who may leave; and that a page costs no more than it has to.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { Refusal } from '../../src/contract/errors.ts';
import { type Bounds, insightLimits, withinBounds } from '../../src/insights/bounds.ts';
import { periodsOf } from '../../src/insights/question.ts';
import type { Aggregates } from '../../src/store/shared/aggregate/finish.ts';
import { engines } from '../harness/databases.ts';
import type { Service } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { insightService, TODAY } from './planted.ts';

setDefaultTimeout(120_000);

/** How many aggregates a service has asked since the last look, and what is done before each. */
function watched({ store }: Service) {
  const aggregate = store.aggregate.bind(store);
  const seen = { asked: 0, before: (): Promise<void> | undefined => undefined };
  store.aggregate = async (...question): Promise<Aggregates> => {
    seen.asked += 1;
    await seen.before();
    return aggregate(...question);
  };
  return seen;
}

const DAYS = 'from=2025-10-20&every=day';

describe.each(engines)('on the %s database', (engine) => {
  let service: Service;
  let hurried: Service;
  let seen: ReturnType<typeof watched>;
  let late: ReturnType<typeof watched>;
  beforeAll(async () => {
    const size = { employees: 120, attendanceDays: 5 };
    service = await insightService(engine, { size });
    hurried = await insightService(engine, { size, parts: { questionSeconds: 0.5 } });
    [seen, late] = [watched(service), watched(hurried)];
  });
  afterAll(async () => {
    await service.stop();
    await hurried.stop();
  });
  const ask = async (path: string) => {
    seen.asked = 0;
    const sent = await fetch(`${service.url}/api/v1/insights/${path}`);
    return { status: sent.status, body: await sent.json(), asked: seen.asked };
  };

  test('periods and groups together are bounded, and the refusal says what to narrow', async () => {
    for (const [path, parts] of [
      [`headcount?${DAYS}&group=id,code,email`, ['longer periods than a day', 'less time', 'id,code,email']],
      [`absence?${DAYS}&group=employee_id.id,employee_id.code`, ['longer periods than a day', 'employee_id.id']],
      [`funnel?from=2025-10-16&every=day&group=id&id[gt]=0`, ['longer periods', 'than id', 'filter more']],
      [`new-hire-attrition?from=2025-10-16&every=day&to=2026-11-15&group=id`, ['fields than id']],
    ] as const) {
      const { status, body } = await ask(`${path}&limit=1`);
      if (status === 200) {
        expect([path, body.meta.total <= 100_000]).toEqual([path, true]);
        continue;
      }
      const [{ type, loc, msg }] = body.detail;
      expect([path, status, type, loc]).toEqual([path, 422, 'too_many_entries', ['query', 'group']]);
      for (const part of parts) expect([path, msg]).toEqual([path, expect.stringContaining(part)]);
    }
    // At least one of them is beyond the bound.
    expect((await ask(`funnel?from=2025-10-16&every=day&group=id&limit=1`)).status).toBe(422);
  });

  test('one time for all of it: 503 with what would be cheaper, and nothing goes on', async () => {
    late.before = () => Bun.sleep(100);
    const sent = await fetch(`${hurried.url}/api/v1/insights/tenure?${DAYS}&group=dept_id`);
    const { error } = await sent.json();
    expect([sent.status, error.code]).toEqual([503, 'unavailable']);
    expect(error.message).toMatch(
      /^This question took longer than 0.5 s and was given up. It would be cheaper to ask for longer periods than a day, .* fewer or coarser fields than dept_id or filter the records\.$/,
    );
    const { asked } = late;
    await Bun.sleep(300);
    expect(late.asked).toBe(asked);
    late.before = () => undefined;
  });

  test('it ends when its client leaves', async () => {
    const leaving = new AbortController();
    seen.asked = 0;
    seen.before = () => {
      if (seen.asked === 5) leaving.abort();
      return Bun.sleep(5);
    };
    await fetch(`${service.url}/api/v1/insights/tenure?${DAYS}&group=dept_id`, { signal: leaving.signal }).catch(
      () => 'left',
    );
    // Until the service has noticed, it may ask some more; it never asks all 392.
    let before = -1;
    await waitUntil('the last aggregate', async () => {
      const isOver = before === seen.asked;
      before = seen.asked;
      await Bun.sleep(200);
      return isOver;
    });
    expect(seen.asked).toBeLessThan(200);
    seen.before = () => undefined;
  });

  test('a page of periods asks for no others, and what holds on many days is read once', async () => {
    const first = await ask(`tenure?${DAYS}&limit=1`);
    const some = await ask(`tenure?${DAYS}&limit=20&offset=7`);
    // Two more tell who is left out.
    expect([first.asked, some.asked]).toEqual([1 + 2, 20 + 2]);
    expect(first.body.meta).toEqual({ total: some.body.meta.total, limit: 1, offset: 0 });
    for (const { period, values } of some.body.data) {
      const { body } = await ask(`tenure?from=${period.to}&to=${period.to}`);
      expect([period, values.tenure]).toEqual([period, body.data[0].values.tenure]);
    }
    const heads = await ask(`headcount?${DAYS}&group=dept_id&limit=200`);
    expect([heads.asked, heads.body.data.length]).toEqual([1 + 2, 200]);
    const out = await ask(`who-is-out?${DAYS}&group=leave_type&limit=1`);
    expect(out.asked).toBe(2 + 4);
  });

  test('what holds on many days is the same as asked for one day at a time', async () => {
    for (const [name, group] of [
      ['headcount', 'branch,gender'],
      ['headcount', 'date_of_joining'],
      ['who-is-out', 'leave_type,employee_id.branch'],
      ['turnover', 'dept_id'],
    ] as const) {
      const many = await ask(`${name}?from=2026-05-20&to=2026-06-20&every=day&group=${group}&limit=200&offset=40`);
      expect(many.status).toBe(200);
      const byDay = Map.groupBy<string, any>(many.body.data, (entry) => entry.period.to);
      for (const [day, entries] of [...byDay].slice(1, 4)) {
        const { body } = await ask(`${name}?from=${day}&to=${day}&group=${group}&limit=200`);
        const one = new Map(body.data.map((entry: any) => [JSON.stringify(entry.group), entry.values]));
        for (const { group: of, values } of entries) {
          const expected = one.get(JSON.stringify(of));
          if (expected) expect([name, day, of, values]).toEqual([name, day, of, expected]);
          // A group without records on the day.
          else
            expect([name, day, of, numbersIn(values)]).toEqual([
              name,
              day,
              of,
              expect.not.arrayContaining([expect.any(Number)]),
            ]);
        }
      }
    }
  });

  test('many managers and jobs need few addresses', async () => {
    const span = (await ask('span-of-control')).body.data[0].values;
    for (const counted of [span.reports.numerator, span.reports.denominator, span.median_reports.of, span.one_report]) {
      expect(typeof counted.rows).toBe('string');
      const { meta } = await (await fetch(`${service.url}${counted.rows}&limit=1`)).json();
      expect([counted.rows, meta.total]).toEqual([counted.rows, counted.value]);
    }
    const { data } = (await ask('funnel')).body;
    for (const { rows } of Object.values<any>(data[0].values)) {
      expect(rows.length).toBeLessThan(10);
      for (const each of rows) expect(each).not.toContain('job_id=');
    }
  });
});

/** Numbers over 0 that count records. */
const numbersIn = (values: object): number[] =>
  Object.values<any>(values).flatMap(({ value, numerator, of }) =>
    [numerator?.value ?? of?.value ?? value].filter((each) => each > 0),
  );

test.each([
  ['2026-03-30', [false, false, true]],
  ['2026-03-31', [false, false, true]],
  ['2026-04-01', [false, false, false]],
])('a period is whole once its last day is over; on %s', (today, partial) => {
  expect(periodsOf('2026-01-01', '2026-03-31', 'month', today, 9).map((each) => each.partial)).toEqual(partial);
});

describe('memory', () => {
  const question = {
    ...{
      today: TODAY,
      now: `${TODAY}T12:00:00Z`,
      from: TODAY,
      to: TODAY,
      every: undefined,
      isLarge: false,
      isRestricted: false,
      hidden: {},
      hidesGroups: false,
    },
    periods: [{ from: TODAY, to: TODAY, partial: true, start: TODAY }],
    ...{ groups: ['id'], filters: '' },
  };
  const asker = (client: string) => ({ client: () => client, signal: () => new AbortController().signal });

  test('is shared: the client with most of it gives way to another, and a question alone may use all', async () => {
    const limits = insightLimits(60, 1_000_000);
    const { promise: both, resolve: isOther } = Promise.withResolvers<void>();
    const large = withinBounds(question, asker('greedy'), limits, async ({ hold, pause }: Bounds) => {
      hold(1900);
      isOther();
      for (;;) await (pause() ?? Bun.sleep(1));
    });
    await both;
    const small = await withinBounds(question, asker('modest'), limits, async ({ hold }) => {
      hold(500);
      return 'answered';
    });
    expect(small).toBe('answered');
    const refusal = await large.catch((thrown: unknown) => thrown as Refusal);
    expect(refusal).toBeInstanceOf(Refusal);
    expect((refusal as Refusal).headers).toEqual({ 'Retry-After': '1' });
    // All of it is free again.
    const all = withinBounds(question, asker('greedy'), limits, async ({ hold }) => hold(2000));
    expect(await all).toBeUndefined();
  });

  test('of those with many periods and groups few are made at a time, fair by client; others need not wait', async () => {
    const limits = insightLimits(60);
    const { promise: over, resolve: end } = Promise.withResolvers<void>();
    const begun: string[] = [];
    const ask = (client: string, isLarge = true) =>
      withinBounds({ ...question, isLarge }, asker(client), limits, async () => {
        begun.push(client);
        await over;
      });
    const all = ['a', 'a', 'a', 'a', 'b'].map((client) => ask(client));
    all.push(ask('c', false));
    await Bun.sleep(1);
    expect(begun).toEqual(['a', 'a', 'c'].toSorted((x, y) => begun.indexOf(x) - begun.indexOf(y)));
    end();
    await Promise.all(all);
    expect(begun.slice(3)).toEqual(['b', 'a', 'a']);
  });

  test('more groups than one question may read are refused with what to do', async () => {
    const limits = insightLimits(60);
    const refused = withinBounds(question, asker('a'), limits, async ({ hold }) => {
      for (let at = 0; at < 10; at++) hold(50_000);
    });
    const { faults } = (await refused.catch((thrown: unknown) => thrown)) as Refusal;
    expect(faults[0]).toMatchObject({ type: 'too_many_entries', loc: ['query', 'group'] });
    expect(faults[0]!.msg).toContain('filter the records');
  });
});
