// The org chart against a plain computation from the list of employees: random trees with circles, managers who are
// gone or not there for the caller, filters and row limits, on both engines.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import type { OrgChart } from '../../client/src/index.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { seed } from '../../src/jobs/seed.ts';
import { addSecret, bearer, type Given } from '../access/tokens.ts';
import { eitherEngine } from '../harness/databases.ts';
import { randomFrom, SEED } from '../harness/random/sample.ts';
import { type Service, startService } from '../harness/service.ts';
import { plainChart, walked } from './plain.ts';

let next = randomFrom(SEED);
/** 0 to `below` - 1. */
const random = (below: number): number => Math.floor(next() * below);
const one = <T>(of: readonly T[]): T => of[random(of.length)]!;

const COUNT = 90;
const BRANCHES = ['London', 'Berlin', null];

const managerOf = (id: number, ids: readonly number[]): number | null =>
  random(10) === 0 ? null : random(6) === 0 ? one(ids) : one(ids.slice(0, Math.max(1, Math.min(id - 1, 12))));

function company() {
  const ids = Array.from({ length: COUNT }, (_, at) => at + 1);
  const employees = ids.map((id) => ({
    id,
    // Texts that look like the JSON of a record are texts.
    code: one([`c${id}`, `c${id}","first_name":"x`, `c${id}\u2028{"id":1`]),
    first_name: one(['Ada', 'Élise', 'ada', 'Bo', 'Zoë', 'Ann "Bo" \\', null]),
    last_name: one(['Berg', 'Ökten', 'Álvarez', 'Van\u2028Dyk', null]),
    designation: one(['Engineer', 'Head, "manager_id":1', null]),
    dept_id: one([1, 2]),
    branch: one(BRANCHES),
    // Most report to someone of a smaller id, some to anybody. The last two always report to each other, and the one
    // before to somebody who is gone.
    manager_id: { [COUNT]: COUNT - 1, [COUNT - 1]: COUNT, [COUNT - 2]: COUNT - 3 }[id] ?? managerOf(id, ids),
    status: 'active',
    date_of_joining: id < COUNT - 3 && random(15) === 0 ? '2999-01-01' : '2020-01-01',
    termination_date: id === COUNT - 3 || (id < COUNT - 3 && random(6) === 0) ? '2021-01-01' : null,
    alumni: 0,
  }));
  const jobs = Array.from({ length: 20 }, (_, at) => ({
    id: at + 1,
    title: `Job ${at}`,
    status: one(['open', 'closed']),
    headcount: 1,
    filled: 0,
    hiring_manager_id: one([...ids.slice(0, 20), null]),
  }));
  return [
    { resource: 'departments', records: [1, 2].map((id) => ({ id, name: `d${id}` })) },
    { resource: 'employees', records: employees },
    { resource: 'jobs', records: jobs },
  ];
}

const GIVEN: Record<string, Given> = {
  all: { read: 'all' },
  employees: { read: ['employees'] },
  london: { read: 'all', rows: ['employees?branch=London'] },
  first: { read: ['employees', 'jobs'], rows: ['employees?dept_id=1', 'jobs?status=open'] },
  nobody: { read: ['employees'], rows: ['employees?branch=Nowhere'] },
};

