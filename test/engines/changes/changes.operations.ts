// `import --update` and `erase` on both engines: what is changed and what is refused, beside a running service, and
// against a model.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DataRecord } from '../../../src/catalogue/resource.ts';
import { run, spawnCommand, spawnService } from '../../harness/command.ts';
import { databaseSetting, emptyDatabase, engines, openDatabase } from '../../harness/databases.ts';
import { fc } from '../../harness/random/fc.ts';
import { post, type Service, startService, TOKEN } from '../../harness/service.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { csvOf, erase, recordsOf, resourceNamed, update } from './changing.ts';

setDefaultTimeout(3_600_000);

/** `npm test -- changes` takes more: sequences of random changes, and moments at which an update is killed. */
const RUNS = Number(process.env.CHANGES_RUNS ?? 0);

describe.each(engines)('on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ engine, filled: false });
    const { store } = service;
    expect(await update(store, 'departments', 'id,name\n1,Kitchen\n2,Bakery\n')).toMatchObject({
      counts: [2, 0, 0, 0],
    });
    const people = [1, 2, 3].map((id) => ({
      id,
      code: `E-${id}`,
      first_name: `Ana${id}`,
      dept_id: 1,
      status: 'active',
      alumni: 0,
    }));
    await update(store, 'employees', csvOf(people));
    await update(store, 'organizations', 'id,name,slug,default_locale,timezone\n1,One,one,en,UTC\n2,Two,two,en,UTC\n');
    await update(store, 'leave', 'id,leave_type,from_date\n1,annual,2026-03-04\n');
    await update(store, 'organization-teams', 'id,organization_id,parent_id,name\n1,1,,Top\n2,1,1,Sub\n');
  });
  afterAll(() => service.stop());
  const listed = async (path: string): Promise<any> => (await fetch(`${service.url}/api/v1/${path}`)).json();

  test('changes what the file has, adds what is new, leaves the rest, and says so', async () => {
    const { store } = service;
    const file = 'code,first_name,dept_id,status,alumni\nE-1,Anna,2,active,0\nE-2,Ana2,1,active,0\nE-9,Nia,,active,0\n';
    const expected = { counts: [1, 1, 1, 1], faults: [], changes: ['~1 first_name,dept_id', '+4'] };
    const before = await recordsOf(store, 'employees');
    expect(await update(store, 'employees', file, { key: 'code', dryRun: true })).toEqual(expected);
    expect(await recordsOf(store, 'employees')).toEqual(before);
    const old = await fetch(`${service.url}/api/v1/employees/1`);
    expect(await update(store, 'employees', file, { key: 'code' })).toEqual(expected);
    expect(await update(store, 'employees', file, { key: 'code' })).toEqual({
      counts: [0, 0, 3, 1],
      faults: [],
      changes: [],
    });
    const now = await fetch(`${service.url}/api/v1/employees/1`, {
      headers: { 'If-None-Match': old.headers.get('etag')! },
    });
    expect([now.status, now.headers.get('etag') === old.headers.get('etag')]).toEqual([200, false]);
    expect(await now.json()).toMatchObject({ code: 'E-1', first_name: 'Anna', dept_id: 2 });
    expect((await listed('employees?q=anna')).meta.total).toBe(1);
    expect((await listed('employees?q=ana1')).meta.total).toBe(0);
    expect((await listed('employees?dept_id=1')).meta.total).toBe(2);
    expect((await listed('employees?dept_id=2')).data.map(({ id }: any) => id)).toEqual([1]);
    expect(await store.audit()).toEqual([]);
  });

  test('what can never be empty stays where a cell is, or follows from the rest; the time of the change is new', async () => {
    const { store } = service;
    await update(store, 'jobs', '{"id":1,"title":"Cook","headcount":3,"filled":0,"status":"open","currency":"EUR"}');
    expect(await update(store, 'jobs', 'id,title,headcount\n1,Baker,\n')).toMatchObject({
      faults: [],
      counts: [0, 1, 0, 0],
    });
    expect(await listed('jobs/1')).toMatchObject({ title: 'Baker', headcount: 3 });
    await update(store, 'employees', 'id,status,alumni\n3,terminated,\n');
    expect(await listed('employees/3')).toMatchObject({ status: 'terminated', alumni: 1 });
    await update(store, 'employees', 'id,status\n3,active\n');
    expect(await listed('employees/3')).toMatchObject({ status: 'active', alumni: 0 });
    const site = { id: 1, name: 'Site', slug: 'site', is_active: 1, created: '2020-01-01', updated: '2020-01-01' };
    await update(store, 'career-sites', JSON.stringify(site));
    const before = new Date();
    await update(store, 'career-sites', '{"id":1,"name":"Other"}');
    const days = [before, new Date()].map((time) => time.toISOString().slice(0, 10));
    expect(days).toContain((await listed('career-sites/1')).updated.slice(0, 10));
  });

  const refusals: [string, string, string, string | undefined, string[]][] = [
    [
      'a row without an id',
      'employees',
      'id,status\n,active\n',
      undefined,
      ['2 id: Field required: it says which employee is meant; or name another field with --key'],
    ],
    [
      'a name that is taken',
      'organizations',
      'id,slug\n2,one\n',
      undefined,
      ['2 slug: Another organization has this slug already'],
    ],
    [
      'a parent of another organization',
      'organization-teams',
      'id,organization_id\n2,2\n',
      undefined,
      ['2 parent_id: The organization team 1 has another organization_id: 1'],
    ],
    [
      'a parent that moves away',
      'organization-teams',
      'id,organization_id\n1,2\n',
      undefined,
      [
        '2 organization_id: The organization team 2, which is not in the file, refers to this organization team and has another organization_id',
      ],
    ],
    ['an empty cell that every record needs', 'employees', 'id,status\n1,\n', undefined, ['2 status: Field required']],
    [
      'an end before the beginning that is there',
      'leave',
      'id,to_date\n1,2026-03-03\n',
      undefined,
      ['2 to_date: Input should not be before from_date (2026-03-04)'],
    ],
    [
      'an id beside the key',
      'employees',
      'id,code\n1,E-1\n',
      'code',
      ['2 code: Leave the id out: records are found by their code'],
    ],
  ];
  test.each(refusals)('%s: nothing is changed', async (_, name, text, key, faults) => {
    const { store } = service;
    const before = await recordsOf(store, name);
    const result = await update(store, name, text, key ? { key } : {});
    expect(result.faults).toEqual(faults);
    expect(await recordsOf(store, name)).toEqual(before);
    expect(await store.audit()).toEqual([]);
  });

  test('names may be swapped, and taken over from a record that gives its name up', async () => {
    const { store } = service;
    await update(store, 'organizations', 'id,slug\n1,two\n2,one\n');
    expect((await recordsOf(store, 'organizations')).map(({ slug }) => slug)).toEqual(['two', 'one']);
    const text = 'id,name,slug,default_locale,timezone\n2,Two,free,en,UTC\n9,New,one,en,UTC\n';
    expect(await update(store, 'organizations', text)).toMatchObject({ faults: [], counts: [1, 1, 0, 1] });
    expect((await recordsOf(store, 'organizations')).map(({ slug }) => slug)).toEqual(['two', 'free', 'one']);
    expect(await store.audit()).toEqual([]);
  });

  test('an erased record is gone with its parts; others lose the reference; its id and its key are not used again', async () => {
    const { store } = service;
    await update(store, 'employees', 'id,manager_id,status,alumni\n60,,active,0\n61,60,active,0\n');
    const leave = { employee_id: 60, leave_type: 'annual' };
    const key = { 'Idempotency-Key': crypto.randomUUID() };
    const made = (await (await post(service, '/api/v1/leave', leave, key)).json()) as { id: number };
    await erase(store, 'employees', [60]);
    expect((await fetch(`${service.url}/api/v1/employees/60`)).status).toBe(404);
    expect((await fetch(`${service.url}/api/v1/leave/${made.id}`)).status).toBe(404);
    expect(await listed('employees/61')).toMatchObject({ manager_id: null });
    expect(await store.audit()).toEqual([]);
    // The reference of the same create is refused now; another create does not get the old id.
    expect((await post(service, '/api/v1/leave', leave, key)).status).toBe(422);
    const next = (await (await post(service, '/api/v1/leave', { leave_type: 'annual' })).json()) as { id: number };
    expect(next.id).toBeGreaterThan(made.id);
    expect((await update(store, 'leave', '{"leave_type":"x","id":500}')).counts[0]).toBe(1);
  });

  test('random creates, updates and erasures agree with a model, and all that is derived is right after each', async () => {
    const words = ['Ana', 'Größe', 'Σοφός', 'Kai', 'ana kai'];
    const slot = fc.integer({ min: 0, max: 30 });
    const word = fc.constantFrom(...words);
    const step = fc.oneof(
      fc.record({ do: fc.constant('create' as const), slot, word }),
      fc.record({
        do: fc.constant('update' as const),
        slots: fc.uniqueArray(slot, { minLength: 1, maxLength: 8 }),
        word,
      }),
      fc.record({ do: fc.constant('erase' as const), slots: fc.uniqueArray(slot, { minLength: 1, maxLength: 3 }) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 8 }), async (steps) => {
        const location = await emptyDatabase(engine);
        const store = await openDatabase(location);
        const model = new Map<number, DataRecord>();
        let greatest = 0;
        const idAt = (at: number): number | undefined =>
          [...model.keys()].sort((a, b) => a - b)[at % Math.max(1, model.size)];
        try {
          for (const each of steps) {
            if (each.do === 'create') {
              const outcome = await store.create(resourceNamed('leave'), {
                leave_type: each.word,
                status: `s${each.slot % 3}`,
              });
              const { id, json } = outcome as { id: number; json: string };
              expect(id).toBeGreaterThan(greatest);
              greatest = id;
              model.set(id, JSON.parse(json));
            } else if (each.do === 'update') {
              const ids = [...new Set(each.slots.map((at) => idAt(at) ?? 1000 + at))];
              const rows = ids.map((id) => ({
                id,
                leave_type: each.word,
                status: `s${id % 4}`,
                reason: `${each.word} ${id}`,
              }));
              expect((await update(store, 'leave', csvOf(rows))).faults).toEqual([]);
              for (const row of rows) model.set(row.id, { ...model.get(row.id), ...row });
              greatest = Math.max(greatest, ...ids);
            } else {
              const ids = [...new Set(each.slots.flatMap((at) => idAt(at) ?? []))];
              if (ids.length === 0) continue;
              await erase(store, 'leave', ids);
              for (const id of ids) model.delete(id);
            }
            await expectModel(store, model, words);
          }
        } finally {
          await store.close();
        }
      }),
      { numRuns: RUNS || 1 },
    );
  });
});

