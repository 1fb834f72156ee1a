// The query of an address, the code of a page, records by their names, and what the table computes.
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import { fieldNamed, menuGroups, referencesTo, resourceNamed } from '../../console/src/data/catalogue.ts';
import { codeFor, formsOf } from '../../console/src/data/code.ts';
import { pagePaths } from '../../console/src/data/pages.ts';
import * as queries from '../../console/src/data/query.ts';
import { formatQuery, parseQuery } from '../../console/src/data/query.ts';
import {
  type DataRecord,
  groupLabel,
  idLabel,
  initialsOf,
  labelFieldsOf,
  labelOf,
  referenceLabel,
  titleOfName,
} from '../../console/src/data/records.ts';
import { me } from '../../console/src/data/rights.ts';
import { bodyOf, curlFor } from '../../console/src/pages/create/body.ts';
import * as columns from '../../console/src/pages/explorer/column-names.ts';
import { fileColumns, headingsText } from '../../console/src/pages/explorer/file-columns.ts';
import * as others from '../../console/src/pages/explorer/others.ts';
import { nextSort, sortOf } from '../../console/src/pages/explorer/sorting.ts';
import type { Column } from '../../console/src/parts/table/column.ts';
import { heightOf, isScaled, lastTop, pixelsAt, scrolled, topAt } from '../../console/src/parts/table/scroll.ts';
import { cellsIn, moved, rangeOf, widened } from '../../console/src/parts/table/selection.ts';
import { sumsOf } from '../../console/src/parts/table/sums.ts';
import { htmlTable, tabbed, textsOf } from '../../console/src/parts/table/texts.ts';
import { tracks } from '../../console/src/parts/table/widths.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { showCatalogue } from './catalogue.ts';

const { withValue, withValues } = queries;
const changed = (search: string, change: (query: queries.Query) => queries.Query) =>
  formatQuery(change(parseQuery(search)));

test.each([
  ['', ''],
  ['?a=1&b=2&a=3', '?a=1&b=2&a=3'],
  ['?from_date[lt]=2026-03-04T09:30', '?from_date[lt]=2026-03-04T09:30'],
  ['?measure=avg(days(a,b)),count', '?measure=avg(days(a,b)),count'],
  ['?q=a+b%26c%3Dd%23e%25f%2Bg', '?q=a%20b%26c%3Dd%23e%25f%2Bg'],
  ['?q=%C3%A9%22', '?q=%C3%A9%22'],
  ['?q', '?q='],
])('%s is written %s', (search, written) => {
  expect(formatQuery(parseQuery(search))).toBe(written);
  expect(parseQuery(written)).toEqual(parseQuery(search));
});

test('a value is set at its place, and taken off', () => {
  expect(changed('?a=1&b=2&a=3&c=4', (query) => withValues(query, 'b', ['5', '6']))).toBe('?a=1&b=5&b=6&a=3&c=4');
  expect(changed('?a=1&b=2', (query) => withValue(query, 'b', '3'))).toBe('?a=1&b=3');
  expect(changed('?a=1&b=2', (query) => withValue(query, 'a', '3'))).toBe('?a=3&b=2');
  expect(changed('?a=1', (query) => withValue(query, 'b', '2'))).toBe('?a=1&b=2');
  expect(changed('?a=1&b=2', (query) => withValue(query, 'a', ''))).toBe('?b=2');
  expect(changed('?a=1&b=2', (query) => withValue(query, 'a', undefined))).toBe('?b=2');
  expect(changed('?a=1&b=2&c=3&a=4', (query) => queries.without(query, 'a', 'c'))).toBe('?b=2');
  expect(queries.valueIn(parseQuery('?a=1&a=2'), 'a')).toBe('1');
  expect(queries.valuesIn(parseQuery('?a=1&b=3&a=2'), 'a')).toEqual(['1', '2']);
});

test('conditions are what is about records', () => {
  const pages = 'limit=1&offset=2&sort=a&fields=b&expand=c&format=csv&group=d&measure=e&from=f&to=g&every=h';
  expect(changed(`?status=active&${pages}&q=ada&dept_id.name=x`, queries.conditionsIn)).toBe(
    '?status=active&q=ada&dept_id.name=x',
  );
});

test.each([
  ['status', 'status', ''],
  ['from_date[gte]', 'from_date', 'gte'],
  ['to_date[gte_or_null]', 'to_date', 'gte_or_null'],
  ['employee_id.branch[ne]', 'employee_id.branch', 'ne'],
  ['from_date[]', 'from_date[]', ''],
])('%s is about %s with the operator %p', (name, field, operator) => {
  expect(queries.conditionName(name)).toEqual({ field, operator });
});

