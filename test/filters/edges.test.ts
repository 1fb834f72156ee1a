// Filters at their edges, on both engines: missing values, moments, large numbers, hops that lead nowhere, private
// fields; and that streams, links and cursors find what the list finds.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { parse as parseCsv } from 'csv-parse/sync';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { seed } from '../../src/jobs/seed.ts';
import { casesOn, engines } from '../harness/databases.ts';
import { type Service, startService, TOKEN } from '../harness/service.ts';

const HOLDER = { Authorization: `Bearer ${TOKEN}` };

const given: Record<string, DataRecord[]> = {
  departments: [
    { id: 1, name: 'Engineering' },
    { id: 2, name: 'Sales' },
  ],
  candidates: [
    { id: 1, status: 'new', created: '2026-03-04T09:30:00Z', notes: 'A note', years_experience: 0.1 + 0.2 },
    { id: 2, status: 'new', created: '2026-03-04T11:30:00+02:00', years_experience: 0.3 },
    { id: 3, status: 'new', created: '2026-03-04', notes: '', years_experience: 0 },
    { id: 4, status: 'new', years_experience: 12_345_678_901_234_568 },
    // Still the 4th in UTC, a Wednesday.
    { id: 5, status: 'hired', created: '2026-03-05T00:30:00.250+02:00', last_name: 'null' },
    { id: 6, status: 'hired', created: '0000-01-01', last_name: '' },
  ],
  employees: [
    {
      id: 1,
      status: 'active',
      alumni: 0,
      dept_id: 1,
      branch: 'London',
      last_name: 'Menon',
      date_of_joining: '2024-01-08',
    },
    { id: 2, status: 'terminated', alumni: 1, dept_id: 2, manager_id: 1, termination_date: '2025-06-30' },
    { id: 3, status: 'active', alumni: 0, manager_id: 2, branch: 'Paris', last_name: 'Ménon', base_salary: 1000.5 },
    { id: 4, status: 'active', alumni: 0, dept_id: 1, manager_id: 1, branch: 'London', termination_date: '2025-07-01' },
  ],
  leave: [
    { id: 1, leave_type: 'annual', status: 'approved', employee_id: 1, days: 2, reason: 'Sea' },
    { id: 2, leave_type: 'annual', status: 'pending', employee_id: 2, days: 0.5 },
    { id: 3, leave_type: 'sick', status: 'approved', days: 2 },
    { id: 4, leave_type: 'sick', status: 'approved', employee_id: 3 },
    { id: 5, leave_type: 'annual', status: 'approved', employee_id: 4, days: 3, reason: 'Hills' },
  ],
};