describe.each(eitherEngine)('the org chart on the %s database', (engine) => {
  let service: Service;
  const tokens: Record<string, string> = {};
  beforeAll(async () => {
    next = randomFrom(SEED);
    service = await startService({ engine, filled: false, parts: { read: 'token' } });
    await seed(service.store, catalogue, company() as never);
    for (const [name, given] of Object.entries(GIVEN)) tokens[name] = await addSecret(service.store, name, given);
  });
  afterAll(() => service.stop());

  const fetched = (path: string, name: string) =>
    fetch(`${service.url}/api/v1/${path}`, { headers: bearer(tokens[name]) });
  const asks = (name: string) => async (path: string) => {
    const response = await fetched(path, name);
    if (response.status !== 200) throw new Error(`${response.status} of ${path}: ${await response.text()}`);
    return response.json();
  };
  const readsJobs = (name: string) => GIVEN[name]!.read === 'all' || (GIVEN[name]!.read as string[]).includes('jobs');

  const cases = Object.keys(GIVEN).flatMap((name) =>
    ['', '&branch=Berlin&branch=London', '&dept_id=2&date_of_joining[lt]=2999-12-31', '&q=ada'].map(
      (filters) => [name, filters] as const,
    ),
  );

  test.each(cases)('%s%s: everybody once, with their numbers', async (name, filters) => {
    const ask = asks(name);
    const plain = await plainChart(ask, filters, readsJobs(name));
    expect(await walked(ask, filters, 1 + random(7))).toEqual(plain);
    const whole: OrgChart = await ask(`org-chart?depth=100&limit=200${filters}`);
    if (name === 'all' && filters === '')
      expect([whole.summary.in_circles > 1, whole.summary.without_their_manager > 0]).toEqual([true, true]);
    const byId = (people: typeof plain) => people.toSorted((a, b) => a.id - b.id);
    expect(byId(whole.data)).toEqual(byId(plain));
    const spans = plain.map((each) => each.direct_reports).filter((count) => count > 0);
    expect(whole.summary).toMatchObject({
      people: plain.length,
      managers: spans.length,
      levels: Math.max(0, ...plain.map(({ level }) => level)),
      least_reports: spans.length === 0 ? 0 : Math.min(...spans),
      most_reports: Math.max(0, ...spans),
      in_circles: plain.filter((each) => each.in_circle).length,
    });
    for (const person of plain.slice(0, 12)) {
      const { data }: OrgChart = await ask(`org-chart?to=${person.id}&limit=2${filters}`);
      const there = new Map(data.map((each) => [each.id, each]));
      const way: number[] = [];
      for (let at = there.get(person.id); at; at = there.get(at.reports_to!)) way.unshift(at.id);
      expect([way.length, way.at(-1)]).toEqual([person.level, person.id]);
      const expected = plain.filter(
        ({ id, place, reports_to }) =>
          way.includes(id) || (place <= 2 && (reports_to === null || way.includes(reports_to))),
      );
      expect(byId(data)).toEqual(byId(expected));
    }
  });

  test('what is wrong is said', async () => {
    const { data }: OrgChart = await asks('all')('org-chart?branch=London&depth=100');
    const other = (await asks('all')('org-chart?branch=Berlin')).data[0].id;
    expect((await fetched(`org-chart?branch=London&root=${other}`, 'all')).status).toBe(404);
    expect((await fetched(`org-chart?to=${other}`, 'london')).status).toBe(404);
    expect((await fetched(`org-chart?to=${data[0]!.id}`, 'london')).status).toBe(200);
    const bad = await fetched('org-chart?root=1&to=1&branch[gte]=a', 'all');
    expect([bad.status, bad.headers.get('workforce-ignored')]).toEqual([422, null]);
  });

  test('new people are in the tree at once, and the answer is known until then', async () => {
    const first = await fetched('org-chart', 'all');
    const etag = first.headers.get('etag')!;
    const again = await fetch(first.url, { headers: { ...bearer(tokens.all), 'If-None-Match': etag } });
    expect(again.status).toBe(304);
    const before: OrgChart = await asks('all')('org-chart?depth=100&limit=200');
    const boss = before.data.find(({ direct_reports }) => direct_reports > 0)!.id;
    const added = [COUNT + 1, COUNT + 2].map((id) => ({
      ...{ id, first_name: 'New', last_name: `N${id}`, manager_id: boss, status: 'active', alumni: 0 },
      date_of_joining: '2020-01-01',
    }));
    await seed(service.store, catalogue, [{ resource: 'employees', records: added }] as never);
    expect((await asks('all')('org-chart')).summary.people).toBe(before.summary.people + 2);
    expect(await walked(asks('all'), '', 5)).toEqual(await plainChart(asks('all'), '', true));
  });
});
