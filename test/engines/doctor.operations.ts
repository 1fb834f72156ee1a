// `workforce doctor`: every kind of damage is made on both engines. It is found, and --fix repairs it or says that it
// cannot be repaired.
import { Database } from 'bun:sqlite';
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { closeSync, copyFileSync, openSync, readFileSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { demo } from '../../src/demo/demo.ts';
import { seed } from '../../src/jobs/seed.ts';
import { CATEGORIES, type Category, FINDINGS_LIMIT, findings } from '../../src/store/shared/audit/findings.ts';
import { run, spawnService } from '../harness/command.ts';
import { openDatabase } from '../harness/databases.ts';
import { freshDatabase } from '../harness/postgres/postgres.ts';
import { post, TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const COMPANY = { date: '2026-11-15', employees: 30, candidates: 30, attendanceDays: 10 };
const whole = temporaryFolder();
let url: string;
let sql: postgres.Sql;

beforeAll(async () => {
  url = await freshDatabase();
  for (const location of [whole, url]) {
    const store = await openDatabase(location);
    await seed(store, catalogue, demo(COMPANY));
    await store.close();
  }
  sql = postgres(url, { max: 1, onnotice: () => undefined });
});
afterAll(() => sql.end());

/** A folder with a copy of the database that was damaged by these statements. */
function damaged(...statements: string[]): string {
  const at = temporaryFolder();
  copyFileSync(join(whole, 'workforce.db'), join(at, 'workforce.db'));
  const db = new Database(join(at, 'workforce.db'));
  db.run('PRAGMA foreign_keys = OFF');
  for (const statement of statements) db.run(statement);
  db.close();
  return at;
}

async function onPostgres(...statements: string[]): Promise<void> {
  for (const statement of statements) await sql.unsafe(statement);
}

type Report = {
  records: number | null;
  findings: {
    sort: Category;
    resource: string | null;
    what: string;
    fixable: boolean;
    mend: string;
    more: number | null;
  }[];
  mended: { what: string; failed: string | null }[];
};

async function doctor(environment: Record<string, string>, ...flags: string[]): Promise<Report & { code: number }> {
  const { stdout, stderr, code } = await run(['doctor', '--json', ...flags], environment);
  if (!stdout.startsWith('{')) throw new Error(stderr);
  const report = JSON.parse(stdout) as Report;
  expect([code, stderr]).toEqual(
    report.findings.length === 0 ? [0, ''] : [1, expect.stringMatching(/^workforce: .* found\.\n$/)],
  );
  return { ...report, code };
}

/** What is found behind each damage, by its statements: the category, and what is said. */
type Damages = Readonly<Record<string, RegExp>>;

/** Expects that all damages are found, and that one repair removes them. Runs in this process, which is faster than a
 * command. */
async function expectRepair(location: string, damages: Iterable<RegExp>): Promise<void> {
  const damage = await openDatabase(location);
  const found = await damage.audit();
  const said = found.map(({ category, what }) => `${category} ${what}`);
  for (const each of damages) expect(said).toContainEqual(expect.stringMatching(each));
  for (const { category } of found) expect(CATEGORIES[category].remedy).toContain('"workforce doctor --fix"');
  const repaired = await damage.repair(found);
  await damage.close();
  expect(repaired.filter(({ failed }) => failed)).toEqual([]);
  const store = await openDatabase(location);
  expect(await store.audit()).toEqual([]);
  await store.close();
}

/** Whoever keeps a copy learns of records that a repair has changed. */
async function expectUpdateTold(location: string, damage: () => unknown): Promise<void> {
  const store = await openDatabase(location);
  const { cursor } = await store.changes({ after: 'now', resources: catalogue, limit: 1 });
  await damage();
  await store.repair(await store.audit());
  const { changes } = await store.changes({ after: cursor, resources: catalogue, limit: 9 });
  expect(changes.map(({ kind, resource, id }) => `${kind} ${resource.name} ${id}`)).toEqual(['updated employees 2']);
  await store.close();
}

const ALTERED = "UPDATE employees SET branch = 'Atlantis' WHERE id = 2";

/** A list that has five records, as far as what is derived says. */
const OFF = {
  embedded: "UPDATE workforce_blocks SET rows = 5 WHERE resource = 'attendance'",
  postgresql: "UPDATE workforce_list_counters SET count = 5 WHERE field = '' AND resource = 'attendance'",
};

async function expectRepairWhileServing(environment: Record<string, string>): Promise<void> {
  const service = await spawnService({ ...environment, WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_WORKERS: '1' });
  const total = async (name: string, query = '') =>
    (await (await fetch(`${service.url}/api/v1/${name}?limit=1${query}`)).json()).meta.total as number;
  expect(await total('attendance')).toBe(5);
  const before = await total('leave');
  let isDone = false;
  const fixing = doctor(environment, '--fix').finally(() => {
    isDone = true;
  });
  const created: number[] = [];
  while (!isDone || created.length < 20)
    created.push((await post(service, '/api/v1/leave', { leave_type: 'annual' })).status);
  expect((await fixing).code).toBe(0);
  expect(new Set(created)).toEqual(new Set([201]));
  expect(await total('leave')).toBe(before + created.length);
  expect(await total('attendance')).toBe(await total('attendance', '&hours[gte]=0'));
  service.process.kill('SIGTERM');
  await service.process.exited;
  expect((await doctor(environment)).code).toBe(0);
}

/** Each damage of a round is of another resource, so that the repair of one does not hide what another lacks. */
const common: Damages = {
  "UPDATE employees SET search = 'somebody else' WHERE id = 3":
    /^text employees 3: its columns and its texts do not agree: search/,
  "UPDATE candidates SET source = 'Atlantis' WHERE id = 2": /^text candidates 2: .*: the column source\.$/,
  'UPDATE leave SET employee_id = 2 WHERE id = 1': /^text leave 1: .*: the column employee_id\.$/,
  "UPDATE departments SET json = 'nothing' WHERE id = 4": /^json departments 4: its JSON is none/,
  'UPDATE jobs SET json = (SELECT json FROM jobs WHERE id = 2) WHERE id = 1': /^json jobs 1: its JSON is none/,
  "UPDATE applications SET json = '[4]' WHERE id = 4": /^json applications 4: its JSON is none/,
  "INSERT INTO workforce_idempotency VALUES ('mine', 'f', 'leave', 99999, 1), ('yours', 'f', 'songs', 1, 1)":
    /^key The key "mine" stands for leave 99999, which does not exist\.$/,
  'DELETE FROM workforce_changes': /^changes The changes feed has no beginning\.$/,
};

const embedded: [string, Damages][] = [
  ['records', common],
  [
    'columns',
    {
      "UPDATE workforce_blocks SET last = 99999 WHERE resource = 'departments'":
        /^column The columns of departments go up to 99999, but the newest id is 12\.$/,
      "UPDATE workforce_blocks SET rows = rows - 1 WHERE resource = 'jobs'":
        /^column The columns of jobs from 1 on are of other records than those that are there\.$/,
      "UPDATE workforce_columns SET codes = zeroblob(length(codes)) WHERE resource = 'leave' AND field = 'status'":
        /^column The columns of leave from 1 on have other values of status than the records\.$/,
      [`UPDATE workforce_columns SET head = (SELECT head FROM workforce_columns
        WHERE resource = 'attendance' AND field = 'status') WHERE resource = 'candidates' AND field = 'status'`]:
        /^column The columns of candidates from 1 on have other values of status than the records\.$/,
      "DELETE FROM workforce_columns WHERE resource = 'attendance' AND field = 'hours'":
        /^column The columns of attendance from 1 on lack hours\.$/,
      "DELETE FROM workforce_blocks WHERE resource = 'applications'":
        /^column The columns of applications have values of \w+ for records that are not there\.$/,
    },
  ],
  [
    'the search index, other indexes and the feed',
    {
      "UPDATE workforce_watermarks SET id = 99999 WHERE resource = 'leave'":
        /^search .*up to 99999, but the newest id is \d+\.$/,
      "DELETE FROM workforce_grams WHERE resource = 'employees' AND gram = 'eng'":
        /^search The search index of employees, segment 0, at eng is missing/,
      "UPDATE workforce_grams SET positions = x'0900' WHERE resource = 'departments' AND gram = 'eng'":
        /^search The search index of departments, segment 0, at eng has other records than those that hold it\.$/,
      "INSERT INTO workforce_grams VALUES ('jobs', 'zzz', 0, x'0100')":
        /^search .*jobs.* at zzz has records, but none holds it/,
      "INSERT INTO workforce_grams VALUES ('candidates', 'wordless', 0, x'0100')":
        /^search .*candidates.* at wordless has records that do not hold it/,
      "INSERT INTO workforce_grams VALUES ('brands', 'abc', 9, x'0100')":
        /^search .*brands.* has a segment 9, but no record is there/,
      'DROP INDEX employees_by_code': /^index The index employees_by_code is missing\.$/,
      'DROP INDEX workforce_idempotency_by_at': /^index The index workforce_idempotency_by_at is missing\.$/,
      'DELETE FROM workforce_changes WHERE seq = (SELECT seq FROM workforce_changes ORDER BY seq LIMIT 1 OFFSET 2)':
        /^changes The changes feed has no entry with the number \d+\.$/,
    },
  ],
];

describe('embedded', () => {
  test('what a repair changes is in the changes feed', async () => {
    const at = damaged();
    await expectUpdateTold(at, () => {
      const db = new Database(join(at, 'workforce.db'));
      db.run(ALTERED);
      db.close();
    });
  });

  test.each(embedded)('%s', (_, damages) => expectRepair(damaged(...Object.keys(damages)), Object.values(damages)));

  test('an index that lacks a row', async () => {
    const at = damaged();
    const file = join(at, 'workforce.db');
    const db = new Database(file);
    const value = (sql: string) => db.prepare(sql).values()[0]![0] as number;
    const size = value('PRAGMA page_size');
    const root = value("SELECT rootpage FROM sqlite_schema WHERE name = 'employees_by_code'");
    const [id, code] = [7, 'E-00007'];
    db.close();
    const bytes = readFileSync(file);
    const entry = bytes.indexOf(code, (root - 1) * size);
    expect(Math.floor(entry / size)).toBe(root - 1);
    bytes.write('E-0000x', entry);
    writeFileSync(file, bytes);
    await expectRepair(at, [new RegExp(`^index .*row ${id} missing from index employees_by_code`)]);
  });

  test('a dangling reference cannot be repaired, and the rest is', async () => {
    const at = damaged('DELETE FROM employees WHERE id = 30', 'UPDATE workforce_blocks SET rows = rows - 1');
    const fixed = await doctor({ WORKFORCE_DATA: at }, '--fix');
    expect([...new Set(fixed.findings.map(({ sort }) => sort))]).toEqual(['reference']);
    const [finding] = fixed.findings.filter(({ resource }) => resource === 'attendance');
    expect(finding).toMatchObject({ fixable: false, mend: expect.stringContaining('only restoring a backup') });
    expect(finding!.what).toMatch(/^attendance \d+: employee_id is 30, but there is no such employee\.$/);
    expect(fixed.mended.length).toBe(catalogue.length);
    const { stdout, code } = await run(['doctor'], { WORKFORCE_DATA: at });
    expect([code, stdout]).toEqual([1, expect.stringContaining('References: only restoring a backup repairs it')]);
  });

  test('a slug that two records have is reported and not repaired', async () => {
    const at = damaged(
      'DROP INDEX career_sites_by_slug',
      "UPDATE career_sites SET slug = 'a', json = json_set(json, '$.slug', 'a')",
    );
    const fixed = await doctor({ WORKFORCE_DATA: at }, '--fix');
    expect(fixed.findings.map(({ what }) => what)).toEqual(['The index career_sites_by_slug is missing.']);
    expect(fixed.mended[0]).toEqual({ what: 'indexes', failed: expect.stringContaining('UNIQUE') });
  });

  test('a repair while a service runs: creates wait, and answers are right afterwards', async () => {
    const at = damaged(OFF.embedded);
    await expectRepairWhileServing({ WORKFORCE_DATA: at });
  });

  test.each([
    ['its beginning', 0, 4096],
    ['its middle', 0.5, 65_536],
    ['a table', 4096, 4096],
  ])('a file in which %s is overwritten is reported as damaged', async (_, from, length) => {
    const at = damaged();
    const file = join(at, 'workforce.db');
    const start = from < 1 ? Math.floor((statSync(file).size * from) / 4096) * 4096 : from;
    const handle = openSync(file, 'r+');
    writeSync(handle, Buffer.alloc(length, 0xa5), 0, length, start);
    closeSync(handle);
    const { stdout, stderr, code } = await run(['doctor'], { WORKFORCE_DATA: at });
    expect(code).toBe(1);
    expect(stdout).toStartWith('Damage: only restoring a backup repairs it.\n');
    expect(stdout.trimEnd().split('\n').length).toBeLessThan(FINDINGS_LIMIT + 4);
    expect(`${stdout}${stderr}`).not.toMatch(/^\s+at /m);
    expect(stderr).toMatch(/^workforce: [\d,]+ faults? (was|were) found\.\n$/);
    const { findings: found } = await doctor({ WORKFORCE_DATA: at }, '--fix');
    expect(found[0]).toMatchObject({ sort: 'file', fixable: false });
  });

  test('without a database, none is created', async () => {
    const { stderr, code } = await run(['doctor'], { WORKFORCE_DATA: temporaryFolder() });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^workforce: There is no database in /)]);
  });

  test('an unfinished copy is the only finding, and is not repaired', async () => {
    const at = damaged("INSERT INTO workforce_meta VALUES ('copying', '2026-11-15')", 'DELETE FROM workforce_blocks');
    const { findings: found, mended } = await doctor({ WORKFORCE_DATA: at }, '--fix');
    expect(found).toEqual([expect.objectContaining({ sort: 'copying', mend: expect.stringContaining('copy') })]);
    expect(mended).toEqual([]);
  });
});

