// A question of the console and the query of its address: what the controls write is what the API reads, and the other
// way round; and the groups and measures of an answer as people read them.
import { beforeAll, expect, test } from 'bun:test';
import { resourceNamed } from '../../console/src/data/catalogue.ts';
import { formatQuery, parseQuery } from '../../console/src/data/query.ts';
import type { Group, Value } from '../../console/src/data/records.ts';
import { askHref } from '../../console/src/pages/ask/ask-link.ts';
import * as labels from '../../console/src/pages/ask/labels.ts';
import * as question from '../../console/src/pages/ask/question.ts';
import { sentenceOf } from '../../console/src/pages/ask/sentences.ts';
import {
  currencyPath,
  groupTerm,
  groupTitle,
  measureHows,
  measureTerm,
  measureTitle,
  offers,
  questionTitle,
  totalled,
} from '../../console/src/pages/ask/terms.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { groupingIn, measureIn, parseAggregateQuery } from '../../src/contract/request/aggregate-query.ts';
import { showCatalogue } from './catalogue.ts';

beforeAll(showCatalogue);

const changed = (search: string, change: (query: ReturnType<typeof parseQuery>) => ReturnType<typeof parseQuery>) =>
  formatQuery(change(parseQuery(search)));
const { withFilters, withGroups, withMeasures, withSort, withView } = question;

test('the look of an answer is not asked, and everything else is, in its order', () => {
  const search = '?group=bin(rating,0.5),status&view=bars&status=active&figure=count&having[count][gte]=2&limit=9';
  expect(changed(search, question.askedIn)).toBe(
    '?group=bin(rating,0.5),status&status=active&having[count][gte]=2&limit=9',
  );
  expect(question.filtersIn(parseQuery(search))).toEqual([['status', 'active']]);
});

test('groups and measures are read as the API reads them', () => {
  const query = parseQuery('?group=bin(rating,0.5),status&group=month(applied_on),status&measure=');
  expect(question.groupsIn(query)).toEqual(['bin(rating,0.5)', 'status', 'month(applied_on)']);
  expect(question.measuresIn(query)).toEqual(['count']);
  expect(question.measuresIn(parseQuery('?measure=avg(days(applied_on,created)),count'))).toEqual([
    'avg(days(applied_on,created))',
    'count',
  ]);
});

test('a change keeps the rest of the question, and drops what no longer fits', () => {
  const search = '?group=branch&measure=count,avg(base_salary)&sort=-avg(base_salary),branch&offset=50&status=active';
  expect(changed(search, (query) => withGroups(query, ['branch', 'gender']))).toBe(
    '?group=branch,gender&measure=count,avg(base_salary)&sort=-avg(base_salary),branch&status=active',
  );
  expect(changed(search, (query) => withGroups(query, []))).toBe(
    '?measure=count,avg(base_salary)&sort=-avg(base_salary)&status=active',
  );
  expect(changed(search, (query) => withMeasures(query, ['count']))).toBe('?group=branch&sort=branch&status=active');
  expect(changed('?having[avg(rating)][gte]=3&measure=avg(rating)', (query) => withMeasures(query, []))).toBe('');
  expect(changed(search, (query) => withSort(query, '-count'))).not.toContain('offset');
  expect(changed('?group=branch&status=active&view=table', (query) => withFilters(query, [['gender', 'female']]))).toBe(
    '?group=branch&view=table&gender=female',
  );
});

test.each([
  ['', ['table']],
  ['?group=branch', ['bars', 'table']],
  ['?group=weekday(att_date)', ['bars', 'table']],
  ['?group=month(att_date)', ['lines', 'bars', 'table']],
  ['?group=status,month(att_date)', ['lines', 'pivot', 'bars', 'table']],
  ['?group=status,gender,branch', ['pivot', 'bars', 'table']],
] as const)('%s can look like %p', (search, expected) => {
  const query = parseQuery(search);
  expect(question.viewsFor(query)).toEqual([...expected]);
  expect(question.viewIn(query)).toBe(expected[0]);
  for (const view of expected) expect(question.viewIn(withView(query, view))).toBe(view);
  expect(withView(withView(query, 'table'), expected[0])).toEqual(query);
  expect(question.viewIn([...query, ['view', 'cake']])).toBe(expected[0]);
});

