// What a page shows as code: it has to ask the same, whatever characters are in the question.
import { afterEach, beforeAll, expect, test } from 'bun:test';
import { resourceNamed } from '../../../console/src/data/catalogue.ts';
import { codeFor, formsOf } from '../../../console/src/data/code.ts';
import { formatQuery } from '../../../console/src/data/query.ts';
import { me } from '../../../console/src/data/rights.ts';
import { bodyOf, curlFor } from '../../../console/src/pages/create/body.ts';
import { showCatalogue } from '../catalogue.ts';

const ORIGIN = 'https://hr.example';
const before = me.peek();

beforeAll(showCatalogue);
afterEach(() => {
  me.value = before;
});

/** The words that a shell makes of a line. */
async function wordsOf(line: string): Promise<string[]> {
  const shown = Bun.spawn(['sh', '-c', `curl() { printf '%s\\0' "$@"; }; ${line}`], { stdout: 'pipe' });
  return (await new Response(shown.stdout).text()).split('\0').slice(0, -1);
}

test.each([
  'employees?status=active&limit=5',
  "employees?last_name=O'Brien",
  "employees?q=a'b''c",
  'leave?from_date[lt]=2026-03-04&fields=id,employee_id.branch',
  'aggregate/employees?group=bin(base_salary,1000)&measure=count,avg(base_salary)',
])('a shell gives curl the address of %s', async (path) => {
  expect(await wordsOf(codeFor(path, 'curl', ORIGIN))).toEqual(['-g', `${ORIGIN}/api/v1/${path}`]);
});

test('a service that only tokens read is asked with one', () => {
  me.value = { reads: 'token' } as never;
  expect(codeFor('jobs', 'curl', ORIGIN)).toBe(
    `curl -g -H 'Authorization: Bearer <API_TOKEN>' '${ORIGIN}/api/v1/jobs'`,
  );
  expect(codeFor('jobs', 'TypeScript', ORIGIN)).toContain(`{ baseUrl: '${ORIGIN}', token: '<API_TOKEN>' }`);
  me.value = { reads: 'everyone' } as never;
  expect(codeFor('jobs', 'curl', ORIGIN)).not.toContain('Authorization');
  expect(codeFor('jobs', 'TypeScript', ORIGIN)).not.toContain('token');
});

test.each([
  ['Excel', 'xlsx'],
  ['CSV', 'csv'],
  ['NDJSON', 'ndjson'],
] as const)('the address of a file: %s', (form, format) => {
  expect(codeFor('leave?status=approved&sort=-id', form, ORIGIN)).toBe(
    `${ORIGIN}/api/v1/leave?status=approved&sort=-id&format=${format}`,
  );
});

test.each([
  ['employees', 5],
  ['employees/7', 2],
  ['insights', 2],
  ['insights/headcount?every=month', 4],
  ['aggregate/leave?group=status', 4],
])('%s has %d forms', (path, count) => {
  expect(formsOf(path).length).toBe(count);
});

/** What the client is asked when the code runs. */
function callOf(path: string): { name: string; args: unknown[] } {
  const [, , , ...lines] = codeFor(path, 'TypeScript', ORIGIN).split('\n');
  const calls: { name: string; args: unknown[] }[] = [];
  const proxy = (name: string): unknown =>
    new Proxy(() => undefined, {
      get: (_, key) => proxy(name === '' ? String(key) : `${name}.${String(key)}`),
      apply: (_, __, args) => void calls.push({ name, args }),
    });
  const call = lines.join('\n').replace(/^const answer = await |^for await \(const record of (?=client)/, '');
  new Function('client', call.replace(/\) console\.log\(record\);$/, ''))(proxy(''));
  return calls[0]!;
}

test.each<[path: string, name: string, ...args: unknown[]]>([
  ['employees', 'employees.list'],
  ['career-sites?limit=5', 'careerSites.list', { limit: 5 }],
  ['employees/7', 'employees.get', 7],
  ['employees/7?expand=dept_id,manager_id', 'employees.get', 7, { expand: ['dept_id', 'manager_id'] }],
  ['employees?status=active&status=on_leave', 'employees.list', { status: ['active', 'on_leave'] }],
  ['employees?dept_id=3&dept_id=null', 'employees.list', { dept_id: [3, null] }],
  ['leave?from_date[lt]=2026-03-04', 'leave.list', { 'from_date[lt]': '2026-03-04' }],
  ['leave?format=ndjson', 'leave.export', { format: 'ndjson' }],
  // Numbers of which something would be lost stay texts.
  ['candidates?phone=0049&q=12345678901234567', 'candidates.list', { phone: '0049', q: '12345678901234567' }],
  ['applications?rating[gte]=-3.5', 'applications.list', { 'rating[gte]': -3.5 }],
  ['insights', 'insights'],
  ['insights/headcount?every=month', 'insight', 'headcount', { every: 'month' }],
  [
    'aggregate/applications?group=bin(rating,0.5),status&measure=avg(days(applied_on,created)),count',
    'applications.aggregate',
    { group: ['bin(rating,0.5)', 'status'], measure: ['avg(days(applied_on,created))', 'count'] },
  ],
])('the code of %s calls %s', (path, name, ...args) => {
  expect(callOf(path)).toEqual({ name, args });
});

test('texts with quotes, backslashes and line ends are the same in code', () => {
  for (const text of ["O'Brien", 'a\\', "\\'", 'a\nb', 'a\r\nb', '\u2028', '`$', '"'])
    expect(callOf(`employees${formatQuery([['q', text]])}`).args).toEqual([{ q: text }]);
  expect(callOf(`employees${formatQuery([["it's", 'a']])}`).args).toEqual([{ "it's": 'a' }]);
});

test('the curl line of a form sends its body', async () => {
  const body = { first_name: "D'Arcy", note: 'a "b" \\ c\n$HOME' };
  const words = await wordsOf(curlFor(resourceNamed('candidates')!, body, ORIGIN));
  expect([words[2], JSON.parse(words.at(-1)!)]).toEqual([`${ORIGIN}/api/v1/candidates`, body]);
});

test('a form sends what was filled in, as the API wants it, and names what is missing', () => {
  const field = (name: string, type: 'integer' | 'number' | 'string', create?: 'required' | 'optional') =>
    ({ name, type, ...(create && { create }) }) as never;
  const fields = [
    field('first_name', 'string', 'required'),
    field('last_name', 'string', 'required'),
    field('email', 'string', 'required'),
    field('days', 'number'),
    field('dept_id', 'integer', 'optional'),
    field('phone', 'string'),
    field('headcount', 'integer'),
  ];
  const values = { first_name: 'Ada', last_name: '  ', days: '1.5', dept_id: '3', phone: '0049', headcount: 'three' };
  expect(bodyOf(fields, values)).toEqual({
    body: { first_name: 'Ada', days: 1.5, dept_id: 3, phone: '0049', headcount: 'three' },
    missing: ['last_name', 'email'],
  });
});
