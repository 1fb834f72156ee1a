// Imports: what is refused and how it is reported, what is written, and that counts and indexes are right afterwards.
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { filesOf } from '../../src/cli/import/files.ts';
import { openFile } from '../../src/cli/import/rows.ts';
import { csvLine } from '../../src/contract/formats/csv.ts';
import { demo } from '../../src/demo/demo.ts';
import { type ImportOptions, importRecords } from '../../src/jobs/import/import-records.ts';
import { seed } from '../../src/jobs/seed.ts';
import { BEFORE_ALL, type Database as OpenDatabase } from '../../src/store/maintenance.ts';
import { run, spawnCommand } from '../harness/command.ts';
import { emptyDatabase, engines, openDatabase } from '../harness/databases.ts';
import { share } from '../harness/random/sample.ts';
import { startService } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const folder = temporaryFolder();
afterAll(() => rmSync(folder, { recursive: true }));

const resourceOf = (name: string) => catalogue.find((each) => each.name === name)!;

/** Writes files into a new folder. */
function written(texts: Record<string, string | Uint8Array>): string {
  const files = join(folder, crypto.randomUUID());
  mkdirSync(files);
  for (const [name, text] of Object.entries(texts)) writeFileSync(join(files, name), text);
  return files;
}

/** Imports a folder of files. The faults are written as `file:line field: reason`. */
async function imported(
  store: OpenDatabase,
  texts: Record<string, string | Uint8Array>,
  options: Partial<ImportOptions> = {},
): Promise<{ counts: Record<string, [written: number, refused: number]>; faults: string[] }> {
  const faults: string[] = [];
  const opened = await Promise.all(filesOf([written(texts)], undefined).map((file) => openFile(file)));
  const files = opened.map((file) => ({ resource: file.resource, rows: file.rows(() => undefined) }));
  const resources = files.map(({ resource }) => resource);
  const outcome = await importRecords(store, catalogue, resources, {
    prepare: async () => files,
    skipInvalid: false,
    dryRun: false,
    onFault: ({ name }, line, { loc, msg }) => faults.push(`${name}:${line} ${loc[1] ?? 'row'}: ${msg}`),
    onProgress: () => undefined,
    signal: new AbortController().signal,
    ...options,
  });
  return {
    counts: Object.fromEntries(outcome.map((each) => [each.resource.name, [each.written, each.refused]])),
    faults,
  };
}

async function allOf(store: OpenDatabase, name: string): Promise<string[]> {
  const texts: string[] = [];
  for await (const some of store.scan(resourceOf(name), { after: BEFORE_ALL, upTo: Number.MAX_SAFE_INTEGER }))
    texts.push(...some);
  return texts;
}

const asNdjson = (texts: readonly string[]): string => texts.map((text) => `${text}\n`).join('');

function asCsv(name: string, texts: readonly string[]): string {
  const names = resourceOf(name).fields.map((field) => field.name);
  const line = (text: string) => csvLine(names.map((each) => (JSON.parse(text) as DataRecord)[each]!));
  return csvLine(names) + texts.map(line).join('');
}

const DEPARTMENTS = 'id,name\n1,Engineering\n2,Finance\n';