test('all conditions on a field are taken off, and those of others stay', () => {
  expect(changed('?a[gte]=1&a[lt]=2&a=3&ab=4&x.a=5', (query) => queries.withoutField(query, 'a'))).toBe('?ab=4&x.a=5');
});

test('repeated parameters of the client are lists', () => {
  expect(queries.asParameters(parseQuery('?a=1&b=2&a=3'))).toEqual({ a: ['1', '3'], b: '2' });
});

test.each([
  ['/api/v1/employees?status=active', '/console/employees?status=active'],
  ['/api/v1/aggregate/leave?group=status', '/api/v1/aggregate/leave?group=status'],
  ['/api/v1/jobs/3', '/console/jobs/3'],
])('the page of %s is %s', (address, page) => {
  expect(queries.pageOf(address)).toBe(page);
});

test.each([
  [0, 1000, ['a?limit=200']],
  [200, 1000, ['a?limit=200']],
  [201, 1000, ['a?limit=200', 'a?limit=200&offset=200']],
  [600, 400, ['a?limit=200', 'a?limit=200&offset=200']],
])('%d rows, of at most %d, are on %p', (total, most, paths) => {
  expect(pagePaths('a', total, most)).toEqual(paths);
});

const ORIGIN = 'https://hr.example';
const before = me.peek();

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

beforeAll(showCatalogue);

test.each([
  ['Ada Moss', 'AM'],
  ['Ada', 'A'],
  ['Ada van der Moss', 'AM'],
  ['Élodie (Lo) Ångström', 'ÉÅ'],
  ['', ''],
])('%p has the initials %p', (name, initials) => {
  expect(initialsOf(name)).toBe(initials);
});

test('a record has the name of its fields, else its kind and id', () => {
  const employees = resourceNamed('employees')!;
  expect(labelOf(employees, { id: 7, first_name: 'Ada', last_name: 'Moss' })).toBe('Ada Moss');
  expect(labelOf(employees, { id: 7, first_name: '', last_name: 'Moss' })).toBe('Moss');
  expect(labelOf(employees, { id: 7, first_name: '', last_name: null })).toBe('Employee 7');
  expect(labelOf(employees, undefined)).toBe('');
  expect(idLabel('departments', 3)).toBe('Department 3');
  expect(idLabel('cakes', 3)).toBe('Record 3');
});

test('a reference has the name of what it leads to', () => {
  const field = fieldNamed(resourceNamed('leave')!, 'employee_id')!;
  expect(labelFieldsOf(field)).toEqual(['employee_id.first_name', 'employee_id.last_name']);
  const named = { 'employee_id.first_name': 'Ada', 'employee_id.last_name': 'Moss' };
  expect(referenceLabel(field, { id: 1, employee_id: 7, ...named })).toBe('Ada Moss');
  expect(referenceLabel(field, { id: 1, employee_id: 7 })).toBe('Employee 7');
  expect(referenceLabel(field, { id: 1, employee_id: null, ...named })).toBe('');
});

test('groups by a reference are records, others are their values', () => {
  expect(groupLabel('employee_id.dept_id', 3)).toBe('Department 3');
  expect(groupLabel('leave_type', 'work_from_home')).toBe('work from home');
});

test.each([
  ['employees', 'date_of_joining', 'Date of joining'],
  ['employees', 'dept_id.name', 'Department: name'],
  ['employees', 'dept_id', 'Department'],
  ['employees', 'cake', 'cake'],
])('of %s, %s is called %s', (resource, name, title) => {
  expect(titleOfName(resourceNamed(resource)!, name)).toBe(title);
});

test('the menu has every resource once, in its groups, and none that is not shown', () => {
  const named = (isShown: (name: string) => boolean) =>
    menuGroups(isShown).map(({ title, resources }) => [title, ...resources.map(({ name }) => name)]);
  expect(
    named(() => true)
      .flatMap(([, ...names]) => names)
      .sort(),
  ).toEqual(catalogue.map(({ name }) => name).sort());
  expect(named((name) => name === 'jobs')).toEqual([['Hiring', 'jobs']]);
  expect(referencesTo(resourceNamed('jobs')!).map(({ resource, field }) => `${resource.name}.${field.name}`)).toEqual(
    catalogue.flatMap(({ name, fields }) =>
      fields.filter(({ to }) => to === 'jobs').map((field) => `${name}.${field.name}`),
    ),
  );
});

