// What an erasure takes along over several hops, and what it leaves in the tables; the refusals and the prompt of the
// command.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue as realCatalogue } from '../../../src/catalogue/catalogue.ts';
import { catalogueOf } from '../../../src/catalogue/catalogue-of.ts';
import { type DataRecord, field, resource } from '../../../src/catalogue/resource.ts';
import { eraseRecords, planErasure } from '../../../src/jobs/erase/erase-records.ts';
import { seed } from '../../../src/jobs/seed.ts';
import type { Database } from '../../../src/store/maintenance.ts';
import { runHere } from '../../cli/run-here.ts';
import { run, runOnTerminal, spawnService } from '../../harness/command.ts';
import { emptyDatabase, engines, newDatabase, openDatabase } from '../../harness/databases.ts';
import { query } from '../../harness/postgres/server.ts';
import { csvOf, recordsOf, update } from './changing.ts';

setDefaultTimeout(120_000);

const reference = (to: string, more = {}) => field('reference', 'Another one.', { to, create: 'optional', ...more });
const named = (name: string, fields: Record<string, ReturnType<typeof field>>) =>
  resource(`${name}s`, {
    ...{ schema: name, one: name, many: `${name}s`, about: 'To be erased.' },
    fields: { id: field('id', 'Identifies it.'), ...fields },
  });

/** Folders are in folders, pages in folders; copies of a page go with it, and others only mention it. */
const [folder, page, mark] = [
  named('folder', { parent_id: reference('folders', { partOf: true }) }),
  named('page', {
    folder_id: reference('folders', { required: true, create: 'required' }),
    copy_of: reference('pages', { partOf: true }),
    see_id: reference('pages'),
  }),
  named('mark', { page_id: reference('pages') }),
];
const catalogue = catalogueOf([folder, page, mark]);
const [folders, pages, marks] = catalogue as [typeof folder, typeof page, typeof mark];

const folderOf = (id: number, parent_id: number | null = null): DataRecord => ({ id, parent_id });
const pageOf = (id: number, folder_id: number, copy_of: number | null, see_id: number | null): DataRecord => ({
  ...{ id, folder_id, copy_of, see_id },
});
const WORLD = [
  {
    resource: 'folders',
    records: [folderOf(1), folderOf(2, 1), folderOf(3, 2), folderOf(4), folderOf(5, 6), folderOf(6, 5)],
  },
  {
    resource: 'pages',
    records: [
      pageOf(11, 3, null, null),
      pageOf(12, 4, 11, null),
      pageOf(13, 4, 12, 11),
      pageOf(14, 4, null, 12),
      pageOf(15, 3, 11, null),
    ],
  },
  { resource: 'marks', records: [21, 22, 23].map((id) => ({ id, page_id: { 21: 15, 22: 14, 23: 13 }[id]! })) },
];