async function expectModel(
  store: Awaited<ReturnType<typeof openDatabase>>,
  model: Map<number, DataRecord>,
  words: string[],
) {
  const leave = resourceNamed('leave');
  const status = leave.fields.find(({ name }) => name === 'status')!;
  const wanted = [...model.values()].sort((a, b) => (a.id as number) - (b.id as number));
  expect(await store.audit()).toEqual([]);
  const stored = await recordsOf(store, 'leave');
  expect(stored).toMatchObject(
    wanted.map(({ id, leave_type, status: state, reason = null }) => ({ id, leave_type, status: state, reason })),
  );
  for (const value of ['s0', 's1', 's2', 's3']) {
    const page = await store.list(leave, {
      limit: 3,
      offset: 1,
      terms: [],
      conditions: [{ field: status, operator: 'in', values: [value] }],
    });
    const matching = wanted.filter((record) => record.status === value);
    const ids = (JSON.parse(`[${new TextDecoder().decode(page.items)}]`) as DataRecord[]).map(({ id }) => id);
    expect([page.total, ids]).toEqual([matching.length, matching.slice(1, 4).map(({ id }) => id)]);
  }
  for (const word of words) {
    const terms = word.toLowerCase().replace('größe', 'grösse').split(' ');
    const page = await store.list(leave, { limit: 5, offset: 0, terms, conditions: [] });
    const fold = (text: unknown) =>
      String(text ?? '')
        .toLowerCase()
        .replaceAll('ß', 'ss')
        .replaceAll('ς', 'σ');
    const matching = wanted.filter((record) =>
      terms.every((term) => ['leave_type', 'status', 'reason'].some((name) => fold(record[name]).includes(fold(term)))),
    );
    expect([word, page.total]).toEqual([word, matching.length]);
  }
}

