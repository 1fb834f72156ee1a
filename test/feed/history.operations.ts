// The changes feed over the life of a database: backups that are restored, changes that are too old, migrations.
import { describe, expect, setDefaultTimeout, test } from 'bun:test';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { Refusal } from '../../src/contract/errors.ts';
import type { Database } from '../../src/store/maintenance.ts';
import { openPostgres } from '../../src/store/postgres/store.ts';
import { backUp, restore } from '../../src/store/sqlite/admin/backup.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import type { PrivateFields } from '../../src/store/store.ts';
import { type Engine, emptyDatabase, engines, openDatabase, POSTGRES } from '../harness/databases.ts';
import { freshDatabase } from '../harness/postgres/postgres.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

setDefaultTimeout(120_000);

const organizations = catalogue.find(({ name }) => name === 'organizations')!;
const values = (i: number) => ({ name: 'O', slug: `h-${i}`, default_locale: 'en', timezone: 'UTC' });
let slugs = 0;

async function create(store: Database, count: number): Promise<void> {
  for (let i = 0; i < count; i++) await store.create(organizations, values(slugs++));
}

const changes = async (store: Database, after: string | undefined, limit = 1000, since?: number) =>
  store.changes({ after, since, limit, resources: catalogue });

const endOf = async (store: Database): Promise<string> => (await changes(store, 'now')).cursor;

/** `gone`, or how many entries follow. */
const follows = (store: Database, cursor: string): Promise<number | string> => counted(changes(store, cursor));

const counted = (asked: ReturnType<typeof changes>): Promise<number | string> =>
  asked.then(
    (page) => page.changes.length,
    (error) => (error instanceof Refusal && error.code === 'cursor_gone' ? 'gone' : Promise.reject(error)),
  );

/** A backup, and how it is restored; the database is closed for both. */
async function backedUp(engine: Engine, location: string): Promise<() => Promise<string>> {
  if (engine === 'postgresql') {
    const backup = await freshDatabase(new URL(location).pathname.slice(1));
    return async () => backup;
  }
  const file = join(temporaryFolder(), 'backup.db');
  const reading = { signal: new AbortController().signal, onRead: () => undefined };
  const options = { verify: false, keep: undefined, begin: () => reading };
  await backUp(location, file, { catalogue, privateFields: {} }, options);
  return async () => {
    await restore(location, file, catalogue, true);
    return location;
  };
}

describe.each(engines)('on the %s database', (engine) => {
  test('cursors of a time that a restored backup does not have are refused, not misread', async () => {
    const location = await emptyDatabase(engine);
    let store = await openDatabase(location);
    await create(store, 5);
    const [before, snapshot] = [await endOf(store), (await changes(store, undefined, 2)).cursor];
    await create(store, 3);
    const atBackup = await endOf(store);
    await store.close();
    const restoreIt = await backedUp(engine, location);
    store = await openDatabase(location);
    await create(store, 1);
    const next = await endOf(store);
    await create(store, 9);
    const [last, laterSnapshot] = [await endOf(store), (await changes(store, undefined, 2)).cursor];
    await store.close();
    store = await openDatabase(await restoreIt());
    const states = async () => {
      const all = [];
      for (const cursor of [before, atBackup, next, last, laterSnapshot]) all.push(await follows(store, cursor));
      return all;
    };
    expect(await states()).toEqual([3, 0, 'gone', 'gone', 'gone']);
    expect(await follows(store, snapshot)).toBe(3 + 3);
    // Also when it has grown to the same numbers with other changes.
    await create(store, 20);
    expect(await states()).toEqual([23, 20, 'gone', 'gone', 'gone']);
    await store.close();
  });

  test('changes are kept for as long as it is set; whoever has read all is never too late', async () => {
    const location = await emptyDatabase(engine);
    const before = await openDatabase(location);
    await create(before, 2);
    const old = await endOf(before);
    await create(before, 2);
    const end = await endOf(before);
    await before.close();
    /** About a tenth of a second. */
    const changesDays = 1.2e-6;
    const store =
      engine === 'embedded'
        ? openSqlite({ folder: location, changesDays }, { catalogue })
        : await openPostgres({ ...POSTGRES, url: location, changesDays }, { catalogue });
    await Bun.sleep(150);
    /** `gone`, or how many entries there are from the beginning of time on. */
    const sinceEver = () => counted(changes(store, undefined, 1000, 0));
    // Nothing has happened since, so nothing was deleted.
    expect(await follows(store, old)).toBe(2);
    expect(await sinceEver()).toBe(4);
    await create(store, 1);
    expect(await follows(store, end)).toBe(1);
    // PostgreSQL deletes 24 runs at a time.
    for (let round = 0; (await follows(store, old)) !== 'gone'; round++) {
      expect(round).toBeLessThan(300);
      await create(store, 1);
    }
    expect(await sinceEver()).toBe('gone');
    await Bun.sleep(150);
    const now = await endOf(store);
    await create(store, 1);
    expect(await follows(store, now)).toBe(1);
    // A copy can always begin.
    let count = 0;
    for (let page = await changes(store, undefined); ; page = await changes(store, page.cursor)) {
      count += page.changes.length;
      if (page.upToDate) break;
    }
    expect(count).toBe((await store.counts()).organizations!);
    await store.close();
  });

  test('when records get another form, every copy begins again', async () => {
    const location = await emptyDatabase(engine);
    const open = (privateFields: PrivateFields) => openDatabase(location, catalogue, privateFields);
    let store = await open({});
    await create(store, 3);
    const [end, first] = [await endOf(store), (await changes(store, undefined, 1)).cursor];
    await store.close();
    store = await open({});
    expect(await follows(store, end)).toBe(0);
    await store.close();
    store = await open({ organizations: new Set(['settings_json']) });
    expect([await follows(store, end), await follows(store, first)]).toEqual(['gone', 'gone']);
    await create(store, 1);
    expect((await changes(store, undefined)).changes).toHaveLength(4);
    await store.close();
  });
});