/** Files, and their faults when they are imported into an empty database. */
const refusals: [string, Record<string, string | Uint8Array>, string[]][] = [
  [
    'text that is no JSON, or JSON that a create would refuse',
    {
      'departments.ndjson': [
        '{"id":1,"name":"A"}',
        '{"id":2,"name":"A"',
        '',
        '[1]',
        '{"id":3,"name":"A","name":"B"}',
        '{"id":4,"name" : "A", "name":"B"}',
        '{"id":5,"name":"A","__proto__":{}}',
        '{"id":6,"name":"A","size":3}',
        '{"id":7,"name":null}',
        '{"id":8,"name":{"a":1}}',
        '{"id":9,"name":"a:\\":b \\u0000"}',
        '{"id":"10","name":"A"}',
        '{"id":0,"name":"A"}',
        '{"id":9007199254740991,"name":"A"}',
        '{"id":1.5,"name":"A"}',
      ].join('\n'),
    },
    [
      'departments:2 row: Input should be valid JSON, a record on one line',
      'departments:4 row: Input should be a JSON object',
      'departments:5 row: The key "name" is there more than once',
      'departments:6 row: The key "name" is there more than once',
      'departments:7 row: The key "__proto__" is not permitted',
      'departments:8 size: departments have no field "size"; they have id, name',
      'departments:9 name: Field required',
      'departments:10 name: Input should be a valid string',
      'departments:11 name: Input should be text without NUL characters',
      'departments:12 id: Input should be a valid integer',
      'departments:13 id: Input should be greater than or equal to 1',
      'departments:14 id: Input should be less than or equal to 4503599627370496',
      'departments:15 id: Input should be a valid integer',
    ],
  ],
  [
    'repeated ids, and ids in some rows only',
    { 'departments.csv': 'id,name\n7,A\n8,B\n7,C\n,D\n', 'organizations.csv': 'id,name,slug\n,A,a\n2,B,b\n' },
    [
      'departments:4 id: Another row has this id already, the one on line 2',
      'departments:5 id: Field required: the first row has an id',
      'organizations:3 id: Leave the id out: the first row has none',
    ],
  ],
  [
    'taken slugs, parents of another organization, dates in the wrong order, a hash',
    {
      'organizations.csv': 'id,name,slug\n1,A,a\n2,B,b\n3,C,a\n4,,d\n',
      'organization-teams.csv': 'id,organization_id,parent_id,name\n1,1,2,A\n2,2,,B\n3,2,2,C\n4,3,9,D\n',
      'brands.csv': 'organization_id,name,slug\n1,A,x\n2,B,x\n1,C,x\n',
      'leave.csv': 'leave_type,from_date,to_date,days\nannual,2026-03-04,2026-03-03,-1\n',
      'employees.ndjson':
        '{"status":"active","alumni":0,"password_hash":"$2b$"}\n{"status":"active","alumni":0,"password_hash":""}',
    },
    [
      'employees:1 password_hash: Input should be empty: nothing is kept here',
      'leave:2 days: Input should be greater than or equal to 0',
      'leave:2 to_date: Input should not be before from_date (2026-03-04)',
      'organizations:4 slug: Another organization has this slug already: the one on line 2',
      'organizations:5 name: Field required',
      'brands:4 slug: Another recruitment brand with this organization_id has this slug already: the one on line 2',
      'organization-teams:2 parent_id: The organization team 2 has another organization_id: 2',
      'organization-teams:5 parent_id: There is no organization team with the id 9',
    ],
  ],
];

