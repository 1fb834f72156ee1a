// Row limits: how they are written, and what is wrong with others. rows.ts compares what they leave out with databases
// without the rest.
import { describe, expect, test } from 'bun:test';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { catalogueOf } from '../../../src/catalogue/catalogue-of.ts';
import type { DataRecord } from '../../../src/catalogue/resource.ts';
import { field, resource } from '../../../src/catalogue/resource.ts';
import { namedCondition } from '../../../src/contract/request/conditions.ts';
import { parseRowLimits } from '../../../src/contract/request/row-limits.ts';
import { rowsKey } from '../../../src/store/shared/access/row-limits.ts';
import { limitsOf } from './two-databases.ts';

describe('as a text', () => {
  const conditionsOf = (texts: readonly string[]): unknown =>
    Object.fromEntries(Object.entries(limitsOf(texts)).map(([name, all]) => [name, all.map(namedCondition)]));
  const london = { field: 'branch', operator: 'in', values: ['London'] };

  test('a limit holds for the parts of the limited records, and for no others', () => {
    const behind = { field: 'employee_id', operator: 'hop', there: london, orMissing: true };
    expect(conditionsOf(['employees?branch=London'])).toEqual({
      employees: [london],
      leave: [behind],
      attendance: [behind],
    });
  });

  test('a hop is behind a hop where the limit has one itself', () => {
    const there = { field: 'name', operator: 'in', values: ['Sales'] };
    const hop = { field: 'dept_id', operator: 'hop', there };
    expect(conditionsOf(['jobs?dept_id.name=Sales'])).toEqual({
      jobs: [hop],
      applications: [{ field: 'job_id', operator: 'hop', there: hop }],
      'job-distributions': [{ field: 'job_posting_id', operator: 'hop', there: hop }],
    });
  });

  test('of several limits all hold, and several values of one filter are alternatives', () => {
    expect(conditionsOf(['departments?id=1&id=2', 'departments?name[ne]=a%26b', 'departments?id[gte]=1'])).toEqual({
      departments: [
        { field: 'id', operator: 'in', values: [1, 2] },
        { field: 'name', operator: 'ne', values: ['a&b'] },
        { field: 'id', operator: 'gte', value: 1 },
      ],
    });
  });

  test('days may be said by their distance from today, and there may be no limit at all', () => {
    const today = () => new Date().toISOString().slice(0, 10);
    const before = today();
    const [condition] = limitsOf(['leave?from_date[gte]=today']).leave!.map(namedCondition) as DataRecord[];
    // Midnight may have passed.
    const value = condition!.value === before ? before : today();
    expect(condition as unknown).toEqual({ field: 'from_date', operator: 'gte', value });
    expect(conditionsOf([])).toEqual({});
  });

  test('answers are shared by those whose limits are the same, and by no others', () => {
    const keys = [['employees?branch=London'], ['employees?branch=Berlin'], ['departments?id=1'], []].map((texts) =>
      rowsKey(limitsOf(texts)),
    );
    expect(new Set(keys.map(String)).size).toBe(keys.length);
    expect(rowsKey(limitsOf(['employees?branch=London']))).toEqual(keys[0]!);
    expect(rowsKey(undefined)).toEqual([]);
  });

  const faults: [text: string, fault: RegExp][] = [
    [
      'emploees?branch=London',
      /there is no resource emploees \(did you mean employees\?\); write one of employees, dep/,
    ],
    ['employees', /it has no filter; write one, such as employees\?id=1/],
    ['employees?brnch=London', /brnch is no filter \(did you mean branch\?\)/],
    ['employees?branch=London&q=anna', /: q is no filter/],
    ['employees?limit=3', /: limit is no filter/],
    ['employees?with=leave', /: with does not work here; a limit has/],
    ['employees?branch=', /branch has no value; write one behind the "="/],
    ['employees?branch=London&branch=', /branch has no value/],
    ['employees?branch=a%00', /NUL character/],
    ['employees?id[gt]=1&id[gt]=5', /id\[gt\] is there twice; leave one of the two out/],
    ['employees?id[gt]=one', /the value of id\[gt\] is wrong: Input should be a valid integer/],
    ['employees?date_of_joining[gte]=soon', /the value of date_of_joining\[gte\] is wrong: Input should be a/],
    ['employees?manager_id.manager_id.branch=London', /manager_id\.manager_id\.branch is no filter/],
  ];
  test.each(faults)('%s is refused, with what to do', (text, fault) => {
    const parsed = parseRowLimits(catalogue, ['departments?id=1', text]);
    expect('faults' in parsed && parsed.faults.length).toBe(1);
    const [said] = 'faults' in parsed ? parsed.faults : [];
    expect(said).toStartWith(`The row limit ${JSON.stringify(text)} cannot be used: `);
    expect(said).toMatch(fault);
  });

  test('every fault of every text is named', () => {
    const parsed = parseRowLimits(catalogue, ['employees?a=1&b=2', 'nothing?c=3']);
    expect('faults' in parsed && parsed.faults.length).toBe(3);
  });

  test('records that are parts of one another cannot be limited', () => {
    const spec = { schema: 'Node', one: 'node', many: 'nodes', about: 'A tree.' };
    const nodes = resource('nodes', {
      ...spec,
      fields: {
        id: field('id', 'Identifies it.'),
        above: field('reference', 'What it is a part of.', { to: 'nodes', partOf: true }),
      },
    });
    const tree = catalogueOf([nodes]);
    const parsed = parseRowLimits(tree, ['nodes?id=1']);
    expect('faults' in parsed && parsed.faults).toEqual([
      'nodes cannot be limited: its records are parts of one another. Limit others.',
    ]);
    expect(parseRowLimits(tree, [])).toEqual({ limits: {} });
  });
});
