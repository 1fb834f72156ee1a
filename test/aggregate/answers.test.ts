// What answers of aggregates have beside computed figures: formats, negotiation, tags, ignored parameters, methods,
// conditions on measures, and refusals of private fields.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { parse } from 'csv-parse/sync';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { unguarded } from '../../src/contract/formats/csv.ts';
import { eitherEngine } from '../harness/databases.ts';
import { type Service, startService, TOKEN } from '../harness/service.ts';
import { plant } from './planted.ts';

type Values = Readonly<Record<string, number | string | null>>;
type Group = { group: Values; labels: Values; values: Values; rows: string };

/** The conditions, and which groups meet them. */
const conditions: readonly [question: string, having: string, meets: (values: Values) => boolean][] = [
  ['leave?group=employee_id', 'having[count][gte]=2', ({ count }) => Number(count) >= 2],
  ['leave?group=employee_id', 'having[count][gt]=1&having[count][lt]=4', ({ count }) => [2, 3].includes(Number(count))],
  ['leave?group=employee_id', 'having[count]=1&having[count]=2', ({ count }) => Number(count) <= 2],
  // Groups of one record are left out before they are made.
  ['employees?group=first_name', 'having[count][gte]=2', ({ count }) => Number(count) >= 2],
  [
    'applications?group=job_id&measure=avg(rating),count',
    'having[avg(rating)][ne]=3&having[avg(rating)][lt]=1000',
    (each) => each['avg(rating)'] !== null && each['avg(rating)'] !== 3 && Number(each['avg(rating)']) < 1000,
  ],
  [
    'leave?group=employee_id&measure=count,max(applied_on)',
    'having[max(applied_on)][gte]=2026-12-31',
    (each) => String(each['max(applied_on)']) >= '2026-12-31',
  ],
  [
    'attendance?group=week(att_date),status&measure=count,median(hours)',
    'having[median(hours)][lt]=8&having[count][gt]=0',
    (each) => each['median(hours)'] !== null && Number(each['median(hours)']) < 8 && Number(each.count) > 0,
  ],
];

