// Questions to metrics that cannot be answered, what is ignored, and the shapes of answers.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { parse } from 'csv-parse/sync';
import { casesOn, eitherEngine } from '../harness/databases.ts';
import type { Service } from '../harness/service.ts';
import { insightService } from './planted.ts';

const many = 'branch,gender,status,dept_id,employment_type';

const refused: [query: string, parameter: string, type: string][] = [
  ['headcount?every=fortnight', 'every', 'literal_error'],
  ['headcount?every=weekday', 'every', 'literal_error'],
  ['headcount?every=Month', 'every', 'literal_error'],
  ['headcount?from=2026-02-30', 'from', 'date_parsing'],
  ['headcount?from=2023-02-29', 'from', 'date_parsing'],
  ['headcount?to=2026-13-01', 'to', 'date_parsing'],
  ['headcount?to=tomorrow', 'to', 'date_parsing'],
  ['headcount?to=2026-1-1', 'to', 'date_parsing'],
  ['headcount?to=2026-01-01T00:00:00Z', 'to', 'date_parsing'],
  ['headcount?to=1899-12-31', 'to', 'date_parsing'],
  ['headcount?from=3000-01-01', 'from', 'date_parsing'],
  ['headcount?from=null', 'from', 'date_parsing'],
  ['headcount?from=2026-02-01&to=2026-01-31', 'from', 'date_order'],
  ['headcount?from=2025-01-01&to=2026-12-31&every=day', 'every', 'too_many_periods'],
  ['headcount?from=1900-01-01&every=month', 'every', 'too_many_periods'],
  ['headcount?group=salary', 'group', 'literal_error'],
  ['headcount?group=branch,', 'group', 'literal_error'],
  ['headcount?group=month(date_of_joining)', 'group', 'literal_error'],
  ['headcount?group=bin(base_salary,1000)', 'group', 'literal_error'],
  ['headcount?group=password_hash', 'group', 'literal_error'],
  ['headcount?group=manager_id.manager_id.branch', 'group', 'literal_error'],
  ['headcount?group=__proto__', 'group', 'literal_error'],
  ['absence?group=status', 'group', 'literal_error'],
  [`headcount?group=${many}`, 'group', 'too_long'],
  ['headcount?group=branch&group=gender&group=status&group=dept_id', 'group', 'too_long'],
  ['headcount?format=ndjson', 'format', 'literal_error'],
  ['headcount?format=xml', 'format', 'literal_error'],
  ['headcount?limit=0', 'limit', 'greater_than_equal'],
  ['headcount?limit=201', 'limit', 'less_than_equal'],
  ['headcount?offset=-1', 'offset', 'greater_than_equal'],
  ['headcount?dept_id=two', 'dept_id', 'int_parsing'],
  ['headcount?base_salary[gt]=much', 'base_salary[gt]', 'float_parsing'],
  ['headcount?date_of_joining[lt]=2026-01-01', 'date_of_joining[lt]', 'decided_by_metric'],
  ['turnover?termination_date[gte_or_null]=2026-01-01', 'termination_date[gte_or_null]', 'decided_by_metric'],
  ['leavers?termination_date[gte]=2026-01-01', 'termination_date[gte]', 'decided_by_metric'],
  ['offer-acceptance?status=hired', 'status', 'decided_by_metric'],
  ['time-to-hire?status=rejected', 'status', 'decided_by_metric'],
  ['stuck?status=active', 'status', 'decided_by_metric'],
  ['open-roles?status=draft', 'status', 'decided_by_metric'],
  ['who-is-out?status=pending', 'status', 'decided_by_metric'],
];

const ignored: [query: string, names: string, hint: string][] = [
  ['headcount?brnch=London', 'brnch', 'branch'],
  ['headcount?evry=month', 'evry', 'every'],
  ['headcount?sort=branch&measure=count', 'sort, measure', ''],
  ['headcount?q=anna', 'q', ''],
  ['stuck?from=2026-01-01&every=month', 'from, every', ''],
  ['pay-gap?group=branch&branch=London', 'group, branch', ''],
  ['absence?status=absent', 'status', ''],
  ['source-quality?status=hired', 'status', ''],
];

