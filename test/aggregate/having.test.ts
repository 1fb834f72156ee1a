// Conditions on the measures of groups: exactly the groups that meet them, in every order, page and format, on both
// engines.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { demoDatabase, eitherEngine } from '../harness/databases.ts';
import { type Service, startService } from '../harness/service.ts';

setDefaultTimeout(120_000);

type Group = { readonly group: object; readonly values: Readonly<Record<string, number | string | null>> };
type Test = (values: Group['values']) => boolean;

const COUNT =
  (n: number): Test =>
  ({ count }) =>
    Number(count) === n;

const cases: readonly [question: string, having: string, meets: Test][] = [
  ['employees?group=designation', 'having[count][gte]=5', ({ count }) => Number(count) >= 5],
  [
    'employees?group=designation',
    'having[count][gt]=5&having[count][lt]=9',
    ({ count }) => Number(count) > 5 && Number(count) < 9,
  ],
  ['employees?group=designation', 'having[count]=1&having[count]=2', ({ count }) => Number(count) <= 2],
  ['employees?group=designation', 'having[count][ne]=1', ({ count }) => Number(count) !== 1],
  [
    'employees?group=designation&sort=-count&limit=3&offset=1',
    'having[count][lte]=4',
    ({ count }) => Number(count) <= 4,
  ],
  ['employees?group=manager_id&termination_date=null', 'having[count]=1', COUNT(1)],
  // Groups of one record are left out before they are made.
  ['employees?group=first_name', 'having[count][gte]=2', ({ count }) => Number(count) >= 2],
  [
    'leave?group=employee_id.branch,status,days&days[ne]=null&sort=-count',
    'having[count][gte]=3&having[count][lte]=6',
    ({ count }) => Number(count) >= 3 && Number(count) <= 6,
  ],
  ['attendance?group=employee_id,status&q=a&limit=200', 'having[count][gt]=1', ({ count }) => Number(count) > 1],
  [
    'applications?group=job_id&measure=count,avg(rating)',
    'having[avg(rating)][gte]=3.5',
    (each) => each['avg(rating)'] !== null && Number(each['avg(rating)']) >= 3.5,
  ],
  [
    'applications?group=job_id&measure=avg(rating),count',
    'having[avg(rating)][ne]=3&having[count][gte]=3',
    (each) => each['avg(rating)'] !== null && each['avg(rating)'] !== 3 && Number(each.count) >= 3,
  ],
  [
    'leave?group=employee_id&measure=count,max(from_date)',
    'having[max(from_date)][gte]=2026-01-01',
    (each) => String(each['max(from_date)']) >= '2026-01-01',
  ],
  [
    'leave?group=leave_type,status&measure=count,sum(days)&q=a',
    'having[sum(days)][gt]=10',
    (each) => Number(each['sum(days)']) > 10,
  ],
  [
    'attendance?group=week(att_date),status&measure=count,median(hours)',
    'having[median(hours)][lt]=8&having[count][gt]=0',
    (each) => each['median(hours)'] !== null && Number(each['median(hours)']) < 8 && Number(each.count) > 0,
  ],
];

const refused: readonly [question: string, fault: string][] = [
  ['having[count][gte]=x', 'float_parsing having[count][gte]'],
  ['having[count]=null', 'float_parsing having[count]'],
  ['having[avg(rating)][gte]=1', 'literal_error having[avg(rating)][gte]'],
  ['measure=max(applied_on)&having[max(applied_on)][gte]=soon', 'datetime_parsing having[max(applied_on)][gte]'],
];

describe.each(eitherEngine)('on the %s database', (engine) => {
  const services: Service[] = [];
  beforeAll(async () => {
    // In the lane for long questions, and outside it.
    for (const quickRows of [40, Number.MAX_SAFE_INTEGER])
      services.push(
        await startService({ engine, location: await demoDatabase(engine), long: { seconds: 60, quickRows } }),
      );
  });
  afterAll(async () => {
    for (const service of services) await service.stop();
  });
  const answer = async ({ url }: Service, path: string) => (await fetch(`${url}/api/v1/aggregate/${path}`)).json();

  test.each(cases)('%s&%s', async (question, having, meets) => {
    for (const service of services) {
      const paged = new URLSearchParams(question.slice(question.indexOf('?')));
      const [limit, offset] = [Number(paged.get('limit') ?? 50), Number(paged.get('offset') ?? 0)];
      const whole = question.replace(/&(limit|offset)=\d+/g, '');
      const all: Group[] = [];
      for (let at = 0; ; at += 200) {
        const { data } = await answer(service, `${whole}&limit=200&offset=${at}`);
        all.push(...data);
        if (data.length < 200) break;
      }
      const expected = all.filter(({ values }) => meets(values));
      expect([expected.length > 0, expected.length < all.length]).toEqual([true, true]);
      const { totals } = await answer(service, `${whole}&limit=1`);
      for (const _ of ['the first time', 'again']) {
        const found = await answer(service, `${question}&${having}`);
        expect(found).toEqual({
          data: expected.slice(offset, offset + limit),
          totals,
          meta: { total: expected.length, limit, offset },
        });
      }
      const lines = await (await fetch(`${service.url}/api/v1/aggregate/${whole}&${having}&format=ndjson`)).text();
      expect(
        lines
          .split('\n')
          .filter(Boolean)
          .map((line) => JSON.parse(line)),
      ).toEqual(expected);
    }
  });

  test.each(refused)('%s is refused', async (query, fault) => {
    const { detail } = await answer(services[0]!, `applications?group=job_id&${query}`);
    expect(detail.map(({ type, loc }: { type: string; loc: string[] }) => `${type} ${loc[1]}`)).toEqual([fault]);
  });

  test('what is no condition is ignored, and said so; an empty one asks nothing', async () => {
    const sent = await fetch(
      `${services[0]!.url}/api/v1/aggregate/leave?having[count][about]=1&having[count][gte]=&having=1`,
    );
    expect([sent.status, sent.headers.get('Workforce-Ignored')]).toEqual([200, 'having[count][about], having']);
  });
});
