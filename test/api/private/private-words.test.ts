// Words and names that are never null: where they are private they read `private` without the token, in every answer,
// and cannot be searched, filtered, sorted or grouped by; with it they are ordinary.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { parse } from 'csv-parse/sync';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { type Field, privateValue, type Resource } from '../../../src/catalogue/resource.ts';
import { fieldNames, SettingError } from '../../../src/config/parse.ts';
import { valueFault } from '../../../src/contract/request/check-value.ts';
import { eitherEngine } from '../../harness/databases.ts';
import { post, type Service, startService, TOKEN } from '../../harness/service.ts';
import { overHttp } from '../../mcp/assistant.ts';

/** Kinds whose values are never null and no plain text. */
const REFUSED = ['id', 'reference', 'count', 'flag', 'slug', 'colour', 'locale', 'timezone', 'date'];

const all = catalogue.flatMap((resource) => resource.fields.map((field) => ({ resource, field })));
const nameOf = ({ resource, field }: { resource: Resource; field: Field }) => `${resource.name}.${field.name}`;

test('every field can be private that can be null, and of the others those whose answer may be the text', () => {
  const words: string[] = [];
  for (const each of all.filter(({ field }) => field.name !== 'id')) {
    const { field } = each;
    const accepted = () => fieldNames(nameOf(each), 'FIELDS');
    if (field.required && REFUSED.includes(field.kindName)) {
      expect(accepted).toThrow(SettingError);
      expect(accepted).toThrow(`"${nameOf(each)}", which cannot be hidden: it is never null`);
      expect(accepted).toThrow(`this is ${field.kind.expected}.`);
    } else {
      expect(accepted()).toEqual({ [each.resource.name]: new Set([field.name]) });
      expect([nameOf(each), privateValue(field)]).toEqual([nameOf(each), field.required ? 'private' : null]);
      if (field.required) words.push(nameOf(each));
      if (field.required) expect(valueFault(field, 'private')).toBe(undefined);
    }
  }
  expect(words).toContain('leave.leave_type');
  expect(words).toContain('jobs.title');
  expect(words.length).toBe(15);
});

