// What the console offers to whom, from what the service says of them.
import { afterEach, describe, expect, test } from 'bun:test';
import { missingAt, offeredPages } from '../../console/src/app/entries.ts';
import { menuGroups, resourceNamed, catalogue as shown } from '../../console/src/data/catalogue.ts';
import { labelFieldsOf, labelOf } from '../../console/src/data/records.ts';
import {
  canCreate,
  feedOf,
  isLocked,
  isRestricted,
  isShutOut,
  type Me,
  mayCreate,
  mayRead,
  mayReadMetric,
  me,
  missingFor,
  opensApi,
} from '../../console/src/data/rights.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { consoleCatalogue } from '../../src/contract/documents/console-catalogue.ts';
import { insights } from '../../src/insights/insights.ts';

const privateFields = {
  employees: new Set(['base_salary', 'termination_date']),
  leave: new Set(['leave_type']),
};
const described = (writes: boolean) =>
  JSON.parse(consoleCatalogue({ catalogue, writes, careers: true, privateFields, insights: [...insights] }));
shown.value = described(true);

const all = catalogue.map(({ name }) => name);
const person = { kind: 'person', name: 'Anna', role: 'hr', expires_at: null } as const;
const token = { kind: 'token', name: 'sync', role: null, expires_at: null } as const;
const PRIVATE = ['employees.base_salary', 'employees.termination_date', 'leave.leave_type'];

const rights = (some: Partial<Me>): Me => ({
  ...{ reads: 'token', sign_in: false, who: token, read: [], create: [], import: [], hidden: [], limited: false },
  ...some,
});

const cases: Record<string, Me | undefined> = {
  plain: undefined,
  'nobody, where all may read': rights({ reads: 'public', who: null, read: all, hidden: PRIVATE }),
  nobody: rights({ who: null }),
  everything: rights({ read: all, create: all }),
  staff: rights({ read: ['employees'], hidden: ['employees.base_salary'] }),
  desk: rights({ who: person, read: ['employees', 'leave'], create: ['leave'], hidden: PRIVATE }),
  box: rights({ create: ['leave'] }),
};

afterEach(() => {
  me.value = undefined;
  shown.value = described(true);
});

describe.each<[name: string, expected: object]>([
  ['plain', { read: all, out: false, feed: '', forms: true, sends: false, locked: PRIVATE }],
  ['nobody, where all may read', { read: all, out: false, feed: '', forms: true, sends: false, locked: PRIVATE }],
  ['nobody', { read: [], out: true, feed: undefined, forms: true, sends: false, locked: undefined }],
  [
    'everything',
    { read: all, out: false, feed: `token sync false ${all.join(' ')}`, forms: true, sends: true, locked: [] },
  ],
  ['staff', { read: ['employees'], out: false, feed: 'token sync false employees', forms: false, sends: false }],
  [
    'desk',
    { read: ['employees', 'leave'], out: false, feed: 'person Anna false employees leave', forms: true, sends: true },
  ],
  ['box', { read: [], out: false, feed: undefined, forms: true, sends: true }],
] as const)('%s', (name, expected) => {
  test('is offered what the service says', () => {
    me.value = cases[name];
    const leave = resourceNamed('leave')!;
    const locked = shown.value.resources.flatMap((resource) =>
      resource.fields.filter(isLocked).map((field) => `${resource.name}.${field.name}`),
    );
    expect({
      read: all.filter(mayRead),
      out: isShutOut(),
      feed: feedOf(),
      forms: mayCreate(leave),
      sends: canCreate(leave),
      ...('locked' in expected && expected.locked !== undefined && { locked }),
    }).toEqual(expected as never);
    // Whatever a resource has is locked with it.
    expect(locked).toEqual(
      expect.arrayContaining(
        shown.value.resources
          .filter((each) => !mayRead(each.name))
          .flatMap((each) => each.fields.map((field) => `${each.name}.${field.name}`)),
      ),
    );
    expect(
      menuGroups(mayRead)
        .flatMap(({ resources }) => resources.map((each) => each.name))
        .sort(),
    ).toEqual(all.filter(mayRead).sort());
  });
});

test('nobody creates where the service takes no creates, but whoever it says may', () => {
  shown.value = described(false);
  const leave = resourceNamed('leave')!;
  expect(mayCreate(leave)).toBe(false);
  me.value = cases.desk;
  expect([mayCreate(resourceNamed('leave')!), mayCreate(resourceNamed('applications')!)]).toEqual([true, false]);
});

