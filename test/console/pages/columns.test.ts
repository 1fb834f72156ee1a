// The columns of a list: which, in what order, what they need, and what of them is in a file; and the order of its
// rows.
import { afterAll, beforeAll, beforeEach, expect, test } from 'bun:test';
import { resourceNamed } from '../../../console/src/data/catalogue.ts';
import { formatQuery, parseQuery } from '../../../console/src/data/query.ts';
import * as columns from '../../../console/src/pages/explorer/column-names.ts';
import { fileColumns, headingsText } from '../../../console/src/pages/explorer/file-columns.ts';
import { nextSort, sortOf } from '../../../console/src/pages/explorer/sorting.ts';
import { showCatalogue } from '../catalogue.ts';

const stored = new Map<string, string>();
const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage');

beforeAll(() => {
  showCatalogue();
  const value = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
    removeItem: (key: string) => void stored.delete(key),
  };
  Object.defineProperty(globalThis, 'localStorage', { value, configurable: true });
});
beforeEach(() => stored.clear());
afterAll(() => {
  if (before) Object.defineProperty(globalThis, 'localStorage', before);
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
  ['?sort=ab', 'a', false, '?sort=a', 'none'],
])('in the order %p, a click on %s (with Shift: %p) leads to %p', (search, name, adds, next, order) => {
  expect(formatQuery(nextSort(parseQuery(search), name, adds))).toBe(next);
  expect(sortOf(parseQuery(search), { name })).toBe(order as never);
});
