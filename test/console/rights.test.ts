// What the console offers to whom, what it asks again when data changes, and what people have saved.
import { afterEach, describe, expect, test } from 'bun:test';
import { missingAt, offeredPages } from '../../console/src/app/entries.ts';
import { menuGroups, resourceNamed, catalogue as shown } from '../../console/src/data/catalogue.ts';
import { newsIn } from '../../console/src/data/changes.ts';
import { isConcerned } from '../../console/src/data/concerns.ts';
import {
  asName,
  type Item,
  itemAt,
  type Kept,
  MOST,
  NOTHING,
  parse,
  pinnedTo,
} from '../../console/src/data/kept/document.ts';
import { fileOf, freshName, keep, merge, move, pin, remove } from '../../console/src/data/kept/edits.ts';
import { paced } from '../../console/src/data/paced.ts';
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
import { parseSavedViews } from '../../src/access/saved-views.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { consoleCatalogue } from '../../src/contract/documents/console-catalogue.ts';
import { SAVED_VIEWS } from '../../src/contract/limits.ts';
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
  ['plain', 'time-to-hire', false, true],
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

describe('a change concerns', () => {
  const employee = { resource: 'employees', id: 7 };
  test.each<[path: string, concerned: boolean, data?: object]>([
    ['employees', true],
    ['employees?status=active&limit=1', true],
    ['employees/7', true],
    ['employees/8', false],
    ['employees/8?expand=manager_id,dept_id', false, { id: 8, manager_id: 6 }],
    ['employees/8?expand=manager_id,dept_id', true, { id: 8, manager_id: 7 }],
    ['employees/8?expand=dept_id', false, { id: 8, manager_id: 7 }],
    ['aggregate/employees?group=branch', true],
    ['leave?employee_id=7', false],
    ['leave?fields=id,employee_id', false],
    ['leave?fields=id,employee_id,employee_id.first_name', true],
    ['leave?fields=id%2Cemployee_id.first_name', true],
    ['leave?employee_id.branch=London', true],
    ['leave?sort=-employee_id.last_name', true],
    ['aggregate/leave?group=employee_id', true],
    ['aggregate/leave?group=leave_type', false],
    ['insights/headcount?from=2026-01-01', true],
    ['insights/who-is-out', false],
    ['insights/who-is-out?group=employee_id', true],
    ['insights/job-visibility', false],
    ['insights', false],
    ['health', false],
    ['jobs', false],
  ])('%s: %p', (path, concerned, ...data) => {
    expect(isConcerned(path, [employee], data[0])).toBe(concerned);
  });

  test('every metric is concerned by what it reads', () => {
    for (const { name, of, reads } of insights)
      for (const resource of [of, ...reads.map((read) => read.split('.')[0]!)])
        expect({ name, resource, concerned: isConcerned(`insights/${name}`, [{ resource, id: 1 }]) }).toEqual({
          ...{ name, resource },
          concerned: true,
        });
  });
});

describe('what is paced', () => {
  test('works at once, then once for all calls meanwhile, and not after its end', async () => {
    const times: number[] = [];
    const second = Promise.withResolvers<void>();
    const work = paced(async () => {
      times.push(performance.now());
      if (times.length === 2) second.resolve();
    });
    for (let call = 0; call < 5; call++) work.call();
    expect(times.length).toBe(1);
    await second.promise;
    expect(times[1]! - times[0]!).toBeGreaterThan(990);
    work.call();
    work.stop();
    await Promise.resolve();
    expect(times.length).toBe(2);
  });
});

describe('the news in events', () => {
  const event = (id: string, data: object, name = 'change') =>
    `id: ${id}\nevent: ${name}\ndata: ${JSON.stringify(data)}`;
  const change = (resource: string, id: number) => ({ resource, id, kind: 'updated', at: '2026-11-18T15:00:00Z' });

  test('are the changes in their order, without values, and the last cursor', () => {
    const { at, kind } = change('', 0) as { at: string; kind: 'updated' };
    expect(
      newsIn(
        [
          event('5', { ...change('leave', 1), record: { reason: 'secret' } }),
          ': alive',
          event('6', change('jobs', 2)),
          event('7', {}, 'up_to_date'),
        ],
        '4',
      ),
    ).toEqual({
      ...{ from: '4', to: '7' },
      changes: [
        { resource: 'leave', id: 1, kind, at },
        { resource: 'jobs', id: 2, kind, at },
      ],
    });
  });

  test('without any, the cursor stays', () => {
    expect(newsIn([': alive', ''], '4')).toEqual({ from: '4', to: '4', changes: [] });
    expect(newsIn([], undefined)).toEqual({ from: undefined, to: undefined, changes: [] });
  });
});

const item = (name: string, more: Partial<Item> = {}): Item => ({ name, path: `/console/leave?q=${name}`, ...more });
const of = (...items: Item[]): Kept => ({ version: 3, items });
const names = ({ items }: Kept) => items.map(({ name }) => name).join();

