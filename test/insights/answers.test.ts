// Questions to metrics that cannot be answered, what is ignored, the shapes of answers, when an answer is made again, a
// metric that is added, and what is left out of one with a private field inside.
import { afterAll, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import { parse } from 'csv-parse/sync';
import { Refusal } from '../../src/contract/errors.ts';
import { responseCache } from '../../src/http/response/cache.ts';
import type { Asked } from '../../src/insights/asked.ts';
import { type Bounds, insightLimits, withinBounds } from '../../src/insights/bounds.ts';
import { count, ratio } from '../../src/insights/figures.ts';
import { funnel } from '../../src/insights/hiring/funnel.ts';
import { sourceQuality } from '../../src/insights/hiring/source-quality.ts';
import { insights } from '../../src/insights/insights.ts';
import type { Figure, Metric } from '../../src/insights/metric.ts';
import { periodsOf } from '../../src/insights/question.ts';
import { restricted } from '../../src/insights/restricted.ts';
import { eitherEngine } from '../harness/databases.ts';
import { post, type Service, startService } from '../harness/service.ts';
import { type Answered, coarseOf } from './coarse.ts';
import { insightService, TODAY } from './planted.ts';

const many = 'branch,gender,status,dept_id,employment_type';

const refused: [query: string, parameter: string, type: string][] = [
  ['headcount?every=fortnight', 'every', 'literal_error'],
  ['headcount?every=weekday', 'every', 'literal_error'],
  ['headcount?from=2026-02-30', 'from', 'date_parsing'],
  ['headcount?to=2026-13-01', 'to', 'date_parsing'],
  ['headcount?to=tomorrow', 'to', 'date_parsing'],
  ['headcount?to=2026-01-01T00:00:00Z', 'to', 'date_parsing'],
  ['headcount?to=1899-12-31', 'to', 'date_parsing'],
  ['headcount?from=3000-01-01', 'from', 'date_parsing'],
  ['headcount?from=2026-02-01&to=2026-01-31', 'from', 'date_order'],
  ['headcount?from=2025-01-01&to=2026-12-31&every=day', 'every', 'too_many_periods'],
  ['headcount?group=salary', 'group', 'literal_error'],
  ['headcount?group=month(date_of_joining)', 'group', 'literal_error'],
  ['headcount?group=bin(base_salary,1000)', 'group', 'literal_error'],
  ['headcount?group=password_hash', 'group', 'literal_error'],
  ['headcount?group=manager_id.manager_id.branch', 'group', 'literal_error'],
  ['absence?group=status', 'group', 'literal_error'],
  [`headcount?group=${many}`, 'group', 'too_long'],
  ['headcount?format=ndjson', 'format', 'literal_error'],
  ['headcount?limit=0', 'limit', 'greater_than_equal'],
  ['headcount?limit=201', 'limit', 'less_than_equal'],
  ['headcount?offset=-1', 'offset', 'greater_than_equal'],
  ['headcount?dept_id=two', 'dept_id', 'int_parsing'],
  ['headcount?base_salary[gt]=much', 'base_salary[gt]', 'float_parsing'],
  ['headcount?date_of_joining[lt]=2026-01-01', 'date_of_joining[lt]', 'decided_by_metric'],
  ['turnover?termination_date[gte_or_null]=2026-01-01', 'termination_date[gte_or_null]', 'decided_by_metric'],
  ['leavers?termination_date[gte]=2026-01-01', 'termination_date[gte]', 'decided_by_metric'],
  ['offer-acceptance?status=hired', 'status', 'decided_by_metric'],
  ['stuck?status=active', 'status', 'decided_by_metric'],
  ['who-is-out?status=pending', 'status', 'decided_by_metric'],
];

const ignored: [query: string, names: string, hint: string][] = [
  ['headcount?brnch=London', 'brnch', 'branch'],
  ['headcount?sort=branch&measure=count', 'sort, measure', ''],
  ['headcount?q=anna', 'q', ''],
  ['stuck?from=2026-01-01&every=month', 'from, every', ''],
  ['pay-gap?group=branch&branch=London', 'group, branch', ''],
  ['absence?status=absent', 'status', ''],
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

  test.each(refused)('%s', async (query, parameter, type) => {
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

  test('a metric is about all days of a period, or says that it is about the last one', async () => {
    const valuesOf = async (name: string, from: string) => {
      const { data } = await (await ask(`${name}?from=${from}&to=${TODAY}`)).json();
      return data.map(({ group, values }: any) => [group, values]);
    };
    const ofLastDay: string[] = [];
    for (const { name } of insights.filter(({ isSeries }) => isSeries)) {
      const [long, short] = [await valuesOf(name, '2024-01-01'), await valuesOf(name, TODAY)];
      if (JSON.stringify(long) === JSON.stringify(short)) ofLastDay.push(name);
    }
    expect(ofLastDay).toEqual(insights.filter(({ drawn }) => drawn.whole === 'last').map(({ name }) => name));
  });

  test.each(unknown)('there is no %s', async (name, meant) => {
    const response = await ask(name);
    const { error } = await response.json();
    expect([response.status, error.code]).toEqual([404, 'not_found']);
    expect(error.message).toMatch(meant);
  });

  test.each(ignored)('%s is answered without %s', async (query, names, hint) => {
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

  test.each([
    'headcount?every=quarter',
    'turnover?group=dept_id,gender&every=quarter',
    'funnel?every=month',
    'pay-gap?',
    'stuck?group=job_id',
  ])('%s as CSV has a row for each entry and a column for each number', async (query) => {
    const { data, excluded } = await (await ask(`${query}&limit=200`)).json();
    const response = await ask(`${query}&limit=200`, { Accept: 'text/csv' });
    expect(response.headers.get('content-type')).toMatch(/^text\/csv/);
    const rows: Record<string, string>[] = parse(await response.text(), { columns: true });
    expect(rows.length).toBe(data.length);
    const said = excluded.map(({ count, reason }: any) => `${count.toLocaleString('en')}: ${reason}`).join(' ');
    expect({ query, said: [...new Set(rows.map((row) => row.excluded ?? ''))] }).toEqual({ query, said: [said] });
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
  });
});

describe('the cache', () => {
  // In the middle of a day: figures change with the day, too.
  const noon = Date.parse(`${new Date().toISOString().slice(0, 10)}T12:00:00Z`);
  let service: Service;
  let hits = 0;
  beforeAll(async () => {
    const cache = responseCache();
    const find = (...asked: Parameters<typeof cache.find>) => {
      const found = cache.find(...asked);
      if (found) hits++;
      return found;
    };
    service = await startService({ parts: { cache: { ...cache, find } } as object });
    setSystemTime(noon);
  });
  afterAll(async () => {
    setSystemTime();
    await service.stop();
  });

  const get = async (path: string) => (await fetch(`${service.url}/api/v1/${path}`)).json();
  const create = async (resource: string, body: object) =>
    expect((await post(service, `/api/v1/${resource}`, body)).status).toBe(201);
  /** Whether the answer was made before. */
  async function ask(path: string) {
    const before = hits;
    const body = await get(path);
    return { body, isCached: hits > before };
  }

  test.each(['headcount', 'data-quality?limit=5', 'funnel'])(
    '%s is made once, and again after a create',
    async (path) => {
      const first = await ask(`insights/${path}`);
      expect(first.isCached).toBe(false);
      expect(await ask(`insights/${path}`)).toEqual({ body: first.body, isCached: true });
      await create('applications', { candidate_id: 1, job_id: 1 });
      const after = await ask(`insights/${path}`);
      expect(after.isCached).toBe(false);
      expect(JSON.stringify(after.body) === JSON.stringify(first.body)).toBe(path !== 'funnel');
    },
  );

  test('what is published at a time to come is counted when it has come', async () => {
    const due = noon + 60_000;
    const { data } = await get('career-sites?is_active=1&limit=1');
    const jobs = await get('jobs?status=open&limit=1');
    await create('job-distributions', {
      ...{ job_posting_id: jobs.data[0].id, career_site_id: data[0].id, slug: 'to-come', status: 'published' },
      published_at: new Date(due).toISOString().replace(/\.\d+/, ''),
    });
    const figures = async () => (await get('insights/job-visibility')).data[0].values;
    const [before, again] = [await figures(), await figures()];
    expect([before.why_not_published_later.value > 0, again]).toEqual([true, before]);
    setSystemTime(new Date(due + 2000));
    const after = await figures();
    expect(after.why_not_published_later.value).toBe(before.why_not_published_later.value - 1);
    expect(after.with_page.value).toBe(before.with_page.value + 1);
  });

  test('it is made again on another day', async () => {
    const { body: today } = await ask('insights/headcount');
    setSystemTime(new Date(noon + 86_400_000));
    const { body, isCached } = await ask('insights/headcount');
    expect(isCached).toBe(false);
    expect(body.today > today.today).toBe(true);
  });
});

const remote: Metric = {
  name: 'remote-days',
  title: 'Remote days',
  meaning: 'How much is worked from elsewhere.',
  formula: 'attendance records with the status remote ÷ attendance records',
  unit: 'ratio',
  figures: { share: { unit: 'ratio', meaning: 'Remote days.' }, days: { unit: 'records', meaning: 'All days.' } },
  drawn: { as: 'area', every: 'month', better: { share: 'more' } },
  edges: [],
  cannotSay: ['Where.'],
  of: 'attendance',
  isSeries: true,
  reads: ['attendance.status', 'attendance.att_date'],
  figuresOf: () => ({
    share: ratio(
      [{ resource: 'attendance', where: [['status', 'remote']], during: 'att_date' }],
      [{ resource: 'attendance', where: [], during: 'att_date' }],
    ),
    days: count({ resource: 'attendance', where: [], during: 'att_date' }),
  }),
};

/** Of a field that the catalogue does not have. */
const impossible: Metric = { ...remote, name: 'impossible', reads: ['attendance.mood'] };

test('adding a metric is adding a file: it is listed and answered; one whose fields are not there is not', async () => {
  const service = await insightService('embedded', {
    size: { employees: 30 },
    isPlain: true,
    parts: { insights: [remote, impossible] },
  });
  const get = async (path: string) => (await fetch(`${service.url}${path}`)).json();
  const [described, ...others] = (await get('/api/v1/insights')).data;
  expect(others).toEqual([]);
  expect(described).toMatchObject({ name: 'remote-days', cannot_say: ['Where.'], filters_of: 'attendance' });
  expect(described.groups).toContain('employee_id.branch');
  expect((await fetch(`${service.url}/api/v1/insights/impossible`)).status).toBe(404);
  const query = 'every=month&group=employee_id.gender&employee_id.id[ne]=1';
  const { data, meta, every } = await get(`${described.address}?${query}`);
  expect([every, meta.total]).toEqual(['month', data.length]);
  for (const { values } of data)
    for (const each of [values.days, values.share.numerator, values.share.denominator])
      expect((await get(`${each.rows}&limit=1`)).meta.total).toBe(each.value);
  expect(data.some(({ values }: any) => values.share.value > 0)).toBe(true);
  await service.stop();
});

describe('what is left out where a private field is inside: what is small, and the next smallest with it', () => {
  const quotient = (numerator: number, denominator: number): Figure => ({
    ...{ value: numerator / denominator, numerator: { value: numerator }, denominator: { value: denominator } },
    small: denominator < 10,
  });

  /** Hires and applications, and who stayed, of each source. */
  const sources = (hires: readonly number[], stayed: readonly number[]) =>
    hires.map((count, at) => ({
      period: null,
      keys: [`source ${at}`],
      values: { hire_rate: quotient(count, 97), kept: quotient(stayed[at]!, 41) },
    }));

  const shown = (hires: readonly number[], stayed: readonly number[], hidesGroups = false) => {
    const entries = sources(hires, stayed);
    const asked = { hidden: {}, hidesGroups, periods: [], today: '2026-11-16' } as unknown as Asked;
    const found = restricted(sourceQuality, { entries, excluded: [] }, asked);
    const exact = entries.map(({ keys, ...rest }) => ({ ...rest, group: { source: keys[0] }, labels: {} }));
    if (!hidesGroups)
      expect(found.entries.map(({ values }) => values)).toEqual(
        coarseOf(sourceQuality, { data: exact, excluded: [] } as Answered).map(({ values }) => values) as never,
      );
    return found.entries.map(({ keys, values }) => [keys[0], ...Object.keys(values)].join(' '));
  };

  const ALL = 'hire_rate kept';

  test.each([
    ['nothing is small', [14, 96, 10, 31], [20, 20, 20, 20], [0, 1, 2, 3].map((at) => `source ${at} ${ALL}`)],
    [
      'one is, and the next smallest goes with it, figure by figure',
      [14, 96, 9, 31],
      [20, 20, 20, 20],
      ['source 0 kept', `source 1 ${ALL}`, 'source 2 kept', `source 3 ${ALL}`],
    ],
    [
      'among those that are rounded to the same, the first goes',
      [14, 96, 9, 11],
      [20, 20, 20, 20],
      ['source 0 kept', `source 1 ${ALL}`, 'source 2 kept', `source 3 ${ALL}`],
    ],
    ['an entry without figures is left out', [9, 96, 12], [0, 20, 12], [`source 1 ${ALL}`]],
    ['of two there is none', [9, 96], [9, 20], []],
  ])('%s', (_, hires, stayed, expected) => {
    expect(shown(hires, stayed)).toEqual(expected);
  });

  test('figures that are named by data are in the order of what is shown, not of the exact counts', () => {
    const values = { offer: { value: 20 }, talk: { value: 41 }, applied: { value: 39 }, hired: { value: 3 } };
    const asked = { hidden: {}, hidesGroups: false, periods: [], today: '2026-11-16' } as unknown as Asked;
    const { entries } = restricted(funnel, { entries: [{ period: null, keys: [], values }], excluded: [] }, asked);
    expect(JSON.stringify(entries[0]!.values)).toBe(
      '{"applied":{"value":40},"talk":{"value":40},"offer":{"value":20}}',
    );
  });
});

test.each([
  ['2026-03-30', [false, false, true]],
  ['2026-03-31', [false, false, true]],
  ['2026-04-01', [false, false, false]],
])('a period is whole once its last day is over; on %s', (today, partial) => {
  expect(periodsOf('2026-01-01', '2026-03-31', 'month', today, 9).map((each) => each.partial)).toEqual(partial);
});

describe('bounds of memory', () => {
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
