// `workforce copy`: to PostgreSQL and back, record for record, and through interruptions.
import { Database } from 'bun:sqlite';
import { beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { Resource } from '../../src/catalogue/resource.ts';
import { demo } from '../../src/demo/demo.ts';
import { compare, copyRecords, isEqual } from '../../src/jobs/copy/copy-records.ts';
import { seed } from '../../src/jobs/seed.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import type { Created, PrivateFields } from '../../src/store/store.ts';
import { run, spawnCommand } from '../harness/command.ts';
import { openDatabase } from '../harness/databases.ts';
import { freshDatabase, sharedServer } from '../harness/postgres/postgres.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';

const home = temporaryFolder();
const [leave, organizations] = ['leave', 'organizations'].map(
  (name) => catalogue.find((each) => each.name === name)!,
) as [Resource, Resource];
let total = 0;
/** The database that `home` is copied to before the tests. */
let remote: string;
let remotePages: string[];

beforeAll(async () => {
  const store = openSqlite({ folder: home }, { catalogue });
  total = await seed(store, catalogue, demo({ date: '2026-03-04', employees: 60, attendanceDays: 45 }));
  await store.close();
  remote = await freshDatabase();
  expect(await run(['copy', '--to', remote], { WORKFORCE_DATA: home })).toMatchObject({ stderr: '', code: 0 });
  remotePages = await pages(remote);
});

/** The pages of all lists of a database in which the audit finds nothing. */
async function pages(location: string, privateFields: PrivateFields = {}): Promise<string[]> {
  const store = await openDatabase(location, catalogue, privateFields);
  expect(await store.audit()).toEqual([]);
  const texts: string[] = [];
  for (const resource of catalogue) {
    const length = (await store.counts())[resource.name]!;
    for (let offset = 0; offset <= length; offset += 200) {
      const page = await store.list(
        resource,
        { limit: 200, offset, terms: [], conditions: [] },
        { searchPrivate: true },
      );
      texts.push(`${resource.name} ${page.total} ${new TextDecoder().decode(page.items)}`);
      expect(page.total).toBe(length);
    }
  }
  await store.close();
  return texts;
}

async function expectNextIds(location: string): Promise<void> {
  const store = await openDatabase(location);
  const newest = await store.newest();
  for (let i = 1; i <= 2; i++) {
    const created = [
      await store.create(leave, { leave_type: 'annual' }),
      await store.create(organizations, { name: 'New', slug: `new-${i}` }),
    ] as Created[];
    expect(created.map(({ id }) => id)).toEqual([newest.leave! + i, newest.organizations! + i]);
  }
  expect(await store.audit()).toEqual([]);
  await store.close();
}

function oneLine({ stdout, stderr, code }: { stdout: string; stderr: string; code: number }, ending = 1): string {
  expect({ stdout, code, lines: stderr.trimEnd().split('\n').length }).toEqual({ stdout: '', code: ending, lines: 1 });
  return stderr;
}

/** The rows of a query on a database file, which is closed afterwards. */
function rowsOf(at: string, query: string): unknown[][] {
  const db = new Database(join(at, 'workforce.db'), { readonly: true });
  const statement = db.prepare(query);
  const rows = statement.values();
  statement.finalize();
  db.close();
  return rows;
}

async function sql<T>(url: string, use: (connection: postgres.Sql) => Promise<T>): Promise<T> {
  const connection = postgres(url, { max: 2, onnotice: () => undefined });
  return use(connection).finally(() => connection.end());
}

/** Resolves when a session waits for a lock in this database. */
async function waitForLockWaiter(connection: postgres.Sql): Promise<void> {
  const waiting = () =>
    connection`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await waitUntil('a session that waits for a lock', async () => (await waiting()).length > 0);
}

test('after a copy to PostgreSQL and back, every page is the same, and the printed checksums are right', async () => {
  const back = temporaryFolder();
  // The command ignores DATABASE_URL, but not the private fields, which a copy does not change in its source.
  const environment = { WORKFORCE_DATA: back, DATABASE_URL: 'postgres://127.0.0.1:1/x' };
  const refusal = oneLine(
    await run(['copy', '--from', remote], { ...environment, WORKFORCE_PRIVATE_FIELDS: 'candidates.email' }),
  );
  expect(refusal).toMatch(/The database of --from cannot be used: no field is private in it: unset WORKFORCE_PRIVATE/);
  const { stdout, stderr, code } = await run(['copy', '--from', remote], environment);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout).toContain(`Copied ${total.toLocaleString('en')} records in `);
  expect(stdout).toContain(`Source and target are equal: ${total.toLocaleString('en')} records.`);
  expect(await pages(home)).toEqual(remotePages);
  expect(await pages(back)).toEqual(remotePages);
  expect(await pages(back, { candidates: new Set(['email']) })).toEqual(remotePages);
  const texts = rowsOf(home, 'SELECT json FROM attendance ORDER BY id').flat();
  const sum = new Bun.CryptoHasher('sha256').update(texts.map((text) => `${text}\n`).join('')).digest('hex');
  expect(stdout).toMatch(new RegExp(`^ {2}attendance +${texts.length.toLocaleString('en')} {2}${sum}$`, 'm'));
});

/** Starts a copy into a new database that gets stuck at the applications, because another session has locked them. */
async function stuckCopy(
  during: (url: string, child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>) => unknown,
): Promise<string> {
  const url = await freshDatabase();
  await (await openDatabase(url)).close();
  await sql(url, (connection) =>
    connection.begin(async (lock) => {
      await lock`LOCK TABLE applications IN SHARE MODE`;
      const child = spawnCommand(['copy', '--to', url], { WORKFORCE_DATA: home });
      await waitForLockWaiter(connection);
      await during(url, child);
    }),
  );
  return url;
}

test('a killed copy continues where it was, and its target is not served before it is complete', async () => {
  const url = await stuckCopy(async (at, child) => {
    child.kill('SIGKILL');
    await child.exited;
    const refusal = oneLine(await run(['serve'], { WORKFORCE_DATA: temporaryFolder(), DATABASE_URL: at, PORT: '0' }));
    expect(refusal).toMatch(/The database of DATABASE_URL cannot be used: a copy into it that began at .*run the same/);
  });
  const store = openSqlite({ folder: home }, { catalogue });
  await store.create(leave, { leave_type: 'annual' });
  const counts = await store.counts();
  await store.close();
  // The transaction that has written the first record.
  const origin = () => sql(url, (connection) => connection`SELECT xmin::text FROM attendance ORDER BY id LIMIT 1`);
  const before = await origin();
  const { stdout, stderr, code } = await run(['copy', '--to', url], { WORKFORCE_DATA: home });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  const numberIn = (text: RegExp) => Number(text.exec(stdout)![1]!.replaceAll(',', ''));
  expect(numberIn(/Going on: about ([\d,]+) records are/)).toBeGreaterThan(counts.attendance!);
  expect(numberIn(/Copied ([\d,]+) records/)).toBeLessThan(counts.attendance!);
  expect(await origin()).toEqual(before);
  expect(await pages(url)).toEqual(await pages(home));
  await expectNextIds(url);
});

test('into the embedded database: an interrupted copy ends equal, and nothing else can open it until then', async () => {
  const at = temporaryFolder();
  const [source, target] = [await openDatabase(remote), openSqlite({ folder: at }, { catalogue })];
  const stop = new AbortController();
  const onProgress = (written: number) => {
    if (written > 500) stop.abort();
  };
  const copyTarget = await target.copyTarget();
  await expect(
    copyRecords(source, target, copyTarget, catalogue, { onProgress, signal: stop.signal }),
  ).rejects.toThrow();
  await Promise.all([source.close(), target.close()]);
  const environment = { WORKFORCE_DATA: at };
  expect(oneLine(await run(['serve'], environment))).toMatch(/cannot be used: a copy into it .* WORKFORCE_DATA/);
  const { stdout, stderr, code } = await run(['copy', '--from', remote], environment);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout).toContain('Going on: about ');
  expect(await pages(at)).toEqual(remotePages);
  await expectNextIds(at);
});

test('records that are created in the source meanwhile are copied too', async () => {
  const [source, target] = [
    openSqlite({ folder: home }, { catalogue }),
    openSqlite({ folder: temporaryFolder() }, { catalogue }),
  ];
  const signal = new AbortController().signal;
  const copyTarget = await target.copyTarget();
  let creating: Promise<unknown> | undefined;
  const onProgress = (written: number) => {
    // Leave requests have been copied by now.
    if (written > 500) creating ??= source.create(leave, { leave_type: 'annual' });
  };
  const { upTo } = await copyRecords(source, target, copyTarget, catalogue, { onProgress, signal });
  await creating;
  await copyTarget.complete();
  await copyTarget.release();
  const comparisons = await compare(source, target, catalogue, upTo, { onProgress: () => undefined, signal });
  expect(comparisons.filter((each) => !isEqual(each))).toEqual([]);
  expect(await target.newest()).toEqual(await source.newest());
  expect(await target.audit()).toEqual([]);
  await expect(target.copyTarget()).rejects.toThrow(/The target has records already/);
  await Promise.all([source.close(), target.close()]);
});

const refusals: [string, () => Promise<string[]>, Record<string, string>, RegExp, number][] = [
  ['neither', async () => [], {}, /takes one of --to postgres:/, 2],
  [
    'a database that is not there',
    async () => ['--to', 'postgres://127.0.0.1:1/x'],
    { WORKFORCE_DATABASE_WAIT_SECONDS: '0' },
    /The database of --to cannot be used: 127\.0\.0\.1:1: /,
    1,
  ],
  ...['postgres://me:hidden@127.0.0.1:1/x', 'postgres://me:hid@den@h/x'].map((address): (typeof refusals)[number] => [
    `a password in ${address}`,
    async () => ['--from', address],
    {},
    /^workforce: --from has a password, which all users .* set PGPASSWORD or give --password-file FILE\. (?!.*hid)/,
    2,
  ]),
  ['a target with records', async () => ['--to', remote], {}, /The target has records already/, 1],
  ['no source', async () => ['--to', remote], { WORKFORCE_DATA: temporaryFolder() }, /There is no database in /, 1],
];

test.each(refusals)('%s is refused with one clear line', async (_, args, environment, message, ending) => {
  const ended = await run(['copy', ...(await args())], { WORKFORCE_DATA: home, ...environment });
  expect(oneLine(ended, ending)).toMatch(message);
});

describe('a database with a password', () => {
  const password = "p@ss wörd%/'?:";
  const file = join(temporaryFolder(), 'password');
  let address: string;
  beforeAll(async () => {
    writeFileSync(file, `${password}\n`);
    // The server of all tests may be another one, whose rules are not ours to change.
    const server = await sharedServer();
    const role = `keeper_${crypto.randomUUID().slice(0, 8)}`;
    await server.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password.replaceAll("'", "''")}'`);
    const rules = join(server.folder, 'pg_hba.conf');
    writeFileSync(rules, `host all ${role} 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, 'utf8')}`);
    await server.query('SELECT pg_reload_conf()');
    const url = new URL(await server.createDatabase());
    await server.query(`ALTER DATABASE ${url.pathname.slice(1)} OWNER TO ${role}`);
    url.username = role;
    address = url.href;
    await waitUntil('the rule', () =>
      sql(address, (connection) => connection`SELECT 1`).then(
        () => false,
        () => true,
      ),
    );
  });

  const ways: [string, words: string[], environment: Record<string, string>, message: RegExp, code: number][] = [
    [
      'a wrong one',
      [],
      { PGPASSWORD: 'wrong-one' },
      /The database of --to cannot be used: (?!.*wrong-one).*password/,
      1,
    ],
    ['PGPASSWORD', [], { PGPASSWORD: password }, /^/, 0],
    ['a file, which counts more', ['--password-file', file], { PGPASSWORD: 'wrong-one' }, /The target has records/, 1],
  ];
  test.each(ways)('%s', async (_, words, environment, message, code) => {
    const ended = await run(['copy', '--to', address, ...words], { WORKFORCE_DATA: home, ...environment });
    expect([ended.stderr, ended.code]).toEqual([expect.stringMatching(message), code]);
  });
});

