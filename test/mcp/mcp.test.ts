// The MCP tools over HTTP, called with the SDK's own client: they find, hide and refuse the same as the API.

import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { filtersOf } from '../../src/contract/request/conditions.ts';
import type { Answered } from '../../src/http/app.ts';
import { casesOn, eitherEngine } from '../harness/databases.ts';
import { share } from '../harness/random/sample.ts';
import { answersIn, exchange } from '../harness/raw-http.ts';
import { post, type Service, startService, TOKEN } from '../harness/service.ts';
import { type Assistant, overHttp, revisions } from './assistant.ts';

type Part = Record<string, any>;

const HOLDER = { Authorization: `Bearer ${TOKEN}` };
const READING = [
  'describe_resources',
  'search_records',
  'list_records',
  'aggregate_records',
  'get_insight',
  'get_record',
  'list_changes',
];
const ALL = [...READING, 'create_record'];

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
    const privateFields = { employees: new Set(['base_salary']) };
    service = await startService({ engine, privateFields, parts: { mcp: 'writes' } });
    anyone = await overHttp(service.url);
    holder = await overHttp(service.url, HOLDER, 'legacy');
  });
  afterAll(async () => {
    await anyone.close();
    await holder.close();
    await service.stop();
  });

  const api = async (path: string, headers: Record<string, string> = {}): Promise<Part> =>
    (await fetch(`${service.url}/api/v1/${path}`, { headers })).json() as Promise<Part>;

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

  const questions: [filters: Part, query: string][] = [
    [{ status: 'active' }, 'status=active'],
    [{ status: ['on_leave', 'terminated'], alumni: 0 }, 'status=on_leave&status=terminated&alumni=0'],
    [{ manager_id: null }, 'manager_id=null'],
    [{ manager_id: [null, 1] }, 'manager_id=null&manager_id=1'],
    [{ 'date_of_joining[gte]': '2024-01-01', 'id[lt]': 200 }, 'date_of_joining[gte]=2024-01-01&id[lt]=200'],
    [
      { date_of_joining: { gte: '2024-01-01', lt: '2025-01-01' } },
      'date_of_joining[gte]=2024-01-01&date_of_joining[lt]=2025-01-01',
    ],
    [{ id: { lte: 50 }, 'id[gt]': 10, status: 'active' }, 'id[lte]=50&id[gt]=10&status=active'],
    [{ status: { ne: 'active' } }, 'status[ne]=active'],
    [
      { branch: { ne: ['London', 'Paris'] }, manager_id: { ne: null } },
      'branch[ne]=London&branch[ne]=Paris&manager_id[ne]=null',
    ],
    [{ termination_date: { gte_or_null: '2026-01-01' } }, 'termination_date[gte_or_null]=2026-01-01'],
    [
      { date_of_joining: { weekday: [1, 2], lt: '2025-01-01' } },
      'date_of_joining[weekday]=1&date_of_joining[weekday]=2&date_of_joining[lt]=2025-01-01',
    ],
    [
      { 'dept_id.name': ['Engineering', 'Sales'], 'manager_id.branch': { ne: 'London' } },
      'dept_id.name=Engineering&dept_id.name=Sales&manager_id.branch[ne]=London',
    ],
    [
      { 'candidate_id.notes': null, 'manager_id.id[lt_or_null]': 5 },
      'candidate_id.notes=null&manager_id.id[lt_or_null]=5',
    ],
    [{ branch: 'Nowhere & else=1' }, 'branch=Nowhere+%26+else%3D1'],
  ];
  test.each(casesOn(engine, questions))('filters %j', async (filters, query) => {
    const { data, meta } = await api(`employees?limit=20&q=e&${query}`);
    const page = await anyone.call('list_records', { resource: 'employees', q: 'e', filters });
    expect([page.total, page.data]).toEqual([meta.total, data.map(brief)]);
  });

  test('sort, fields and expand work as in the API', async () => {
    const lists = { sort: ['-date_of_joining', 'last_name'], fields: ['id', 'dept_id'], expand: ['dept_id'] };
    const { data } = await api('employees?limit=20&sort=-date_of_joining,last_name&fields=id,dept_id&expand=dept_id');
    expect((await anyone.call('list_records', { resource: 'employees', ...lists })).data).toEqual(data);
    const texts = { sort: '-date_of_joining, last_name', fields: 'id,dept_id', expand: 'dept_id' };
    expect((await anyone.call('list_records', { resource: 'employees', ...texts })).data).toEqual(data);
    const { sort: _, ...shape } = lists;
    const hops = { fields: ['id', 'dept_id.name', 'manager_id.email'] };
    const named = await api('employees?limit=20&fields=id,dept_id.name,manager_id.email');
    expect((await anyone.call('list_records', { resource: 'employees', ...hops })).data).toEqual(named.data);
    const one = await api('employees/7?fields=id,dept_id&expand=dept_id');
    expect(one.expanded.dept_id.name).toBeString();
    expect(await anyone.call('get_record', { resource: 'employees', id: 7, ...shape })).toEqual(one);
    const wrong = { resource: 'employees', sort: ['salary'], fields: ['salary'], expand: ['branch'] };
    const { refused } = await anyone.call('list_records', wrong);
    expect(
      refused
        .split('\n')
        .map((line: string) => line.split(':')[0])
        .sort(),
    ).toEqual(['expand', 'fields', 'sort']);
    expect((await anyone.call('list_records', { resource: 'employees', sort: ['base_salary'] })).refused).toMatch(
      /private/,
    );
  });

  test('fields without a value are left out, unless the fields were chosen', async () => {
    const [boss] = (await anyone.call('list_records', { resource: 'employees', filters: { manager_id: null } })).data;
    expect(Object.values(boss)).not.toContain(null);
    for (const name of ['manager_id', 'password_hash', 'base_salary']) expect(boss).not.toHaveProperty(name);
    const chosen = ['id', 'manager_id', 'password_hash', 'base_salary'];
    const named = { id: boss.id, manager_id: null, password_hash: null, base_salary: null };
    expect(await anyone.call('get_record', { resource: 'employees', id: boss.id, fields: chosen })).toEqual(named);
    const page = await anyone.call('list_records', { resource: 'employees', fields: chosen.join(), limit: 1 });
    expect(Object.keys(page.data[0]).sort()).toEqual(chosen.toSorted());
    const expand = ['manager_id', 'dept_id'];
    const one = await api(`employees/${boss.id}?expand=manager_id,dept_id`);
    expect(one.expanded.manager_id).toBeNull();
    expect(await anyone.call('get_record', { resource: 'employees', id: boss.id, expand })).toEqual(brief(one));
  });

  test('next_offset leads through a whole list', async () => {
    const ids: number[] = [];
    for (let offset: number | null = 0; offset !== null; ) {
      const page = await anyone.call('list_records', { resource: 'jobs', limit: 7, offset });
      ids.push(...page.data.map(({ id }: Part) => id));
      offset = page.next_offset;
    }
    expect(ids).toEqual((await api('jobs?limit=200')).data.map(({ id }: Part) => id));
  });

  test('a search covers all resources unless some are named, and leaves out those without results', async () => {
    const { results, searched } = await anyone.call('search_records', { q: 'engineer' });
    expect(searched).toEqual(catalogue.map(({ name }) => name));
    expect(results.length).toBeGreaterThan(2);
    for (const { resource, total, data } of results) {
      const found = await api(`${resource}?q=engineer&limit=5`);
      expect(found.meta.total).toBe(total);
      // The texts of jobs are long: not all five may fit.
      expect(data.length).toBeWithin(resource === 'jobs' ? 2 : found.data.length, found.data.length + 1);
      expect(data).toEqual(found.data.slice(0, data.length).map(brief));
    }
  });

  test('without the token, private fields are null and cannot be filtered by', async () => {
    const one = { resource: 'employees', id: 1, fields: ['base_salary'] };
    const asked = { resource: 'employees', filters: { 'base_salary[gt]': 1 } };
    expect((await anyone.call('get_record', one)).base_salary).toBeNull();
    expect((await anyone.call('list_records', asked)).refused).toMatch(/^base_salary\[gt\]: .*private/);
    expect((await holder.call('get_record', one)).base_salary).toBeGreaterThan(0);
    expect((await holder.call('list_records', asked)).total).toBeGreaterThan(0);
    const wrong = await overHttp(service.url, { Authorization: 'Bearer wrong-token' });
    expect((await wrong.call('get_record', one)).base_salary).toBeNull();
    expect(await wrong.toolNames()).toEqual(READING);
    await wrong.close();
  });

  test('describe_resources says what each client may do', async () => {
    const creatable = catalogue.filter((each) => each.creatable).map(({ name }) => name);
    const created = ({ resources }: Part) =>
      resources.filter((each: Part) => each.can_be_created).map((each: Part) => each.resource);
    const [all, own] = [await anyone.call('describe_resources'), await holder.call('describe_resources')];
    expect([created(all), all.creates]).toEqual([[], expect.stringMatching(/^Nothing can be created: .*write token/)]);
    expect([created(own), own.creates]).toEqual([creatable, undefined]);
    const salary = ({ fields }: Part) => fields.find(({ name }: Part) => name === 'base_salary');
    const [hidden, seen] = await Promise.all(
      [anyone, holder].map((each) => each.call('describe_resources', { resource: 'employees' })),
    );
    expect([salary(hidden!).private, salary(seen!).private]).toEqual([
      'always null to you',
      'you see it, others do not',
    ]);
    const asked = ({ filters }: Part) => filters.flatMap(({ fields }: Part) => fields);
    expect([asked(hidden!), hidden!.sort].map((names) => names.includes('base_salary'))).toEqual([false, false]);
    expect([asked(seen!), seen!.sort].map((names) => names.includes('base_salary'))).toEqual([true, true]);
    const others = [hidden, seen].flatMap((each) => each!.fields.filter((field: Part) => field.name !== 'base_salary'));
    expect(others.filter((field: Part) => 'private' in field)).toEqual([]);
    const leave = await Promise.all(
      [anyone, holder].map((each) => each.call('describe_resources', { resource: 'leave' })),
    );
    expect(leave.map(({ fields }) => fields[2].in_create)).toEqual([undefined, 'required']);
  });

  test('create_record needs the token, and creates one record for a key', async () => {
    expect([await anyone.toolNames(), await holder.toolNames()]).toEqual([READING, ALL]);
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
    const other = await overHttp(service.url, {}, revision);
    expect(other.client.getServerVersion()).toMatchObject({ name: 'workforce' });
    expect(other.client.getInstructions()).toMatch(/untrusted/);
    const { tools } = await other.client.listTools();
    expect(tools.map(({ name }) => name)).toEqual(READING);
    for (const { annotations, description, inputSchema } of tools) {
      expect(annotations).toMatchObject({ readOnlyHint: true, destructiveHint: false, openWorldHint: false });
      expect(description!.length).toBeGreaterThan(30);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
    }
    await other.close();
  });

  test('offers no creates unless they are switched on, even with the token', async () => {
    const holder = await overHttp(service.url, HOLDER);
    expect(await holder.toolNames()).toEqual(READING);
    await holder.close();
  });

  test('describes every resource and every field', async () => {
    const { resources } = await assistant.call('describe_resources');
    expect(resources.map((each: Part) => each.resource)).toEqual(catalogue.map(({ name }) => name));
    for (const resource of catalogue) {
      const { name, fields } = resource;
      const one = await assistant.call('describe_resources', { resource: name });
      expect([one.can_be_created, one.creates]).toEqual([false, expect.stringMatching(/lets assistants only read/)]);
      expect(one.fields.map((field: Part) => field.name)).toEqual(fields.map((field) => field.name));
      const filters = new Map([...filtersOf(resource)].filter(([, { via }]) => !via));
      const described = one.filters.flatMap(({ fields: names, operators }: Part) =>
        names.flatMap((each: string) => [each, ...operators.map((operator: string) => `${each}[${operator}]`)]),
      );
      expect(described.sort()).toEqual([...filters.keys()].sort());
      for (const [asked, { field, operator, others }] of share([...filters], 3)) {
        const value =
          others?.[0] ??
          (operator === 'in' || operator === 'ne'
            ? null
            : operator !== 'weekday' && field.kindName === 'date'
              ? '2026-01-01'
              : 1);
        expect(await assistant.call('list_records', { resource: name, filters: { [asked]: value } })).toHaveProperty(
          'total',
        );
      }
      for (const [reference, target] of Object.entries(one.filters_behind))
        for (const each of catalogue.find((other) => other.name === target)!.fields.filter(({ filter }) => filter))
          expect(
            await assistant.call('list_records', { resource: name, filters: { [`${reference}.${each.name}`]: null } }),
          ).toHaveProperty('total');
      expect(Object.keys(one.filters_behind)).toEqual(one.expand);
      expect(JSON.stringify(one).length).toBeLessThan(8000);
      for (const by of one.sort)
        expect(await assistant.call('list_records', { resource: name, sort: [`-${by}`] })).toHaveProperty('total');
      if (one.expand.length > 0)
        expect(await assistant.call('list_records', { resource: name, expand: one.expand })).toHaveProperty('total');
    }
  });

  const NAMES = /employees, departments, leave, .*job-distributions/.source;
  const TAKEN = 'resource, filters, q, sort, fields, expand, limit, offset';
  const wrong: [tool: string, input: Part, says: RegExp][] = [
    ['list_records', {}, new RegExp(`^resource: Field required; it should be one of ${NAMES}\\.$`)],
    [
      'list_records',
      { resource: 'people' },
      new RegExp(`^resource: Input should be one of ${NAMES}, not "people"\\.$`),
    ],
    ['list_records', { resource: 7 }, new RegExp(`^resource: Input should be one of ${NAMES}, not 7\\.$`)],
    [
      'list_records',
      { resource: 'jobs', page: 2, limit: 0 },
      new RegExp(`^page: Extra inputs are not permitted; there are ${TAKEN}\\.\nlimit: Input should be greater than`),
    ],
    ['list_records', { resource: 'jobs', limit: 201 }, /^limit: Input should be less than or equal to 200, not 201\.$/],
    ['list_records', { resource: 'jobs', limit: '5' }, /^limit: Input should be a valid integer, not "5"\.$/],
    ['list_records', { resource: 'jobs', limit: 1.5 }, /^limit: Input should be a valid integer, not 1\.5\.$/],
    [
      'list_records',
      { resource: 'jobs', offset: -1 },
      /^offset: Input should be greater than or equal to 0, not -1\.$/,
    ],
    ['list_records', { resource: 'jobs', q: 'a'.repeat(201) }, /^q: String should have at most 200 characters\.$/],
    ['list_records', { resource: 'jobs', q: ['a'] }, /^q: Input should be a valid string\.$/],
    ['list_records', { resource: 'jobs', sort: 5 }, /^sort: Input should be a list or a valid string, not 5\.$/],
    ['list_records', { resource: 'jobs', sort: [] }, /^sort: Input should not be an empty list\.$/],
    ['list_records', { resource: 'jobs', fields: ['id', 5] }, /^fields\.1: Input should be a valid string, not 5\.$/],
    ['list_records', { resource: 'jobs', expand: ' ' }, /^expand: Input should not be blank\.$/],
    [
      'list_records',
      { resource: 'jobs', filters: { state: 'open', size: { gt: 1 } } },
      /^filters\.state: job openings have no such filter.*\.\nfilters\.size\[gt\]: .*\nFilters, with their operators: .*code, .*Behind references: dept_id\. for those of departments, .*\.$/,
    ],
    ['list_records', { resource: 'jobs', filters: { 'status[gte]': 'open' } }, /^filters\.status\[gte\]: /],
    ['list_records', { resource: 'jobs', filters: { status: { gte: 'open' } } }, /^filters\.status\[gte\]: /],
    [
      'list_records',
      { resource: 'jobs', filters: { 'id[gt]': [1, 2] } },
      /^filters\.id\[gt\]: A range takes one value/,
    ],
    [
      'list_records',
      { resource: 'jobs', filters: { status: [] } },
      /^filters\.status: Input should not be an empty list\.$/,
    ],
    ['list_records', { resource: 'jobs', filters: { status: '' } }, /^filters\.status: Input should not be blank\.$/],
    [
      'list_records',
      { resource: 'jobs', filters: { id: { is: 5 } } },
      /^filters\.id\.is: Extra inputs are not permitted; there are ne, gte, gt, lte, lt, gte_or_null, .*, weekday, before, not_before\.$/,
    ],
    ['list_records', { resource: 'jobs', filters: { id: {} } }, /^filters\.id: Input should not be empty\.$/],
    [
      'list_records',
      { resource: 'jobs', filters: { 'hiring_manager_id.brnch': 'London', 'dept_id.name.ne': 'Sales' } },
      /^filters\.hiring_manager_id\.brnch: .* \(did you mean hiring_manager_id\.branch\?\)\.\nfilters\.dept_id\.name\.ne: .*\(did you mean /,
    ],
    [
      'list_records',
      { resource: 'jobs', filters: { opened_on: { weekday: 8 }, description: 'word' } },
      /^filters\.opened_on\.weekday: Input should be less than or equal to 7, not 8\.$/,
    ],
    [
      'list_records',
      { resource: 'jobs', filters: { description: 'word' } },
      /^description: Input should be null: .*q, not "word"\.$/,
    ],
    [
      'list_records',
      { resource: 'jobs', filters: { id: { gt: [1] } } },
      /^filters\.id\.gt: Input should be a valid string or/,
    ],
    [
      'list_records',
      { resource: 'jobs', filters: { status: true } },
      /^filters\.status: Input should be a valid string, a valid number, null, a list or a JSON object\.$/,
    ],
    [
      'list_records',
      { resource: 'jobs', filters: 'status=open' },
      /^filters: Input should be a JSON object, not "status=/,
    ],
    [
      'list_records',
      { resource: 'jobs', filters: { dept_id: 'Sales', 'opened_on[lt]': 'now' } },
      /^dept_id: .*\nopened_on\[lt\]: .*2026/,
    ],
    [
      'list_records',
      { resource: 'jobs', ...Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`x${i}`, 1])) },
      /^x0: (.*\n){50}And 10 more faults\.$/,
    ],
    ['get_record', { resource: 'jobs', id: 999_999 }, /^There is no job opening with this id\.$/],
    ['get_record', { resource: 'jobs', id: '../employees/1' }, /^id: Input should be a valid integer, not "\.\.\/emp/],
    ['get_record', { resource: 'jobs' }, /^id: Field required; it should be a valid integer\.$/],
    ['search_records', { q: '' }, /^q: Input should not be blank\.$/],
    [
      'search_records',
      { q: 'a', resources: ['people'] },
      new RegExp(`^resources\\.0: Input should be one of ${NAMES}, not`),
    ],
    [
      'describe_resources',
      { resource: 'people' },
      new RegExp(`^resource: Input should be one of ${NAMES}, not "people"`),
    ],
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
  const envelope = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  const listen = JSON.stringify({
    jsonrpc: '2.0',
    id: 1,
    method: 'subscriptions/listen',
    params: { _meta: envelope, notifications: {} },
  });
  const NEWEST = { ...JSON_TYPE, 'MCP-Protocol-Version': '2026-07-28', 'MCP-Method': 'subscriptions/listen' };
  const raw: [what: string, init: RequestInit, status: number, says: RegExp][] = [
    ['GET', { method: 'GET' }, 405, /"method_not_allowed"/],
    ['DELETE', { method: 'DELETE' }, 405, /"method_not_allowed"/],
    ['no body', { headers: JSON_TYPE }, 422, /"validation_error"/],
    ['another type', { headers: { 'Content-Type': 'text/plain' }, body: call('ping') }, 422, /content-type/],
    ['no JSON', { headers: JSON_TYPE, body: '{"jsonrpc"' }, 422, /valid JSON/],
    ['no UTF-8', { headers: JSON_TYPE, body: new Uint8Array([0x22, 0xff, 0x22]) }, 422, /UTF-8/],
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
    ['a subscription', { headers: NEWEST, body: listen }, 200, /"code":-32603/],
    [
      'a page of another host',
      { headers: { ...JSON_TYPE, Origin: 'https://a.example' }, body: call('ping') },
      403,
      /Origin/,
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

  const callers: [headers: string, status: number][] = [
    ['', 200],
    ['Host: a:b:c', 200],
    ['Host: hr.example', 200],
    ['Host: HR.example:8080\r\nOrigin: https://hr.example', 200],
    ['Host: [::1]:80\r\nOrigin: http://[::1]', 200],
    ['Host: hr.example\r\nOrigin: https://other.example', 403],
    ['Host: hr.example\r\nOrigin: null', 403],
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

  test('pages of other origins may not call it, and every call is logged with its route', async () => {
    // Browsers send POST to other origins whatever a preflight allows, so the call itself is refused.
    const elsewhere = { method: 'POST', headers: { ...JSON_TYPE, Origin: 'https://a.example' }, body: call('ping') };
    expect((await fetch(`${service.url}/mcp`, elsewhere)).status).toBe(403);
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