const last = { row: 99, column: 4 };

test('a selection is the cells between two, whichever came first', () => {
  const range = { top: 2, bottom: 5, left: 1, right: 3 };
  expect(rangeOf({ row: 5, column: 1 }, { row: 2, column: 3 })).toEqual(range);
  expect(rangeOf({ row: 2, column: 3 }, { row: 5, column: 1 })).toEqual(range);
  expect(cellsIn(range)).toBe(12);
  expect(cellsIn(rangeOf({ row: 5, column: 1 }, { row: 5, column: 1 }))).toBe(1);
});

test('keys go from cell to cell, and stop at the ends', () => {
  const middle = { row: 50, column: 2 };
  expect(moved(middle, 'ArrowDown', 20, last)).toEqual({ row: 51, column: 2 });
  expect(moved(middle, 'ArrowRight', 20, last)).toEqual({ row: 50, column: 3 });
  expect(moved(middle, 'ArrowLeft', 20, last)).toEqual({ row: 50, column: 1 });
  expect(moved(middle, 'PageDown', 20, last)).toEqual({ row: 70, column: 2 });
  expect(moved(middle, 'PageUp', 20, last)).toEqual({ row: 30, column: 2 });
  expect(moved({ row: 0, column: 0 }, 'ArrowUp', 20, last)).toEqual({ row: 0, column: 0 });
  expect(moved({ row: 0, column: 0 }, 'ArrowLeft', 20, last)).toEqual({ row: 0, column: 0 });
  const from = { row: 98, column: 4 };
  expect(moved(from, 'ArrowRight', 20, last)).toEqual(from);
  expect(moved(from, 'PageDown', 20, last)).toEqual({ row: 99, column: 4 });
  expect(moved(from, 'Home', 20, last)).toEqual({ row: 0, column: 4 });
  expect(moved(from, 'End', 20, last)).toEqual({ row: 99, column: 4 });
  expect(moved(from, 'x', 20, last)).toBeUndefined();
});

test('whole rows, whole columns, everything', () => {
  const [a, b] = [
    { row: 7, column: 2 },
    { row: 5, column: 1 },
  ];
  expect(rangeOf(...widened(' ', false, a, b, last)!)).toEqual({ top: 5, bottom: 7, left: 0, right: 4 });
  expect(rangeOf(...widened(' ', true, a, b, last)!)).toEqual({ top: 0, bottom: 99, left: 1, right: 2 });
  expect(rangeOf(...widened('a', true, a, b, last)!)).toEqual({ top: 0, bottom: 99, left: 0, right: 4 });
  expect(widened('a', false, a, b, last)).toBeUndefined();
});

const column = (name: string, unit: (record: DataRecord) => string): Column => ({
  ...{ name, title: name, width: 100 },
  cell: () => '',
  text: (record) => String(record[name] ?? ''),
  amount: (record) => {
    const value = record[name];
    return typeof value === 'number' ? { value, unit: unit(record) } : undefined;
  },
});
const pay = column('pay', ({ currency }) => String(currency));
const days = column('days', () => '');
const records = [
  { id: 1, pay: 100, currency: 'EUR', days: 1.5 },
  { id: 2, pay: null, currency: 'GBP', days: 2 },
  { id: 3, pay: 300, currency: 'EUR', days: null },
];

test('numbers are added up, missing ones are not counted', () => {
  expect(sumsOf([days], records)).toEqual({ numbers: 2, units: [''], sum: 3.5, mean: 1.75 });
  expect(sumsOf([pay], records)).toEqual({ numbers: 2, units: ['EUR'], sum: 400, mean: 200 });
  expect(sumsOf([], records)).toEqual({ numbers: 0, units: [] });
});

test('amounts of different currencies, or amounts and other numbers, are not added up', () => {
  const other = [...records, { id: 4, pay: 50, currency: 'GBP', days: 0 }];
  expect(sumsOf([pay], other)).toEqual({ numbers: 3, units: ['EUR', 'GBP'] });
  expect(sumsOf([pay, days], records).sum).toBeUndefined();
});