const privateFields = {
  employees: new Set(['status', 'gender']),
  departments: new Set(['name']),
  leave: new Set(['leave_type', 'status']),
  attendance: new Set(['status']),
  jobs: new Set(['title']),
  candidates: new Set(['status']),
  applications: new Set(['stage']),
  organizations: new Set(['name']),
};

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ engine, attendanceDays: 2, privateFields });
  });
  afterAll(() => service.stop());
  const shown = { Authorization: `Bearer ${TOKEN}` };
  const ask = (path: string, headers = {}) => fetch(`${service.url}/api/v1/${path}`, { headers });
  const json = async (path: string, headers = {}): Promise<any> => (await ask(path, headers)).json();

  test('lists, records, exports and what references lead to', async () => {
    const open = (await json('leave?limit=20&expand=employee_id', shown)).data;
    expect(new Set(open.map(({ leave_type: type }: any) => type)).size).toBeGreaterThan(1);
    const hidden = open.map((record: any) => ({
      ...record,
      ...{ leave_type: 'private', status: 'private' },
      expanded: { employee_id: { ...record.expanded.employee_id, status: 'private', gender: null } },
    }));
    expect((await json('leave?limit=20&expand=employee_id')).data).toEqual(hidden);
    const { expanded: _, ...first } = hidden[0];
    expect(await json(`leave/${first.id}`)).toEqual(first);
    expect(await json(`leave/${first.id}?fields=leave_type`)).toEqual({ leave_type: 'private' });
    const lines = (await (await ask('leave?limit=20&format=ndjson')).text()).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line))).toEqual(hidden.map(({ expanded: __, ...record }: any) => record));
    const cells = parse(await (await ask('leave?limit=20&format=csv')).text(), { columns: true }) as any[];
    expect(cells.map(({ id, leave_type, status, days }) => [Number(id), leave_type, status, Number(days)])).toEqual(
      hidden.map(({ id, days }: any) => [id, 'private', 'private', days]),
    );
    const hops = 'employees?fields=id,dept_id.name,status,gender&limit=5';
    for (const each of (await json(hops)).data)
      expect(each).toEqual({ id: each.id, 'dept_id.name': 'private', status: 'private', gender: null });
    const csv = parse(await (await ask(`${hops}&format=csv`)).text(), { columns: true }) as any[];
    expect(csv.map((row) => [row['dept_id.name'], row.status, row.gender])).toEqual(
      Array.from({ length: 5 }, () => ['private', 'private', '']),
    );
  });

  test('filters, orders and groups by them are refused, also one hop further', async () => {
    const refused = [
      'leave?leave_type=sick',
      'leave?leave_type=private',
      'leave?leave_type[ne]=sick',
      'leave?sort=leave_type',
      'leave?employee_id.status=active',
      'jobs?sort=-title',
      'applications?job_id.title=private',
      'aggregate/leave?group=leave_type',
      'aggregate/leave?measure=distinct(leave_type)',
      'aggregate/applications?group=job_id.title',
    ];
    for (const path of refused) {
      const response = await ask(path);
      expect([path, response.status, (await response.json()).detail[0].type]).toEqual([path, 422, 'private_field']);
      expect([path, (await ask(path, shown)).status]).toEqual([path, 200]);
    }
  });

  test('search finds neither the value nor the word that stands for it', async () => {
    const total = async (path: string, headers = {}) => (await json(`${path}&limit=1`, headers)).meta.total;
    expect([await total('leave?q=private'), await total('leave?q=private', shown)]).toEqual([0, 0]);
    expect(await total('leave?q=bereavement')).toBe(0);
    expect(await total('leave?q=bereavement', shown)).toBeGreaterThan(0);
    expect((await json('aggregate/leave?q=private')).totals.values.count).toBe(0);
  });

  test('labels of groups leave them out', async () => {
    const labels = async (headers = {}) =>
      (await json('aggregate/employees?group=dept_id&limit=3', headers)).data.map((group: any) => group.labels.dept_id);
    expect(await labels()).toEqual([undefined, undefined, undefined]);
    expect((await labels(shown)).every((label: unknown) => typeof label === 'string')).toBe(true);
  });

  test('the documents say so, and their examples too', async () => {
    const document = await (await fetch(`${service.url}/api/openapi.json`)).json();
    const { LeaveRequest, LeaveRequestCreate } = document.components.schemas;
    const { properties, examples } = LeaveRequest;
    expect([examples[0].leave_type, examples[0].status]).toEqual(['private', 'private']);
    // A create has to send it.
    expect(LeaveRequestCreate.examples[0]).toMatchObject({ leave_type: 'private' });
    expect(LeaveRequestCreate.examples[0]).not.toHaveProperty('status');
    expect(properties.leave_type.description).toEndWith(
      'It is private here: the text `private` without the write token.',
    );
    expect(document.components.schemas.Employee.properties.gender.description).toEndWith(
      'It is private here: null without the write token.',
    );
    expect(document.components.responses.Aggregates.content['application/json'].example).toBe(undefined);
  });

  test('assistants are told so, and see no values', async () => {
    const [anyone, holder] = [await overHttp(service.url), await overHttp(service.url, shown)];
    const type = async (assistant: typeof anyone) =>
      (await assistant.call('describe_resources', { resource: 'leave' })).fields.find(
        ({ name }: any) => name === 'leave_type',
      );
    expect(await type(anyone)).toMatchObject({ private: 'always "private" to you' });
    expect(await type(anyone)).not.toHaveProperty('values');
    expect((await type(holder)).values).toHaveProperty('sick');
    const { data } = await anyone.call('list_records', { resource: 'leave', limit: 2 });
    expect(data.map(({ leave_type: each }: any) => each)).toEqual(['private', 'private']);
    await Promise.all([anyone.close(), holder.close()]);
  });

  test('a create with the token is answered with what was sent, and read without it as private', async () => {
    const body = { employee_id: 1, leave_type: 'parental', status: 'approved' };
    const created = await post(service, '/api/v1/leave', body);
    const { id, leave_type: type } = await created.json();
    expect([created.status, type]).toEqual([201, 'parental']);
    const seen = async (headers = {}) => (await json(`leave/${id}`, headers)).leave_type;
    expect([await seen(), await seen(shown), await seen()]).toEqual(['private', 'parental', 'private']);
  });
});