const remote: typeof embedded = [
  ['records', common],
  [
    'counts, landmarks and what keeps them',
    {
      "UPDATE workforce_list_counters SET count = count + 1 WHERE resource = 'leave' AND field = ''":
        /^count The stored count of leave is \d+, but really \d+\.$/,
      "INSERT INTO workforce_list_counters VALUES ('jobs', 'status', '\"lost\"', 3)":
        /^count The stored count of jobs by status at "lost" is 3, but really 0\.$/,
      "DELETE FROM workforce_landmarks WHERE resource = 'attendance' AND field = '' AND list_offset = 64":
        /^landmark The landmark of attendance at {2}64 is missing/,
      "UPDATE workforce_watermarks SET id = 99999 WHERE resource = 'departments'":
        /^count .*up to 99999, but the newest id is 12\.$/,
      'DROP INDEX employees_by_status': /^index The index employees_by_status is missing\.$/,
      "UPDATE employees SET short_grams = '{}' WHERE id = 3": /^text employees 3: .*: short_grams\.$/,
      "SELECT setval('leave_ids', 1)": /^sequence The sequence leave_ids gives 2 next, but the newest id is \d+\.$/,
      'ALTER TABLE leave DROP CONSTRAINT leave_employee_id_refers':
        /^constraint The constraint leave_employee_id_refers, .*, is missing\.$/,
      "INSERT INTO workforce_changes VALUES (9999999, 0, '[[0,0,1,0]]')":
        /^changes The changes feed has no entry with the number \d+\.$/,
    },
  ],
  [
    'what is there, and not as it should be',
    {
      "UPDATE workforce_landmarks SET id = 7 WHERE resource = 'attendance' AND field = '' AND list_offset = 64":
        /^landmark The landmark of attendance at {2}64 is 7, but really 65\.$/,
      "DELETE FROM workforce_watermarks WHERE resource = 'leave'":
        /^count The id up to which the lists of leave are counted is missing\.$/,
      'DROP SEQUENCE leave_ids': /^sequence The sequence leave_ids is missing\.$/,
      [`ALTER TABLE leave DROP CONSTRAINT leave_employee_id_refers,
        ADD CONSTRAINT leave_employee_id_refers FOREIGN KEY (employee_id) REFERENCES employees (id) NOT VALID`]:
        /^constraint The constraint leave_employee_id_refers, .*, is not validated\.$/,
      'DROP INDEX workforce_landmarks_by_id': /^index The index workforce_landmarks_by_id is missing\.$/,
      "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'employees_by_search'::regclass":
        /^index The index employees_by_search is invalid\.$/,
    },
  ],
];