describe.each(engines)('on the %s database', (engine) => {
  async function withStore(work: (store: OpenDatabase, location: string) => Promise<void>): Promise<void> {
    const location = await emptyDatabase(engine);
    const store = await openDatabase(location);
    try {
      await work(store, location);
      expect(await store.audit()).toEqual([]);
    } finally {
      await store.close();
    }
  }

  // These tests share an empty database, which stays empty.
  describe('nothing is written of', () => {
    let store: OpenDatabase;
    beforeAll(async () => {
      store = await openDatabase(await emptyDatabase(engine));
    });
    afterAll(() => store.close());

    test.each(refusals)('%s', async (_, texts, faults) => {
      for (const dryRun of [true, false]) {
        const outcome = await imported(store, texts, { dryRun });
        expect(outcome.faults.sort()).toEqual([...faults].sort());
        expect(Object.values(await store.counts()).every((count) => count === 0)).toBe(true);
      }
    });

    test('all of them', async () => expect(await store.audit()).toEqual([]));
  });

  test('records exported as NDJSON or CSV are imported byte for byte, in any order of rows', async () => {
    await withStore(async (source) => {
      await seed(source, catalogue, demo({ date: '2026-03-04', employees: 12, candidates: 20, attendanceDays: 4 }));
      await source.create(resourceOf('organizations'), {
        name: '=1+1',
        slug: 'odd',
        settings_json: '{"a": ["\\"", 1]}',
      });
      await source.create(resourceOf('leave'), { leave_type: "'=x", reason: '-"a",\r\nb\n\t＝', days: 0.1 });
      await source.create(resourceOf('leave'), {
        leave_type: '\u00a0é😀',
        reason: '',
        from_date: '2026-03-04t09:30:00.50+02:00',
      });
      const texts = new Map<string, string[]>();
      for (const { name } of catalogue) texts.set(name, await allOf(source, name));
      const files = {
        ndjson: Object.fromEntries([...texts].map(([name, all]) => [`${name}.ndjson`, asNdjson(all)])),
        csv: Object.fromEntries([...texts].map(([name, all]) => [`${name}.csv`, asCsv(name, all)])),
        reversed: Object.fromEntries([...texts].map(([name, all]) => [`${name}.jsonl`, asNdjson(all.toReversed())])),
      };
      for (const each of engine === 'embedded' ? Object.values(files) : share(Object.values(files), 5)) {
        await withStore(async (target) => {
          expect((await imported(target, each)).faults).toEqual([]);
          for (const { name } of catalogue) expect(await allOf(target, name)).toEqual(texts.get(name)!);
          expect(await target.counts()).toEqual(await source.counts());
        });
      }
    });
  });

  test('ids below existing ones: lists, search and the next id are right', async () => {
    const service = await startService({ engine, filled: false });
    const { store } = service;
    const row = (id: number) => `${id},Team ${id % 7},${id % 2 === 0 ? 'even' : 'odd'} number`;
    const leave = (ids: number[]) => `id,leave_type,reason\n${ids.map(row).join('\n')}\n`;
    const all = Array.from({ length: 3000 }, (_, i) => 2 * i + 2);
    const shuffled = all.filter((id) => id % 3 !== 0).concat(all.filter((id) => id % 3 === 0));
    expect((await imported(store, { 'leave.csv': leave([...all].filter((id) => id > 3000)) })).faults).toEqual([]);
    expect((await imported(store, { 'leave.csv': leave(shuffled.filter((id) => id <= 3000)) })).faults).toEqual([]);
    expect(await store.audit()).toEqual([]);
    const list = async (query: string) =>
      (await (await fetch(`${service.url}/api/v1/leave?limit=3&${query}`)).json()) as {
        data: { id: number }[];
        meta: { total: number };
      };
    const ids = async (query: string) => (await list(query)).data.map(({ id }) => id);
    expect(await ids('offset=200')).toEqual([402, 404, 406]);
    expect((await list('leave_type=Team+3')).meta.total).toBe(all.filter((id) => id % 7 === 3).length);
    expect((await list('q=even')).meta.total).toBe(3000);
    expect((await list('q=odd')).meta.total).toBe(0);
    expect(await ids('q=even&offset=2998')).toEqual([5998, 6000]);
    const created = await store.create(resourceOf('leave'), { leave_type: 'new' });
    expect(created).toMatchObject({ id: 6001 });
    expect((await imported(store, { 'leave.csv': leave([6001, 3]) })).faults).toEqual([
      'leave:2 id: There is a leave request with this id already, and only --update changes records',
    ]);
    expect(await store.audit()).toEqual([]);
    await service.stop();
  });

  test('new ids follow the newest; defaults and times are those of a create, unless the file has them', () =>
    withStore(async (store) => {
      await imported(store, { 'departments.csv': 'id,name\n41,A\n' });
      const texts = {
        'departments.csv': 'name\nB\nC\n',
        'organizations.ndjson':
          '{"name":"A","slug":"a"}\n{"name":"B","slug":"b","created":"2020-01-02T03:04:05Z","timezone":null}',
      };
      expect((await imported(store, texts)).faults).toEqual([]);
      expect(await allOf(store, 'departments')).toEqual([
        '{"id":41,"name":"A"}',
        '{"id":42,"name":"B"}',
        '{"id":43,"name":"C"}',
      ]);
      const [a, b] = (await allOf(store, 'organizations')).map((text) => JSON.parse(text));
      expect(a).toMatchObject({
        id: 1,
        default_locale: 'en',
        timezone: 'UTC',
        created: expect.stringMatching(/^20\d\d-.*Z$/),
      });
      expect(b).toMatchObject({ id: 2, timezone: 'UTC', created: '2020-01-02T03:04:05Z' });
      expect(await store.create(resourceOf('organizations'), { name: 'C', slug: 'c' })).toMatchObject({ id: 3 });
      // No reference can mean a row without an id, even if that gets the same id.
      const forward = { 'employees.csv': 'status,alumni,manager_id\nactive,0,\nactive,0,1\n' };
      expect((await imported(store, forward)).faults).toEqual([
        'employees:3 manager_id: There is no employee with the id 1',
      ]);
    }));

  test('references may point to later rows, to other files and in circles; a row that refers to a refused row is refused too', () =>
    withStore(async (store) => {
      const texts = {
        'departments.csv': DEPARTMENTS,
        'employees.csv': `id,status,alumni,manager_id,candidate_id,dept_id
1,active,0,4,1,1
2,active,0,1,,2
3,active,7,,,
4,active,0,,2,2
5,active,0,3,,
6,active,0,5,,
`,
        'candidates.ndjson':
          '{"id":1,"status":"hired","referred_by":2}\n{"id":2,"status":"hired"}\n{"id":3,"status":"new","referred_by":6}',
      };
      const flag = 'employees:4 alumni: Input should be 0 or 1';
      // Nothing will be written, so only the faults of the rows themselves are reported.
      expect(await imported(store, texts)).toMatchObject({ faults: [flag], counts: { employees: [0, 1] } });
      const dry = await imported(store, texts, { skipInvalid: true, dryRun: true });
      const outcome = await imported(store, texts, { skipInvalid: true });
      expect(outcome).toEqual(dry);
      expect(outcome.counts).toEqual({ departments: [2, 0], candidates: [2, 1], employees: [3, 3] });
      expect(outcome.faults.sort()).toEqual([
        'candidates:3 referred_by: The employee 6 is refused itself, on line 7',
        flag,
        'employees:6 manager_id: The employee 3 is refused itself, on line 4',
        'employees:7 manager_id: The employee 5 is refused itself, on line 6',
      ]);
      expect((await allOf(store, 'employees')).map((text) => JSON.parse(text).id)).toEqual([1, 2, 4]);
      // A reference to an existing record is valid, even if a refused row has the same id.
      const more = { 'employees.csv': 'id,status,alumni,manager_id\n4,active,0,\n9,active,0,4\n' };
      expect(await imported(store, more, { skipInvalid: true })).toMatchObject({ counts: { employees: [1, 1] } });
    }));
});

