// The MCP tools over HTTP, called with the SDK's own client: they pass questions on, and find, hide and refuse the same
// as the API.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { filtersOf } from '../../src/contract/request/conditions.ts';
import type { Answered } from '../../src/http/app.ts';
import { insights } from '../../src/insights/insights.ts';
import { csvOf, erase, update } from '../engines/changes/changing.ts';
import { eitherEngine } from '../harness/databases.ts';
import { share } from '../harness/random/sample.ts';
import { answersIn, exchange } from '../harness/raw-http.ts';
import { post, type Service, startService, TOKEN } from '../harness/service.ts';
import { type Assistant, overHttp, READING, revisions } from './assistant.ts';

type Part = Record<string, any>;

const HOLDER = { Authorization: `Bearer ${TOKEN}` };

/** A record as the tools show it. */
function brief({ expanded, ...record }: Part): Part {
  const own = Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null));
  const others = Object.entries(expanded ?? {}).filter(([, value]) => value !== null);
  return expanded
    ? { ...own, expanded: Object.fromEntries(others.map(([name, each]) => [name, brief(each as Part)])) }
    : own;
}

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  let anyone: Assistant;
  let holder: Assistant;
  beforeAll(async () => {
    const privateFields = { employees: new Set(['base_salary', 'gender']) };
    service = await startService({ engine, privateFields, parts: { mcp: 'writes' } });
    anyone = await overHttp(service.url);
    holder = await overHttp(service.url, HOLDER, 'legacy');
  });
  afterAll(async () => {
    await anyone.close();
    await holder.close();
    await service.stop();
  });

  const api = async (path: string): Promise<Part> =>
    (await fetch(`${service.url}/api/v1/${path}`)).json() as Promise<Part>;

  test.each(catalogue.map(({ name }) => name))('%s: list, get and search give what the API gives', async (resource) => {
    const { data, meta } = await api(`${resource}?limit=3&offset=2`);
    const page = await anyone.call('list_records', { resource, limit: 3, offset: 2 });
    const next = meta.total > 5 ? 5 : null;
    const shown = { shown: data.length, next_offset: next, data: data.map(brief) };
    expect(page).toEqual({ resource, total: meta.total, offset: 2, ...shown });
    expect(await anyone.call('get_record', { resource, id: 1 })).toEqual(brief(await api(`${resource}/1`)));
    const found = await api(`${resource}?q=an&limit=2`);
    const { results } = await anyone.call('search_records', { q: 'an', resources: [resource], limit: 2 });
    const expected = [{ resource, total: found.meta.total, data: found.data.map(brief) }];
    expect(results).toEqual(found.meta.total > 0 ? expected : []);
  });

  test.each(catalogue)('a description of $name has all that can be asked, and its words', async (resource) => {
    const { name, fields } = resource;
    const described = await anyone.call('describe_resources', { resource: name });
    expect(described.fields.map((field: Part) => field.name)).toEqual(fields.map((field) => field.name));
    const hidden = (field: string) => name === 'employees' && /^(base_salary|gender)/.test(field);
    const all = [...filtersOf(resource)].filter(([asked, { via }]) => !via && !hidden(asked));
    const filters = all.filter(([, { referrers }]) => !referrers);
    const names = described.filters.flatMap((each: Part) =>
      each.fields.flatMap((field: string) => [
        field,
        ...each.operators.map((operator: string) => `${field}[${operator}]`),
      ]),
    );
    expect(names.sort()).toEqual(filters.map(([asked]) => asked).sort());
    expect(Object.keys(described.filters_behind)).toEqual(described.expand);
    expect(described.with_or_without).toEqual(all[filters.length]?.[1].referrers?.map((each) => each.name));
    expect(JSON.stringify(described).length).toBeLessThan(8000);
    const ofFields = filters.map(([asked, { field, operator, others }]) => {
      const isDay = operator !== 'weekday' && operator !== 'month_of_year' && field.kindName === 'date';
      const value = others?.[0] ?? (operator === 'in' || operator === 'ne' ? null : isDay ? '2026-01-01' : 1);
      return { filters: { [asked]: value } };
    });
    const behind = Object.entries(described.filters_behind).map(([reference, target]) => {
      const field = catalogue.find((each) => each.name === target)!.fields.findLast(({ filter }) => filter)!;
      return { filters: { [`${reference}.${field.name}`]: null } };
    });
    const others = (described.with_or_without ?? []).map((other: string) => ({
      filters: { with: `${other}?id[gt]=1`, without: [`${other}?id=1`, other] },
    }));
    const sorts = described.sort.map((field: string) => ({ sort: [`-${field}`] }));
    const expands = described.expand.map((field: string) => ({ expand: [field] }));
    for (const asked of share([...ofFields, ...behind, ...others, ...sorts, ...expands], 6)) {
      const { refused } = await anyone.call('list_records', { resource: name, ...asked, fields: 'id', limit: 1 });
      expect({ asked, refused }).toEqual({ asked, refused: undefined });
    }
    for (const field of fields) {
      const row = described.fields.find((each: Part) => each.name === field.name);
      if (field.index !== 'counted' || field.kind.schema.type !== 'string' || hidden(field.name)) {
        expect(row).not.toHaveProperty('values');
        continue;
      }
      const { data } = await api(`aggregate/${name}?group=${field.name}&limit=200`);
      const counts = data.map(({ group, values }: Part) => [group[field.name], values.count]);
      const missing = counts.find(([value]: [unknown]) => value === null)?.[1];
      const present = counts.filter(([value]: [unknown]) => value !== null);
      if (present.length > 20) expect([row.different_values, row.values]).toEqual([present.length, undefined]);
      else expect([row.values, row.without_value]).toEqual([Object.fromEntries(present), missing]);
      const numbers = Object.values((row.values ?? {}) as Record<string, number>);
      expect(numbers).toEqual(numbers.toSorted((a, b) => b - a));
    }
  });

  const filters: [filters: Part, query: string][] = [
    [{ status: ['on_leave', 'terminated'], alumni: 0 }, 'status=on_leave&status=terminated&alumni=0'],
    [{ id: { lte: 50 }, 'id[gt]': 10, status: 'active' }, 'id[lte]=50&id[gt]=10&status=active'],
    [
      { 'dept_id.name': ['Engineering', 'Sales'], 'manager_id.id[lt_or_null]': 5 },
      'dept_id.name=Engineering&dept_id.name=Sales&manager_id.id[lt_or_null]=5',
    ],
    [{ branch: 'Nowhere & else=1' }, 'branch=Nowhere+%26+else%3D1'],
  ];
  test.each(filters)('filters %j', async (filters, query) => {
    const { data, meta } = await api(`employees?limit=20&q=e&${query}`);
    const page = await anyone.call('list_records', { resource: 'employees', q: 'e', filters });
    expect([page.total, page.data]).toEqual([meta.total, data.map(brief)]);
  });

  const groups: [input: Part, path: string][] = [
    [
      {
        ...{ resource: 'employees', group: 'dept_id', filters: { status: ['active', 'on_leave'] } },
        ...{ sort: '-count', limit: 3, having: { count: { gte: 5, lt: 90 } } },
      },
      'employees?group=dept_id&status=active&status=on_leave&sort=-count&limit=3&having[count][gte]=5&having[count][lt]=90',
    ],
    [
      { resource: 'leave', group: ['month(from_date)', 'status'], measure: ['count', 'sum(days)'], offset: 4 },
      'leave?group=month(from_date),status&measure=count,sum(days)&offset=4&limit=20',
    ],
    [
      {
        ...{ resource: 'applications', group: 'candidate_id.source, weekday(applied_on)', q: 'e' },
        ...{ measure: 'avg(rating), median(days(applied_on, stage_entered_on))' },
        sort: ['-avg(rating)', 'candidate_id.source'],
      },
      'applications?group=candidate_id.source,weekday(applied_on)&q=e&measure=avg(rating),median(days(applied_on,stage_entered_on))&sort=-avg(rating),candidate_id.source&limit=20',
    ],
  ];
  test.each(groups)('groups %j', async (input, path) => {
    const { data, totals, meta } = await api(`aggregate/${path}`);
    expect(data).not.toEqual([]);
    const next = (input.offset ?? 0) + data.length;
    const answer = (groups: Part[]) => ({
      resource: input.resource,
      total_groups: meta.total,
      next_offset: next < meta.total ? next : null,
      totals: totals.values,
      groups,
    });
    const briefly = ({ group, labels, values }: Part) =>
      Object.keys(labels).length > 0 ? { group, labels, values } : { group, values };
    expect(await anyone.call('aggregate_records', input)).toEqual(answer(data.map(briefly)));
    const withRows = data.map((each: Part) => ({ ...briefly(each), rows: each.rows }));
    expect(await anyone.call('aggregate_records', { ...input, rows: true })).toEqual(answer(withRows));
  });

  const figures: [input: Part, path: string][] = [
    ...share(insights, 3).map(({ name }): [Part, string] => [{ insight: name }, `${name}?limit=20`]),
    [
      { insight: 'headcount', every: 'month', group: ['dept_id'], limit: 7, offset: 3 },
      'headcount?every=month&group=dept_id&limit=7&offset=3',
    ],
  ];
  test.each(figures)('figures %j', async (input, path) => {
    const { data, excluded, meta } = await api(`insights/${path}`);
    const found = await anyone.call('get_insight', input);
    expect(found.total_entries).toBe(meta.total);
    expect(found.entries).toEqual(
      data.map(({ period, group, labels, values }: Part) => {
        const names = Object.keys(values);
        const small = names.filter((name) => values[name].small);
        return {
          ...(period && { period }),
          ...(Object.keys(group).length > 0 && { group }),
          ...(Object.keys(labels).length > 0 && { labels }),
          values: Object.fromEntries(names.map((name) => [name, values[name].value])),
          ...(small.length > 0 && { small }),
        };
      }),
    );
    expect((found.excluded ?? []).map(({ count }: Part) => count)).toEqual(excluded.map(({ count }: Part) => count));
    expect(JSON.stringify(found)).not.toContain('/api/v1/');
    const whole = await anyone.call('get_insight', { ...input, rows: true });
    expect(whole.entries.map(({ values }: Part) => values)).toEqual(data.map(({ values }: Part) => values));
  });

  test('sort, fields and expand are lists or texts, and fields without a value are left out unless chosen', async () => {
    const lists = { sort: ['-date_of_joining', 'last_name'], fields: ['id', 'dept_id', 'dept_id.name'] };
    const path = 'employees?limit=20&sort=-date_of_joining,last_name&fields=id,dept_id,dept_id.name&expand=dept_id';
    const { data } = await api(path);
    const all = { resource: 'employees', ...lists, expand: ['dept_id'] };
    expect((await anyone.call('list_records', all)).data).toEqual(data);
    const texts = { sort: '-date_of_joining, last_name', fields: 'id,dept_id,dept_id.name', expand: 'dept_id' };
    expect((await anyone.call('list_records', { resource: 'employees', ...texts })).data).toEqual(data);
    const wrong = { resource: 'employees', sort: ['salary'], fields: ['salary'], expand: ['branch'] };
    const { refused } = await anyone.call('list_records', wrong);
    const places = refused.split('\n').map((line: string) => line.split(':')[0]);
    expect(places.sort()).toEqual(['expand', 'fields', 'sort']);

    const [boss] = (await anyone.call('list_records', { resource: 'employees', filters: { manager_id: null } })).data;
    expect(Object.values(boss)).not.toContain(null);
    const fields = ['id', 'manager_id', 'password_hash', 'base_salary'];
    const named = { id: boss.id, manager_id: null, password_hash: null, base_salary: null };
    expect(await anyone.call('get_record', { resource: 'employees', id: boss.id, fields })).toEqual(named);
    const expand = ['manager_id', 'dept_id'];
    const one = await api(`employees/${boss.id}?expand=manager_id,dept_id`);
    expect(one.expanded.manager_id).toBeNull();
    expect(await anyone.call('get_record', { resource: 'employees', id: boss.id, expand })).toEqual(brief(one));
  });

  test('next_offset leads through a whole list, and through all groups', async () => {
    const all = async (tool: string, input: Part, rows: 'data' | 'groups') => {
      const found: Part[] = [];
      for (let offset: number | null = 0; offset !== null; ) {
        const page = await anyone.call(tool, { ...input, limit: 7, offset });
        found.push(...page[rows]);
        offset = page.next_offset;
      }
      return found;
    };
    const listed = await all('list_records', { resource: 'jobs', fields: 'id' }, 'data');
    expect(listed).toEqual((await api('jobs?limit=200&fields=id')).data);
    const grouped = await all('aggregate_records', { resource: 'employees', group: 'branch' }, 'groups');
    const { data } = await api('aggregate/employees?group=branch&limit=200');
    expect(grouped).toEqual(data.map(({ group, values }: Part) => ({ group, values })));
  });

  test('private fields are for those who show the token', async () => {
    const asked: [tool: string, input: Part][] = [
      ['list_records', { resource: 'employees', filters: { 'base_salary[gt]': 1 } }],
      ['list_records', { resource: 'employees', sort: ['base_salary'] }],
      ['aggregate_records', { resource: 'employees', group: 'gender' }],
      ['aggregate_records', { resource: 'leave', group: 'employee_id.gender' }],
      ['aggregate_records', { resource: 'employees', group: 'branch', measure: 'median(base_salary)' }],
    ];
    for (const [tool, input] of asked) {
      expect([input, await anyone.call(tool, input)]).toEqual([input, { refused: expect.stringMatching(/private/) }]);
      const { total, total_groups: groups } = await holder.call(tool, input);
      expect([input, (total ?? groups) > 0]).toEqual([input, true]);
    }
    const one = { resource: 'employees', id: 1, fields: ['base_salary'] };
    expect((await anyone.call('get_record', one)).base_salary).toBeNull();
    expect((await holder.call('get_record', one)).base_salary).toBeGreaterThan(0);
    const wrong = await overHttp(service.url, { Authorization: 'Bearer wrong-token' });
    expect((await wrong.call('get_record', one)).base_salary).toBeNull();
    expect(await wrong.toolNames()).toEqual(READING);
    await wrong.close();
    const [open, whole] = await Promise.all(
      [anyone, holder].map((each) => each.call('get_insight', { insight: 'pay-gap', rows: true })),
    );
    expect(JSON.stringify(open)).not.toContain('numerator');
    expect(JSON.stringify(whole)).toContain('numerator');
  });

  test('describe_resources says what each client may do', async () => {
    const creatable = catalogue.filter((each) => each.creatable).map(({ name }) => name);
    const created = ({ resources }: Part) =>
      resources.filter((each: Part) => each.can_be_created).map((each: Part) => each.resource);
    const [all, own] = [await anyone.call('describe_resources'), await holder.call('describe_resources')];
    expect(all.resources.map((each: Part) => each.resource)).toEqual(catalogue.map(({ name }) => name));
    expect([created(all), all.creates]).toEqual([[], expect.stringMatching(/^Nothing can be created: .*write token/)]);
    expect([created(own), own.creates]).toEqual([creatable, undefined]);
    const described = (resource: string) =>
      Promise.all([anyone, holder].map((each) => each.call('describe_resources', { resource })));
    const [hidden, seen] = (await described('employees')) as [Part, Part];
    const marks = ({ fields }: Part) =>
      fields.flatMap((field: Part) => ('private' in field ? [[field.name, field.private]] : []));
    const privateFields = ['gender', 'base_salary'];
    expect(marks(hidden)).toEqual(privateFields.map((name) => [name, 'always null to you']));
    expect(marks(seen)).toEqual(privateFields.map((name) => [name, 'you see it, others do not']));
    const asked = ({ filters }: Part) => filters.flatMap(({ fields }: Part) => fields);
    expect([asked(hidden), hidden.sort].map((names) => names.includes('base_salary'))).toEqual([false, false]);
    expect([asked(seen), seen.sort].map((names) => names.includes('base_salary'))).toEqual([true, true]);
    const gender = ({ fields }: Part) => fields.find(({ name }: Part) => name === 'gender');
    expect(Object.keys(gender(hidden))).not.toContainAnyValues(['values', 'different_values', 'without_value']);
    expect(gender(seen).values.female).toBeGreaterThan(0);
    expect([hidden.numbers, seen.numbers]).toEqual([['alumni'], ['base_salary', 'alumni']]);
    const leave = await described('leave');
    expect(leave.map(({ fields }) => fields[2].in_create)).toEqual([undefined, 'required']);
  });

  test('create_record needs the token, and creates one record for a key', async () => {
    expect([await anyone.toolNames(), await holder.toolNames()]).toEqual([READING, [...READING, 'create_record']]);
    const values = { name: 'Harbour Foods', slug: 'harbour-foods' };
    const input = { resource: 'organizations', values, idempotency_key: 'once' };
    const before = (await api('organizations')).meta.total;
    await expect(anyone.call('create_record', input)).rejects.toThrow(/create_record not found/);
    const made = await holder.call('create_record', input);
    expect(made).toMatchObject(values);
    expect(await holder.call('create_record', input)).toEqual(made);
    expect(await holder.call('get_record', { resource: 'organizations', id: made.id })).toEqual(made);
    expect((await api('organizations')).meta.total).toBe(before + 1);
    const { refused } = await holder.call('create_record', { ...input, values: { slug: 'a b', more: 1 } });
    expect(refused.split('\n').map((line: string) => line.split(':')[0])).toEqual(['name', 'slug', 'more']);
    const taken = { ...input, idempotency_key: 'another' };
    expect((await holder.call('create_record', taken)).refused).toMatch(/^slug: /);
  });

  test('from a first call on, list_changes tells what happened, each once', async () => {
    const first = await anyone.call('list_changes');
    expect(first).toEqual({ changes: [], cursor: expect.any(String), up_to_date: true });
    const { id } = await (await post(service, '/api/v1/organizations', { name: 'New', slug: `new-${engine}` })).json();
    await update(service.store, 'employees', csvOf([{ id: 7, first_name: 'Renamed' }]));
    await erase(service.store, 'organizations', [id]);
    const after = first.cursor;
    const all = await anyone.call('list_changes', { after });
    const at = expect.any(String);
    const record = expect.objectContaining({ id: 7, first_name: 'Renamed' });
    expect(all.changes).toEqual([
      { resource: 'organizations', id, kind: 'created', at },
      { resource: 'employees', id: 7, kind: 'updated', at, record },
      { resource: 'organizations', id, kind: 'erased', at },
    ]);
    expect(all.changes[1].record).not.toHaveProperty('base_salary');
    expect(all.up_to_date).toBe(true);
    const one = await anyone.call('list_changes', { after, limit: 1 });
    expect([one.changes, one.up_to_date]).toEqual([all.changes.slice(0, 1), false]);
    const people = await anyone.call('list_changes', { after: one.cursor, resources: ['employees', 'leave'] });
    expect(people).toEqual({ changes: [all.changes[1]], cursor: all.cursor, up_to_date: true });
    expect(await anyone.call('list_changes', { after: all.cursor })).toEqual({ ...all, changes: [] });
  });

  test('changes that do not fit in the answer are in the next', async () => {
    const { cursor } = await anyone.call('list_changes');
    const rows = Array.from({ length: 30 }, (_, i) => ({ id: i + 1, notes: 'x'.repeat(4_000 + i) }));
    expect((await update(service.store, 'candidates', csvOf(rows))).faults).toEqual([]);
    const seen: number[] = [];
    let calls = 0;
    for (let after = cursor, isEnd = false; !isEnd; calls++) {
      const page = await anyone.call('list_changes', { after });
      seen.push(...page.changes.map(({ record }: { record: { notes: string } }) => record.notes.length));
      [after, isEnd] = [page.cursor, page.up_to_date];
    }
    expect(seen).toEqual(rows.map(({ notes }) => notes.length));
    expect(calls).toBeGreaterThan(1);
  });
});