describe.each(eitherEngine)('on the %s database', (engine) => {
  /** The second one takes everything for a long question. */
  const services: Service[] = [];
  let service: Service;
  let empty: Service;
  beforeAll(async () => {
    for (const quickRows of [Number.MAX_SAFE_INTEGER, 0])
      services.push(await startService({ engine, filled: false, long: { seconds: 60, quickRows } }));
    for (const { store } of services) await plant(store);
    service = services[0]!;
    empty = await startService({ engine, filled: false });
  });
  afterAll(async () => {
    for (const each of [...services, empty]) await each.stop();
  });
  const ask = (path: string, init?: RequestInit, at = service) => fetch(`${at.url}/api/v1/aggregate/${path}`, init);
  const body = async (path: string, at = service): Promise<any> => (await ask(path, {}, at)).json();

  /** Page by page. */
  async function all(path: string, at = service): Promise<Group[]> {
    const found: Group[] = [];
    for (let total = 1; found.length < total; ) {
      const page = await body(`${path}&limit=200&offset=${found.length}`, at);
      total = page.meta.total;
      found.push(...page.data);
    }
    return found;
  }

  test('without a group there is one, also where there are no records; with one there is none then', async () => {
    const nobody = { count: 0, 'sum(days)': 0, 'avg(days)': null, 'max(from_date)': null, 'distinct(status)': 0 };
    const measures = Object.keys(nobody).join();
    const filter = 'status=nobody%20has%20this';
    for (const [path, at, rows] of [
      [`leave?${filter}&measure=${measures}`, service, `/api/v1/leave?${filter}`],
      [`leave?measure=${measures}`, empty, '/api/v1/leave'],
    ] as const)
      expect(await body(path, at)).toEqual({
        data: [{ group: {}, labels: {}, values: nobody, rows }],
        totals: { values: nobody, rows },
        meta: { total: 1, limit: 50, offset: 0 },
      });
    for (const { name, fields } of catalogue) {
      const group = fields.find(({ kindName }) => ['word', 'name'].includes(kindName))?.name ?? 'id';
      expect(await body(`${name}?group=${group},id&measure=count,distinct(id)`, empty)).toEqual({
        data: [],
        totals: { values: { count: 0, 'distinct(id)': 0 }, rows: `/api/v1/${name}` },
        meta: { total: 0, limit: 50, offset: 0 },
      });
    }
  });

  const GROUPS = 'group=employee_id,weekday(from_date),leave_type&measure=count,avg(days),max(from_date)';

  test('CSV and JSON lines have the same groups, with labels and addresses, and all of them without a limit', async () => {
    const response = await ask(`leave?${GROUPS}&format=csv`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('content-disposition')).toContain('leave-aggregate.csv');
    const lines: string[][] = parse(await response.text());
    expect(lines[0]!.join()).toBe(
      'employee_id,label(employee_id),weekday(from_date),label(weekday(from_date)),leave_type,count,avg(days),max(from_date),rows',
    );
    const groups = await all(`leave?${GROUPS}`);
    const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));
    expect(lines.slice(1).map((cells) => cells.map(unguarded))).toEqual(
      groups.map(({ group, labels, values, rows }) => [
        ...['employee_id', 'weekday(from_date)'].flatMap((name) => [text(group[name]), text(labels[name])]),
        text(group.leave_type),
        ...Object.values(values).map(text),
        rows,
      ]),
    );
    const part = parse(await (await ask(`leave?${GROUPS}&format=csv&limit=3&offset=2`)).text());
    expect(part).toEqual([lines[0]!, ...lines.slice(3, 6)]);
    const ndjson = await (await ask(`leave?${GROUPS}`, { headers: { Accept: 'application/x-ndjson' } })).text();
    expect(ndjson).toBe(groups.map((each) => `${JSON.stringify(each)}\n`).join(''));
    // A missing text is told from an empty one.
    const csv = await (await ask('employees?group=designation&format=csv')).text();
    expect([csv.includes('\r\n,'), csv.includes('\r\n"",')]).toEqual([true, true]);
  });

  test('parameters that mean nothing are named, and refused where that is wanted', async () => {
    const path = 'leave?group=status&stauts=approved&fields=id&having[count][about]=1&having=1';
    const names = 'stauts, fields, having[count][about], having';
    const lenient = await ask(path);
    expect([lenient.status, lenient.headers.get('workforce-ignored')]).toEqual([200, names]);
    const strict = await ask(path, { headers: { Prefer: 'handling=strict' } });
    expect([strict.status, strict.headers.get('preference-applied')]).toEqual([422, 'handling=strict']);
    const { detail } = await strict.json();
    expect(detail.map(({ loc, type }: any) => `${type} ${loc[1]}`)).toEqual(
      names.split(', ').map((name) => `unknown_parameter ${name}`),
    );
    expect(detail[0].msg).toContain('did you mean status');
    const fine = await ask('leave?group=status&status=approved&q=a&employee_id.branch=x&having[count][gte]=', {
      headers: { Prefer: 'handling=strict' },
    });
    expect([fine.status, fine.headers.get('preference-applied')]).toEqual([200, 'handling=strict']);
  });

  test.each(conditions)(
    '%s&%s: exactly the groups that meet it, in every page and format',
    async (question, having, meets) => {
      for (const at of services) {
        const whole = await all(question, at);
        const expected = whole.filter(({ values }) => meets(values));
        expect([expected.length > 0, expected.length < whole.length]).toEqual([true, true]);
        const { totals } = await body(`${question}&limit=1`, at);
        for (const [limit, offset] of [
          [50, 0],
          [50, 0],
          [3, 1],
        ] as const)
          expect(await body(`${question}&${having}&limit=${limit}&offset=${offset}`, at)).toEqual({
            data: expected.slice(offset, offset + limit),
            totals,
            meta: { total: expected.length, limit, offset },
          });
        const lines = await (await ask(`${question}&${having}&format=ndjson`, {}, at)).text();
        expect(lines).toBe(expected.map((each) => `${JSON.stringify(each)}\n`).join(''));
      }
    },
  );

  test('private fields are refused by their names without the token, and so are amounts in a private currency', async () => {
    const privateFields = { employees: new Set(['branch', 'last_name', 'dept_id']), leave: new Set(['days']) };
    const closed = await startService({ engine, privateFields, attendanceDays: 1 });
    for (const [path, parameter, field] of [
      ['employees?group=status,last_name', 'group', 'last_name'],
      ['attendance?group=employee_id.dept_id', 'group', 'employee_id.dept_id'],
      ['leave?measure=count,median(days)', 'measure', 'days'],
      ['employees?measure=distinct(dept_id)', 'measure', 'dept_id'],
      ['employees?group=status&last_name[ne]=null', 'last_name[ne]', 'last_name'],
      ['leave?group=status&employee_id.branch=London', 'employee_id.branch', 'employee_id.branch'],
      // Whether they can be added up tells whether the currencies are the same.
      ['employees?measure=sum(base_salary)&id=1', 'measure', 'branch'],
      ['leave?measure=median(employee_id.base_salary)&id=1', 'measure', 'employee_id.branch'],
    ] as const)
      for (const format of ['json', 'csv']) {
        const answer = await ask(`${path}&format=${format}`, {}, closed);
        const msg = expect.stringMatching(new RegExp(`^The field ${field} is private here`));
        expect([path, answer.status, (await answer.json()).detail]).toEqual([
          ...[path, 422],
          [expect.objectContaining({ loc: ['query', parameter], type: 'private_field', msg })],
        ]);
        const holder = await ask(`${path}&format=${format}`, { headers: { Authorization: `Bearer ${TOKEN}` } }, closed);
        expect([path, holder.status]).toEqual([path, 200]);
        await holder.text();
      }
    const extremes = 'employees?measure=min(base_salary),max(base_salary),distinct(base_salary)';
    expect((await ask(extremes, {}, closed)).status).toBe(200);
    await closed.stop();
  });
});
