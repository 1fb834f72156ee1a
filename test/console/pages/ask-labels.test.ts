// The groups and measures of an answer as people read them.
import { beforeAll, expect, test } from 'bun:test';
import { resourceNamed } from '../../../console/src/data/catalogue.ts';
import { parseQuery } from '../../../console/src/data/query.ts';
import type { Group, Value } from '../../../console/src/data/records.ts';
import * as labels from '../../../console/src/pages/ask/labels.ts';
import { showCatalogue } from '../catalogue.ts';

beforeAll(showCatalogue);

const groupOf = (group: Record<string, Value>, named: Record<string, string> = {}): Group => ({
  ...{ group, labels: named, values: {}, rows: '' },
});

test.each<[group: string, value: Value, text: string, label?: string]>([
  ['month(applied_on)', '2026-03', 'Mar 2026'],
  ['month(applied_on)', '2026-12', 'Dec 2026'],
  ['quarter(applied_on)', '2026-Q1', 'Q1 2026'],
  ['quarter(applied_on)', '2026-Q4', 'Q4 2026'],
  ['week(applied_on)', '2026-W06', 'Week 6, 2026'],
  ['day(applied_on)', '2026-03-06', '6 Mar 2026'],
  ['year(applied_on)', '2026', '2026'],
  ['weekday(applied_on)', 1, 'Monday', 'Mon'],
  ['weekday(applied_on)', 7, 'Sunday', 'Sun'],
  ['bin(rating,0.1)', 0.2, '0.2 to 0.3'],
  ['bin(rating,1000)', 10_000, '10,000 to 11,000'],
  ['job_id', 3, 'Engineer', 'Engineer'],
  ['job_id', 3, 'Job opening 3'],
  ['status', 'on_hold', 'on hold'],
  ['applied_on', '2026-03-06', '2026-03-06'],
  ['status', null, 'none'],
])('%s: %p is %s', (group, value, text, ...label) => {
  const each = groupOf({ x: value }, label[0] === undefined ? {} : { x: label[0] });
  expect(labels.labelAt(resourceNamed('applications')!, group, each, 0)).toBe(text);
});

test.each([
  ['month(applied_on)', '2026-01', 'Jan ’26'],
  ['month(applied_on)', '2026-02', 'Feb'],
  ['quarter(applied_on)', '2026-Q2', 'Q2 ’26'],
  ['week(applied_on)', '2026-W06', 'W6 ’26'],
  ['day(applied_on)', '2026-03-06', '6 Mar'],
  ['year(applied_on)', '2026', '2026'],
])('on an axis, %s %s is %s', (group, value, text) => {
  expect(labels.shortPeriod(group, value)).toBe(text);
});

test('groups are in the order of the question, and those of one name are told apart', () => {
  const applications = resourceNamed('applications')!;
  const both = groupOf({ job_id: 3, 'month(applied_on)': '2026-03' }, { job_id: 'Engineer' });
  expect(labels.labelOf(applications, ['job_id', 'month(applied_on)'], both)).toBe('Engineer · Mar 2026');
  expect(labels.labelOf(applications, [], both)).toBe('All');
  const named = [3, 4, 5].map((id) => groupOf({ job_id: id }, { job_id: id === 5 ? 'Nurse' : 'Engineer' }));
  expect(labels.distinctLabels(applications, ['job_id'], named)).toEqual(['Engineer (3)', 'Engineer (4)', 'Nurse']);
});

test.each<[search: string, group: Record<string, Value>, currency: string | undefined]>([
  ['?group=currency', { currency: 'EUR' }, 'EUR'],
  ['?group=status,currency', { status: 'open', currency: 'GBP' }, 'GBP'],
  ['?group=status&currency=USD', { status: 'open' }, 'USD'],
  ['?group=status&currency=USD&currency=EUR', { status: 'open' }, undefined],
  ['?group=status', { status: 'open' }, undefined],
  ['?group=currency', { currency: null }, undefined],
])('of %s %j, amounts are in %p', (search, group, currency) => {
  const jobs = resourceNamed('jobs')!;
  expect(labels.currencyOf(jobs, parseQuery(search), 'avg(comp_min)', groupOf(group))).toBe(currency!);
  expect(labels.currencyOf(jobs, parseQuery(search), 'count', groupOf(group))).toBeUndefined();
});

test.each([
  ['count', 1234, undefined, '1,234'],
  ['avg(comp_min)', 1234.567, 'EUR', '1,234.57 EUR'],
  ['avg(days(opened_on,target_date))', 1, undefined, '1 day'],
  ['avg(days(opened_on,target_date))', 2.5, undefined, '2.5 days'],
  ['max(opened_on)', '2026-03-06', undefined, '2026-03-06'],
  ['avg(comp_min)', null, 'EUR', '–'],
])('%s: %p %p is %s', (measure, value, currency, text) => {
  expect(labels.measureText(measure, value, currency)).toBe(text);
});