describe('the command', () => {
  const environment = () => ({ WORKFORCE_DATA: temporaryFolder() });

  test('creates a database only when the import succeeds', async () => {
    const env = environment();
    const files = written({ 'good.csv': DEPARTMENTS, 'bad.csv': 'id,name\n1,\n' });
    const command = (name: string, ...more: string[]) =>
      run(['import', 'departments', join(files, name), ...more], env);
    expect((await command('bad.csv')).code).toBe(4);
    expect((await command('good.csv', '--dry-run')).code).toBe(0);
    expect(readdirSync(env.WORKFORCE_DATA)).toEqual([]);
    expect((await command('good.csv')).code).toBe(0);
    expect(readdirSync(env.WORKFORCE_DATA)).toEqual(['workforce.db']);
  });

  test('reads the standard input, and writes nothing when a signal ends it', async () => {
    const env = environment();
    const start = () => spawnCommand(['import', 'departments', '-', '--format', 'ndjson'], env, { stdin: 'pipe' });
    const one = start();
    const rows = (from: number, count: number) =>
      Array.from({ length: count }, (_, i) => `{"id":${from + i},"name":"${'x'.repeat(200)}"}\n`).join('');
    one.stdin.write(rows(1, 3));
    await one.stdin.end();
    expect([await one.exited, await new Response(one.stdout).text()]).toEqual([0, expect.stringMatching(/^3 dep/)]);
    const two = start();
    two.stdin.write(rows(10, 20_000));
    await two.stdin.flush();
    // The import has begun when the database is locked, and stays so: opening it may lock it for a moment, too.
    const other = new Database(join(env.WORKFORCE_DATA, 'workforce.db'));
    for (let inARow = 0; inARow < 40; await Bun.sleep(5)) {
      try {
        other.run('BEGIN IMMEDIATE');
        other.run('ROLLBACK');
        inARow = 0;
      } catch {
        inARow += 1;
      }
    }
    other.close();
    two.kill('SIGINT');
    expect(await two.exited).toBe(130);
    expect(await new Response(two.stderr).text()).toContain('Interrupted; nothing was imported.');
    const store = await openDatabase(env.WORKFORCE_DATA);
    expect((await store.counts()).departments).toBe(3);
    expect(await store.audit()).toEqual([]);
    await store.close();
  });
});
