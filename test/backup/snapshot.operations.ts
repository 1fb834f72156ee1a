// What is said of a backup is of the moment of the backup: a commit between the two snapshots is noticed, and both are
// taken again.
import { Database } from 'bun:sqlite';
import { afterEach, expect, spyOn, test } from 'bun:test';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { NightBackup } from '../../src/store/maintenance.ts';
import { backUp } from '../../src/store/sqlite/admin/backup.ts';
import { demoDatabase, openDatabase } from '../harness/databases.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const real = Database.prototype.run;
afterEach(() => {
  Database.prototype.run = real;
});

/** Something is committed right before each of the first copies is made. Returns how many copies were made. */
function committing(times: number, commit: () => void): () => number {
  let copies = 0;
  const spy = spyOn(Database.prototype, 'run');
  spy.mockImplementation(function (this: Database, ...args: unknown[]) {
    if (String(args[0]).startsWith('VACUUM INTO') && ++copies <= times) commit();
    return (real as any).apply(this, args);
  } as any);
  return () => copies;
}

const reading = { signal: new AbortController().signal, onRead: () => undefined };
const backedUp = (folder: string): Promise<NightBackup> =>
  backUp(
    folder,
    join(temporaryFolder(), 'a.db'),
    { catalogue, privateFields: {} },
    {
      verify: true,
      keep: undefined,
      begin: () => reading,
    },
  );

const rowsAdded = (folder: string) => () => {
  const db = new Database(join(folder, 'workforce.db'));
  db.run("UPDATE workforce_meta SET value = value WHERE key = 'version'");
  db.run(`INSERT INTO workforce_meta SELECT 'night ' || count(*), '' FROM workforce_meta`);
  db.close();
};

/** Once it was served: a database that was only filled has no log yet, and no second connection can write while one
 * reads. */
async function servedDatabase(): Promise<string> {
  const folder = await demoDatabase('embedded');
  await (await openDatabase(folder)).close();
  return folder;
}

test('a new row', async () => {
  const folder = await servedDatabase();
  const copies = committing(2, rowsAdded(folder));
  expect((await backedUp(folder)).verified?.faults).toEqual([]);
  expect(copies()).toBe(3);
});

test('where commits never stop in that moment, it gives up and leaves nothing', async () => {
  const folder = await servedDatabase();
  committing(Number.POSITIVE_INFINITY, rowsAdded(folder));
  await expect(backedUp(folder)).rejects.toThrow('The copy has not the rows of the database, after 5 attempts.');
});
