// The other questions to metrics, as in metrics.test.ts, with the same bytes from both engines; odd trees of managers, a
// large company, and answers from the lane for long questions.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { demoDatabase, engines } from '../harness/databases.ts';
import { share } from '../harness/random/sample.ts';
import { type Service, startService } from '../harness/service.ts';
import { type Company, companyOf } from './company.ts';
import { names, series } from './expected/expected.ts';
import { change, insightService } from './planted.ts';
import { expectRight, questionsOf, TIMES } from './questions.ts';

setDefaultTimeout(120_000);

/** A share of what is much alike. */
const cases = names.flatMap((name) =>
  [...(series.includes(name) ? share(TIMES, 5) : []), ...share(questionsOf(name), 3)].map(
    (query) => [name, query] as const,
  ),
);

describe('the demo company and awkward records', () => {
  const services: Service[] = [];
  let company: Company;
  beforeAll(async () => {
    for (const engine of engines) services.push(await insightService(engine));
    company = await companyOf(services);
  });
  afterAll(async () => {
    for (const service of services) await service.stop();
  });

  test.each(cases)('%s %s', (name, query) => expectRight(services, company, name, query));
});

describe.each(engines)('on the %s database', (engine) => {
  const questions = [
    ...names,
    ...['headcount?every=month&group=dept_id', 'tenure?every=quarter', 'absence?every=week&employee_id.branch=London'],
    ...['new-hire-attrition?from=2020-01-01&group=branch', 'funnel?every=quarter&group=job_id.dept_id'],
  ];

  test('answers from the lane for long questions are the same, the first time and again', async () => {
    const today = () => '2026-11-15';
    const location = await demoDatabase(engine);
    const services: Service[] = [];
    for (const quickRows of [40, Number.MAX_SAFE_INTEGER])
      services.push(await startService({ engine, location, long: { seconds: 60, quickRows }, parts: { today } }));
    const [long, quick] = services as [Service, Service];
    const text = async ({ url }: Service, question: string) =>
      (await fetch(`${url}/api/v1/insights/${question}`)).text();
    for (const question of questions) {
      const expected = await text(quick, question);
      expect(JSON.parse(expected).name).toBe(question.split('?')[0]);
      for (const time of ['the first time', 'again'])
        expect([question, time, await text(long, question)]).toEqual([question, time, expected]);
    }
    for (const service of services) await service.stop();
  });
});

/** Who reports to whom, by the places in the list; those in brackets have left. */
const trees: [what: string, managers: (number | null)[], left?: number[]][] = [
  ['nobody reports to anybody', [null, null]],
  ['one under another', [null, 1]],
  ['five in a row', [null, 1, 2, 3, 4]],
  ['two tops', [null, 1, 1, null, 4, 5]],
  ['a circle and nobody else', [2, 3, 1]],
  ['a circle with someone below', [2, 3, 1, 2]],
  ['a circle with ways of different lengths to it', [2, 3, 1, 3, 4, 1, 6, 7]],
  ['someone who reports to oneself', [1, 1, 2]],
  ['a manager who has left', [null, 1, 2, 3], [3]],
  ['managers who have left, one above the other', [null, 1, 2, 3, 4, 5], [3, 4, 5]],
  ['a report who has left', [null, 1, 2, 3], [4]],
];

describe('trees of managers', () => {
  let service: Service;
  beforeAll(async () => {
    service = await insightService('embedded', { size: { employees: 1, attendanceDays: 0 }, isPlain: true });
  });
  afterAll(() => service.stop());

  test('levels, managers and their reports', async () => {
    for (const [what, managers, left = []] of trees) {
      const people = Array.from({ length: 8 }, (_, at) => ({
        ...{ id: at + 1, status: 'active', alumni: 0, date_of_joining: '2020-01-01', manager_id: null },
        termination_date: at >= managers.length || left.includes(at + 1) ? '2026-11-14' : null,
      }));
      await change(service, { employees: people });
      await change(service, { employees: managers.map((manager_id, at) => ({ id: at + 1, manager_id })) });
      const answer = expectRight([service], await companyOf([service]), 'span-of-control', '');
      expect(await answer.then(String, (fault) => `${what}: ${fault}`)).toBe('undefined');
    }
  });
});

test('where nobody has a form of contract, everybody is compared, and it says so', async () => {
  const service = await insightService('embedded', { size: { employees: 60, attendanceDays: 0 }, isPlain: true });
  const ids = [...(await companyOf([service])).get('employees')!.keys()];
  await change(service, { employees: ids.map((id) => ({ id, employment_type: null })) });
  await expectRight([service], await companyOf([service]), 'pay-gap', '');
  const { data, excluded } = await (await fetch(`${service.url}/api/v1/insights/pay-gap`)).json();
  expect(data.length).toBeGreaterThan(1);
  expect(excluded[0]).toEqual({ reason: expect.stringContaining('everybody is compared'), count: 0, rows: [] });
  await service.stop();
});
