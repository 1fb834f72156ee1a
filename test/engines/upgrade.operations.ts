// Upgrades: a database of every schema that there ever was is migrated without losing a byte, an embedded one is copied first, and one
// of a newer version is refused by every command. The files in released/ are dumps of databases that the older programs made.
import { Database as Sqlite } from 'bun:sqlite';
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { VERSION } from '../../src/contract/product.ts';
import { LAYOUT } from '../../src/store/sqlite/admin/layout.ts';
import { run } from '../harness/command.ts';
import { databaseSetting, type Engine, engines, newDatabase, openDatabase } from '../harness/databases.ts';
import { repositoryFile } from '../harness/paths.ts';
import { query } from '../harness/postgres/server.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

setDefaultTimeout(60_000);

const FOLDER = repositoryFile('test/engines/released/');
const released = readdirSync(FOLDER).map((name) => [name] as const);
const engineOf = (name: string): Engine => (name.startsWith('sqlite') ? 'embedded' : 'postgresql');
const resourceNamed = (name: string) => catalogue.find((each) => each.name === name)!;

/** Runs SQL on a database that no service has open. */
async function runSql(location: string, sql: string): Promise<any[]> {
  if (location.startsWith('postgres')) return query(location, sql);
  const db = new Sqlite(join(location, 'workforce.db'), { create: true });
  try {
    if (/^SELECT/.test(sql)) return db.prepare(sql).all();
    db.run(sql);
    return [];
  } finally {
    db.close();
  }
}

async function releasedDatabase(name: string): Promise<string> {
  const location = engineOf(name) === 'embedded' ? temporaryFolder() : await newDatabase('postgresql');
  await runSql(location, readFileSync(FOLDER + name, 'utf8'));
  return location;
}

const FILLED = ['organizations', 'organization-teams', 'brands', 'career-sites', 'leave'];

async function storedTexts(location: string): Promise<Record<string, string[]>> {
  const texts: Record<string, string[]> = {};
  for (const name of FILLED) {
    const rows = await runSql(location, `SELECT json FROM ${resourceNamed(name).table} ORDER BY id`);
    texts[name] = rows.map(({ json }) => json);
  }
  return texts;
}

describe.each(released)('%s', (name) => {
  test('is migrated: every record byte for byte, all that is derived from them, and creates', async () => {
    const location = await releasedDatabase(name);
    const before = await storedTexts(location);
    expect(Object.values(before).every((texts) => texts.length > 0)).toBe(true);
    const { code, stderr } = await run(['migrate'], { ...databaseSetting(location), WORKFORCE_DEMO: '0' });
    const isCurrent = stderr === '';
    expect([code, isCurrent || /^workforce: Migrating the database to version .*\)\.\n/.test(stderr)]).toEqual([
      0,
      true,
    ]);
    expect(await storedTexts(location)).toEqual(before);
    const store = await openDatabase(location);
    try {
      expect(await store.audit()).toEqual([]);
      const once = { key: 'sent-twice', fingerprint: 'x' };
      const create = () => store.create(resourceNamed('leave'), { leave_type: 'annual' }, { once });
      const [first, second] = [await create(), await create()];
      expect([first, second]).toEqual([
        { id: 3, json: expect.any(String), ...(name.startsWith('postgres') && { position: expect.any(String) }) },
        expect.objectContaining({ id: 3, replayed: true }),
      ]);
      const found = await store.list(resourceNamed('organizations'), {
        ...{ limit: 5, offset: 0, terms: ['mass'], conditions: [] },
      });
      expect([found.total, new TextDecoder().decode(found.items)]).toEqual([1, before.organizations![1]!]);
      expect(await store.audit()).toEqual([]);
      for (const table of [store.webhooks, store.credentials]) expect((await table.read()).rows).toEqual([]);
    } finally {
      await store.close();
    }
    if (engineOf(name) === 'embedded') expectBackup(location, name, isCurrent, before);
  });
});

/** What was there before is in the backup beside the database, and can be restored. */
function expectBackup(location: string, name: string, isCurrent: boolean, before: Record<string, string[]>): void {
  const file = join(location, `workforce-before-${VERSION}.db`);
  expect(existsSync(file)).toBe(!isCurrent);
  if (isCurrent) return;
  const db = new Sqlite(file, { readonly: true });
  const layout = db.prepare('PRAGMA user_version').values()[0]![0];
  const texts = db.prepare('SELECT json FROM organizations ORDER BY id').values().flat();
  db.close();
  expect([`sqlite-layout-${layout}`, texts]).toEqual([/^sqlite-layout-\d/.exec(name)![0], before.organizations!]);
  expect((statSync(file).mode & 0o777).toString(8)).toBe(
    (statSync(join(location, 'workforce.db')).mode & 0o777).toString(8),
  );
}

