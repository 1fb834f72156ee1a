// Row limits: how they are written, what is wrong with others, and some of what they leave out; rows.ts compares all of it
// with databases without the rest.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { catalogueOf } from '../../../src/catalogue/catalogue-of.ts';
import type { DataRecord } from '../../../src/catalogue/resource.ts';
import { field, resource } from '../../../src/catalogue/resource.ts';
import { parseAggregateQuery } from '../../../src/contract/request/aggregate-query.ts';
import { namedCondition } from '../../../src/contract/request/conditions.ts';
import { parseListQuery } from '../../../src/contract/request/list-query.ts';
import { parseRowLimits } from '../../../src/contract/request/row-limits.ts';
import { groupTexts } from '../../../src/http/response/aggregate-text.ts';
import type { Database } from '../../../src/store/maintenance.ts';
import { rowsKey, visibleIds } from '../../../src/store/shared/access/row-limits.ts';
import { engines, newDatabase, openDatabase } from '../../harness/databases.ts';
import { limitsOf } from './two-databases.ts';

const named = (name: string) => catalogue.find((each) => each.name === name)!;

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

const person = (id: number, branch: string, manager_id: number | null): DataRecord => ({
  ...Object.fromEntries(named('employees').fields.map(({ name }) => [name, null])),
  ...{ id, branch, manager_id, first_name: `Person ${id}`, last_name: branch, status: 'active', alumni: 0 },
  date_of_joining: `2020-01-0${id % 10}`,
});
const away = (id: number, employee_id: number | null): DataRecord => ({
  ...Object.fromEntries(named('leave').fields.map(({ name }) => [name, null])),
  ...{ id, employee_id, leave_type: 'annual', status: 'approved' },
});

describe.each(engines)('in the %s database', (engine) => {
  const rows = limitsOf(['employees?branch=London']);
  let store: Database;

  beforeAll(async () => {
    store = await openDatabase(await newDatabase(engine));
    await store.importInto({ resources: catalogue }, async (session) => {
      // 1 and 2 are in London. The manager of 2 is not.
      await session.write(named('employees'), [
        person(1, 'London', null),
        person(2, 'London', 3),
        person(3, 'Paris', 1),
        person(4, 'Paris', 3),
        // So far from the others that SQLite looks records up by id, and not by place.
        person(9_000_005, 'Paris', null),
      ]);
      await session.write(named('leave'), [away(1, 1), away(2, 3), away(3, null), away(4, 2)]);
      await session.complete();
    });
  });
  afterAll(() => store.close());

  const list = async (path: string, limits = rows) => {
    const [name, text] = path.split('?') as [string, string];
    const { query, faults } = parseListQuery(named(name), text, {});
    expect(faults).toEqual([]);
    const page = await store.list(named(name), query, { rows: limits });
    const records = JSON.parse(`[${new TextDecoder().decode(page.items)}]`) as DataRecord[];
    expect(page.total).toBe(records.length);
    return { ids: records.map(({ id }) => id), records, expanded: page.expanded };
  };

  const lists: [path: string, ids: number[]][] = [
    ['employees?sort=last_name&q=person', [1, 2]],
    // The id of the manager is known; what is behind it is not.
    ['employees?manager_id=3', [2]],
    ['employees?manager_id.branch=Paris', []],
    ['employees?manager_id.branch=null', [1, 2]],
    ['employees?manager_id.branch[ne]=null', []],
    ['employees?manager_id.id[gt_or_null]=5', [1, 2]],
    ['leave?limit=9', [1, 3, 4]],
    ['leave?employee_id.branch=null', [3]],
    ['leave?employee_id.branch[ne]=London', [3]],
  ];
  test.each(lists)('%s', async (path, ids) => {
    expect((await list(path)).ids).toEqual(ids);
    // Without limits it is another question, whatever was asked before.
    const all = await store.list(named('leave'), { terms: [], conditions: [], limit: 9, offset: 0 });
    expect(all.total).toBe(4);
  });

  test('an invisible record is not there, and no reference leads to it', async () => {
    expect(await store.get(named('employees'), 3, { rows })).toBeUndefined();
    expect(await store.get(named('leave'), 2, { rows })).toBeUndefined();
    expect(await store.get(named('leave'), 3, { rows })).toContain('"id":3');
    expect(await store.get(named('employees'), 3)).toContain('"id":3');
    expect(JSON.parse((await store.get(named('employees'), 2, { rows }))!).manager_id).toBe(3);
    const { expanded } = await list('employees?expand=manager_id');
    expect([...expanded!.manager_id!.keys()]).toEqual([]);
    const { ids, expanded: people } = await list('leave?fields=id,employee_id,employee_id.first_name');
    expect([ids, [...people!.employee_id!.keys()].sort()]).toEqual([
      [1, 3, 4],
      [1, 2],
    ]);
  });

  test('whoever asks in the words of the limit gets an answer of their own', async () => {
    const asked = (text: string) => parseAggregateQuery(named('employees'), text, {}, 'json').query;
    const [plain, filtered] = [asked('group=status'), asked('group=status&branch=London')];
    const texts = async (query: typeof plain, options: object) =>
      groupTexts('/x', query, (await store.aggregate(named('employees'), query, options)).groups, [() => undefined]);
    for (let times = 0; times < 2; times++) {
      expect((await texts(filtered, {}))[0]).toContain('"rows":"/x?branch=London&status=active"');
      expect((await texts(plain, { rows }))[0]).toContain('"rows":"/x?status=active"');
    }
  });

  test('which of some ids are visible', async () => {
    expect(await visibleIds(store, named('employees'), [4, 2, 1, 99], rows)).toEqual(new Set([1, 2]));
    expect(await visibleIds(store, named('leave'), [2, 3], rows)).toEqual(new Set([3]));
    expect(await visibleIds(store, named('departments'), [], rows)).toEqual(new Set());
  });
});
