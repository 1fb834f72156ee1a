// What bounds a question to a metric: the entries of its answer, one time for all of its aggregates, and its client, who
// may leave; and that a page costs no more than it has to. answers.test.ts has the memory that clients share.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import type { Aggregates } from '../../src/store/shared/aggregate/finish.ts';
import { engines } from '../harness/databases.ts';
import type { Service } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { insightService } from './planted.ts';

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
});
