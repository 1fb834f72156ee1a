// Broken, hostile and borderline input: the service accepts what the rules allow. It names every fault of the rest,
// stores nothing of it, and never answers 500 or crashes.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { gzipSync } from 'node:zlib';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { Field } from '../../src/catalogue/resource.ts';
import { eitherEngine } from '../harness/databases.ts';
import { rawGet } from '../harness/raw-http.ts';
import { type Service, startService, TOKEN } from '../harness/service.ts';
import { creatable, sampleBody } from './spec-tables.ts';

describe.each(eitherEngine)('on the %s database', (engine) => {
  type Row = Record<string, unknown>;
  type Fault = { type: string; loc: (string | number)[]; msg: string; input?: unknown; ctx?: object };

  let service: Service;
  beforeAll(async () => {
    service = await startService({ engine });
  });
  afterAll(() => service.stop());

  /** Faults written as `type name`, as in the tables. */
  const briefly = (faults: Fault[]) => faults.map(({ type, loc }) => [type, ...loc.slice(1)].join(' '));
  const quoted = (text: string) => (text.length > 60 ? `${text.slice(0, 60)}… (${text.length})` : text);
  const titled = <T extends readonly [string, ...unknown[]]>(rows: readonly T[]) =>
    rows.map((row) => [quoted(row[0]), row] as const);

  /** Splits a string into words, for tables of texts without white space. */
  const words = (text: string) => text.trim().split(/\s+/);

  /** The same row for each of the words, which follow a common prefix. */
  const each = <T extends unknown[]>(prefix: string, text: string, ...rest: T): [string, ...T][] =>
    words(text).map((word) => [`${prefix}${word}`, ...rest]);

  const rawList = async (path: string, query: string) => {
    const answer = await rawGet(service.url, `/api/v1/${path}?${query}`);
    return { ...answer, json: answer.body ? JSON.parse(answer.body) : undefined };
  };

  const MAX = '9007199254740991';
  const EMOJI = '%F0%9F%98%80';

  describe('parameters of lists', () => {
    // [query, the meta that it leads to]
    const accepted: [string, { limit?: number; offset?: number; total?: number }][] = [
      ['limit=1', { limit: 1 }],
      ['limit=200', { limit: 200 }],
      ...each('', 'limit=+5 limit=%2B5 limit=005 limit=%35 li%6Dit=5 limit=0&limit=5 &&limit=5&&', { limit: 5 }),
      ['offset=x&offset=3', { offset: 3 }],
      ['LIMIT=0&limit[]=0&limit.x=0&Offset=-1', { limit: 50, offset: 0, total: 12 }],
      ...each('offset=', '0 -0 +0', { offset: 0 }),
      ...each('offset=', `${MAX} 000${MAX}`, { offset: Number(MAX), total: 12 }),
      ['unknown=1&__proto__=1&constructor=x&toString', { total: 12 }],
      ['%=1&%zz=%&=&=1&?&#', { total: 12 }],
      ['', { limit: 50, offset: 0, total: 12 }],
      ...each('q', '= =%20%09+%0A =zzz&q= &q=', { total: 12 }),
      ...each('q=', `${'a'.repeat(200)} ${EMOJI.repeat(200)}`, { total: 0 }),
      [`q=${'a+'.repeat(100)}`, {}],
      ...each('q=', `%00 % %25 _ * " ' %zz %ff%fe %ED%A0%80 %E2%82 ');DROP+TABLE+departments;-- sales+NOT`, {
        total: 0,
      }),
      ['q=SALES', { total: 1 }],
      ...each('fields=', 'id name,name name,id %6Eame &fields=', { total: 12 }),
      ['expand=dept_id', { total: 12 }],
      ...each('sort=', '-name name,id,-id -name,name,-name,name %6Eame x&sort=', { total: 12 }),
    ];

    test.each(titled(accepted))('%s is accepted', async (_, [query, meta]) => {
      const { status, json } = await rawList('departments', query);
      expect([status, json.meta]).toMatchObject([200, meta]);
    });
  });

  describe('filters and ranges', () => {
    const total = async (query: string): Promise<number> => (await rawList('employees', query)).json.meta.total;

    // [query, a query that finds the same]
    const same: [string, string][] = [
      ...each('', 'dept_id= status= status status=&status= id= password_hash=x status[gte]=z status[]=terminated', ''),
      ...each('', `id[gte]= id[gte id[foo]=1 base_salary[gt]=-.5 id[lte]=${MAX} id[gte]=-${MAX}`, ''),
      ...each('', 'date_of_joining[lt]=9999-12-31 date_of_joining[gte]=0000-01-01', ''),
      [`${Array.from({ length: 1500 }, (_, i) => `dept_id=${i}`).join('&')}`, ''],
      ['id=1&id=1', 'id[lte]=1'],
      ['dept_id=null&dept_id=2', 'dept_id=2&dept_id=null'],
      ...each(
        '',
        'dept_id=+2 dept_id=%2B2 dept_id=002 dept_id=2&dept_id=2 dept_id=&dept_id=2 dept%5Fid=2',
        'dept_id=2',
      ),
      ['id%5Bgte%5D=5', 'id[gte]=5'],
      ['id[gte]=+5', 'id[gt]=4'],
      ['id[gte]=1&id[gte]=5', 'id[gte]=5'],
      ...each('base_salary[gt]=', '5e4 %2B50000.0', 'base_salary[gt]=50000'),
      ['date_of_joining[gte]=2024-02-29T00:00:00%2B02:00', 'date_of_joining[gte]=2024-02-28T22:00:00Z'],
      ...each('', `status=%00 status=%ff status='%20OR%201=1 alumni=2 dept_id=-1 dept_id=${MAX}`, 'status=nosuch'),
      ['gender=null&gender=nosuch', 'gender=null'],
      [`${'status=active&'.repeat(1000)}`, 'status=active'],
    ];

    test.each(titled(same))('%s', async (_, [query, other]) => expect(await total(query)).toBe(await total(other)));
  });

  describe('reads that are refused', () => {
    // [path, faults]
    const refused: [string, ...string[]][] = [
      ...each(
        'departments?limit=',
        '1e3 ٣ %D9%A3 ５ %205 5%20 5%0A 5.0 0x10 0b1 1_0 1,0 five null true NaN Infinity',
        'int_parsing limit',
      ),
      ...each('departments?limit=', '--5 +-5 ++5 %2B - 5%00 % %zz %ff 5&limit= 5; "5" [5] =5', 'int_parsing limit'),
      ['departments?limit=', 'int_parsing limit'],
      ['departments?limit', 'int_parsing limit'],
      ['departments?offset=', 'int_parsing offset'],
      ...each('departments?offset=', '1e3 1.0 abc 0&offset=x %00', 'int_parsing offset'),
      ...each('departments?limit=', `0 -0 -1 5&limit=0 -${'9'.repeat(400)}`, 'greater_than_equal limit'),
      ...each('departments?limit=', `201 99999999999999999999 ${'9'.repeat(400)}`, 'less_than_equal limit'),
      ['departments?offset=-1', 'greater_than_equal offset'],
      ...each('departments?offset=', `9007199254740992 ${'9'.repeat(400)}`, 'less_than_equal offset'),
      [`departments?q=${'a'.repeat(201)}`, 'string_too_long q'],
      [`departments?q=${EMOJI.repeat(201)}`, 'string_too_long q'],
      [`departments?q=a&q=${'+'.repeat(201)}`, 'string_too_long q'],
      ...each(
        'departments?sort=',
        'x - , name, ,name -,name --name +name name%20 Name name;id name|id __proto__',
        'literal_error sort',
      ),
      ...each('departments?sort=', 'name%00 name,x %FF name&sort=x', 'literal_error sort'),
      ['departments?sort=name,name,name,name,name', 'too_long sort'],
      [`departments?sort=${'name,'.repeat(4000)}x`, 'literal_error sort'],
      ...each(
        'departments?fields=',
        'x - , id, ,id -id +id id%20 Id id|name * expanded json search id&fields=x id.name name.id id. .id',
        'literal_error fields',
      ),
      [`departments?fields=${'id,'.repeat(9000)}`, 'literal_error fields'],
      [
        `departments?offset=-1&q=${'a'.repeat(201)}&limit=x`,
        'int_parsing limit',
        'greater_than_equal offset',
        'string_too_long q',
      ],
      ...each('employees?dept_id=', 'abc 1.5 1.0 1e0 %201 NULL true', 'int_parsing dept_id'),
      ['employees?dept_id=1&dept_id=x', 'int_parsing dept_id'],
      ['employees?dept_id=null&dept_id=1%00', 'int_parsing dept_id'],
      ['employees?dept_id=9007199254740992', 'less_than_equal dept_id'],
      ['employees?dept_id=-9007199254740992', 'greater_than_equal dept_id'],
      ['employees?alumni=true', 'int_parsing alumni'],
      ['employees?manager_id=%zz', 'int_parsing manager_id'],
      ['employees?id[gte]=1.5', 'int_parsing id[gte]'],
      ['employees?id[gt]=null', 'int_parsing id[gt]'],
      ['employees?id[lt]=9007199254740992', 'less_than_equal id[lt]'],
      ...each(
        'employees?base_salary[lte]=',
        'abc 1e400 -1e400 NaN Infinity 0x10 1e . %205 1,5 null ٣ 1%00',
        'float_parsing base_salary[lte]',
      ),
      ...each(
        'employees?date_of_joining[gt]=',
        '2026-02-30 2023-02-29 2026-13-01 2026-2-3 tomorrow null 20260101 2026-03-04T25:00:00Z',
        'datetime_parsing date_of_joining[gt]',
      ),
      ['employees?termination_date[lt]=2026-03-04T09:30:00', 'datetime_parsing termination_date[lt]'],
      ['employees?probation_end[gte]=%00', 'datetime_parsing probation_end[gte]'],
      ['employees?id[gte]=x&dept_id=y', 'int_parsing id[gte]', 'int_parsing dept_id'],
      ['candidates?notes=x', 'literal_error notes'],
      ['candidates?notes[ne]=x', 'literal_error notes[ne]'],
      ['candidates?notes=null&notes=NULL', 'literal_error notes'],
      ['organizations?settings_json=[]', 'literal_error settings_json'],
      ['applications?candidate_id.notes=x', 'literal_error candidate_id.notes'],
      ['candidates?created[weekday]=0', 'greater_than_equal created[weekday]'],
      ['candidates?created[weekday]=8', 'less_than_equal created[weekday]'],
      ['candidates?created[weekday]=1&created[weekday]=null', 'int_parsing created[weekday]'],
      ['candidates?created[ne]=2026-02-30', 'datetime_parsing created[ne]'],
      ['candidates?created[gte_or_null]=null', 'datetime_parsing created[gte_or_null]'],
      ['candidates?years_experience[ne]=1e400', 'float_parsing years_experience[ne]'],
      [
        'leave?employee_id.base_salary[gt]=x&employee_id.alumni=y',
        'float_parsing employee_id.base_salary[gt]',
        'int_parsing employee_id.alumni',
      ],
      ...each('employees?expand=', 'x id status dept_id, ,dept_id -dept_id dept_id.name dept', 'literal_error expand'),
      ...each('employees/1?expand=', 'x , dept_id&expand=x', 'literal_error expand'),
      ...each('employees/1?fields=', 'x , id&fields=x', 'literal_error fields'),
      ...each(
        'employees?fields=',
        'dept_id. .name dept_id.x dept_id..name dept_id.name. Dept_id.name dept_id.Name manager_id.dept_id.name expanded.dept_id id,dept_id.* -dept_id.name dept_id[name] status.id dept_id.__proto__ dept_id.name%00',
        'literal_error fields',
      ),
      ...each('employees?format=csv&fields=', 'dept_id.x dept_id.name,manager_id.dept_id.name', 'literal_error fields'),
      ...each('employees?format=csv&expand=', 'dept_id x', 'not_supported expand'),
      ...each('employees?format=ndjson&expand=', 'dept_id.name x', 'literal_error expand'),
      ['employees/1?fields=x&expand=y', 'literal_error fields', 'literal_error expand'],
      [`employees/${'1'.repeat(65)}?fields=x`, 'string_too_long item_id', 'literal_error fields'],
      [
        'employees?expand=x&fields=y&sort=z&limit=0',
        'greater_than_equal limit',
        'literal_error sort',
        'literal_error fields',
        'literal_error expand',
      ],
    ];

    test.each(titled(refused))('%s', async (_, [path, ...faults]) => {
      const { status, body } = await rawGet(service.url, `/api/v1/${path}`);
      const json = JSON.parse(body);
      expect([status, Object.keys(json), briefly(json.detail)]).toEqual([422, ['detail'], faults]);
    });

    test('the fault of an unknown sort field lists the fields that can be sorted by', async () => {
      const { json } = await rawList('attendance', 'sort=-hours,att_date');
      const expected = 'id, employee_id, att_date, status';
      const msg = `Input should be names out of ${expected}, separated by commas, each with "-" in front of it for descending order`;
      const fault = { type: 'literal_error', loc: ['query', 'sort'], msg, input: '-hours,att_date', ctx: { expected } };
      expect(json).toEqual({ detail: [fault] });
    });

    test('every fault has its location, the value that was sent and the limit', async () => {
      const { json } = await rawList(
        'employees',
        'limit=201&offset=-1&dept_id=x&dept_id=1&dept_id=y&base_salary[gt]=1e400',
      );
      expect(
        json.detail.map(({ type, loc, input, ctx }: Fault) => ({ type, loc, input, ...(ctx && { ctx }) })),
      ).toEqual([
        { type: 'less_than_equal', loc: ['query', 'limit'], input: '201', ctx: { le: 200 } },
        { type: 'greater_than_equal', loc: ['query', 'offset'], input: '-1', ctx: { ge: 0 } },
        { type: 'int_parsing', loc: ['query', 'dept_id'], input: 'x' },
        { type: 'int_parsing', loc: ['query', 'dept_id'], input: 'y' },
        { type: 'float_parsing', loc: ['query', 'base_salary[gt]'], input: '1e400' },
      ]);
    });
  });

  describe('item_id', () => {
    // [item_id, status, id found or fault]
    const rows: [string, number, (number | string)?][] = [
      ['1', 200, 1],
      ['%31', 200, 1],
      ['007', 200, 7],
      [`${'0'.repeat(63)}1`, 200, 1],
      ['1/', 200, 1],
      ['1?limit=0', 200, 1],
      ...each('', `1.0 1e0 0x1 abc -1 0 -0 ٣ %D9%A1 %20 %201 1%20 1%00 %00 null __proto__ 1'-- 1;1 1%2F2 ..%2F1`, 404),
      ...each('', '%2e%2e 1/2 1%0A 1,2 %2500 * {item_id} 9007199254740991 9007199254740992 9007199254740993', 404),
      ['9'.repeat(64), 404],
      ['a'.repeat(64), 404],
      [EMOJI.repeat(64), 404],
      ['1'.repeat(65), 422, 'string_too_long item_id'],
      [`${'0'.repeat(64)}1`, 422, 'string_too_long item_id'],
      ['a'.repeat(65), 422, 'string_too_long item_id'],
      ['a'.repeat(10_000), 422, 'string_too_long item_id'],
      [EMOJI.repeat(65), 422, 'string_too_long item_id'],
      ...each('', '% %zz 1% %2 %ff %C3 %ED%A0%80 %C0%80 %F5%80%80%80', 422, 'string_unicode item_id'),
    ];

    test.each(titled(rows))('%s', async (_, [id, status, found]) => {
      const answer = await rawGet(service.url, `/api/v1/departments/${id}`);
      const json = JSON.parse(answer.body);
      expect(answer.status).toBe(status);
      if (status === 200) expect(json.id).toBe(found);
      if (status === 404) expect(json.error.code).toBe('not_found');
      if (status === 422) expect([briefly(json.detail), json.detail[0].loc]).toEqual([[found], ['path', 'item_id']]);
    });
  });

  const resourceAt = (path: string) => creatable.find((resource) => resource.path === `/v1/${path}`)!;
  const required = (path: string): Row => sampleBody(resourceAt(path));

  /** Sends a body as it is, and checks afterwards that exactly the expected records exist. */
  async function create(path: string, body: BodyInit | Row | null, headers: Record<string, string> = {}) {
    const isRow = body !== null && Object.getPrototypeOf(body) === Object.prototype;
    const before = (await rawList(path, 'limit=1')).json.meta.total;
    const response = await fetch(`${service.url}/api/v1/${path}`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json', ...headers },
      body: isRow ? JSON.stringify(body) : (body as BodyInit),
    });
    const json = JSON.parse(await response.text());
    const stored = (await rawList(path, 'limit=1')).json.meta.total - before;
    expect([response.status, stored]).toEqual([response.status, response.status === 201 ? 1 : 0]);
    return { status: response.status, json, faults: briefly(json.error?.details?.errors ?? []) };
  }

  const expectRefused = async (path: string, body: BodyInit | Row | null, faults: string[], headers = {}) => {
    const answer = await create(path, body, headers);
    const code = answer.json.error?.code;
    expect([answer.status, code, answer.faults]).toEqual([422, 'validation_error', faults]);
  };

  const bytes = (...values: number[]) => new Uint8Array(values);
  const inside = (depth: number) => `{"leave_type":"x","extra":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`;
  const JSON_TYPE = { 'Content-Type': 'application/json' };
  const GZIP = { 'Content-Encoding': 'gzip' };
  const whole = '{"leave_type":"x"}';

  /** The fields that creates take of these kinds of values, as `resource.field`. */
  const fieldsOf = (kinds: string, passes = (_: Field) => true) =>
    catalogue.flatMap(({ name, fields }) =>
      fields
        .filter((field) => field.create && words(kinds).includes(field.kindName) && passes(field))
        .map((field) => `${name}.${field.name}`),
    );

  describe('create bodies as JSON', () => {
    // [name, body, headers, faults]
    const rows: [string, BodyInit | null, Record<string, string>, ...string[]][] = [
      ['empty', '', {}, 'json_invalid'],
      ['no body', null, {}, 'json_invalid'],
      ['cut off', '{"leave_type":"x"', {}, 'json_invalid'],
      ['NaN', '{"leave_type":"x","days":NaN}', {}, 'json_invalid'],
      ['raw control character in a string', '{"leave_type":"a\nb"}', {}, 'json_invalid'],
      ['raw NUL byte', '{"leave_type":"a\0b"}', {}, 'json_invalid'],
      ['an array', '[{"leave_type":"x"}]', {}, 'dict_type'],
      ['null', 'null', {}, 'dict_type'],
      ['a number', '5', {}, 'dict_type'],
      ['not UTF-8', bytes(0x22, 0xff, 0x22), JSON_TYPE, 'string_unicode'],
      ['Latin-1', Buffer.from('{"leave_type":"é"}', 'latin1'), JSON_TYPE, 'string_unicode'],
      ['overlong UTF-8', bytes(...Buffer.from('{"leave_type":"'), 0xc0, 0x80, 0x22, 0x7d), JSON_TYPE, 'string_unicode'],
      [
        'surrogate in UTF-8',
        bytes(...Buffer.from('{"leave_type":"'), 0xed, 0xa0, 0x80, 0x22, 0x7d),
        JSON_TYPE,
        'string_unicode',
      ],
      ['UTF-16', Buffer.from('{"leave_type":"x"}', 'utf16le'), JSON_TYPE, 'json_invalid'],
      ['5,000 levels of objects', `${'{"a":'.repeat(5000)}1${'}'.repeat(5000)}`, {}, 'nesting_too_deep'],
      ['33 levels', inside(33), {}, 'nesting_too_deep'],
      ['32 levels', inside(32), {}, 'extra_forbidden extra'],
      ['brackets in a string', `{"leave_type":"x","extra":"${'['.repeat(99)}"}`, {}, 'extra_forbidden extra'],
      ['duplicate key', '{"leave_type":"x","leave_type":"x"}', {}, 'duplicate_key leave_type'],
      ['duplicate key with an escape', '{"leave_type":"x","leave\\u005ftype":"y"}', {}, 'duplicate_key leave_type'],
      ['duplicate unknown key', '{"leave_type":"x","a":1,"a":2}', {}, 'duplicate_key a'],
      ['duplicate key further in', '{"leave_type":"x","a":[{"b":1,"b":2}]}', {}, 'duplicate_key b'],
      ['__proto__', '{"leave_type":"x","__proto__":{"status":"y"}}', {}, 'extra_forbidden __proto__'],
      ['__proto__ for a required field', '{"__proto__":{"leave_type":"x"}}', {}, 'extra_forbidden __proto__'],
      ['toString', '{"leave_type":"x","toString":null}', {}, 'extra_forbidden toString'],
      ['a key with NUL', '{"leave_type":"x","status\\u0000":"y"}', {}, 'extra_forbidden status\0'],
      ['a key in other case', '{"Leave_Type":"x"}', {}, 'missing leave_type', 'extra_forbidden Leave_Type'],
      ['an empty object', '{}', {}, 'missing leave_type'],
      ['no content type', Buffer.from(whole), { 'Content-Type': '' }, 'header_invalid content-type'],
      ...[
        ...words(
          'text/plain text/json application/jsonp application/json-patch+json application/x-www-form-urlencoded',
        ),
        ...[
          '*/*',
          'multipart/form-data; boundary=x',
          'application/json; charset=latin1',
          'application/json;charset=utf-16',
        ],
      ].map((type): (typeof rows)[number] => [type, whole, { 'Content-Type': type }, 'header_invalid content-type']),
      ['gzip', gzipSync(whole), { ...JSON_TYPE, ...GZIP }, 'header_invalid content-encoding'],
      ['said to be gzip', whole, GZIP, 'header_invalid content-encoding'],
      ['brotli', 'x', { 'Content-Encoding': 'br' }, 'header_invalid content-encoding'],
    ];

    test.each(titled(rows))('%s', (_, [, body, headers, ...faults]) => expectRefused('leave', body, faults, headers));

    test('JSON nested 200,000 levels deep does not crash the service', async () => {
      for (const text of ['['.repeat(200_000), inside(200_000)]) expect((await create('leave', text)).status).toBe(422);
    });

    test.each([
      'application/json',
      'APPLICATION/JSON',
      'application/json;charset=utf-8',
      'application/json; charset="UTF-8"',
    ])('content type %s is accepted, with white space around and inside', async (type) =>
      expect((await create('leave', '\r\n\t { "leave_type" : "x" }\n', { 'Content-Type': type })).status).toBe(201),
    );
  });

  describe('body size', () => {
    const padded = (size: number) => Buffer.alloc(size, ' ').fill(whole, 0, whole.length);
    const chunked = (body: Uint8Array) =>
      new ReadableStream({
        start(controller) {
          for (let from = 0; from < body.length; from += 100_000)
            controller.enqueue(body.subarray(from, from + 100_000));
          controller.close();
        },
      });
    const MIB = 1024 * 1024;

    test.each([
      ['18 bytes', 18, 201],
      ['1 MiB', MIB, 201],
      ['1 MiB and a byte', MIB + 1, 413],
      ['3 MiB', 3 * MIB, 413],
    ])('%s, with a length and in chunks', async (_, size, status) => {
      for (const body of [padded(size), chunked(padded(size))]) {
        const answer = await create('leave', body, JSON_TYPE);
        expect(answer.status).toBe(status);
        if (status === 413) expect(answer.json.error.code).toBe('payload_too_large');
      }
    });

    test('a large body is not read without a token', async () => {
      const answer = await create('leave', padded(MIB + 1), { ...JSON_TYPE, Authorization: 'Bearer wrong-token' });
      expect([answer.status, answer.json.error.code]).toEqual([401, 'unauthorized']);
    });
  });

  describe('values by their type', () => {
    // [field, fault or accepted, values as JSON texts]
    const rows: [string, string, string[]][] = [
      ['leave.employee_id', 'accepted', words('5.0 5e0 50E-1 null')],
      ['leave.employee_id', 'int_type', words('"5" "" true 5.5 [5] {} 1e400')],
      ['leave.employee_id', 'less_than_equal', words('9007199254740992 9007199254740993 1e300')],
      ['leave.employee_id', 'greater_than_equal', words('-9007199254740992 -1e300')],
      ['leave.employee_id', 'reference_not_found', words(`${MAX} -${MAX} 0 -0 -1`)],
      ['applications.candidate_id', 'int_type', ['null']],
      [
        'leave.days',
        'accepted',
        words('0 0.5 1e308 5e-324 0.1000000000000000055511151231257827 123456789012345680000'),
      ],
      ['leave.days', 'greater_than_equal', words('-0.5 -5e-324')],
      ['leave.days', 'finite_number', words('1e400 -1e400')],
      ['leave.days', 'float_type', words('"5" false [] {}')],
      ['applications.rating', 'accepted', words('-2.5 9007199254740993 null')],
      ['applications.rating', 'finite_number', ['1e400']],
      ['leave.leave_type', 'string_type', words('null 5 true ["x"] {"toString":"x"}')],
      ['leave.leave_type', 'string_pattern_mismatch', ['"a\\u0000b"', '"\\u0000"']],
      ['leave.reason', 'string_pattern_mismatch', ['"a\\u0000b"', '"\\u0000"']],
      ['leave.leave_type', 'string_unicode', ['"\\ud800"', '"a\\udc00b"', '"\\udc00\\ud800"']],
      ['organizations.settings_json', 'string_unicode', ['"\\"\\ud800\\""']],
      ['leave.leave_type', 'accepted', ['" x "', '"إجازة سنوية \u202eשלום\u202c"', '"\\ud83d\\ude00"', '"null"']],
      ['leave.reason', 'accepted', ['""', '"  kept  "', '"👩‍👩‍👧‍👦 🇩🇪 é e\u0301 ﷽ \u2028\u2029\ufeff"']],
      [
        'leave.reason',
        'accepted',
        ['"\\u0001\\u001b[31m\\u007f\\r\\n\\t\\"\\\\\\/"', `"'; DROP TABLE x; -- <script> %s {{7*7}}"`],
      ],
      ...fieldsOf('name word', ({ create }) => create === 'required').map((field): [string, string, string[]] => [
        field,
        'string_too_short',
        ['""', '" "', '"\\t\\r\\n"', '"\u00a0"', '"\u3000\u2003"'],
      ]),
      ['job-distributions.slug', 'string_pattern_mismatch', ['""', '" "']],
    ];

    test.each(rows)('%s: %s: %p', async (where, outcome, texts) => {
      const [path, field] = where.split('.') as [string, string];
      for (const text of texts) {
        const others = JSON.stringify({ ...required(path), [field]: undefined }).slice(1);
        const body = `{"${field}":${text}${others === '}' ? others : `,${others}`}`;
        if (outcome === 'accepted') {
          const { status, json } = await create(path, body);
          expect([text, status, json[field]]).toEqual([text, 201, JSON.parse(text)]);
          expect(JSON.parse((await rawGet(service.url, `/api/v1/${path}/${json.id}`)).body)).toEqual(json);
        } else await expectRefused(path, body, [`${outcome} ${field}`]);
      }
    });
  });

  describe('values by the kind of their field', () => {
    const label = (size: number) => 'a'.repeat(size);
    const emoji = (size: number) => '😀'.repeat(size);
    const between =
      (start: string, end = '') =>
      (size: number) =>
        `${start}${label(size - start.length - end.length)}${end}`;

    // [kind, fault of the refused, accepted, refused]
    const rows: [string, string, unknown[], unknown[]][] = [
      [
        'date',
        'string_pattern_mismatch',
        words(`2026-03-04 2024-02-29 2000-02-29 0000-01-01 9999-12-31 2026-03-04T09:30:00Z 2026-03-04t09:30:00z
        2026-03-04T09:30:00.123456789Z 2026-03-04T00:00:00+05:30 2026-03-04T23:59:59-23:59 2016-12-31T23:59:60Z
        0000-01-01T00:00:00+01:00 9999-12-31T23:59:59-01:00 2024-02-29T12:00:00Z`),
        [
          ...words(`2026-02-30 2026-02-29 2023-02-29 1900-02-29 2100-02-29 2026-13-01 2026-00-10 2026-01-00 2026-01-32
          2026-04-31 2026-1-1 26-01-01 20260101 2026-001 2026-W01-1 2026 2026-03 04/03/2026 +002026-03-04 -2026-03-04
          2026-03-04T 2026-03-04T09:30Z 2026-03-04T09:30:00 2026-03-04T24:00:00Z 2026-03-04T09:60:00Z
          2026-03-04T09:30:61Z 2026-03-04T09:30:00.Z 2026-03-04T09:30:00+24:00 2026-03-04T09:30:00+0200
          2026-02-30T09:30:00Z ２０２６-03-04 today now 1772582400 null`),
          ...['2026-03-04 ', ' 2026-03-04', '2026-03-04\n', '2026-03-04\0', '', ' '],
        ],
      ],
      [
        'url',
        'string_pattern_mismatch',
        words(`https://example.com http://localhost:3000/x?y=z#f https://example.com:65535/ https://[::1]:8080/a
        https://[2001:db8::7] https://[::ffff:192.0.2.1]/ https://192.0.2.1/x https://3com https://a.4you https://example.com/é/日本?q=%20 https://example.com?x / /logo.svg /a/b?c=d#e`),
        [
          ...words(`example.com logo.svg ./logo.svg //evil.example/x ftp://example.com/x javascript:alert(1)
          data:text/html,x mailto:a@example.com https: https:// https:///x http:/x https://example.com:65536
          https://[::1 https://[1:2] https://[:::1] https://[1::2::3] https://[a.b] https://192.0.2.256 https://a.9
          https://example.com:x https://-a.example https://a..example https://example.com/<x> https://example.com/"`),
          ...['/\\evil.example', 'https://exa mple.com', 'https://example.com/a b', ' /x', '/x\n', '/\t', '/\0', ''],
        ],
      ],
      [
        'colour',
        'string_pattern_mismatch',
        words('#fff #FFFF #1d4ed8 #1D4ED8cc rebeccapurple tomato black'),
        [
          ...words('# #f #ff #fffff #1234567 #123456789 #ggg fff 1d4ed8 blurple rgb(0,0,0) #fff;x'),
          '#fff ',
          ' #fff',
          '',
        ],
      ],
      [
        'host',
        'string_pattern_mismatch',
        words(`careers.example.com localhost xn--mnchen-3ya.example a-b.c1 ${label(63)}.example CAREERS.example`),
        [
          ...words(`https://careers.example careers.example/jobs careers.example:80 a@b.example -a.example a-.example
          a..b .a a_b.example *.example a.example?x ${label(64)}.example`),
          ...['a b', 'a.example\n', '', ' '],
        ],
      ],
      [
        'locale',
        'string_pattern_mismatch',
        words(`en deu pt-BR en_US zh-Hant-TW es-419 sl-rozaj-biske de-CH-1996 zh-yue-HK EN-gb en-US-u-ca-gregory
        de-x-phonebk`),
        [...words('e abcdefghi en- -en en--US en-U 12 en-US- en.US en-US.UTF-8 日本 *'), 'en US', 'en\n', '', ' '],
      ],
      // BCP 47 has tags that consist of a private-use part only.
      ['locale', 'string_pattern_mismatch', ['x-acme'], []],
      [
        'timezone',
        'string_pattern_mismatch',
        words(
          'UTC Europe/Berlin America/Argentina/Buenos_Aires Asia/Kathmandu Etc/GMT+5 GMT0 GMT+0 GMT-0 US/Pacific Europe/Kyiv',
        ),
        [...words('Europe/Atlantis CEST +02:00 Berlin Europe Europe/ ../etc/passwd 0'), 'Europe/Berlin ', '', ' '],
      ],
      [
        'slug',
        'string_pattern_mismatch',
        words('z Z9 2026 spring-campus a_b.c-d 0-0'),
        [...words('-a a- a--b a-_b . a. _ a/b a%20b é ａ 😀 ../a'), 'a b', 'a\n', '', ' '],
      ],
      [
        'json',
        'string_pattern_mismatch',
        [
          ...words('{} [] null "x" 1 true {"a":1,"a":2} {"__proto__":1} 1e400'),
          ' {"a" : 1.0}\n',
          '['.repeat(500) + ']'.repeat(500),
        ],
        [...words(`{ {'a':1} {"a":1,} undefined NaN {}{}`), '"\0"', '\ufeff{}', '', ' '],
      ],
      ['json', 'string_type', [], [{}, [], 1, true]],
      ['flag', 'less_than_equal', [0, 1], [2, 10]],
      ['flag', 'greater_than_equal', [], [-1]],
      ['flag', 'int_type', [], [true, false, '1', 0.5, [1]]],
      ['amount', 'greater_than_equal', [0, 0.5, 20, 1000], [-1, -0.5, -1e300]],
    ];
    // Every value for one field of the kind; the others only show that they are of it.
    const kinds = rows.flatMap(([kind, fault, accepted, refused]) =>
      fieldsOf(kind).map((field, i) => {
        const some = (values: unknown[]) => (i === 0 ? values : values.slice(0, 1));
        return [field, fault, some(accepted), some(refused)] as const;
      }),
    );

    test.each(kinds)('%s: %s', async (where, fault, accepted, refused) => {
      const [path, field] = where.split('.') as [string, string];
      for (const value of accepted) {
        const { status, json } = await create(path, { ...required(path), [field]: value });
        expect([value, status, json[field] ?? json.error]).toEqual([value, 201, value]);
      }
      for (const value of refused) {
        const { status, faults } = await create(path, { ...required(path), [field]: value });
        expect([value, status, faults]).toEqual([value, 422, [`${fault} ${field}`]]);
      }
    });

    // [kinds, longest, a text of any length]
    const lengths: [string, number, (size: number) => string][] = [
      ['name word slug', 255, label],
      ['name word', 255, emoji],
      ['prose', 20_000, label],
      ['prose', 20_000, emoji],
      ['url', 2048, between('https://example.com/')],
      ['url', 2048, between('/')],
      ['host', 253, (size) => `${'a.'.repeat(size).slice(0, size - 1)}b`],
      ['json', 65_536, between('"', '"')],
    ];
    const bounds = lengths.flatMap(([kinds, ...rest]) => fieldsOf(kinds).map((field) => [field, ...rest] as const));

    test.each(bounds)('%s takes %d characters and no more', async (where, longest, text) => {
      const [path, field] = where.split('.') as [string, string];
      const { status, json } = await create(path, { ...required(path), [field]: text(longest) });
      expect([status, json[field] ?? json.error, [...json[field]].length]).toEqual([201, text(longest), longest]);
      await expectRefused(path, { ...required(path), [field]: text(longest + 1) }, [`string_too_long ${field}`]);
    });

    // [from_date, to_date, whether they are in order]
    test.each([
      ['2026-03-04', '2026-03-04', true],
      ['2026-03-04', null, true],
      [null, '2026-03-04', true],
      ['2026-03-05', '2026-03-04', false],
      ['2026-03-04T09:30:00Z', '2026-03-04T09:29:59Z', false],
      ['2026-03-04T09:30:00.2Z', '2026-03-04T09:30:00.10Z', false],
      ['2026-03-04T23:00:00-05:00', '2026-03-05T01:00:00Z', false],
      ['2026-03-05T01:00:00+02:00', '2026-03-04T23:30:00Z', true],
      ['2026-03-04T09:30:00Z', '2026-03-04', true],
      ['2026-03-05', '2026-03-04T23:59:59Z', false],
    ])('from %s to %s', async (from_date, to_date, inOrder) => {
      const body = { leave_type: 'x', from_date, to_date };
      if (inOrder) expect((await create('leave', body)).json).toMatchObject(body);
      else await expectRefused('leave', body, ['date_order to_date']);
    });
  });

  describe('values that depend on other records', () => {
    test.each(fieldsOf('reference'))('%s must exist', async (where) => {
      const [path, field] = where.split('.') as [string, string];
      for (const id of [999_999, 0, -1, Number.MAX_SAFE_INTEGER]) {
        await expectRefused(path, { ...required(path), [field]: id }, [`reference_not_found ${field}`]);
      }
    });

    test("a team's parent belongs to the same organization", async () => {
      const other = (await create('organizations', required('organizations'))).json.id;
      const team = { name: 'x', organization_id: other };
      await expectRefused('organization-teams', { ...team, parent_id: 1 }, ['reference_mismatch parent_id']);
      const parent = (await create('organization-teams', team)).json.id;
      expect((await create('organization-teams', { ...team, parent_id: parent })).status).toBe(201);
      await expectRefused('organization-teams', { name: 'x', organization_id: 1, parent_id: parent }, [
        'reference_mismatch parent_id',
      ]);
    });

    // [path, values with which the same slug is free, values with which it is taken]
    const unique: [string, Row[], Row[]][] = [
      ['organizations', [], [{ name: 'other' }]],
      ['career-sites', [], [{ name: 'other', is_active: 0 }]],
      ['brands', [{ organization_id: 2 }], [{ name: 'other' }]],
      [
        'job-distributions',
        [{ career_site_id: 2 }, { locale: 'de' }],
        [{ locale: 'en' }, { locale: null }, { job_posting_id: 2 }],
      ],
    ];

    test.each(unique)('%s.slug is unique', async (path, room, taken) => {
      const body = required(path);
      for (const change of [{}, ...room]) expect((await create(path, { ...body, ...change })).status).toBe(201);
      for (const change of [{}, ...room, ...taken])
        await expectRefused(path, { ...body, ...change }, ['not_unique slug']);
    });

    test('of many creates with the same slug at the same time, one succeeds', async () => {
      const body = JSON.stringify(required('organizations'));
      const send = () =>
        fetch(`${service.url}/api/v1/organizations`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${TOKEN}`, ...JSON_TYPE },
          body,
        });
      const statuses = (await Promise.all(Array.from({ length: 20 }, send))).map((response) => response.status);
      expect(statuses.sort()).toEqual([201, ...Array(19).fill(422)]);
    });

    test('every fault of a body is listed, whether the checks or the database find it', async () => {
      const taken = (await create('brands', required('brands'))).json;
      const body = {
        organization_id: 1,
        slug: taken.slug,
        logo_url: 'x',
        primary_color: 5,
        custom_domain: null,
        surprise: [1],
      };
      const { json } = await create('brands', body);
      const faults = (json.error.details.errors as Fault[]).map(({ type, loc, input }) => [type, loc.join('.'), input]);
      expect(faults.sort()).toEqual([
        ['extra_forbidden', 'body.surprise', [1]],
        ['missing', 'body.name', null],
        ['not_unique', 'body.slug', taken.slug],
        ['string_pattern_mismatch', 'body.logo_url', 'x'],
        ['string_type', 'body.primary_color', 5],
      ]);
      await expectRefused(
        'leave',
        { employee_id: 999_999, leave_type: ' ', from_date: '2026-02-30', days: -1, id: 1 },
        [
          'string_too_short leave_type',
          'string_pattern_mismatch from_date',
          'greater_than_equal days',
          'extra_forbidden id',
          'reference_not_found employee_id',
        ],
      );
    });
  });
});