test('copied cells are lines with tabs, and a table', () => {
  const texts = textsOf([pay, days], records);
  expect(tabbed(texts)).toBe('100\t1.5\n\t2\n300\t');
  expect(tabbed([['a\tb', 'say "x"', 'two\nlines', 'plain']])).toBe('"a\tb"\t"say ""x"""\t"two\nlines"\tplain');
  expect(htmlTable([['<b> & c', 'd']])).toBe('<table><tr><td>&lt;b&gt; &amp; c</td><td>d</td></tr></table>');
});

test('columns share the room, become narrower only where all then fit, and keep what was set', () => {
  const two = [
    { name: 'a', width: 100, least: 80 },
    { name: 'b', width: 60 },
  ];
  expect(tracks(two, {}, 150)).toEqual({ css: 'minmax(80px, 100fr) minmax(60px, 60fr)', least: 140 });
  expect(tracks(two, {}, 130)).toEqual({ css: 'minmax(100px, 100fr) minmax(60px, 60fr)', least: 160 });
  expect(tracks(two, { a: 300 }, 150)).toEqual({ css: '300px minmax(60px, 60fr)', least: 360 });
  expect(tracks(two, { b: 100 }, 150).least).toBe(200);
  expect(tracks(two, { b: 40 }, 120)).toEqual({ css: 'minmax(80px, 100fr) 40px', least: 120 });
});

describe('scrolling', () => {
  const short = { total: 100, rowHeight: 30, height: 600 };
  const long = { total: 10_000_000, rowHeight: 30, height: 600 };

  test('the ends of the scroll bar are the first and the last rows', () => {
    expect([heightOf(short), lastTop(short), isScaled(short)]).toEqual([3000, 80, false]);
    expect([heightOf(long), lastTop(long), isScaled(long)]).toEqual([8_000_000, 9_999_980, true]);
    for (const each of [short, long]) {
      const range = heightOf(each) - each.height;
      expect([topAt(each, 0), topAt(each, range), topAt(each, range + 99), topAt(each, -9)]).toEqual([
        ...[0, lastTop(each), lastTop(each), 0],
      ]);
      for (const top of [0, lastTop(each) / 4, lastTop(each)])
        expect(topAt(each, pixelsAt(each, top))).toBeCloseTo(top, 3);
    }
    expect(pixelsAt(short, 40)).toBe(1200);
  });

  test('in a list that is longer than the bar, small movements are in pixels and large ones in parts of the list', () => {
    expect(scrolled(long, 5_000_000, 4_000_000, 4_000_030)).toBe(5_000_001);
    expect(scrolled(long, 5_000_000, 4_000_000, 3_999_100)).toBe(4_999_970);
    expect(scrolled(long, 5_000_000, 4_000_000, 4_001_200)).toBe(topAt(long, 4_001_200));
    expect(scrolled(long, 10, 100, 0)).toBe(0);
    expect(scrolled(long, 5, 1200, 600)).toBe(0);
    expect(scrolled(short, 7, 0, 300)).toBe(10);
  });
});

const stored = new Map<string, string>();
const storage = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');

beforeAll(() => {
  const value = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  };
  Object.defineProperty(globalThis, 'localStorage', { value, configurable: true });
});
beforeEach(() => stored.clear());
afterAll(() => {
  if (storage) Object.defineProperty(globalThis, 'localStorage', storage);
  else Reflect.deleteProperty(globalThis, 'localStorage');
});

const named = (name: string) => resourceNamed(name)!;

test('the columns of the address, else those chosen before, else the usual ones', () => {
  const usual = ['designation', 'dept_id', 'branch', 'manager_id', 'date_of_joining', 'status'];
  const shown = (search: string) => columns.columnNames(named('employees'), parseQuery(search));
  expect(shown('')).toEqual(usual);
  expect(shown('?fields=branch')).toEqual(['branch']);
  expect(shown('?fields=status,cake,dept_id.name,branch')).toEqual(['status', 'dept_id.name', 'branch']);
  expect(shown('?fields=cake')).toEqual(usual);
  stored.set('columns employees', 'gender,branch');
  expect(shown('')).toEqual(['gender', 'branch']);
  expect(shown('?fields=status')).toEqual(['status']);
  expect(columns.columnNames(named('departments'), [])).toEqual(['id']);
});

test('a choice is in the address and stored, in its order; the usual one is not', () => {
  const chosen = (...names: string[]) => {
    const query = columns.withColumns(named('employees'), parseQuery('?status=active&fields=id'), names);
    return [formatQuery(query), stored.get('columns employees')];
  };
  expect(chosen('status', 'branch')).toEqual(['?status=active&fields=status,branch', 'status,branch']);
  const usual = columns.usualColumns(named('employees'));
  expect(chosen(...usual.toReversed())[1]).toBe(usual.toReversed().join());
  expect(chosen(...usual)).toEqual(['?status=active', undefined]);
});