describe('the service', () => {
  let service: Service;
  let assistant: Assistant;
  const answered: Answered[] = [];
  beforeAll(async () => {
    const onAnswered = (each: Answered) => void answered.push(each);
    service = await startService({ parts: { onAnswered } });
    assistant = await overHttp(service.url);
  });
  afterAll(async () => {
    await assistant.close();
    await service.stop();
  });

  test.each(revisions)('has its name and the same tools in the revision %p', async (revision) => {
    // Creates are not switched on, so the token does not offer them.
    const other = await overHttp(service.url, HOLDER, revision);
    expect(other.client.getServerVersion()).toMatchObject({ name: 'workforce' });
    expect(other.client.getInstructions()).toMatch(/untrusted/);
    const { tools } = await other.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([...READING]);
    for (const { annotations, description, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
      expect(description!.length).toBeGreaterThan(30);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
    const { creates } = await other.call('describe_resources');
    expect(creates).toMatch(/lets assistants only read/);
    await other.close();
  });

  const NAMES = /employees, departments, leave, .*job-distributions/.source;
  const TAKEN = 'resource, filters, q, sort, fields, expand, limit, offset';
  const wrong: [tool: string, input: Part, says: RegExp][] = [
    ['list_records', {}, new RegExp(`^resource: Field required; it should be one of ${NAMES}\\.$`)],
    [
      'list_records',
      { resource: 'jobs', page: 2, limit: 0 },
      new RegExp(`^page: Extra inputs are not permitted; there are ${TAKEN}\\.\nlimit: Input should be greater than`),
    ],
    ['list_records', { resource: 'jobs', limit: 201 }, /^limit: Input should be less than or equal to 200, not 201\.$/],
    ['list_records', { resource: 'jobs', q: 'a'.repeat(201) }, /^q: String should have at most 200 characters\.$/],
    ['list_records', { resource: 'jobs', fields: ['id', 5] }, /^fields\.1: Input should be a valid string, not 5\.$/],
    [
      'list_records',
      { resource: 'jobs', filters: { state: 'open', size: { gt: 1 } } },
      /^filters\.state: job openings have no such filter.*\.\nfilters\.size\[gt\]: .*\nFilters, with their operators: .*code, .*Behind references: dept_id\. for those of departments, .*\.$/,
    ],
    [
      'list_records',
      { resource: 'jobs', filters: { 'id[gt]': [1, 2] } },
      /^filters\.id\[gt\]: A range takes one value/,
    ],
    [
      'list_records',
      { resource: 'jobs', filters: { id: { is: 5 } } },
      /^filters\.id\.is: Extra inputs are not permitted; there are ne, gte, gt, lte, lt, gte_or_null, .*, weekday, month_of_year, before, not_before\.$/,
    ],
    [
      'list_records',
      { resource: 'jobs', filters: { 'hiring_manager_id.brnch': 'London', 'dept_id.name.ne': 'Sales' } },
      /^filters\.hiring_manager_id\.brnch: .* \(did you mean hiring_manager_id\.branch\?\)\.\nfilters\.dept_id\.name\.ne: .*\(did you mean /,
    ],
    [
      'list_records',
      { resource: 'jobs', filters: { description: 'word' } },
      /^description: Input should be null: .*q, not "word"\.$/,
    ],
    [
      'list_records',
      { resource: 'jobs', filters: 'status=open' },
      /^filters: Input should be a JSON object, not "status=/,
    ],
    [
      'list_records',
      { resource: 'jobs', ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`x${i}`, 1])) },
      /^x0: (.*\n){50}And 10 more faults\.$/,
    ],
    ['get_record', { resource: 'jobs', id: 999_999 }, /^There is no job opening with this id\.$/],
    ['get_record', { resource: 'jobs', id: '../employees/1' }, /^id: Input should be a valid integer, not "\.\.\/emp/],
    ['search_records', { q: '' }, /^q: Input should not be blank\.$/],
    [
      'describe_resources',
      { resource: 'people' },
      new RegExp(`^resource: Input should be one of ${NAMES}, not "people"`),
    ],
    [
      'aggregate_records',
      { resource: 'jobs', by: 'status' },
      /^by: Extra inputs are not permitted; there are resource, group, measure, filters, /,
    ],
    [
      'aggregate_records',
      { resource: 'jobs', filters: { state: 'open' } },
      /^filters\.state: job openings have no such filter \(did you mean status\?\)\.\nFilters, with their operators: id, /,
    ],
    ['get_insight', {}, /^insight: Field required/],
    ['get_insight', { insight: 'heads' }, /^insight: Input should be .*headcount/],
    ['get_insight', { insight: 'headcount', from: 'May' }, /^from: Input should be a day such as 2026-03-04/],
    ['get_insight', { insight: 'stuck', every: 'month' }, /^every: There is no parameter every here/],
    ['list_records', { resource: 'jobs', limit: '5' }, /^limit: Input should be a valid integer, not "5"\.$/],
    ['list_records', { resource: 'jobs', q: ['a'] }, /^q: Input should be a valid string\.$/],
    ['list_records', { resource: 'jobs', sort: 5 }, /^sort: Input should be a list or a valid string, not 5\.$/],
    ['list_records', { resource: 'jobs', expand: ' ' }, /^expand: Input should not be blank\.$/],
    ['list_records', { resource: 'jobs', filters: { status: { gte: 'open' } } }, /^filters\.status\[gte\]: /],
    ['list_records', { resource: 'jobs', filters: { status: [] } }, /^filters\.status: .* not be an empty list\.$/],
    ['list_records', { resource: 'jobs', filters: { id: { gt: [1] } } }, /^filters\.id\.gt: .* a valid string or/],
    ['aggregate_records', { resource: 'jobs', rows: 'yes' }, /^rows: Input should be true or false, not "yes"\.$/],
    ['list_changes', { resources: ['salaries'] }, /^resources.0: Input should be one of employees/],
    ['list_changes', { after: 'banana' }, /not known.*Begin again without `after`/],
    ['list_changes', { from: 'today-7d' }, /^from: .*after, since, resources, limit/],
    ['list_changes', { since: 'lately' }, /^since: Input should be a .*today-7d/],
    ['list_changes', { since: 'today', after: 'now' }, /^since: Give either/],
  ];
  test.each(wrong)('%s %j is refused, and the message says what is allowed', async (tool, input, says) => {
    expect((await assistant.call(tool, input)).refused).toMatch(says);
  });

  test('long records are spread over several answers, and none is lost', async () => {
    for (let i = 0; i < 10; i++)
      expect(
        (await post(service, '/api/v1/leave', { leave_type: `long ${i}`, reason: 'ä'.repeat(20_000) })).status,
      ).toBe(201);
    const seen: string[] = [];
    const filters = { leave_type: Array.from({ length: 10 }, (_, i) => `long ${i}`) };
    for (let offset: number | null = 0; offset !== null; ) {
      const page = await assistant.call('list_records', { resource: 'leave', filters, limit: 200, offset });
      expect(JSON.stringify(page).length).toBeLessThan(101_000);
      expect(page.note).toBe(
        page.next_offset === null ? undefined : `Long records: 4 of ${10 - offset} fit in the answer.`,
      );
      seen.push(...page.data.map((each: Part) => each.leave_type));
      if (page.next_offset !== null) expect(page.next_offset).toBe(offset + page.shown);
      offset = page.next_offset;
    }
    expect(seen).toEqual(filters.leave_type);
  });

  const JSON_TYPE = { 'Content-Type': 'application/json', Accept: 'application/json, text/event-stream' };
  const call = (method: string) => `{"jsonrpc":"2.0","id":1,"method":"${method}"}`;
  const raw: [what: string, init: RequestInit, status: number, says: RegExp][] = [
    ['GET', { method: 'GET' }, 405, /"method_not_allowed"/],
    ['no JSON', { headers: JSON_TYPE, body: '{"jsonrpc"' }, 422, /valid JSON/],
    ['deep nesting', { headers: JSON_TYPE, body: '['.repeat(1000) + ']'.repeat(1000) }, 422, /nested/],
    ['a batch', { headers: JSON_TYPE, body: `[${call('ping')},${call('ping')}]` }, 422, /one JSON-RPC message/],
    ['a body that is too large', { headers: JSON_TYPE, body: ' '.repeat(1024 * 1024 + 1) }, 413, /"payload_too_large"/],
    ['no message', { headers: JSON_TYPE, body: '{"a":1}' }, 400, /"code":-32600/],
    [
      'no acceptable type',
      { headers: { ...JSON_TYPE, Accept: 'text/html' }, body: call('ping') },
      406,
      /"code":-32000/,
    ],
    ['an unknown method', { headers: JSON_TYPE, body: call('foo/bar') }, 200, /"code":-32601/],
    [
      'an unknown revision',
      { headers: { ...JSON_TYPE, 'MCP-Protocol-Version': '1999-01-01' }, body: call('ping') },
      400,
      /"error"/,
    ],
    ['a ping', { headers: JSON_TYPE, body: call('ping') }, 200, /"result":\{\}/],
  ];
  test.each(raw)('%s is answered properly', async (_, init, status, says) => {
    const response = await fetch(`${service.url}/mcp`, { method: 'POST', ...init });
    const text = await response.text();
    expect([response.status, text]).toEqual([status, expect.stringMatching(says)]);
    expect(response.headers.get('content-type')).toStartWith('application/json');
    expect(JSON.parse(text)).toHaveProperty(status === 200 && text.includes('result') ? 'result' : 'error');
    expect(text).not.toMatch(/node_modules|\.ts\b|at \w+ \(/);
  });

  // Browsers send POST to other origins whatever a preflight allows, so the call itself is refused.
  const callers: [headers: string, status: number][] = [
    ['', 200],
    ['Host: hr.example', 200],
    ['Host: HR.example:8080\r\nOrigin: https://hr.example', 200],
    ['Host: [::1]:80\r\nOrigin: http://[::1]', 200],
    ['Host: hr.example\r\nOrigin: https://other.example', 403],
    ['Origin: https://hr.example', 403],
  ];
  test.each(callers)('a call with the headers %j is answered %d', async (headers, status) => {
    const fields = Object.entries(JSON_TYPE).map(([name, value]) => `${name}: ${value}`);
    const version = headers.includes('Host') ? '1.1' : '1.0';
    const lines = [`POST /mcp HTTP/${version}`, ...(headers && [headers]), ...fields, 'Connection: close'];
    const body = call('ping');
    const bytes = `${lines.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect(answersIn(await exchange(service.url, bytes)).map((answer) => answer.status)).toEqual([status]);
  });

  test('every call is logged with its route', async () => {
    const { length } = answered;
    await assistant.call('search_records', { q: 'engineer' });
    expect(answered.slice(length).map(({ method, route, status }) => [method, route, status])).toEqual([
      ['POST', '/mcp', 200],
    ]);
  });

  test('its calls count for the limit of requests a minute', async () => {
    const limited = await startService({ filled: false, parts: { limits: { inFlight: 10, perMinute: 2 } } });
    const ping = () => fetch(`${limited.url}/mcp`, { method: 'POST', headers: JSON_TYPE, body: call('ping') });
    expect([(await ping()).status, (await ping()).status, (await ping()).status]).toEqual([200, 200, 429]);
    await limited.stop();
  });
});
