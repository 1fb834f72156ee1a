// Metrics are the same from the lane for long questions, the first time and again; and the funnel of some jobs is
// theirs.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { insights } from '../../src/insights/insights.ts';
import { demoDatabase, engines } from '../harness/databases.ts';
import { type Service, startService } from '../harness/service.ts';

setDefaultTimeout(120_000);

const TODAY = new Date().toISOString().slice(0, 10);

const questions = [
  ...insights.map(({ name }) => name),
  ...['headcount?every=month&group=dept_id', 'tenure?every=quarter', 'new-hire-attrition?from=2020-01-01&group=branch'],
  ...['absence?every=week&employee_id.branch=London', 'funnel?every=quarter&group=job_id.dept_id'],
];

describe.each(engines)('on the %s database', (engine) => {
  const services: Service[] = [];
  beforeAll(async () => {
    for (const quickRows of [40, Number.MAX_SAFE_INTEGER])
      services.push(
        await startService({
          engine,
          location: await demoDatabase(engine),
          long: { seconds: 60, quickRows },
          parts: { today: () => TODAY },
        }),
      );
  });
  afterAll(async () => {
    for (const service of services) await service.stop();
  });
  const text = async ({ url }: Service, path: string) => (await fetch(`${url}/api/v1/${path}`)).text();

  test('answers are the same', async () => {
    const [long, quick] = services as [Service, Service];
    for (const question of questions) {
      const expected = await text(quick, `insights/${question}`);
      expect(JSON.parse(expected).name).toBe(question.split('?')[0]);
      for (const time of ['the first time', 'again'])
        expect([question, time, await text(long, `insights/${question}`)]).toEqual([question, time, expected]);
    }
  });

  test('the funnel of some jobs, or of some stages', async () => {
    const [service] = services as [Service];
    for (const filter of ['job_id=2', 'job_id=2&job_id=4', 'stage=offer&stage=hired', 'job_id=1&stage=interview']) {
      const { data, meta } = JSON.parse(await text(service, `insights/funnel?${filter}`));
      expect(meta.total).toBe(1);
      const all = JSON.parse(await text(service, `applications?applied_on[ne]=null&${filter}&limit=1`)).meta.total;
      expect([
        filter,
        Math.max(0, ...Object.values<{ value: number }>(data[0].values).map(({ value }) => value)),
      ]).toEqual([filter, all]);
      for (const { value, rows } of Object.values<{ value: number; rows: string[] }>(data[0].values)) {
        const totals = await Promise.all(
          rows.map(async (each) => JSON.parse(await (await fetch(`${service.url}${each}&limit=1`)).text()).meta.total),
        );
        expect([filter, rows, totals.reduce((sum, total) => sum + total, 0)]).toEqual([filter, rows, value]);
      }
    }
  });
});