describe.each(engines)('beside a running service (%s)', (engine) => {
  test('readers see all of an update or nothing of it, and creates go on', async () => {
    const location = await emptyDatabase(engine);
    const environment = {
      ...databaseSetting(location),
      WORKFORCE_API_TOKEN: TOKEN,
      WORKFORCE_DEMO: '0',
      WORKFORCE_WORKERS: '2',
    };
    const service = await spawnService(environment);
    const people = (salary: number) =>
      csvOf(
        Array.from({ length: 200 }, (_, i) => ({
          id: i + 1,
          base_salary: salary,
          branch: `b${salary}`,
          manager_id: i === 0 ? null : (i % 50) + 1,
          status: 'active',
          alumni: 0,
        })),
      );
    const store = await openDatabase(location);
    let isOver = false;
    const seen = new Set<string>();
    const paths = [
      'employees?limit=200',
      'employees?limit=200&fields=base_salary,branch,manager_id.base_salary,manager_id.branch',
      'employees?format=ndjson&fields=id,base_salary,branch&sort=branch,id',
      'employees?format=ndjson&expand=manager_id',
    ];
    const reading = paths.map(async (path) => {
      while (!isOver) {
        const answer = await fetch(`${service.url}/api/v1/${path}`);
        const text = await answer.text().catch(() => undefined);
        // A stream that an update overtakes is broken off, which is an error to whoever reads it.
        if (text === undefined || !answer.ok) continue;
        const records: any[] = path.includes('ndjson')
          ? text
              .split('\n')
              .slice(0, -1)
              .map((line) => JSON.parse(line))
          : JSON.parse(text).data;
        // An import that adds all of them is seen as a whole, too.
        if (records.length === 0) continue;
        expect(records).toHaveLength(200);
        const states = records.flatMap(({ expanded, ...record }) => [
          `${record.base_salary} ${record.branch}`,
          ...(record['manager_id.branch']
            ? [`${record['manager_id.base_salary']} ${record['manager_id.branch']}`]
            : []),
          ...(expanded?.manager_id ? [`${expanded.manager_id.base_salary} ${expanded.manager_id.branch}`] : []),
        ]);
        seen.add([...new Set(states)].join());
      }
    });
    let created = 0;
    const writing = (async () => {
      while (!isOver) if ((await post(service, '/api/v1/leave', { leave_type: 'annual' })).status === 201) created += 1;
    })();
    // Until readers have seen more states than one, and others have created something.
    for (let turn = 1; turn <= 4 || seen.size < 2 || created === 0; turn++) {
      const salary = turn % 10;
      await update(store, 'employees', people(salary));
      const { meta } = (await (await fetch(`${service.url}/api/v1/employees?branch=b${salary}&limit=1`)).json()) as any;
      expect(meta.total).toBe(200);
    }
    isOver = true;
    await Promise.all([...reading, writing]);
    for (const state of seen) expect(state).toMatch(/^(\d) b\1$/);
    expect(await store.audit()).toEqual([]);
    expect((await store.counts()).leave).toBe(created);
    await store.close();
    service.process.kill('SIGTERM');
    expect(await service.process.exited).toBe(0);
  });
});