test('the backup of one upgrade is there until the next, and a restored one is migrated again', async () => {
  const location = await releasedDatabase('sqlite-layout-1.sql');
  const older = join(location, 'workforce-before-0.9.0.db');
  writeFileSync(older, 'the backup of the upgrade before');
  const environment = { WORKFORCE_DATA: location, WORKFORCE_DEMO: '0' };
  const { stderr } = await run(['migrate'], environment);
  const backup = join(location, `workforce-before-${VERSION}.db`);
  expect(stderr).toContain(`workforce: The database as it was is in ${backup}, until the next upgrade.\n`);
  expect([existsSync(older), existsSync(backup)]).toEqual([false, true]);
  expect((await run(['restore', backup, '--force'], environment)).code).toBe(0);
  const refused = await run(['list', 'leave'], environment);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    expect.stringMatching(/it is of another version; run "workforce migrate" to change the database/),
  ]);
  expect((await run(['migrate'], environment)).stderr).toContain(`layout 1 becomes ${LAYOUT}`);
  expect((await run(['list', 'leave'], environment)).code).toBe(0);
});

const younger = [
  ['tokens', 'credentials', { embedded: 7, postgresql: 5 }],
  ['kept views', 'kept', { embedded: 8, postgresql: 6 }],
] as const;

test.each(
  engines.flatMap((engine) => younger.map(([what, table, layouts]) => [what, engine, table, layouts[engine]] as const)),
)('a database from before there were %s gets their table (%s)', async (_, engine, table, before) => {
  const location = await newDatabase(engine);
  await (await openDatabase(location)).close();
  const layout =
    engine === 'embedded'
      ? `PRAGMA user_version = ${before}`
      : `UPDATE workforce_meta SET value = '${before}' WHERE key = 'layout'`;
  for (const sql of [
    `DROP TABLE workforce_${table}`,
    layout,
    "UPDATE workforce_meta SET value = 'before' WHERE key = 'catalogue'",
  ])
    await runSql(location, sql);
  const { code, stderr } = await run(['migrate'], { ...databaseSetting(location), WORKFORCE_DEMO: '0' });
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining(`layout ${before} becomes ${engine === 'embedded' ? LAYOUT : 7}`),
  ]);
  const store = await openDatabase(location);
  expect([(await store[table].read()).rows, await store.audit()]).toEqual([[], []]);
  await store.close();
});

test('other private fields are no upgrade: nothing is copied', async () => {
  const data = temporaryFolder();
  await run(['migrate'], { WORKFORCE_DATA: data, WORKFORCE_DEMO: '0' });
  const environment = { WORKFORCE_DATA: data, WORKFORCE_PRIVATE_FIELDS: 'leave.reason' };
  const { stderr } = await run(['migrate'], { ...environment, WORKFORCE_DEMO: '0' });
  expect(stderr).toMatch(
    /^workforce: Migrating the database \(private fields: none, from now on leave\.reason\)\.\nworkforce: The database is migrated/,
  );
  expect(readdirSync(data)).toEqual(['workforce.db']);
});

test.each([
  ['0.9.0', `Migrating the database of version 0.9.0 to version ${VERSION} (`],
  [VERSION, 'Migrating the database (indexes, lists and the search index are built again).'],
])('a migration of version %s says what changes', async (version, said) => {
  const data = temporaryFolder();
  const environment = { WORKFORCE_DATA: data, WORKFORCE_DEMO: '0' };
  await run(['migrate'], environment);
  await runSql(data, `UPDATE workforce_meta SET value = '${version}' WHERE key = 'version'`);
  await runSql(data, "UPDATE workforce_meta SET value = 'another' WHERE key = 'catalogue'");
  expect((await run(['migrate'], environment)).stderr).toStartWith(`workforce: ${said}`);
});

describe.each(engines)('a database of a newer version (%s)', (engine) => {
  const COMMANDS = [
    ['serve'],
    ['migrate'],
    ['list', 'leave'],
    ['get', 'leave', '1'],
    ['create', 'leave', '--leave_type', 'annual'],
    ['export', 'leave'],
    ['doctor'],
    ['seed'],
  ];

  test.each([
    ['says so itself', "UPDATE workforce_meta SET value = '99.0.0' WHERE key = 'version'"],
    ['has fields that this one does not know', 'ALTER TABLE leave ADD COLUMN mood TEXT'],
  ])('that %s is refused by every command in the same words, and not changed', async (_, sql) => {
    const location = await newDatabase(engine);
    const environment = { ...databaseSetting(location), PORT: '0', WORKFORCE_DEMO: '0' };
    await (await openDatabase(location)).close();
    for (const statement of [sql, "UPDATE workforce_meta SET value = 'newer' WHERE key = 'catalogue'"])
      await runSql(location, statement);
    const ended = await Promise.all(COMMANDS.map((command) => run(command, environment)));
    for (const [at, { code, stderr }] of ended.entries()) {
      // With so many at once, a server may have to be waited for.
      const said = stderr.trimEnd().split('\n').at(-1);
      expect({ command: COMMANDS[at], code, said }).toEqual({
        command: COMMANDS[at],
        code: 1,
        said: expect.stringMatching(
          /^workforce: The database .* cannot be used: it was written by .*; upgrade workforce\./,
        ),
      });
    }
    const [row] = await runSql(location, "SELECT value FROM workforce_meta WHERE key = 'catalogue'");
    expect(row.value).toBe('newer');
  });
});