describe('changes', () => {
  const abc = of(item('a'), item('b'), item('c'));

  test('a new one is the last, one of the same name takes its place, and so does one with another name', () => {
    expect(names(keep(item('d'))(abc))).toBe('a,b,c,d');
    expect(keep(item('b', { path: '/' }))(abc).items[1]).toEqual({ name: 'b', path: '/' });
    expect(names(keep(item('x'), 'b')(abc))).toBe('a,x,c');
    expect(names(keep(item('c'), 'a')(abc))).toBe('c,b');
    // Another tab has removed it meanwhile.
    expect(names(keep(item('x'), 'gone')(abc))).toBe('a,b,c,x');
  });

  test('moving, pinning and removing', () => {
    expect(['a', 'b', 'c', 'gone'].map((name) => names(move(name, 1)(abc)))).toEqual([
      'b,a,c',
      'a,c,b',
      'a,b,c',
      'a,b,c',
    ]);
    expect(names(move('a', -1)(abc))).toBe('a,b,c');
    expect(names(remove('b')(abc))).toBe('a,c');
    const pinned = pin('b', 'overview', true)(pin('b', 'side', true)(abc));
    expect([pinnedTo(pinned, 'side').map(({ name }) => name), pinned.items[1]!.pinned]).toEqual([
      ['b'],
      ['side', 'overview'],
    ]);
    expect(pin('b', 'side', false)(pin('b', 'overview', false)(pinned))).toEqual(abc);
  });

  test('two tabs that change the same document lose nothing, in either order', () => {
    const [one, other] = [keep(item('d')), remove('a')];
    expect([names(other(one(abc))), names(one(other(abc)))]).toEqual(['b,c,d', 'b,c,d']);
  });

  test('names are of one line, bounded and free', () => {
    expect(asName('  a \n b\u0007 ')).toBe('a b');
    expect(asName('x'.repeat(200)).length).toBe(MOST.name);
    expect(freshName('d', abc)).toBe('d');
    expect(freshName('a', of(item('a'), item('a 2')))).toBe('a 3');
    expect(freshName('x'.repeat(80), of(item('x'.repeat(80)))).length).toBeLessThanOrEqual(MOST.name);
    expect(itemAt(abc, '/console/leave?q=b')?.name).toBe('b');
  });
});

describe('files', () => {
  test('what is written is read again', () => {
    const all: Kept = {
      ...of(item('a', { pinned: ['side', 'overview'] }), item('b')),
      goals: { headcount: { '': 250 } },
    };
    expect(parse(fileOf(all))).toEqual({ items: [...all.items], goals: all.goals!, refused: [] });
  });

  test('what is no such file is told from an empty one', () => {
    expect(['', 'x', '[]', '{}', '{"items":1}', 'null'].map(parse)).toEqual(Array(6).fill(undefined));
    expect(parse('{"items":[]}')).toEqual({ items: [], refused: [] });
  });

  test('what the service would refuse is refused here, by name, and nothing else', () => {
    const paths = [
      '/',
      '/console',
      '/console/leave',
      '/console/insights/headcount?every=month',
      '/console/leave/1?a=%20',
    ];
    const wrong = [
      '',
      '//a.example',
      'https://a.example/',
      '/api/v1/leave',
      '/console/a#b',
      'javascript:x',
      '/console/ a',
      '/consoles',
    ];
    for (const path of [...paths, ...wrong]) {
      const text = JSON.stringify({ version: 0, items: [{ name: 'a', path }] });
      expect([path, parse(text)!.refused, 'views' in parseSavedViews(text)]).toEqual([
        path,
        wrong.includes(path) ? ['a'] : [],
        paths.includes(path),
      ]);
    }
    const odd = [
      { path: '/' },
      { name: 1, path: '/' },
      { name: ' a', path: '/' },
      3,
      { name: 'x'.repeat(81), path: '/' },
    ];
    expect(parse(JSON.stringify({ items: odd }))!.items).toEqual([]);
    expect(MOST).toEqual({ items: SAVED_VIEWS.items, name: SAVED_VIEWS.name, path: SAVED_VIEWS.path });
  });

  test('reading one adds and changes by name, and says so', () => {
    const before = of(item('a'), item('b'));
    const { kept, ...outcome } = merge(before, { items: [item('b', { path: '/' }), item('a'), item('c')] });
    expect([names(kept), kept.items[1]!.path, kept.version, outcome]).toEqual([
      'a,b,c',
      '/',
      3,
      { added: ['c'], changed: ['b'], refused: [] },
    ]);
  });

  test('what was in the browser replaces nothing on the service', () => {
    const { kept, added } = merge(
      of(item('a'), item('b')),
      of(item('a', { path: '/' }), item('b', { pinned: ['side'] })),
      {
        renames: true,
      },
    );
    expect([names(kept), added, kept.items[0]!.path]).toEqual(['a,b,a 2', ['a 2'], '/console/leave?q=a']);
  });

  test('goals of a file replace those that are kept, and those of the browser do not', () => {
    const [before, from] = [
      { ...of(), goals: { a: 1, b: 2 } },
      { items: [], goals: { b: 3, c: 4 } },
    ];
    expect(merge(before, from).kept.goals).toEqual({ a: 1, b: 3, c: 4 });
    expect(merge(before, from, { renames: true }).kept.goals).toEqual({ a: 1, b: 2, c: 4 });
    expect('goals' in merge(of(), { items: [] }).kept).toBe(false);
  });

  test('what has no room is refused', () => {
    const full = of(...Array.from({ length: MOST.items }, (_, n) => item(`n${n}`)));
    const { kept, ...outcome } = merge(full, { items: [item('n1', { path: '/' }), item('new')] });
    expect([kept.items.length, outcome]).toEqual([MOST.items, { added: [], changed: ['n1'], refused: ['new'] }]);
    expect(merge(NOTHING, { items: [] }).kept).toEqual(NOTHING);
  });
});