const unknown: [name: string, meant: RegExp][] = [
  ['head-count', /headcount/],
  ['turnovr', /turnover/],
  ['nothing-like-it', /GET \/api\/v1\/insights lists them/],
  ['constructor', /lists them/],
];

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await insightService(engine, { size: { employees: 60, attendanceDays: 1 } });
  });
  afterAll(() => service.stop());
  const ask = (path: string, headers: Record<string, string> = {}, method = 'GET') =>
    fetch(`${service.url}/api/v1/insights/${path}`, { headers, method });

  test.each(casesOn(engine, refused))('%s', async (query, parameter, type) => {
    for (const format of query.includes('format') ? [''] : ['', '&format=csv']) {
      const response = await ask(query + format);
      const { detail } = await response.json();
      expect([response.status, detail]).toEqual([
        422,
        [expect.objectContaining({ type, loc: ['query', parameter], msg: expect.any(String) })],
      ]);
    }
  });

  test('every fault is named, not the first one only', async () => {
    const { detail } = await (await ask('headcount?every=x&from=y&to=z&group=a&dept_id=b')).json();
    const names = detail.map(({ loc }: any) => loc[1]);
    expect(names.sort()).toEqual(['dept_id', 'every', 'from', 'group', 'to']);
  });

  test.each(unknown)('there is no %s', async (name, meant) => {
    const response = await ask(name);
    const { error } = await response.json();
    expect([response.status, error.code]).toEqual([404, 'not_found']);
    expect(error.message).toMatch(meant);
  });

  test.each(casesOn(engine, ignored))('%s is answered without %s', async (query, names, hint) => {
    const response = await ask(query);
    expect([response.status, response.headers.get('workforce-ignored')]).toEqual([200, names]);
    const plain = await ask(query.replace(/\?.*/, ''));
    expect(await response.text()).toBe(await plain.text());
    expect(plain.headers.get('workforce-ignored')).toBe(null);
    const strict = await ask(query, { Prefer: 'handling=strict' });
    const { detail } = await strict.json();
    expect([strict.status, strict.headers.get('preference-applied')]).toEqual([422, 'handling=strict']);
    expect(detail.map(({ type, loc }: any) => [type, loc[1]])).toEqual(
      names.split(', ').map((name) => ['unknown_parameter', name]),
    );
    expect(detail[0].msg).toContain(hint);
  });

  test('empty values ask nothing', async () => {
    const body = await (await ask('headcount')).text();
    expect(await (await ask('headcount?from=&to=&every=&group=&branch=', { Prefer: 'handling=strict' })).text()).toBe(
      body,
    );
  });

  test('HEAD has the headers of GET and no body', async () => {
    for (const path of ['', 'headcount?every=month', 'headcount?format=csv']) {
      const [got, head] = [await ask(path), await ask(path, {}, 'HEAD')];
      expect([path, head.status, await head.text()]).toEqual([path, 200, '']);
      for (const name of ['content-type', 'etag', 'cache-control', 'content-disposition'])
        expect([path, name, head.headers.get(name)]).toEqual([path, name, got.headers.get(name)]);
      await got.text();
    }
    const created = await ask('headcount', {}, 'POST');
    expect([created.status, created.headers.get('allow')?.includes('GET')]).toEqual([405, true]);
  });

  test('an answer is not sent twice', async () => {
    const first = await ask('headcount?group=branch');
    await first.text();
    const again = await ask('headcount?group=branch', { 'If-None-Match': first.headers.get('etag')! });
    expect([again.status, await again.text()]).toEqual([304, '']);
  });

  test.each(['turnover?group=dept_id,gender&every=quarter', 'funnel?every=month', 'pay-gap?', 'stuck?group=job_id'])(
    '%s as CSV has a row for each entry and a column for each number',
    async (query) => {
      const { data } = await (await ask(`${query}&limit=200`)).json();
      const response = await ask(`${query}&limit=200`, { Accept: 'text/csv' });
      expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
      const rows: Record<string, string>[] = parse(await response.text(), { columns: true });
      expect(rows.length).toBe(data.length);
      for (const [at, { period, group, labels, values }] of data.entries()) {
        const row = rows[at]!;
        const cell = (value: unknown) => (value === null || value === undefined ? '' : String(value));
        if (period) expect([row.from, row.to, row.partial]).toEqual([period.from, period.to, String(period.partial)]);
        for (const path of Object.keys(group)) expect(row[path]).toBe(cell(group[path]));
        for (const path of Object.keys(labels)) expect(row[`label(${path})`]).toBe(labels[path]);
        for (const [name, figure] of Object.entries<any>(values)) {
          expect(row[name]).toBe(cell(figure.value));
          for (const part of ['numerator', 'denominator', 'of'])
            if (figure[part]) {
              expect(row[`${name} ${part}`]).toBe(cell(figure[part].value));
              expect(row[`${name} ${part} rows`] ?? '').toBe([figure[part].rows ?? []].flat().join(' '));
            }
          if ('small' in figure) expect(row[`${name} small`]).toBe(String(figure.small));
          if ('rows' in figure) expect(row[`${name} rows`]).toBe([figure.rows].flat().join(' '));
        }
      }
    },
  );
});