describe.each(engines)('killed at any moment (%s)', (engine) => {
  test('an update is there as a whole, or not at all', async () => {
    const location = await emptyDatabase(engine);
    const environment = databaseSetting(location);
    const rows = (salary: number) =>
      csvOf(
        Array.from({ length: 800 }, (_, i) => ({
          id: i + 1,
          base_salary: salary,
          branch: `b${salary}`,
          status: 'active',
          alumni: 0,
        })),
      );
    const files = temporaryFolder();
    const begin = (salary: number) => {
      const file = join(files, `${salary}.csv`);
      writeFileSync(file, rows(salary));
      return spawnCommand(['import', 'employees', file, '--update'], environment, { ownGroup: true });
    };
    const since = performance.now();
    expect(await begin(0).exited).toBe(0);
    const duration = performance.now() - since;
    const states = new Set<string>();
    const kills = Math.max(RUNS, 3);
    for (let kill = 1; kill <= kills; kill++) {
      const salary = kill % 10;
      const child = begin(salary);
      await Bun.sleep((duration * kill) / kills);
      child.kill('SIGKILL');
      await child.exited;
      const store = await openDatabase(location);
      const found = new Set(
        (await recordsOf(store, 'employees')).map((record) => `${record.base_salary} ${record.branch}`),
      );
      expect([found.size, await store.audit()]).toEqual([1, []]);
      states.add([...found][0]!);
      await store.close();
    }
    expect([...states].every((state) => /^(\d) b\1$/.test(state))).toBe(true);
  });
});

