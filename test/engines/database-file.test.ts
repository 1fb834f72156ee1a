// The database file: readable by any SQL tool, refused when it is newer or not ours, and used by several processes. On
// both engines: creates that share a commit.
import { Database } from 'bun:sqlite';
import { expect, test } from 'bun:test';
import { readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { importIntoNew } from '../../src/store/sqlite/bulk/new-database.ts';
import { snapshot } from '../../src/store/sqlite/connection/snapshot.ts';
import { type Prepare, statementCache } from '../../src/store/sqlite/connection/statements.ts';
import { walHeader } from '../../src/store/sqlite/connection/wal-header.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { type Engine, emptyDatabase, engines, openDatabase } from '../harness/databases.ts';
import { query } from '../harness/postgres/server.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const leave = catalogue.find(({ name }) => name === 'leave')!;
const openFile = (at: string) => new Database(join(at, 'workforce.db'));
test('columns are what the catalogue says: types, NOT NULL, foreign keys, unique indexes; it is in WAL mode', async () => {
  const at = temporaryFolder();
  await openSqlite({ folder: at }, { catalogue }).close();
  const db = openFile(at);
  expect(db.prepare('PRAGMA journal_mode').values()).toEqual([['wal']]);
  for (const resource of catalogue) {
    const columns = db.prepare(`PRAGMA table_info("${resource.table}")`).all() as {
      name: string;
      type: string;
      notnull: number;
    }[];
    const types = { integer: 'INTEGER', number: 'REAL', string: 'TEXT' };
    expect(columns.slice(0, resource.fields.length)).toMatchObject(
      resource.fields.map(({ name, kind, required }) => ({
        name,
        type: types[kind.schema.type],
        notnull: required ? 1 : 0,
      })),
    );
    const keys = db.prepare(`PRAGMA foreign_key_list("${resource.table}")`).all() as { from: string }[];
    expect(keys.map(({ from }) => from).sort()).toEqual(
      resource.fields
        .filter(({ to }) => to)
        .map(({ name }) => name)
        .sort(),
    );
    const unique = db.prepare(`SELECT name FROM pragma_index_list('${resource.table}') WHERE "unique" = 1`).values();
    expect(unique).toHaveLength(resource.unique.length);
  }
  db.close();
});

test('an import into an empty folder writes one file, and no journal beside it', async () => {
  const at = temporaryFolder();
  let files: readonly string[] = [];
  await importIntoNew(at, { catalogue, privateFields: {} })({ resources: catalogue }, async () => {
    files = readdirSync(at);
  });
  expect(files).toHaveLength(1);
  expect(readdirSync(at)).toEqual(['workforce.db']);
});

test("another program's database, and a file that is no database, are refused", () => {
  const at = temporaryFolder();
  const db = openFile(at);
  db.run('CREATE TABLE songs (title TEXT)');
  db.close();
  expect(() => openSqlite({ folder: at }, { catalogue })).toThrow(/another program/);
  const other = temporaryFolder();
  writeFileSync(join(other, 'workforce.db'), 'This is a letter, not a database. '.repeat(100));
  expect(() => openSqlite({ folder: other }, { catalogue })).toThrow(/cannot be used: file is not a database/);
});

test('while another process writes, creates wait and reads go on', async () => {
  const at = temporaryFolder();
  const open = openSqlite({ folder: at }, { catalogue });
  const other = openFile(at);
  other.run('BEGIN IMMEDIATE');
  let isDone = false;
  const created = open.create(leave, { leave_type: 'annual' }).finally(() => {
    isDone = true;
  });
  for (let turn = 0; turn < 20; turn++) {
    await new Promise((resolve) => setTimeout(resolve, 1));
    expect((await open.counts()).leave).toBe(0);
  }
  expect(isDone).toBe(false);
  other.run('ROLLBACK');
  other.close();
  expect(await created).toMatchObject({ id: 1 });
  expect((await open.counts()).leave).toBe(1);
  await open.close();
});

test('without mapped shared memory, reads still see every commit at once, and one state of the data each', () => {
  const at = temporaryFolder();
  const [writer, reader] = [openFile(at), openFile(at)];
  for (const sql of ['PRAGMA journal_mode = WAL', 'CREATE TABLE t (x)', 'CREATE TABLE workforce_meta (x)'])
    writer.run(sql);
  const { prepare, finish } = statementCache(reader);
  const state = snapshot(prepare, undefined);
  const rows = () => prepare('SELECT count(*) FROM t').values()[0]![0];
  for (let i = 1; i <= 100; i++) {
    const version = state.version();
    writer.run('INSERT INTO t VALUES (1)');
    expect(state.version()).not.toBe(version);
    state.refresh();
    expect(rows()).toBe(i);
    if (i === 100) writer.run('INSERT INTO t VALUES (1)');
    expect(rows()).toBe(i);
  }
  state.end();
  finish();
  reader.close();
  writer.close();
});

test('a commit between two reads is in the second, also when the version was asked for in between', () => {
  const at = temporaryFolder();
  const header = walHeader(join(at, 'workforce.db'))!;
  const [writer, reader] = [openFile(at), openFile(at)];
  for (const sql of ['PRAGMA journal_mode = WAL', 'CREATE TABLE t (x)', 'CREATE TABLE workforce_meta (x)']) {
    writer.run(sql);
  }
  const { prepare, finish } = statementCache(reader);
  const state = snapshot(prepare, header);
  const rows = () => prepare('SELECT count(*) FROM t').values()[0]![0] as number;
  // All in one turn of the event loop, in which reads share a transaction.
  for (let i = 1; i <= 10; i++) {
    state.refresh();
    expect([rows(), state.memoize('rows', rows)]).toEqual([i - 1, i - 1]);
    writer.run('INSERT INTO t VALUES (1)');
    state.version();
    state.refresh();
    expect([rows(), state.memoize('rows', rows)]).toEqual([i, i]);
  }
  state.end();
  finish();
  reader.close();
  writer.close();
  header.release();
});

test('an open store holds the locks by which other processes see that it is open', async () => {
  const at = temporaryFolder();
  const first = openSqlite({ folder: at }, { catalogue });
  const second = openSqlite({ folder: at }, { catalogue });
  await first.counts();
  const { ino } = statSync(join(at, 'workforce.db-shm'));
  const locks = (await Bun.file('/proc/locks').text()).split('\n').filter((line) => line.includes(`:${ino} `));
  expect(
    locks.some((line) => line.includes(` ${process.pid} `) && line.includes(' READ ') && line.endsWith('128 128')),
  ).toBe(true);
  await first.close();
  await second.close();
  expect(readdirSync(at)).toEqual(['workforce.db']);
});

test('opening waits for another process that is about to write to a new file', async () => {
  const folder = temporaryFolder();
  const other = `
    const { Database } = require('bun:sqlite');
    const db = new Database(process.argv[1], { create: true });
    db.run('BEGIN IMMEDIATE');
    console.log('locked');
    Bun.sleepSync(300);
    db.run('ROLLBACK');`;
  const child = Bun.spawn([process.execPath, '-e', other, join(folder, 'workforce.db')], { stdout: 'pipe' });
  await child.stdout.getReader().read();
  const opened = openSqlite({ folder: folder }, { catalogue });
  expect(await opened.get(catalogue[0]!, 1)).toBeUndefined();
  await opened.close();
  expect(await child.exited).toBe(0);
});

test.each([[[]], [['COMMIT']], [['COMMIT', 'ROLLBACK']]])(
  'when %j fail at the end of a snapshot that nobody waits for, nothing is thrown',
  async (failing) => {
    const run: string[] = [];
    const prepare = ((sql: string) => {
      const perform = () => {
        run.push(sql);
        if ((failing as string[]).includes(sql)) throw new Error('database disk image is malformed');
        return [];
      };
      return { run: perform, values: perform };
    }) as unknown as Prepare;
    const header = { words: new Uint32Array(1) } as Parameters<typeof snapshot>[1];
    snapshot(prepare, header).refresh();
    await new Promise((resolve) => setTimeout(resolve, 5));
    expect(run.slice(2)).toEqual(failing.length > 0 ? ['COMMIT', 'ROLLBACK'] : ['COMMIT']);
  },
);

/** Makes the database refuse the key "bad". */
const REFUSING: Readonly<Record<Engine, (location: string) => unknown>> = {
  embedded(location) {
    const other = new Database(join(location, 'workforce.db'));
    other.run(`CREATE TRIGGER refuse BEFORE INSERT ON workforce_idempotency WHEN new.key = 'bad'
      BEGIN SELECT RAISE(ABORT, 'refused by a trigger'); END`);
    other.close();
  },
  postgresql: (location) =>
    query(
      location,
      `CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
        BEGIN RAISE EXCEPTION 'refused by a trigger' USING ERRCODE = 'check_violation'; END $$;
      CREATE TRIGGER refuse BEFORE INSERT ON workforce_idempotency
        FOR EACH ROW WHEN (new.key = 'bad') EXECUTE FUNCTION refuse()`,
    ),
};

test.each(engines)(
  'a create that fails after its record was written is not counted and not told (%s)',
  async (engine) => {
    const location = await emptyDatabase(engine);
    const store = await openDatabase(location);
    await REFUSING[engine](location);
    const changes = (after: string) => store.changes({ after, resources: [leave], limit: 10 });
    const { cursor } = await changes('now');
    const create = (leave_type: string, key?: string) =>
      store.create(leave, { leave_type }, { once: key === undefined ? undefined : { key, fingerprint: key } });
    const [first, bad, last] = await Promise.allSettled([
      create('annual'),
      create('sick', 'bad'),
      create('study', 'good'),
    ]);
    const ids: number[] = [];
    for (const [made, leave_type] of [
      [first, 'annual'],
      [last, 'study'],
    ] as const) {
      const { id, json } = (made as PromiseFulfilledResult<any>).value;
      expect(JSON.parse(json)).toMatchObject({ id, leave_type });
      ids.push(id);
    }
    expect((bad as PromiseRejectedResult).reason.message).toContain('refused by a trigger');
    expect((await changes(cursor)).changes.map(({ id }) => id)).toEqual(ids);
    expect(await store.counts()).toMatchObject({ leave: 2 });
    expect(await store.audit()).toEqual([]);
    await store.close();
  },
);

test.each(engines)(
  'of several creates the refused one is refused alone, and each gets its own record (%s)',
  async (engine) => {
    const store = await openDatabase(await emptyDatabase(engine));
    const made = (await Promise.all(
      ['a', 'b', 'c', 'd'].map((leave_type) =>
        store.create(leave, { leave_type, employee_id: leave_type === 'b' ? 99 : null }),
      ),
    )) as any[];
    expect(made.map(({ faults }) => faults?.[0].loc[1])).toEqual([undefined, 'employee_id', undefined, undefined]);
    const records = made.flatMap(({ id, json }) => (json ? [[id, JSON.parse(json)]] : []));
    expect(records.map(([id, record]) => [record.id === id, record.leave_type])).toEqual(
      ['a', 'c', 'd'].map((each) => [true, each]),
    );
    expect(new Set(records.map(([id]) => id)).size).toBe(3);
    expect((await store.counts()).leave).toBe(3);
    await store.close();
  },
);