/** What is asked for, and the ids that are found. */
const found: [path: string, ids: number[]][] = [
  // Any of several, none of several, and missing ones.
  ['employees?id=2&id=3&id=9', [2, 3]],
  ['employees?id=null', []],
  ['employees?id[ne]=2&id[ne]=3', [1, 4]],
  ['employees?id[ne]=null', [1, 2, 3, 4]],
  ['employees?last_name=Menon', [1]],
  ['employees?last_name[ne]=Menon', [2, 3, 4]],
  ['employees?last_name[ne]=Menon&last_name[ne]=null', [3]],
  ['employees?last_name[ne]=null', [1, 3]],
  ['employees?last_name=null&last_name=Menon', [1, 2, 4]],
  ['employees?last_name=menon', []],
  ['employees?last_name=M%25', []],
  ['employees?last_name=Menon&last_name[ne]=Menon', []],
  // An empty value asks for nothing. The word null is never the text.
  ['employees?last_name=&status=&id[ne]=&id[gte]=&dept_id.name=&date_of_joining[weekday]=', [1, 2, 3, 4]],
  ['employees?last_name=&last_name=Menon', [1]],
  ['candidates?last_name=null', [1, 2, 3, 4]],
  ['candidates?last_name[ne]=null', [5, 6]],
  // In quotes it is.
  ['candidates?last_name=%22null%22', [5]],
  ['candidates?last_name=%22%22null%22%22', []],
  ['candidates?last_name[ne]=x', [1, 2, 3, 4, 5, 6]],
  ['candidates?notes=null', [2, 4, 5, 6]],
  ['candidates?notes[ne]=null', [1, 3]],
  // Fields that are never missing.
  ['employees?status=null', []],
  ['employees?status=null&status=active', [1, 3, 4]],
  ['employees?status[ne]=null', [1, 2, 3, 4]],
  ['employees?status[ne]=active', [2]],
  ['employees?alumni[ne]=null&alumni[ne]=1', [1, 3, 4]],
  ['employees?id[gt_or_null]=3', [4]],
  ['employees?id[gt]=1&id[gte]=3', [3, 4]],
  ['employees?id[gte]=3&id[gt_or_null]=1&id[lte]=3&id[lt_or_null]=9', [3]],
  // Ranges with and without what is missing.
  ['employees?termination_date[gte]=2025-07-01', [4]],
  ['employees?termination_date[gte_or_null]=2025-07-01', [1, 3, 4]],
  ['employees?termination_date[gt_or_null]=2025-07-01', [1, 3]],
  ['employees?termination_date[lte_or_null]=2025-06-30', [1, 2, 3]],
  ['employees?termination_date[lt_or_null]=2025-06-30', [1, 3]],
  ['employees?termination_date[gte_or_null]=2025-07-01&termination_date[lt]=2025-07-02', [4]],
  ['employees?base_salary[lt_or_null]=0', [1, 2, 4]],
  ['leave?days=2&days=0.5', [1, 2, 3]],
  ['leave?days=2.0&days=null', [1, 3, 4]],
  ['leave?days[ne]=2e0', [2, 4, 5]],
  // Numbers as they are written, to the last digit that a number has.
  ['candidates?years_experience=0.30000000000000004', [1]],
  ['candidates?years_experience=0.3', [2]],
  ['candidates?years_experience=.3&years_experience=0.30000000000000004&years_experience=7', [1, 2]],
  ['candidates?years_experience=-0', [3]],
  ['candidates?years_experience[lte]=-0.0', [3]],
  ['candidates?years_experience=12345678901234568', [4]],
  // The same number, because a number has no more digits.
  ['candidates?years_experience=12345678901234567&years_experience=1', [4]],
  ['candidates?years_experience[gt]=12345678901234566', [4]],
  ['candidates?years_experience[gt]=12345678901234568', []],
  // Moments, in any zone. A day is no moment of it.
  ['candidates?created=2026-03-04T09:30:00Z', [1, 2]],
  ['candidates?created=2026-03-04T04:30:00.000-05:00', [1, 2]],
  ['candidates?created=2026-03-04T10:30:00%2B01:00&created=null', [1, 2, 4]],
  ['candidates?created[ne]=2026-03-04t09:30:00z', [3, 4, 5, 6]],
  ['candidates?created=2026-03-04', [3]],
  ['candidates?created=2026-03-04T00:00:00Z', []],
  ['candidates?created=2026-03-04T22:30:00.25Z', [5]],
  ['candidates?created=2026-03-04T22:30:00Z', []],
  ['candidates?created[gte]=2026-03-04&created[lt]=2026-03-05', [1, 2, 3, 5]],
  // Days of the week, in UTC: Monday is 1, Sunday is 7.
  ['candidates?created[weekday]=3', [1, 2, 3, 5]],
  ['candidates?created[weekday]=6', [6]],
  ['candidates?created[weekday]=6&created[weekday]=3&created[weekday]=3', [1, 2, 3, 5, 6]],
  ['candidates?created[weekday]=%2B3&created[ne]=2026-03-04', [1, 2, 5]],
  ['employees?date_of_joining[weekday]=1', [1]],
  // One hop further.
  ['employees?dept_id.name=Engineering', [1, 4]],
  ['employees?dept_id.name=Engineering&dept_id.name=Sales', [1, 2, 4]],
  ['employees?dept_id.name[ne]=Engineering', [2, 3]],
  ['employees?dept_id.name=null', [3]],
  ['employees?dept_id.name[ne]=null', [1, 2, 4]],
  ['employees?dept_id.name=null&dept_id.name=Sales', [2, 3]],
  ['employees?dept_id.id=1&dept_id.id[ne]=2', [1, 4]],
  ['employees?dept_id.id[gte_or_null]=2', [2, 3]],
  ['employees?dept_id.id[lt_or_null]=2&dept_id[ne]=null', [1, 4]],
  ['leave?employee_id.branch=London', [1, 5]],
  ['leave?employee_id.branch=null', [2, 3]],
  ['leave?employee_id.branch[ne]=null', [1, 4, 5]],
  ['leave?employee_id.branch[ne]=London', [2, 3, 4]],
  ['leave?employee_id.branch[ne]=London&employee_id.branch[ne]=null', [4]],
  ['leave?employee_id.branch=null&employee_id=null', [3]],
  ['leave?employee_id.status[ne]=active', [2, 3]],
  ['leave?employee_id.status=null', [3]],
  ['leave?employee_id.status=null&employee_id.status=terminated', [2, 3]],
  ['leave?employee_id.termination_date[gte_or_null]=2025-07-01', [1, 3, 4, 5]],
  ['leave?employee_id.termination_date[lt]=2025-07-01', [2]],
  ['leave?employee_id.date_of_joining[weekday]=1', [1]],
  ['leave?employee_id.base_salary[lt_or_null]=1', [1, 2, 3, 5]],
  ['leave?employee_id.id=3', [4]],
  ['leave?employee_id.dept_id=1', [1, 5]],
  ['leave?employee_id.dept_id[ne]=1', [2, 3, 4]],
  ['leave?employee_id.branch=London&employee_id.termination_date=null&status=approved', [1]],
  // A reference to the same resource.
  ['employees?manager_id.manager_id=1', [3]],
  ['employees?manager_id.manager_id=null', [1, 2, 4]],
  ['employees?manager_id.branch=London&branch[ne]=London', [2]],
  ['employees?manager_id.last_name=Menon&last_name=null', [2, 4]],
  ['employees?manager_id.id[ne]=1&manager_id.id[ne]=null', [3]],
  // With search.
  ['leave?employee_id.branch=London&q=sea', [1]],
  ['leave?employee_id.branch[ne]=London&q=sick', [3, 4]],
  ['leave?employee_id.dept_id=1&q=an', [1, 5]],
  // No stored text has a NUL.
  ['employees?branch=London%00', []],
  ['employees?branch=London%00&branch=Paris', [3]],
  ['employees?branch[ne]=London%00', [1, 2, 3, 4]],
  ['employees?branch[ne]=London%00&branch[ne]=null', [1, 3, 4]],
  ['leave?employee_id.branch=%00', []],
  ['leave?employee_id.branch[ne]=%00', [1, 2, 3, 4, 5]],
  ['leave?employee_id.branch=%00&employee_id.branch=null', [2, 3]],
  // Encoded or not.
  ['leave?employee_id%2Ebranch%5Bne%5D=London', [2, 3, 4]],
];