test('rows need the name of the record, of what it refers to, and the currency of amounts', () => {
  expect(columns.fieldsNeeded(named('employees'), ['dept_id', 'base_salary', 'status'])).toBe(
    'id,first_name,last_name,dept_id,base_salary,status,dept_id.name,branch',
  );
  expect(columns.fieldsNeeded(named('applications'), ['job_id.comp_min', 'rating'])).toBe(
    'id,job_id.comp_min,rating,job_id.title,job_id.currency',
  );
});

test.each([
  ['employees', 'base_salary', { base_salary: 5, branch: 'Austin' }, { value: 5, unit: 'in the currency of Austin' }],
  ['employees', 'base_salary', { base_salary: 5, branch: null }, { value: 5, unit: 'of unknown currency' }],
  ['jobs', 'comp_min', { comp_min: 5, currency: 'EUR' }, { value: 5, unit: 'EUR' }],
  ['jobs', 'comp_min', { comp_min: null, currency: 'EUR' }, undefined],
  ['jobs', 'headcount', { headcount: 5, currency: 'EUR' }, { value: 5, unit: '' }],
  ['applications', 'job_id.comp_min', { 'job_id.comp_min': 5, 'job_id.currency': 'GBP' }, { value: 5, unit: 'GBP' }],
])('%s: %s of %j', (resource, name, record, amount) => {
  expect(columns.amountOf(named(resource), name, { id: 1, ...record } as never)).toEqual(amount as never);
});

test('a file has the columns that are seen, with names where the table has names', () => {
  const file = (resource: string, ...names: string[]) =>
    fileColumns(named(resource), names).map(({ name, heading }) => `${name} ${heading}`);
  expect(file('employees', 'status', 'dept_id', 'manager_id')).toEqual([
    'first_name First name',
    'last_name Last name',
    'status Status',
    'dept_id.name Department',
    'manager_id.first_name Manager: first name',
    'manager_id.last_name Manager: last name',
  ]);
  expect(file('jobs', 'comp_min', 'comp_max').map((each) => each.split(' ')[0])).toEqual([
    ...['title', 'comp_min', 'comp_max', 'currency'],
  ]);
  expect(file('jobs', 'currency', 'comp_min').map((each) => each.split(' ')[0])).toEqual([
    ...['title', 'currency', 'comp_min'],
  ]);
  expect(file('leave', 'days')[0]).toStartWith('id ');
});

test('headings are a line of CSV', () => {
  const line = headingsText(['Name', 'a, b', 'say "x"'].map((heading) => ({ name: '', heading })));
  expect(line).toBe('Name,"a, b","say ""x"""');
});

test.each([
  ['', 'a', false, '?sort=a', 'none'],
  ['?sort=a', 'a', false, '?sort=-a', 'ascending'],
  ['?sort=-a', 'a', false, '', 'descending'],
  ['?sort=b,a', 'a', false, '?sort=-a', 'ascending'],
  ['?sort=b', 'a', true, '?sort=b,a', 'none'],
  ['?sort=b,a', 'a', true, '?sort=b,-a', 'ascending'],
  ['?sort=-a,b', 'a', true, '?sort=b', 'descending'],
])('in the order %p, a click on %s (with Shift: %p) leads to %p', (search, name, adds, next, order) => {
  expect(formatQuery(nextSort(parseQuery(search), name, adds))).toBe(next);
  expect(sortOf(parseQuery(search), { name })).toBe(order as never);
});

describe('records of other lists that refer to those of a list', () => {
  test('are those that the service takes in with and without', () => {
    showCatalogue();
    for (const { name, referrers } of catalogue) {
      const offered = others.othersOf(resourceNamed(name)!).map((each) => each.name);
      expect([name, offered]).toEqual([name, referrers.map((each) => each.name)]);
    }
  });

  test.each([
    ['employees', 'leave', 'leave requests'],
    ['employees', 'leave.employee_id?status=approved&days[gt]=3', 'leave requests · status=approved&days[gt]=3'],
    ['employees', 'employees', 'employees (manager)'],
    ['jobs', 'nothing', 'nothing'],
  ])('of %s, %s is shown as %s', (name, value, title) => {
    showCatalogue();
    expect(others.otherTitle(resourceNamed(name)!, value)).toBe(title);
  });
});