// These tests share one database, which each of them repairs.
describe('PostgreSQL', () => {
  test('what a repair changes is in the changes feed', () => expectUpdateTold(url, () => onPostgres(ALTERED)));

  test.each(remote)('%s', async (_, damages) => {
    await onPostgres(...Object.keys(damages));
    await expectRepair(url, Object.values(damages));
  });

  test('a repair while a service runs: creates wait, and answers are right afterwards', async () => {
    await onPostgres(OFF.postgresql);
    await expectRepairWhileServing({ DATABASE_URL: url });
  });

  test('a user without the rights is told who has them', async () => {
    const address = new URL(url);
    address.username = `reader_${address.pathname.slice(1)}`;
    await onPostgres(
      `CREATE ROLE ${address.username} LOGIN PASSWORD 'x'`,
      `GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${address.username}`,
      OFF.postgresql,
    );
    address.password = 'x';
    const report = await doctor({ DATABASE_URL: String(address) }, '--fix');
    expect(report.findings.map(({ sort }) => sort)).toEqual(['count']);
    expect(report.mended).toEqual([
      { what: 'lists of attendance', failed: expect.stringMatching(/^permission denied .*; run it as the owner/) },
    ]);
    await expectRepair(url, [/^count The stored count of attendance is 5/]);
    await onPostgres(`DROP OWNED BY ${address.username}`, `DROP ROLE ${address.username}`);
  });

  test('an unfinished copy is the only finding', async () => {
    await onPostgres("INSERT INTO workforce_meta VALUES ('copying', '2026-11-15')");
    const { findings: found, mended } = await doctor({ DATABASE_URL: url }, '--fix');
    expect([found.map(({ sort }) => sort), mended]).toEqual([['copying'], []]);
    await onPostgres("DELETE FROM workforce_meta WHERE key = 'copying'");
  });

  test('a dangling reference cannot be repaired, and neither can its constraint', async () => {
    const constraints = catalogue.flatMap(({ table, fields }) =>
      fields.flatMap(({ name, to }) =>
        to === 'employees' ? [`ALTER TABLE ${table} DROP CONSTRAINT ${table}_${name}_refers`] : [],
      ),
    );
    await onPostgres(...constraints, 'DELETE FROM employees WHERE id = 30');
    const fixed = await doctor({ DATABASE_URL: url }, '--fix');
    expect([...new Set(fixed.findings.map(({ sort }) => sort))].sort()).toEqual(['constraint', 'reference']);
    expect(fixed.findings.some(({ what }) => /^attendance \d+: employee_id is 30, but/.test(what))).toBe(true);
    expect(fixed.mended.find(({ what }) => what === 'constraints of attendance')!.failed).toContain(
      '(employee_id)=(30)',
    );
    expect(fixed.mended.some(({ what }) => what.startsWith('Counts and landmarks of employees'))).toBe(true);
  });
});

test('findings keep the first of each category and resource, and how many more there are', () => {
  const found = findings();
  for (let i = 0; i < 1000; i++) found.add('count', 'leave', `count ${i}`);
  found.add('text', 'leave', 'text');
  const list = found.list();
  expect(list).toHaveLength(FINDINGS_LIMIT + 2);
  expect(list[FINDINGS_LIMIT]).toEqual({ category: 'count', resource: 'leave', what: 'And 980 more.', more: 980 });
  for (const { remedy } of Object.values(CATEGORIES)) expect(remedy).not.toEndWith('.');
});