describe.each(engines)('on the %s database', (engine) => {
  let store: Database;
  let location: string;
  beforeAll(async () => {
    location = await newDatabase(engine);
    store = await openDatabase(location, catalogue);
    await seed(store, catalogue, WORLD);
  });
  afterAll(() => store.close());

  const planned = (ids: readonly number[], of = folders) => planErasure(store, catalogue, of, ids);
  const told = ({ erased, cleared }: Awaited<ReturnType<typeof planned>>) => [
    [...erased].map(([{ name }, ids]) => `${name} ${ids}`),
    cleared.map((each) => `${each.resource.name}.${each.field.name} ${each.ids}`),
  ];
  const idsIn = async () => {
    const found: string[] = [];
    for (const each of catalogue)
      for await (const texts of store.scan(each, { after: 0, upTo: Number.MAX_SAFE_INTEGER }))
        found.push(...texts.map((text) => `${each.one} ${JSON.parse(text).id}`));
    return found;
  };

  test('parts of parts go along, each once, and what mentions one of them loses that', async () => {
    const plan = await planned([1, 1, 99]);
    expect([plan.ids, plan.missing]).toEqual([[1], [99]]);
    expect(told(plan)).toEqual([
      ['folders 1,2,3', 'pages 11,12,13,15'],
      ['marks.page_id 21', 'pages.see_id 14', 'marks.page_id 23'],
    ]);
  });

  test.each([
    ['a part', async () => store.create(pages, { folder_id: 3 })],
    ['a mention', async () => store.create(marks, { page_id: 11 })],
  ])('with %s that came meanwhile nothing is erased', async (_, come) => {
    const plan = await planned([1]);
    await come();
    const before = await idsIn();
    await expect(eraseRecords(store, catalogue, plan)).rejects.toThrow('What refers to it has changed meanwhile');
    expect(await idsIn()).toEqual(before);
  });

  test('all of it goes, and the tables keep nothing of it', async () => {
    await eraseRecords(store, catalogue, await planned([1]));
    expect(await idsIn()).toEqual([
      ...['folder 4', 'folder 5', 'folder 6', 'page 14'],
      ...[21, 22, 23, 24].map((id) => `mark ${id}`),
    ]);
    expect(JSON.parse((await store.get(pages, 14))!)).toMatchObject({ see_id: null, folder_id: 4 });
    expect(await store.audit()).toEqual([]);
    if (engine === 'embedded') return;
    const vacuumed = await query(location, 'SELECT relname FROM pg_stat_user_tables WHERE vacuum_count > 0');
    expect(vacuumed.map(({ relname }) => relname)).toEqual(
      expect.arrayContaining([
        'folders',
        'pages',
        'marks',
        'workforce_list_counters',
        'workforce_landmarks',
        'workforce_notes',
      ]),
    );
  });

  describe('killed between its commit and the end', () => {
    /** The transaction of an erasure without what follows it. */
    const commitOnly = async () => {
      const created = await store.create(marks, { page_id: null });
      if (!('id' in created)) throw new Error(JSON.stringify(created));
      const { id } = created;
      const { importInto } = store;
      await eraseRecords({ importInto, scrub: async () => true }, catalogue, await planned([id], marks));
      return id;
    };
    const unfinished = async () => (await store.audit()).map(({ category, resource }) => `${category} ${resource}`);

    test.each([
      ['doctor --fix', async () => store.repair(await store.audit())],
      ['a start', () => store.scrub()],
      ['the next erasure', async () => eraseRecords(store, catalogue, await planned([await commitOnly()], marks))],
    ])('%s finishes it', async (_, finish) => {
      await commitOnly();
      expect(await unfinished()).toEqual(['erasure marks']);
      expect(await store.notes()).toEqual([]);
      await finish();
      expect(await unfinished()).toEqual([]);
      expect(await store.scrub()).toBe(false);
    });
  });

  test('parts of many are found to the last', async () => {
    const many = Array.from({ length: 5001 }, (_, i) => 1000 + i);
    await seed(store, catalogue, [
      { resource: 'folders', records: many.map((id) => folderOf(id)) },
      { resource: 'pages', records: [0, 4999, 5000].map((at) => pageOf(7000 + at, many[at]!, null, null)) },
    ]);
    expect(told(await planned(many))[0]).toEqual([`folders ${many}`, 'pages 7000,11999,12000']);
  });
});

