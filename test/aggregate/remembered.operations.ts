// What is remembered of aggregates never shows: after creates, updates and erasures, also through other processes, the
// answers are those of the records there are.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { Resource } from '../../src/catalogue/resource.ts';
import { erase, resourceNamed, update } from '../engines/changes/changing.ts';
import { engines, newDatabase } from '../harness/databases.ts';
import { post, type Service, startService } from '../harness/service.ts';
import { type Group, type Measure, type Path, type Question, type Unit, units } from './calculator/question.ts';
import { expectRight, exported, type RecordMaps } from './comparison.ts';
import { plant } from './planted.ts';

const leave = resourceNamed('leave');
const fieldNamed = (resource: Resource, name: string) => resource.fields.find((field) => field.name === name)!;

/** `from_date`, or `employee_id.branch`. */
function pathTo(text: string): Path {
  const [first, second] = text.split('.') as [string, string?];
  if (!second) return { field: fieldNamed(leave, first) };
  const via = fieldNamed(leave, first) as NonNullable<Path['via']>;
  return { field: fieldNamed(via.target, second), via };
}

function groupOf(text: string): Group {
  const [, unit, inner = text, step] = /^(\w+)\(([\w.]+)(?:,(.*))?\)$/.exec(text) ?? [];
  const known = units.find((each) => each === unit) ?? ('value' satisfies Unit);
  return { path: pathTo(inner), unit: known, ...(step !== undefined && { step }) };
}

function measureOf(text: string): Measure {
  const [, name, first, second] = /^(\w+)\((?:days\()?([\w.]+)(?:,([\w.]+)\))?\)$/.exec(text) ?? [];
  if (!first) return { function: 'count' };
  if (second) return { function: name as 'avg', from: pathTo(first), to: pathTo(second) };
  return { function: name as 'sum', path: pathTo(first) };
}

const asked = (groups: string[], measures: string[], more: Partial<Question> = {}): Question => ({
  resource: leave,
  conditions: [],
  q: '',
  groups: groups.map(groupOf),
  measures: measures.map(measureOf),
  sort: [],
  limit: 20,
  ...more,
});

const questions = [
  asked([], []),
  asked(['status'], []),
  asked(['employee_id'], ['count']),
  asked(['leave_type'], ['median(days)', 'distinct(days)', 'count']),
  asked([], ['sum(days)', 'avg(days)', 'median(days)', 'min(days)', 'max(applied_on)', 'distinct(employee_id)']),
  asked(['month(applied_on)'], ['sum(days)', 'count']),
  asked(['year(applied_on)', 'status'], ['median(days(applied_on,from_date))', 'avg(days(applied_on,from_date))']),
  asked(['bin(days,0.5)'], ['count'], { conditions: [{ path: pathTo('days'), operator: 'lt', values: [100] }] }),
  asked(['employee_id.branch', 'weekday(applied_on)'], ['count', 'avg(employee_id.base_salary)']),
  asked(['employee_id.dept_id'], ['max(days)', 'distinct(status)'], {
    conditions: [{ path: pathTo('employee_id.alumni'), operator: 'in', values: [0, null] }],
    sort: [{ name: 'max(days)', descending: true }],
  }),
  asked(['status'], ['count', 'sum(days)'], {
    conditions: [{ path: pathTo('status'), operator: 'ne', values: ['approved'] }],
  }),
  asked(['leave_type'], ['count'], { q: 'new' }),
];

/** What each of them changes. */
const created: [string, object][] = [
  ['both ends of an axis', { leave_type: 'sick', days: 0, applied_on: '1990-02-28' }],
  ['the other end', { leave_type: 'sick', days: 99.75, applied_on: '2041-12-31T23:30:00-02:00' }],
  ['a median', { leave_type: 'annual', days: 0.1, employee_id: 2, from_date: '2026-11-11', applied_on: '2026-11-10' }],
  ['the same median', { leave_type: 'annual', days: 0.2, employee_id: 2, from_date: null, applied_on: '2026-11-10' }],
  ['a sum that is no short one', { leave_type: 'annual', days: 1 / 3, applied_on: '2026-11-10' }],
];