const SECRET = {
  first_name: 'Zyxwvuta',
  last_name: 'Qwrtpsdf',
  email: 'zyx.qwrt@secret.example',
  phone: '+44 7700 900999',
};

describe.each(engines)('nothing is left of an erased person (%s)', (engine) => {
  test('in the tables, in the file and its log, in the search index, and in answers', async () => {
    const location = await emptyDatabase(engine);
    const environment = { ...databaseSetting(location), WORKFORCE_DEMO: '0', WORKFORCE_WORKERS: '2' };
    const service = await spawnService(environment);
    const store = await openDatabase(location);
    const others = Array.from({ length: 400 }, (_, i) => ({
      id: i + 1,
      first_name: `P${i}`,
      last_name: `L${i}`,
      email: `p${(i * 7919) % 400}@example.org`,
      phone: '',
      status: 'new',
    }));
    others[211] = { ...others[211]!, ...SECRET };
    await update(store, 'candidates', csvOf(others));
    // An older state of the record must not stay behind either.
    await update(store, 'candidates', csvOf([{ id: 212, first_name: 'Changed', email: 'old.mjklb@secret.example' }]));
    await update(store, 'candidates', csvOf([{ id: 212, first_name: SECRET.first_name, email: SECRET.email }]));
    await store.close();
    const paths = ['candidates?limit=200&offset=200', 'candidates?q=zyxwvuta', 'candidates/212'];
    for (let i = 0; i < 3; i++) for (const path of paths) await (await fetch(`${service.url}/api/v1/${path}`)).text();
    const { code, stdout } = await run(['erase', 'candidates', '212', '--yes'], environment);
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/^This erases the candidate 212\.\nErased for good\. .*(B|b)ackups/),
    ]);
    const secrets = [...Object.values(SECRET), 'mjklb'].flatMap((text) => [text, text.toLowerCase()]);
    for (const path of paths) {
      const text = await (await fetch(`${service.url}/api/v1/${path}`)).text();
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    }
    const files =
      engine === 'embedded'
        ? readdirSync(location).map((name) => readFileSync(join(location, name), 'latin1'))
        : [await dump(location)];
    expect(files.join('').length).toBeGreaterThan(10_000);
    for (const text of files) expect(secrets.filter((secret) => text.includes(secret))).toEqual([]);
    expect((await run(['doctor'], environment)).code).toBe(0);
    service.process.kill('SIGTERM');
    expect(await service.process.exited).toBe(0);
  });
});

/** All that SQL can find in the tables. */
async function dump(location: string): Promise<string> {
  const { query } = await import('../../harness/postgres/server.ts');
  const tables = await query(location, "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public'");
  const texts: string[] = [];
  for (const { name } of tables) texts.push(JSON.stringify(await query(location, `SELECT * FROM "${name}"`)));
  return texts.join('\n');
}