test('a difference between source and target is named, and the target stays closed', async () => {
  await sql(remote, async (connection) => {
    await connection`INSERT INTO workforce_meta VALUES ('copying', '2026-03-04T00:00:00Z')`;
    await connection`UPDATE leave SET json = replace(json, 'approved', 'rejected') WHERE id = (
      SELECT min(id) FROM leave WHERE status = 'approved')`;
    await connection`UPDATE workforce_list_counters SET count = count + 1 WHERE resource = 'brands' AND field = ''`;
  });
  const { stdout, stderr, code } = await run(['copy', '--to', remote], { WORKFORCE_DATA: home });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^workforce: Source and target differ in leave, brands; the target stays closed.*\n$/);
  expect(stdout).toMatch(/leave, source .*\n.*leave, target/);
  expect(stdout).toMatch(/brands, stored count/);
  await expect(openDatabase(remote)).rejects.toThrow(/a copy into it/);

  // It cannot be continued from another source.
  const other = temporaryFolder();
  const store = openSqlite({ folder: other }, { catalogue });
  await seed(store, catalogue, demo({ date: '2026-03-04', employees: 20 }));
  await store.close();
  const message = oneLine(await run(['copy', '--to', remote], { WORKFORCE_DATA: other }));
  expect(message).toMatch(/The target holds part of a copy of another database \(its employee \d+ is another\)/);
});
