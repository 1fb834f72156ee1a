// `workforce copy` as people meet it: there and back again record for record, through every sort of interruption.
import { Database } from 'bun:sqlite';
import { beforeAll, expect, test } from 'bun:test';
import { join } from 'node:path';
import postgres from 'postgres';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { Resource } from '../../src/catalogue/resource.ts';
import { demo } from '../../src/demo/demo.ts';
import { compare, isEqual } from '../../src/jobs/copy/copy-proof.ts';
import { copyRecords } from '../../src/jobs/copy/copy-records.ts';
import { seed } from '../../src/jobs/seed.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import type { Created, PrivateFields } from '../../src/store/store.ts';
import { run, spawnCommand } from '../harness/command.ts';
import { openDatabase } from '../harness/databases.ts';
import { freshDatabase } from '../harness/postgres/postgres.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';

const home = temporaryFolder();
const [leave, organizations] = ['leave', 'organizations'].map(
  (name) => catalogue.find((each) => each.name === name)!,
) as [Resource, Resource];
let total = 0;
/** Where `home` was copied to before any test, and what is there. */
let remote: string;
let remotePages: string[];

beforeAll(async () => {
  const store = openSqlite({ folder: home }, { catalogue });
  total = await seed(store, catalogue, demo({ date: '2026-03-04', employees: 60 }));
  await store.close();
  remote = await freshDatabase();
  expect(await run(['copy', '--to', remote], { WORKFORCE_DATA: home })).toMatchObject({ stderr: '', code: 0 });
  remotePages = await pages(remote);
});

/** Everything that every list says, page by page, once the doctor has found nothing. */
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

/** The rows of a query on a database file, with nothing of it left open. */
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