describe.each(engines)('on the %s database', (engine) => {
  /** One that takes everything for a long question, and one to which a few records are quick. */
  const services: Service[] = [];
  const records: RecordMaps = new Map();
  beforeAll(async () => {
    const location = await newDatabase(engine);
    // The embedded engine counts steps, of which there are few.
    for (const quickRows of [0, engine === 'embedded' ? 1 : 3])
      services.push(await startService({ engine, location, filled: false, long: { seconds: 60, quickRows } }));
    await plant(services[0]!.store);
    for (const { name } of catalogue) records.set(name, await exported(services, name));
  });
  afterAll(async () => {
    for (const service of services) await service.stop();
  });

  const answeredLong = async ({ store }: Service): Promise<number> =>
    (await store.measures())
      .find(({ name }) => name === 'workforce_long_questions_total')!
      .samples.find(({ labels }) => labels!.outcome === 'answered')!.value;

  async function expectAllRight(changed: readonly string[] = ['leave']): Promise<void> {
    for (const name of changed) records.set(name, await exported(services, name));
    for (const question of questions) {
      const { refusal } = await expectRight(services, records, question, { addresses: 2 });
      expect([question.groups.length, refusal]).toEqual([question.groups.length, undefined]);
    }
  }

  const create = async (body: object, at: number): Promise<number> => {
    const response = await post(services[at % services.length]!, '/api/v1/leave', body);
    expect(response.status).toBe(201);
    return (await response.json()).id;
  };

  test('answers are right before anything changes, and asked again they are not computed again', async () => {
    await expectAllRight();
    const before = await Promise.all(services.map(answeredLong));
    expect(Math.min(...before)).toBeGreaterThan(0);
    await expectAllRight();
    expect(await Promise.all(services.map(answeredLong))).toEqual(before);
  });

  test.each(created)('a create that changes %s', async (what, body) => {
    await create(body, what.length);
    await expectAllRight();
  });

  // The embedded database counts all of them, which is as quick.
  const onPostgres = engine === 'postgresql' ? test : () => undefined;
  onPostgres('after a few creates only these are counted, without a long question', async () => {
    const path = '/api/v1/aggregate/leave?group=month(applied_on)&measure=sum(days)';
    const total = async () => (await (await fetch(services[1]!.url + path)).json()).totals.values['sum(days)'];
    const ids = [await create({ leave_type: 'x', days: 1 }, 0)];
    const [before, long] = [await total(), await answeredLong(services[1]!)];
    for (let i = 1; i <= 3; i++) {
      ids.push(await create({ leave_type: 'x', days: 1 }, i));
      expect(await total()).toBeCloseTo(before + i, 6);
    }
    expect(await answeredLong(services[1]!)).toBe(long);
    await erase(services[0]!.store, 'leave', ids);
    expect(await total()).toBeCloseTo(before - 1, 6);
  });

  test('updates of counted records, of those they refer to, and new ones', async () => {
    const { store } = services[0]!;
    const texts: [string, string][] = [
      ['leave', '{"id":1,"status":"moved","days":2.5,"applied_on":"2030-01-01"}\n{"id":2,"employee_id":null}'],
      ['employees', '{"id":2,"branch":"Elsewhere","dept_id":null,"base_salary":1.1}'],
      ['leave', '{"id":70001,"leave_type":"imported","status":"moved","days":7,"applied_on":"2019-12-31"}'],
      ['departments', '{"id":1,"name":"Renamed"}'],
    ];
    for (const [name, text] of texts) {
      expect((await update(store, name, text)).faults).toEqual([]);
      await expectAllRight([name]);
    }
  });

  test('erasures, of the last record of a group and of those that others refer to', async () => {
    const { store } = services[1]!;
    const imported =
      '{"id":70002,"leave_type":"only here","status":"only here","applied_on":"2026-01-01","employee_id":3}';
    expect((await update(store, 'leave', imported)).faults).toEqual([]);
    await expectAllRight();
    for (const [name, id] of [
      ['leave', 70002],
      ['leave', 70001],
      ['employees', 2],
    ] as const) {
      await erase(store, name, [id]);
      await expectAllRight(['leave', name]);
    }
    expect(await store.audit()).toEqual([]);
  });

  test('while others create, an answer has all that was confirmed and nothing that was not sent', async () => {
    const before = (await (await fetch(`${services[0]!.url}/api/v1/leave?leave_type=counted`)).json()).meta.total;
    let [sent, confirmed] = [before, before];
    const creating = [0, 1, 2].map(async (creator) => {
      for (let i = 0; i < 30; i++) {
        sent += 1;
        const body = { leave_type: 'counted', status: `s${i % 4}`, days: 1, applied_on: `2026-0${1 + (i % 9)}-01` };
        await create(body, creator + i);
        confirmed += 1;
      }
    });
    let isOver = false;
    const filter = 'leave?leave_type=counted&limit=200';
    const paths = [
      `${filter}&group=status,month(applied_on)&measure=count,sum(days),distinct(id)`,
      `${filter}&group=status,month(applied_on)&measure=count,sum(days)`,
      `${filter}&group=weekday(applied_on)&measure=count,median(days)`,
      `${filter}&group=status`,
    ];
    const asking = services.map(async ({ url }) => {
      for (let answers = 0; !isOver || answers < 10; answers++) {
        const least = confirmed;
        const path = paths[answers % paths.length]!;
        const { data, totals } = await (await fetch(`${url}/api/v1/aggregate/${path}`)).json();
        const { count, 'sum(days)': sum = count, 'distinct(id)': distinct = count } = totals.values;
        expect(count).toBeWithin(least, sent + 1);
        expect([sum, distinct]).toEqual([count, count]);
        const inGroups = data.reduce((sum: number, { values }: any) => sum + values.count, 0);
        expect(inGroups).toBe(count);
      }
    });
    await Promise.all(creating);
    isOver = true;
    await Promise.all(asking);
    await expectAllRight();
  });
});

test('records that came since may have more values than can be merged', async () => {
  const service = await startService({ filled: false, long: { seconds: 60, quickRows: 100 } });
  const path = `${service.url}/api/v1/aggregate/leave?measure=distinct(id),distinct(days),median(days)`;
  const values = async () => (await (await fetch(path)).json()).totals.values;
  const create = async (from: number, to: number) => {
    const days = Array.from({ length: to - from }, (_, i) => from + i);
    const outcomes = await Promise.all(
      days.map((each) => service.store.create(leave, { leave_type: 'x', status: 'x', days: each })),
    );
    expect(outcomes.every((outcome) => 'id' in outcome)).toBe(true);
  };
  await create(0, 201);
  expect(await values()).toEqual({ 'distinct(id)': 201, 'distinct(days)': 201, 'median(days)': 100 });
  await create(201, 10_401);
  expect(await values()).toEqual({ 'distinct(id)': 10_401, 'distinct(days)': 10_401, 'median(days)': 5200 });
  await service.stop();
});