test.each<[name: string, metric: string, restricted: boolean, readable: boolean]>([
  ['plain', 'headcount', true, true],
  ['plain', 'joiners', false, true],
  ['everything', 'headcount', false, true],
  // It may see this private field, and not another.
  ['staff', 'headcount', false, true],
  ['staff', 'pay-gap', true, true],
  ['staff', 'who-is-out', false, false],
  ['desk', 'headcount', true, true],
  ['desk', 'funnel', false, false],
])('%s: %s', (name, metric, restricted, readable) => {
  me.value = cases[name];
  expect([isRestricted(metric), mayReadMetric(metric)]).toEqual([restricted, readable]);
});

test.each<[path: string, scopes: string[]]>([
  ['health', []],
  ['insights', []],
  ['employees?limit=1', []],
  ['employees/7?expand=dept_id', []],
  ['leave', ['read:leave']],
  ['leave/7', ['read:leave']],
  ['aggregate/employees?group=branch', []],
  ['aggregate/jobs?group=status', ['read:jobs']],
  ['insights/headcount?every=month', []],
  ['insights/who-is-out', ['read:leave']],
  ['insights/funnel', ['read:applications', 'read:jobs']],
])('staff asking %s misses %p', (path, scopes) => {
  me.value = cases.staff;
  expect(missingFor(path).sort()).toEqual(scopes);
});

test.each<[name: string, scopes: string[]]>([
  ['plain', []],
  ['staff', []],
  ['box', ['read']],
  ['nobody', ['read']],
])('%s asking for the totals misses %p', (name, scopes) => {
  me.value = cases[name];
  expect(missingFor('totals')).toEqual(scopes);
});

test.each<[path: string, scopes: string[]]>([
  ['/', []],
  ['/console', []],
  ['/console/employees', []],
  ['/console/employees/7', []],
  ['/console/leave', ['read:leave']],
  ['/console/leave/7', ['read:leave']],
  ['/console/leave/new', []],
  ['/console/org-chart', []],
  ['/console/who-is-out', ['read:leave']],
  ['/console/board', ['read:applications', 'read:jobs']],
  ['/console/insights', []],
  ['/console/insights/headcount', []],
  ['/console/insights/stuck', ['read:applications']],
  [
    '/console/careers',
    ['read:brands', 'read:career-sites', 'read:job-distributions', 'read:jobs', 'read:organizations'],
  ],
  ['/console/nothing', []],
])('staff at %s misses %p', (path, scopes) => {
  me.value = cases.staff;
  expect(missingAt(path).sort()).toEqual(scopes);
});

test('pages are offered to those who may see them', () => {
  const offered = (name: string) => {
    me.value = cases[name];
    return offeredPages().map((page) => page.name);
  };
  expect(offered('plain')).toEqual([
    'overview',
    'insights',
    'ask',
    'board',
    'org-chart',
    'who-is-out',
    'careers',
    'kept',
  ]);
  expect(offered('everything')).toEqual(offered('plain'));
  expect(offered('staff')).toEqual(['overview', 'insights', 'ask', 'org-chart', 'kept']);
  expect(offered('desk')).toEqual(['overview', 'insights', 'ask', 'org-chart', 'who-is-out', 'kept']);
  expect(offered('box')).toEqual(['overview']);
});

test('what may not be read is called by its kind and id', () => {
  const [employees, departments] = [resourceNamed('employees')!, resourceNamed('departments')!];
  const field = employees.fields.find(({ name }) => name === 'dept_id')!;
  expect(labelFieldsOf(field)).toEqual(['dept_id.name']);
  me.value = cases.staff;
  expect(labelFieldsOf(field)).toEqual([]);
  expect(labelOf(departments, { id: 3, name: 'Sales' })).toBe('Department 3');
});

test('a page of the API is opened where a browser would not be refused', () => {
  const opens = () => [opensApi('data'), opensApi('documents')];
  expect(opens()).toEqual([true, true]);
  me.value = cases.everything;
  expect(opens()).toEqual([false, true]);
  shown.value = { ...shown.value, documents: 'token' };
  expect(opens()).toEqual([false, false]);
  me.value = cases.desk;
  expect(opens()).toEqual([true, true]);
});
