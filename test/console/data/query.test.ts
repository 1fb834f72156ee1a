// The query of an address: read, changed and written as the API has it; and the pages of a list.
import { expect, test } from 'bun:test';
import { pagePaths } from '../../../console/src/data/pages.ts';
import * as queries from '../../../console/src/data/query.ts';

const { formatQuery, parseQuery, withValue, withValues } = queries;
const changed = (search: string, change: (query: queries.Query) => queries.Query) =>
  formatQuery(change(parseQuery(search)));

test.each([
  ['', ''],
  ['?', ''],
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
  ['/x/api/v1/jobs', '/x/api/v1/jobs'],
])('the page of %s is %s', (address, page) => {
  expect(queries.pageOf(address)).toBe(page);
});

test.each([
  [0, 1000, ['a?limit=200']],
  [200, 1000, ['a?limit=200']],
  [201, 1000, ['a?limit=200', 'a?limit=200&offset=200']],
  [600, 1000, ['a?limit=200', 'a?limit=200&offset=200', 'a?limit=200&offset=400']],
  [600, 400, ['a?limit=200', 'a?limit=200&offset=200']],
])('%d rows, of at most %d, are on %p', (total, most, paths) => {
  expect(pagePaths('a', total, most)).toEqual(paths);
});

test('pages of a list with conditions', () => {
  expect(pagePaths('a?b=1', 201, 1000)).toEqual(['a?b=1&limit=200', 'a?b=1&limit=200&offset=200']);
});