/** What is refused, with the type of each fault and its parameter. */
const refused: [path: string, ...faults: string[]][] = [
  ['candidates?notes=x', 'literal_error notes'],
  ['candidates?notes[ne]=x', 'literal_error notes[ne]'],
  ['candidates?notes=null&notes=NULL', 'literal_error notes'],
  ['candidates?linkedin_url=https://example.com', 'literal_error linkedin_url'],
  ['organizations?settings_json=[]', 'literal_error settings_json'],
  ['jobs?stages_json=null&description=null&requirements[ne]=null'],
  ['applications?candidate_id.notes=x', 'literal_error candidate_id.notes'],
  ['candidates?created[weekday]=0', 'greater_than_equal created[weekday]'],
  ['candidates?created[weekday]=8', 'less_than_equal created[weekday]'],
  ['candidates?created[weekday]=x', 'int_parsing created[weekday]'],
  ['candidates?created[weekday]=1&created[weekday]=null', 'int_parsing created[weekday]'],
  ['candidates?created=tomorrow', 'datetime_parsing created'],
  ['candidates?created=2026-03-04T09:30:00', 'datetime_parsing created'],
  ['candidates?created[ne]=2026-02-30', 'datetime_parsing created[ne]'],
  ['candidates?created=%00', 'datetime_parsing created'],
  ['candidates?created[gte_or_null]=null', 'datetime_parsing created[gte_or_null]'],
  ['candidates?years_experience=many', 'float_parsing years_experience'],
  ['candidates?years_experience[ne]=1e400', 'float_parsing years_experience[ne]'],
  ['employees?id=1&id=x', 'int_parsing id'],
  ['employees?id=9007199254740992', 'less_than_equal id'],
  ['employees?id[ne]=1.5', 'int_parsing id[ne]'],
  ['employees?dept_id.id=x', 'int_parsing dept_id.id'],
  ['leave?employee_id.alumni=yes', 'int_parsing employee_id.alumni'],
  [
    'leave?employee_id.base_salary[gt]=x&employee_id.alumni=y',
    'float_parsing employee_id.base_salary[gt]',
    'int_parsing employee_id.alumni',
  ],
];

