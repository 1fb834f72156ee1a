// Answers of aggregates beside their figures: groups of nothing, formats, negotiation, tags, ignored parameters, and
// methods.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { parse } from 'csv-parse/sync';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { unguarded } from '../../src/contract/formats/csv.ts';
import { engines } from '../harness/databases.ts';
import { post, type Service, startService } from '../harness/service.ts';
import { plant } from './planted.ts';

describe.each(engines)('on the %s database', (engine) => {
  let service: Service;
  let empty: Service;
  beforeAll(async () => {
    service = await startService({ engine, filled: false });
    await plant(service.store);
    empty = await startService({ engine, filled: false });
  });
  afterAll(async () => {
    await service.stop();
    await empty.stop();
  });
  const ask = (path: string, init?: RequestInit, at = service) => fetch(`${at.url}/api/v1/aggregate/${path}`, init);
  const body = async (path: string, at = service): Promise<any> => (await ask(path, {}, at)).json();

  test('without a group there is one, of all records, also where there are none', async () => {
    const { total } = (await (await fetch(`${service.url}/api/v1/leave?limit=1`)).json()).meta;
    const one = (path: string, values: object) => ({
      data: [{ group: {}, labels: {}, values, rows: path }],
      totals: { values, rows: path },
      meta: { total: 1, limit: 50, offset: 0 },
    });
    expect(await body('leave')).toEqual(one('/api/v1/leave', { count: total }));
    const nobody = { count: 0, 'sum(days)': 0, 'avg(days)': null, 'max(from_date)': null, 'distinct(status)': 0 };
    const measures = Object.keys(nobody).join();
    const filter = 'status=nobody%20has%20this';
    expect(await body(`leave?${filter}&measure=${measures}`)).toEqual(one(`/api/v1/leave?${filter}`, nobody));
    expect(await body(`leave?measure=${measures}`, empty)).toEqual(one('/api/v1/leave', nobody));
  });

  test('of a resource without records there are no groups', async () => {
    for (const { name, fields } of catalogue) {
      const [first] = fields.filter(({ kindName }) => ['word', 'name'].includes(kindName));
      const group = first?.name ?? 'id';
      for (const groups of [group, `${group},id`])
        expect(await body(`${name}?group=${groups}&measure=count,distinct(id)`, empty)).toEqual({
          data: [],
          totals: { values: { count: 0, 'distinct(id)': 0 }, rows: `/api/v1/${name}` },
          meta: { total: 0, limit: 50, offset: 0 },
        });
    }
    for (const group of ['year(from_date)', 'bin(days,1)', 'employee_id', 'employee_id.branch'])
      expect((await body(`leave?group=${group}`, empty)).meta.total).toBe(0);
  });

  test('a field that is missing everywhere is one group', async () => {
    const path = 'leave?employee_id=null&group=employee_id,employee_id.dept_id,month(employee_id.date_of_joining)';
    const { data, totals } = await body(path);
    expect(data).toHaveLength(1);
    expect(data[0]).toMatchObject({
      group: { employee_id: null, 'employee_id.dept_id': null, 'month(employee_id.date_of_joining)': null },
      labels: {},
      values: totals.values,
    });
    expect(totals.values.count).toBeGreaterThan(0);
  });

  test('texts that look like parameters or values have their own records behind them', async () => {
    const special = ['', 'null', '""', '"null"', '"""', 'NULL', '"', ' ', '+', '%00', 'a&b=c', '#', '\u2028'];
    for (const country of special)
      expect([
        country,
        (await post(empty, '/api/v1/organizations', { name: 'x', slug: `s${special.indexOf(country)}` })).status,
        (await post(empty, '/api/v1/organization-teams', { organization_id: 1, name: 'x', country })).status,
      ]).toEqual([country, 201, 201]);
    expect((await post(empty, '/api/v1/organization-teams', { organization_id: 1, name: 'x' })).status).toBe(201);
    const { data } = await body('organization-teams?group=country', empty);
    expect(data.map(({ group }: any) => group.country).sort()).toEqual([null, ...special].sort());
    for (const { rows, group } of data) {
      const found = (await (await fetch(empty.url + rows)).json()).data.map(({ country }: any) => country);
      expect([rows, found]).toEqual([rows, [group.country]]);
      const others = await (await fetch(`${empty.url}${rows.replace('country=', 'country[ne]=')}`)).json();
      expect(others.meta.total).toBe(special.length);
    }
  });

  test('an empty day of the week between those that are asked for has no records behind it', async () => {
    const { data } = await body('leave?from_date[weekday]=1&from_date[weekday]=3&group=weekday(from_date)');
    expect(data.map(({ group, labels }: any) => [group['weekday(from_date)'], labels['weekday(from_date)']])).toEqual([
      [1, 'Monday'],
      [2, 'Tuesday'],
      [3, 'Wednesday'],
    ]);
    for (const { rows, values } of data)
      expect([rows, (await (await fetch(service.url + rows)).json()).meta.total]).toEqual([rows, values.count]);
    expect(data[1].values.count).toBe(0);
  });

  test('moments are in order, by whichever measure or group', async () => {
    const path = 'applications?group=created&measure=max(created)&limit=200';
    const [byGroup, byMeasure] = [await body(path), await body(`${path}&sort=max(created)`)];
    expect(byMeasure.data).toEqual(byGroup.data);
    const names: string[] = byGroup.data.map(({ group }: any) => group.created);
    const at = names.indexOf('2026-11-16T09:30:00Z');
    expect(names.slice(at - 1, at + 3)).toEqual([
      '2026-11-16',
      '2026-11-16T09:30:00Z',
      '2026-11-16T09:30:00.25Z',
      '2026-11-16T09:30:00.250000001Z',
    ]);
  });

  const GROUPS = 'group=employee_id,weekday(from_date),leave_type&measure=count,avg(days),max(from_date)';

  test('CSV has the same groups, with labels and addresses, and all of them without a limit', async () => {
    const response = await ask(`leave?${GROUPS}&format=csv`);
    expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8; header=present');
    expect(response.headers.get('content-disposition')).toContain('leave-aggregate.csv');
    const lines: string[][] = parse(await response.text());
    expect(lines[0]).toEqual([
      'employee_id',
      'label(employee_id)',
      'weekday(from_date)',
      'label(weekday(from_date))',
      'leave_type',
      'count',
      'avg(days)',
      'max(from_date)',
      'rows',
    ]);
    const groups = await all(`leave?${GROUPS}`);
    const text = (value: unknown) => (value === null || value === undefined ? '' : String(value));
    expect(lines.slice(1).map((cells) => cells.map(unguarded))).toEqual(
      groups.map(({ group, labels, values, rows }) => [
        text(group.employee_id),
        text(labels.employee_id),
        text(group['weekday(from_date)']),
        text(labels['weekday(from_date)']),
        text(group.leave_type),
        text(values.count),
        text(values['avg(days)']),
        text(values['max(from_date)']),
        rows,
      ]),
    );
    const part = parse(await (await ask(`leave?${GROUPS}&format=csv&limit=3&offset=2`)).text());
    expect(part).toEqual([lines[0]!, ...lines.slice(3, 6)]);
  });

  /** Page by page. */
  async function all(path: string): Promise<any[]> {
    const found: any[] = [];
    for (let total = 1; found.length < total; ) {
      const page = await body(`${path}&limit=200&offset=${found.length}`);
      total = page.meta.total;
      found.push(...page.data);
    }
    return found;
  }

  test('JSON lines are the groups; a missing text is told from an empty one', async () => {
    const response = await ask(`leave?${GROUPS}`, { headers: { Accept: 'application/x-ndjson' } });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    const lines = (await response.text()).split('\n').slice(0, -1);
    expect(lines.map((line) => JSON.parse(line))).toEqual(await all(`leave?${GROUPS}`));
    const csv = await (await ask('employees?group=designation&format=csv')).text();
    expect(csv).toContain('\r\n,');
    expect(csv).toContain('\r\n"",');
  });

  test('many groups come whole', async () => {
    const groups = await all('leave?group=year(from_date)&measure=count,distinct(status)');
    // One for each year, and one for those without a date.
    expect(groups).toHaveLength(10_001);
    const lines = (await (await ask('leave?group=year(from_date)&measure=count,distinct(status)&format=ndjson')).text())
      .split('\n')
      .slice(0, -1);
    expect(lines.map((line) => JSON.parse(line))).toEqual(groups);
    const last = await body('leave?group=year(from_date)&sort=-year(from_date)&limit=1');
    expect(last.data[0].group).toEqual({ 'year(from_date)': '9999' });
  });

  test('the format is chosen as lists choose it', async () => {
    const type = async (query: string, accept?: string) =>
      (await ask(`leave?group=status${query}`, { headers: accept ? { Accept: accept } : {} })).headers
        .get('content-type')
        ?.split(';')[0];
    expect(await type('', 'text/csv')).toBe('text/csv');
    expect(await type('', 'text/html, */*;q=0.1')).toBe('application/json');
    expect(await type('&format=json', 'text/csv')).toBe('application/json');
    expect(await type('&format=ndjson', 'text/csv')).toBe('application/x-ndjson');
    for (const accept of ['text/csv', 'application/json'])
      expect((await ask('leave?group=status', { headers: { Accept: accept } })).headers.get('vary')).toContain(
        'Accept',
      );
  });

  test('HEAD has the headers of GET and no body', async () => {
    for (const format of ['json', 'csv', 'ndjson']) {
      const path = `leave?group=status&nope=1&format=${format}`;
      const [get, head] = [await ask(path), await ask(path, { method: 'HEAD' })];
      expect([head.status, await head.text()]).toEqual([200, '']);
      for (const name of ['content-type', 'etag', 'workforce-ignored', 'content-disposition', 'vary', 'cache-control'])
        expect([format, name, head.headers.get(name)]).toEqual([format, name, get.headers.get(name)]);
      await get.text();
    }
    expect((await ask('leave?group=nope', { method: 'HEAD' })).status).toBe(422);
  });

  test('the tag changes with the answer, and not before', async () => {
    const path = 'job-distributions?group=locale,career_site_id';
    const tag = (await ask(path)).headers.get('etag')!;
    const again = (name: string) => ask(path, { headers: { 'If-None-Match': name } });
    expect([(await again(tag)).status, (await again('"other"')).status]).toEqual([304, 200]);
    const one = { job_posting_id: 1, career_site_id: 1, locale: 'is', slug: 'tagged' };
    expect((await post(service, '/api/v1/job-distributions', one)).status).toBe(201);
    const changed = await again(tag);
    expect([changed.status, changed.headers.get('etag') === tag]).toEqual([200, false]);
    expect((await changed.json()).data).toContainEqual(
      expect.objectContaining({ group: { locale: 'is', career_site_id: 1 }, values: { count: 1 } }),
    );
  });

  test('parameters that mean nothing are named, and refused where that is wanted', async () => {
    const path = 'leave?group=status&stauts=approved&fields=id&expand=employee_id';
    const lenient = await ask(path);
    expect([lenient.status, lenient.headers.get('workforce-ignored')]).toEqual([200, 'stauts, fields, expand']);
    const strict = await ask(path, { headers: { Prefer: 'handling=strict' } });
    expect([strict.status, strict.headers.get('preference-applied')]).toEqual([422, 'handling=strict']);
    const { detail } = await strict.json();
    expect(detail.map(({ loc, type }: any) => [...loc, type])).toEqual([
      ['query', 'stauts', 'unknown_parameter'],
      ['query', 'fields', 'unknown_parameter'],
      ['query', 'expand', 'unknown_parameter'],
    ]);
    expect(detail[0].msg).toContain('did you mean status');
    const fine = await ask('leave?group=status&status=approved&q=a&employee_id.branch=x', {
      headers: { Prefer: 'handling=strict' },
    });
    expect([fine.status, fine.headers.get('preference-applied')]).toEqual([200, 'handling=strict']);
  });

  test('an unknown resource is 404, and another method 405', async () => {
    for (const path of ['nope', 'employees/1', '']) {
      const response = await ask(path);
      expect([path, response.status, (await response.json()).error.code]).toEqual([path, 404, 'not_found']);
    }
    for (const method of ['POST', 'PUT', 'DELETE']) {
      const response = await ask('employees', { method });
      expect([method, response.status, response.headers.get('allow')]).toEqual([method, 405, 'GET, HEAD, OPTIONS']);
      expect((await response.json()).error.code).toBe('method_not_allowed');
    }
    const slash = await ask('employees/?group=status');
    expect(slash.status).toBe(200);
  });
});
