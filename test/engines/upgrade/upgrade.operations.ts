// Upgrades: a database of an older version is migrated without losing a byte, an embedded one is copied first, a change
// of the layout is made once, and a database of a newer version is refused by every command.
import { Database as Sqlite } from 'bun:sqlite';
import { describe, expect, spyOn, test } from 'bun:test';
import { existsSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { VERSION } from '../../../src/contract/product.ts';
import { log } from '../../../src/log/log.ts';
import { type Address, parseAddresses } from '../../../src/store/database-address.ts';
import { migrate as migratePostgres } from '../../../src/store/postgres/admin/migrate.ts';
import { server } from '../../../src/store/postgres/connection/server.ts';
import { migrate as migrateSqlite } from '../../../src/store/sqlite/admin/migrate.ts';
import { run } from '../../harness/command.ts';
import { databaseSetting, engines, newDatabase, openDatabase } from '../../harness/databases.ts';
import { OLDER, olderDatabase, runSql } from './older-database.ts';

const resourceNamed = (name: string) => catalogue.find((each) => each.name === name)!;

/** The records of all resources that an older database has. */
async function storedTexts(location: string): Promise<Record<string, string[]>> {
  const texts: Record<string, string[]> = {};
  for (const { name, table } of OLDER) {
    const rows = await runSql(location, `SELECT json FROM ${table} ORDER BY id`);
    texts[name] = rows.map(({ json }) => json);
  }
  return texts;
}

const SAID = `Migrating the database of version 0.9.0 to version ${VERSION} (new: attendance; new: leave.reason).`;

describe.each(engines)('a database of an older version (%s)', (engine) => {
  test('is migrated: every record byte for byte, all that is derived from them, and creates', async () => {
    const location = await olderDatabase(engine);
    const before = await storedTexts(location);
    expect(Object.entries(before).filter(([, texts]) => texts.length === 0)).toEqual([]);
    const { code, stderr } = await run(['migrate'], { ...databaseSetting(location), WORKFORCE_DEMO: '0' });
    expect([code, stderr]).toEqual([0, expect.stringContaining(`workforce: ${SAID}\n`)]);
    const leave = before.leave!.map((text) => text.replace(',"applied_on":', ',"reason":null,"applied_on":'));
    expect(await storedTexts(location)).toEqual({ ...before, leave });
    const store = await openDatabase(location);
    try {
      expect(await store.audit()).toEqual([]);
      expect(await store.counts()).toMatchObject({ attendance: 0, leave: leave.length });
      const once = { key: 'sent-twice', fingerprint: 'x' };
      const create = () => store.create(resourceNamed('leave'), { leave_type: 'annual', reason: 'Sea' }, { once });
      const id = leave.length + 1;
      expect([await create(), await create()]).toEqual([
        expect.objectContaining({ id, json: expect.stringContaining('"reason":"Sea"') }),
        expect.objectContaining({ id, replayed: true }),
      ]);
      const found = await store.list(resourceNamed('leave'), {
        ...{ limit: 5, offset: 0, terms: ['sea'], conditions: [] },
      });
      expect(found.total).toBe(1);
      expect(await store.audit()).toEqual([]);
    } finally {
      await store.close();
    }
    if (engine === 'embedded') expectBackup(location, before);
  });
});

/** The database as it was before is in the backup beside it. */
function expectBackup(location: string, before: Record<string, string[]>): void {
  const [file, live] = [join(location, `workforce-before-${VERSION}.db`), join(location, 'workforce.db')];
  const db = new Sqlite(file, { readonly: true });
  expect(db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'attendance'").values()).toEqual([]);
  expect(db.prepare('SELECT json FROM leave ORDER BY id').values().flat()).toEqual(before.leave!);
  db.close();
  expect((statSync(file).mode & 0o777).toString(8)).toBe((statSync(live).mode & 0o777).toString(8));
}

test('the backup of one upgrade is there until the next, and a restored one is migrated again', async () => {
  const location = await olderDatabase('embedded');
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
  expect((await run(['migrate'], environment)).stderr).toContain(SAID);
  expect((await run(['list', 'leave'], environment)).code).toBe(0);
});

// The example of a change that does not follow from the catalogue: in layout 1 the notes of imports were called
// remarks.
const RENAME = 'ALTER TABLE workforce_remarks RENAME TO workforce_notes';
const TOO_MUCH = 'ALTER TABLE workforce_nothing RENAME TO workforce_something';

/** Migrates as a version would that has these statements as steps of its layout. */
async function migrateWith(location: string, steps: readonly string[]): Promise<void> {
  const model = { catalogue, privateFields: {} };
  if (!location.startsWith('postgres')) {
    const db = new Sqlite(join(location, 'workforce.db'));
    try {
      return migrateSqlite(
        db,
        model,
        'all',
        steps.map((sql) => (database) => void database.run(sql)),
      );
    } finally {
      db.close();
    }
  }
  const [address] = (parseAddresses(location) as { addresses: Address[] }).addresses;
  const at = server('DATABASE_URL', address!, { poolSize: 1, statementTimeout: 30_000 });
  try {
    await migratePostgres(
      at,
      model,
      'all',
      steps.map((sql) => async (send) => void (await send(sql))),
    );
  } finally {
    await at.close();
  }
}

test.each(engines)('a step of the layout is taken once, in one transaction with all the rest (%s)', async (engine) => {
  const location = await newDatabase(engine);
  await (await openDatabase(location)).close();
  for (const sql of [
    "INSERT INTO workforce_notes VALUES ('source', 'leave', 'greenhouse 7', 7)",
    'ALTER TABLE workforce_notes RENAME TO workforce_remarks',
    "UPDATE workforce_meta SET value = 'of layout 1' WHERE key = 'catalogue'",
  ])
    await runSql(location, sql);
  const notesIn = async (table: string) => (await runSql(location, `SELECT name FROM workforce_${table}`))[0].name;
  const said = spyOn(log, 'info').mockImplementation(() => undefined);
  try {
    await expect(migrateWith(location, [RENAME, TOO_MUCH])).rejects.toThrow(/workforce_nothing/);
    expect(await notesIn('remarks')).toBe('greenhouse 7');
    said.mockClear();
    await migrateWith(location, [RENAME]);
    expect(said.mock.calls[0]).toEqual(['Migrating the database (layout 1 becomes 2).']);
    said.mockClear();
    await migrateWith(location, [RENAME]);
    expect(said).not.toHaveBeenCalled();
  } finally {
    said.mockRestore();
  }
  expect(await notesIn('notes')).toBe('greenhouse 7');
  expect(notesIn('remarks')).rejects.toThrow(/workforce_remarks/);
  await expect(openDatabase(location)).rejects.toThrow(
    /it was written by a newer version \(layout 2, this one knows 1\); upgrade workforce/,
  );
});

test.each(engines)('a table of our own that a database lacks is made (%s)', async (engine) => {
  const location = await newDatabase(engine);
  await (await openDatabase(location)).close();
  for (const sql of [
    'DROP TABLE workforce_credentials',
    "UPDATE workforce_meta SET value = 'before' WHERE key = 'catalogue'",
  ])
    await runSql(location, sql);
  expect((await run(['migrate'], { ...databaseSetting(location), WORKFORCE_DEMO: '0' })).code).toBe(0);
  const store = await openDatabase(location);
  expect([(await store.credentials.read()).rows, await store.audit()]).toEqual([[], []]);
  await store.close();
});

describe.each(engines)('a database of a newer version (%s)', (engine) => {
  const COMMANDS = [['serve'], ['migrate'], ['create', 'leave', '--leave_type', 'annual'], ['doctor']];

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