describe.each(engines)('on the %s database', (engine) => {
  let service: Service;
  const start = async (privateFields = {}) => {
    const started = await startService({ engine, filled: false, privateFields });
    await seed(
      started.store,
      catalogue,
      Object.entries(given).map(([resource, records]) => ({ resource, records })),
    );
    return started;
  };
  beforeAll(async () => {
    service = await start();
  });
  afterAll(async () => {
    await service.stop();
  });

  const ask = (path: string, init: RequestInit = {}) => fetch(`${service.url}/api/v1/${path}`, init);
  const idsIn = (records: DataRecord[]) => records.map(({ id }) => Number(id));

  test.each(found)('%s', async (path, ids) => {
    const answer = await ask(path);
    const { data, meta } = await answer.json();
    expect({ ids: idsIn(data), total: meta.total }).toEqual({ ids, total: ids.length });
    expect(answer.headers.get('workforce-ignored')).toBeNull();
  });

  test.each(casesOn(engine, found))(
    '%s as a stream, in another order, page by page and after an id',
    async (path, ids) => {
      const lines = (await (await ask(`${path}&format=ndjson`)).text()).split('\n').filter((line) => line !== '');
      expect(lines.map((line) => JSON.parse(line).id)).toEqual(ids);
      const rows = parseCsv(await (await ask(`${path}&format=csv`)).text(), {
        columns: true,
        bom: true,
      }) as DataRecord[];
      expect(idsIn(rows)).toEqual(ids);
      const sorted = await (await ask(`${path}&sort=-id`)).json();
      expect([idsIn(sorted.data), sorted.meta.total]).toEqual([ids.toReversed(), ids.length]);
      for (const after of [0, 2, 4]) {
        const rest = ids.filter((id) => id > after);
        const { data, meta } = await (await ask(`${path}&id[gt]=${after}`)).json();
        // Where the filter has an end of its own there, the last one counts.
        if (!/id\[gt\]/.test(path)) expect([idsIn(data), meta.total]).toEqual([rest, rest.length]);
      }
      const walked: number[] = [];
      for (let next: string | undefined = `/api/v1/${path}&limit=2`; next; ) {
        const answer: Response = await fetch(service.url + next);
        const { data, meta } = await answer.json();
        walked.push(...idsIn(data));
        const link = answer.headers.get('link')!;
        expect([meta.total, answer.headers.get('workforce-ignored'), link.includes('rel="first"')]).toEqual([
          ids.length,
          null,
          true,
        ]);
        next = /<([^>]*)>; rel="next"/.exec(link)?.[1];
      }
      expect(walked).toEqual(ids);
    },
  );

  test.each(casesOn(engine, refused))('%s is refused', async (path, ...faults) => {
    const answer = await ask(path);
    const { detail = [] } = await answer.json();
    expect(detail.map(({ type, loc }: { type: string; loc: string[] }) => `${type} ${loc[1]}`)).toEqual(faults);
    expect(answer.status).toBe(faults.length > 0 ? 422 : 200);
  });

  test('the fault of a long text says what can be asked instead', async () => {
    const { detail } = await (await ask('candidates?notes=x')).json();
    expect(detail).toEqual([
      {
        type: 'literal_error',
        loc: ['query', 'notes'],
        msg: 'Input should be null: notes can only be asked for missing values; words in it are found with q',
        input: 'x',
        ctx: { expected: 'null' },
      },
    ]);
    const [json] = (await (await ask('organizations?settings_json=x')).json()).detail;
    expect(json.msg).toBe('Input should be null: settings_json can only be asked for missing values');
  });

  test('all filters of a resource at once', async () => {
    for (const { name, fields } of catalogue) {
      const own = (prefix: string, of: typeof fields) =>
        of.filter(({ filter }) => filter).map((each) => prefix + each.name);
      const paths = [
        ...own('', fields),
        ...fields.flatMap(({ name: reference, target }) => (target ? own(`${reference}.`, target.fields) : [])),
      ];
      for (const operator of ['', '[ne]']) {
        const answer = await ask(`${name}?${paths.map((path) => `${path}${operator}=null`).join('&')}`);
        // Only departments have nothing that is missing.
        const total = operator === '[ne]' && name === 'departments' ? 2 : 0;
        expect([name, answer.status, (await answer.json()).meta.total]).toEqual([name, 200, total]);
      }
    }
  });

  test('a hop onto or through a private field is refused without the token; with it the answer is for nobody else', async () => {
    const open = service;
    service = await start({ employees: new Set(['base_salary', 'branch', 'manager_id']), leave: new Set(['days']) });
    try {
      for (const [path, field, ids] of [
        ['leave?employee_id.branch=London', 'employee_id.branch', [1, 5]],
        ['leave?employee_id.branch[ne]=London&limit=1', 'employee_id.branch', [2]],
        ['leave?employee_id.base_salary[gte_or_null]=1', 'employee_id.base_salary', [1, 2, 3, 4, 5]],
        ['leave?days[ne]=2', 'days', [2, 4, 5]],
        ['employees?manager_id.status=terminated', 'manager_id', [3]],
        ['employees?manager_id.id[gt_or_null]=1', 'manager_id', [1, 3]],
        ['employees?manager_id.base_salary=null', 'manager_id', [1, 2, 3, 4]],
      ] as const) {
        for (const format of ['', '&format=csv']) {
          const refusal = await ask(path + format);
          const { detail } = await refusal.json();
          expect([path, refusal.status, detail]).toEqual([
            path,
            422,
            [
              expect.objectContaining({
                type: 'private_field',
                loc: ['query', /\?([^=]*)=/.exec(path)![1]!],
                msg: `The field ${field} is private here: send a bearer token that may see it to filter by it`,
              }),
            ],
          ]);
        }
        const answer = await ask(path, { headers: HOLDER });
        expect([path, idsIn((await answer.json()).data)]).toEqual([path, [...ids]]);
        expect([answer.headers.get('cache-control'), answer.headers.get('vary')]).toEqual([
          'private, no-cache',
          'Accept, Accept-Encoding, Authorization, Prefer',
        ]);
      }
      // What is asked of such a resource may differ with the token, what is asked of others does not.
      for (const [path, cache] of [
        ['candidates?referred_by.status=active', 'private, no-cache'],
        ['candidates?referred_by=1', 'no-cache'],
        ['applications?job_id.status=open', 'no-cache'],
      ] as const) {
        const { status, headers } = await ask(path);
        expect([path, status, headers.get('cache-control')]).toEqual([path, 200, cache]);
      }
      expect((await ask('leave?employee_id.branch=')).status).toBe(200);
    } finally {
      await service.stop();
      service = open;
    }
  });
});