test('totals are asked with fewer groups, of the same records and without a page or a condition on groups', () => {
  const query = parseQuery(
    '?group=branch,gender&measure=count,avg(base_salary)&sort=-count,gender&status=active&limit=10&offset=10&having[count][gt]=1&view=pivot',
  );
  expect(formatQuery(question.coarser(query, 'rows', ['gender'], ['count']))).toBe(
    '?status=active&group=gender&measure=count&sort=-count,gender',
  );
  expect(formatQuery(question.coarser(query, 'columns', ['gender'], ['count']))).toBe(
    '?status=active&group=gender&measure=count&sort=gender',
  );
  const employees = resourceNamed('employees')!;
  expect(totalled(employees, query, ['branch'])).toEqual(['count', 'avg(base_salary)']);
  expect(totalled(employees, query, ['gender'])).toEqual(['count']);
  expect(totalled(employees, [...query, ['branch', 'London']], ['gender'])).toEqual(['count', 'avg(base_salary)']);
});

test.each([
  ['?group=a', 'a', 'a', 'none'],
  ['?group=a&sort=a,count', 'a', '-a', 'ascending'],
  ['?group=a&sort=-a', 'a', undefined, 'descending'],
  ['?group=a&sort=count,a', 'a', 'a', 'none'],
] as const)('%s: a click on %s sorts by %p', (search, name, next, order) => {
  const query = parseQuery(search);
  expect(question.nextSort(query, name)).toBe(next!);
  expect(question.orderOf(query, name)).toBe(order);
});

test('across, the last group is the columns; all groups are asked for unless a page of them is', () => {
  expect(question.axesOf(parseQuery('?group=a,b,c'))).toEqual({ rows: ['a', 'b'], columns: ['c'] });
  const whole = (search: string) => question.isWhole(parseQuery(search));
  expect(['?group=a,b', '?group=month(a)', '?group=a', '?group=a,b&view=table'].map(whole)).toEqual([
    ...[true, true, false, false],
  ]);
  expect(['?group=a,b&limit=10', '?group=a,b&offset=10'].map(whole)).toEqual([false, false]);
});

test('the measure that is drawn is the one of the address, else the first', () => {
  const drawn = (search: string) => question.figureIn(parseQuery(search));
  expect(drawn('?measure=count,avg(a)&figure=avg(a)')).toBe('avg(a)');
  expect(drawn('?measure=count,avg(a)&figure=cake')).toBe('count');
  expect(drawn('')).toBe('count');
});

test('everything that is offered can be asked', () => {
  for (const { name } of catalogue) {
    const resource = resourceNamed(name)!;
    const source = catalogue.find((each) => each.name === name)!;
    for (const { path } of offers(resource).flatMap((section) => section.offers)) {
      expect([path, groupingIn(source, path, {})]).toEqual([
        path,
        expect.objectContaining({ value: expect.anything() }),
      ]);
      const hows = measureHows(resource, path);
      expect(hows.length).toBeGreaterThan(0);
      for (const { value, title } of hows) {
        expect([value, measureIn(source, value, {})]).toEqual([
          value,
          expect.objectContaining({ value: expect.objectContaining({ name: value }) }),
        ]);
        expect(title).not.toMatch(/[_()]/);
      }
    }
    const [, search = ''] = askHref(resource, [['q', 'a']]).split('?');
    expect(parseAggregateQuery(source, search, {}, 'json').faults).toEqual([]);
  }
});