describe('the command', () => {
  let location: string;
  const employees = async () => {
    const store = await openDatabase(location);
    const found = (await recordsOf(store, 'employees')).map(({ id }) => id);
    await store.close();
    return found;
  };
  beforeAll(async () => {
    location = await emptyDatabase('embedded');
    const store = await openDatabase(location);
    await update(store, 'employees', csvOf([1, 2, 3, 4].map((id) => ({ id, status: 'active', alumni: 0 }))));
    await update(
      store,
      'leave',
      csvOf(Array.from({ length: 21 }, (_, i) => ({ id: i + 1, employee_id: 1, leave_type: 'x' }))),
    );
    await store.close();
  });

  const ids = (count: number) => Array.from({ length: count }, (_, i) => String(i + 1));
  test.each([
    ['what is no id', ['employees', '2e0', '--yes'], 2, '"2e0" is no id'],
    ['one of two that is not there', ['employees', '2', '99', '--yes'], 3, 'the id 99; nothing was erased.'],
    ['parts without --cascade', ['employees', '1', '--yes'], 1, 'nothing was erased. --cascade erases them too.'],
    ['nobody to ask', ['employees', '2'], 2, 'Nobody can be asked here, so nothing was erased; --yes erases'],
  ])('refuses %s', async (_, words, code, said) => {
    const answer = await runHere(['erase', ...words], { WORKFORCE_DATA: location });
    expect([answer.code, answer.stderr]).toEqual([code, expect.stringContaining(said)]);
    expect(await employees()).toEqual([1, 2, 3, 4]);
  });

  test.each([
    [['leave', '3', '3'], 'This erases the leave request 3.\n'],
    [['leave', ...ids(20)], `This erases 20 leave requests (${ids(20).join(', ')}).\n`],
    [['leave', ...ids(21)], `This erases 21 leave requests (${ids(20).join(', ')}, …).\n`],
  ])('erase %j says what goes', async (words, said) => {
    expect((await runHere(['erase', ...words], { WORKFORCE_DATA: location })).stdout).toBe(said);
  });

  /** What is typed at the prompt, and who is left. */
  test.each([
    ['no\nyes\n', 1, [1, 2, 3, 4]],
    ['yesterday\n', 1, [1, 2, 3, 4]],
    ['\n', 1, [1, 2, 3, 4]],
    ['\x04', 1, [1, 2, 3, 4]],
    ['yes\n', 0, [1, 3, 4]],
    [' Y \n', 0, [1, 4]],
  ])('the answer %j', async (typed, code, left) => {
    const [first] = (await employees()).filter((id) => id !== 1);
    let isAsked = false;
    const { code: ended, shown } = await runOnTerminal(
      ['erase', 'employees', String(first)],
      80,
      { WORKFORCE_DATA: location },
      (terminal, soFar) => {
        if (isAsked || !soFar.includes('(yes/no)')) return;
        isAsked = true;
        terminal.write(typed);
      },
    );
    expect([ended, shown]).toEqual([
      code,
      expect.stringContaining(code === 0 ? 'Erased for good.' : 'Nothing was erased.'),
    ]);
    expect(shown).toContain('It cannot be undone. Erase? (yes/no) ');
    expect(await employees()).toEqual(left);
  });

  test('--yes and --cascade erase it with its parts', async () => {
    const answer = await run(['erase', 'employees', '1', '--yes', '--cascade'], { WORKFORCE_DATA: location });
    expect([answer.code, answer.stdout]).toEqual([0, expect.stringContaining('A part of it: 21 leave requests (1, 2')]);
    expect(await employees()).toEqual([4]);
  });
});

test('a start finishes an erasure that was killed, down to the bytes of the file', async () => {
  const location = await emptyDatabase('embedded');
  const file = join(location, 'workforce.db');
  const word = 'Erasmus of nowhere';
  const store = await openDatabase(location);
  await update(store, 'departments', csvOf([1, 2].map((id) => ({ id, name: id === 1 ? word : 'Sales' }))));
  const { importInto } = store;
  const departments = realCatalogue.find(({ name }) => name === 'departments')!;
  const plan = await planErasure(store, realCatalogue, departments, [1]);
  await eraseRecords({ importInto, scrub: async () => true }, realCatalogue, plan);
  await store.close();
  expect(readFileSync(file).includes(word)).toBe(true);
  const found = await run(['doctor'], { WORKFORCE_DATA: location });
  expect([found.code, found.stdout]).toEqual([
    1,
    expect.stringContaining('Unfinished erasures: "workforce doctor --fix"'),
  ]);
  const service = await spawnService({ WORKFORCE_DATA: location, WORKFORCE_WORKERS: '2', WORKFORCE_DEMO: '0' });
  service.process.kill('SIGTERM');
  await service.ended;
  expect(readFileSync(file).includes(word)).toBe(false);
  expect((await run(['doctor'], { WORKFORCE_DATA: location })).code).toBe(0);
});