/** Resolves when someone waits for a lock in this database. */
async function someoneWaits(connection: postgres.Sql): Promise<void> {
  const waiting = () =>
    connection`SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
  await waitUntil('somebody to wait for a lock', async () => (await waiting()).length > 0);
}

test('there and back again: every page is the same, the doctor is content, and the proof is what it says', async () => {
  const back = temporaryFolder();
  // Which database is served does not matter; what is private does, and a copy does not change it in its source.
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

/** Starts a copy into a new database that for sure stops before the applications, which someone else has locked. */
async function stuckCopy(
  during: (url: string, child: Bun.Subprocess<'ignore', 'pipe', 'pipe'>) => unknown,
): Promise<string> {
  const url = await freshDatabase();
  await (await openDatabase(url)).close();
  await sql(url, (connection) =>
    connection.begin(async (lock) => {
      await lock`LOCK TABLE applications IN SHARE MODE`;
      const child = spawnCommand(['copy', '--to', url], { WORKFORCE_DATA: home });
      await someoneWaits(connection);
      await during(url, child);
    }),
  );
  return url;
}

test('a copy that is killed goes on where it was, and is not served before it is whole', async () => {
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
  // In which transaction it was written.
  const origin = () => sql(url, (connection) => connection`SELECT xmin::text FROM attendance ORDER BY id LIMIT 1`);
  const before = await origin();
  const { stdout, stderr, code } = await run(['copy', '--to', url], { WORKFORCE_DATA: home });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  const said = (text: RegExp) => Number(text.exec(stdout)![1]!.replaceAll(',', ''));
  expect(said(/Going on: about ([\d,]+) records are/)).toBeGreaterThan(counts.attendance!);
  expect(said(/Copied ([\d,]+) records/)).toBeLessThan(counts.attendance!);
  expect(await origin()).toEqual(before);
  expect(await pages(url)).toEqual(await pages(home));
  await expectNextIds(url);
});

test('an interruption says in one line that what is copied stays', async () => {
  const { promise: exited, resolve } = Promise.withResolvers<{ code: number; stderr: string }>();
  await stuckCopy((_, child) => {
    child.kill('SIGINT');
    void Promise.all([child.exited, new Response(child.stderr).text()]).then(([code, stderr]) =>
      resolve({ code, stderr }),
    );
  });
  expect(await exited).toEqual({
    code: 1,
    stderr: 'workforce: Interrupted; what is copied so far stays. Run the same command again to go on.\n',
  });
});

test('the embedded database as a target: killed again and again it ends equal, and is closed until then', async () => {
  const at = temporaryFolder();
  /** Changes with every step: records come, indexes go and come, resources are sealed. `undefined`: cannot be told now. */
  const state = () => {
    const tables = [...catalogue.map(({ table }) => table), 'sqlite_schema', 'workforce_sealed'];
    try {
      return rowsOf(at, tables.map((table) => `SELECT count(*) FROM "${table}"`).join(' UNION ALL ')).join();
    } catch {
      return undefined;
    }
  };
  const environment = { WORKFORCE_DATA: at };
  await openSqlite({ folder: at }, { catalogue }).close();
  for (let kill = 1; kill <= 3; kill++) {
    const before = state();
    const child = spawnCommand(['copy', '--from', remote], environment);
    while ([before, undefined].includes(state()) && child.exitCode === null) await Bun.sleep(1);
    child.kill('SIGKILL');
    await child.exited;
    expect(child.signalCode).toBe('SIGKILL');
    expect(() => openSqlite({ folder: at }, { catalogue })).toThrow(
      /a copy into it .* was interrupted or is still running/,
    );
  }
  expect(oneLine(await run(['serve'], environment))).toMatch(/cannot be used: a copy into it .* WORKFORCE_DATA/);
  const { stdout, stderr, code } = await run(['copy', '--from', remote], environment);
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout).toContain('Going on: about ');
  expect(await pages(at)).toEqual(remotePages);
  await expectNextIds(at);
});

test('what is created in the source meanwhile is taken along', async () => {
  const [source, target] = [
    openSqlite({ folder: home }, { catalogue }),
    openSqlite({ folder: temporaryFolder() }, { catalogue }),
  ];
  const signal = new AbortController().signal;
  const intake = await target.copyTarget();
  let creating: Promise<unknown> | undefined;
  const onProgress = (written: number) => {
    // By then leave requests have been copied.
    if (written > 2000) creating ??= source.create(leave, { leave_type: 'annual' });
  };
  const { upTo } = await copyRecords(source, target, intake, catalogue, { onProgress, signal });
  await creating;
  await intake.complete();
  await intake.release();
  const comparisons = await compare(source, target, catalogue, upTo, { onProgress: () => undefined, signal });
  expect(comparisons.filter((each) => !isEqual(each))).toEqual([]);
  expect(await target.newest()).toEqual(await source.newest());
  expect(await target.audit()).toEqual([]);
  await expect(target.copyTarget()).rejects.toThrow(/The target has records already/);
  await Promise.all([source.close(), target.close()]);
});

test('no create that is under way can bring an older id than the newest', async () => {
  const store = await openDatabase(remote);
  await sql(remote, async (connection) => {
    let isTold = false;
    let told: Promise<unknown> | undefined;
    await connection.begin(async (create) => {
      await create`SELECT 1 FROM workforce_sealed WHERE resource = 'leave' FOR SHARE`;
      told = Promise.resolve(store.newest()).then(() => {
        isTold = true;
      });
      await someoneWaits(connection);
      expect(isTold).toBe(false);
    });
    await told;
  });
  await store.close();
});

const refusals: [string, () => Promise<string[]>, Record<string, string>, RegExp, number][] = [
  ['neither', async () => [], {}, /takes one of --to postgres:/, 2],
  ['both', async () => ['--to', remote, '--from', remote], {}, /takes one of --to postgres:/, 2],
  ['no address', async () => ['--to', 'here'], {}, /--to cannot be used: it is written postgres:/, 2],
  [
    'a database that is not there',
    async () => ['--to', 'postgres://127.0.0.1:1/x'],
    { WORKFORCE_DATABASE_WAIT_SECONDS: '0' },
    /The database of --to cannot be used: 127\.0\.0\.1:1: /,
    1,
  ],
  ['a target with records', async () => ['--to', remote], {}, /The target has records already/, 1],
  ['an embedded target with records', async () => ['--from', remote], {}, /The target has records already/, 1],
  ['no source', async () => ['--to', remote], { WORKFORCE_DATA: temporaryFolder() }, /There is no database in /, 1],
  ['an empty source', async () => ['--from', await freshDatabase()], {}, /The source has no records/, 1],
];

test.each(refusals)('%s is refused with one clear line', async (_, args, environment, message, ending) => {
  const ended = await run(['copy', ...(await args())], { WORKFORCE_DATA: home, ...environment });
  expect(oneLine(ended, ending)).toMatch(message);
});

test('a difference between the two is found and named, and keeps the target closed', async () => {
  await sql(remote, async (connection) => {
    await connection`INSERT INTO workforce_meta VALUES ('copying', '2026-03-04T00:00:00Z')`;
    await connection`UPDATE leave SET json = replace(json, 'approved', 'rejected') WHERE id = (
      SELECT min(id) FROM leave WHERE status = 'approved')`;
    await connection`UPDATE workforce_counts SET count = count + 1 WHERE resource = 'brands' AND field = ''`;
  });
  const { stdout, stderr, code } = await run(['copy', '--to', remote], { WORKFORCE_DATA: home });
  expect(code).toBe(1);
  expect(stderr).toMatch(/^workforce: Source and target differ in leave, brands; the target stays closed.*\n$/);
  expect(stdout).toMatch(/leave, source .*\n.*leave, target/);
  expect(stdout).toMatch(/brands, kept count/);
  await expect(openDatabase(remote)).rejects.toThrow(/a copy into it/);

  // Nor does it go on with another source.
  const other = temporaryFolder();
  const store = openSqlite({ folder: other }, { catalogue });
  await seed(store, catalogue, demo({ date: '2026-03-04', employees: 20 }));
  await store.close();
  const message = oneLine(await run(['copy', '--to', remote], { WORKFORCE_DATA: other }));
  expect(message).toMatch(/The target holds part of a copy of another database \(its employee \d+ is another\)/);
});