test('names of the API read as people say them', () => {
  const [employees, applications] = [resourceNamed('employees')!, resourceNamed('applications')!];
  expect(groupTerm('bin(candidate_id.years_experience,2)')).toEqual({
    ...{ by: 'bin', path: 'candidate_id.years_experience', step: '2' },
  });
  expect(measureTerm('median(days(applied_on,job_id.opened_on))')).toEqual({
    ...{ call: 'median', path: 'applied_on', to: 'job_id.opened_on' },
  });
  expect(groupTitle(employees, 'quarter(date_of_joining)')).toBe('Date of joining (quarter)');
  expect(groupTitle(applications, 'candidate_id.source')).toBe('Candidate: source');
  expect(measureTitle(employees, 'max(date_of_joining)')).toBe('Latest date of joining');
  expect(measureTitle(employees, 'max(base_salary)')).toBe('Highest base salary');
  expect(measureTitle(applications, 'avg(days(applied_on,stage_entered_on))')).toBe(
    'Average days from applied on to stage entered on',
  );
  expect(questionTitle(employees, ['dept_id', 'gender'], ['count', 'avg(base_salary)'])).toBe(
    'Count and average base salary of employees by department and gender',
  );
  expect(currencyPath(applications, 'avg(job_id.comp_min)')).toBe('job_id.currency');
  expect(currencyPath(applications, 'avg(rating)')).toBe(undefined);
});

test('a list is asked by what says most of its records, with its filters', () => {
  const [employees, leave] = [resourceNamed('employees')!, resourceNamed('leave')!];
  expect(askHref(employees, parseQuery('?status=active&sort=id&fields=id&q=anna'))).toBe(
    '/console/ask/employees?status=active&q=anna&group=dept_id',
  );
  expect(askHref(leave, parseQuery('?leave_type=sick'))).toBe('/console/ask/leave?leave_type=sick&group=status');
});

test('a fault is a sentence, and leads to a question that can be asked', () => {
  const employees = resourceNamed('employees')!;
  const source = catalogue.find(({ name }) => name === 'employees')!;
  const faults = (search: string) => parseAggregateQuery(source, search.slice(1), {}, 'json').faults;
  for (const search of [
    '?group=cake,branch&measure=count',
    '?group=branch&measure=avg(branch),count',
    '?group=branch&sort=gender',
    '?group=branch,gender,status,dept_id',
    '?group=branch&limit=999',
    '?group=branch&date_of_joining[gte]=soon',
  ]) {
    const [fault, ...more] = faults(search);
    expect(more).toEqual([]);
    const { text, mend } = sentenceOf(employees, parseQuery(search), fault as never);
    expect(text).not.toMatch(/_|Input should be names/);
    expect(faults(formatQuery(mend!.query))).toEqual([]);
  }
  const mixed = { type: 'mixed_currencies', loc: ['query', 'measure'], msg: '', input: 'sum(base_salary)' };
  const full = sentenceOf(
    employees,
    parseQuery('?group=gender,status,dept_id&measure=sum(base_salary)'),
    mixed as never,
  );
  expect(full.mend).toEqual({
    title: 'Split by branch instead of Department',
    query: parseQuery('?group=gender,status,branch&measure=sum(base_salary)'),
  });
});

const groupOf = (group: Record<string, Value>, named: Record<string, string> = {}): Group => ({
  ...{ group, labels: named, values: {}, rows: '' },
});

test.each<[group: string, value: Value, text: string, label?: string]>([
  ['month(applied_on)', '2026-03', 'Mar 2026'],
  ['quarter(applied_on)', '2026-Q1', 'Q1 2026'],
  ['week(applied_on)', '2026-W06', 'Week 6, 2026'],
  ['day(applied_on)', '2026-03-06', '6 Mar 2026'],
  ['year(applied_on)', '2026', '2026'],
  ['weekday(applied_on)', 1, 'Monday', 'Mon'],
  ['month_of_year(applied_on)', 3, 'March', 'March'],
  ['bin(rating,0.1)', 0.2, '0.2 to 0.3'],
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
  ['max(opened_on)', '2026-03-06', undefined, '2026-03-06'],
  ['avg(comp_min)', null, 'EUR', '–'],
])('%s: %p %p is %s', (measure, value, currency, text) => {
  expect(labels.measureText(measure, value, currency)).toBe(text);
});
