// deploy/postgres-restore.sh: a real server recovers to a moment from a base backup and its log. What the API said then
// it says again, and copies that have read further begin again by themselves.
import { expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import postgres from 'postgres';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { expectEqualFiles } from '../feed/mirroring.ts';
import { run, spawnService } from '../harness/command.ts';
import { repositoryFile } from '../harness/paths.ts';
import { installation } from '../harness/postgres/installation.ts';
import { startPostgres } from '../harness/postgres/postgres.ts';
import { newServer, type PostgresServer } from '../harness/postgres/server.ts';
import { post, TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';

setDefaultTimeout(240_000);

const SCRIPT = readFileSync(repositoryFile('deploy/postgres-restore.sh'), 'utf8');
const installed = await installation();
/** As the user of the servers, who may not read this folder. */
const restoreTo = (...words: string[]) => installed.run(['bash', '-c', SCRIPT, 'postgres-restore.sh', ...words]);

/** As pg_basebackup does it, which is not among the programs that the tests have. */
async function baseBackup(server: PostgresServer): Promise<string> {
  const base = join(await installed.newFolder(), 'base');
  const sql = postgres(server.url(), { max: 1, onnotice: () => {} });
  await sql`SELECT pg_backup_start('night', true)`;
  await installed.run(['cp', '-a', server.folder, base]);
  const [stopped] = await sql`SELECT labelfile FROM pg_backup_stop(true)`;
  await sql.end();
  writeFileSync(join(base, 'backup_label'), stopped!.labelfile, { mode: 0o644 });
  await installed.run(['sh', '-c', `rm -rf ${base}/pg_wal/0* ${base}/pg_wal/archive_status/*`]);
  return base;
}

const everything = async (url: string): Promise<Record<string, string>> =>
  Object.fromEntries(
    await Promise.all(
      catalogue.map(async ({ name }) => [
        name,
        await (
          await fetch(`${url}/api/v1/${name}?format=ndjson`, { headers: { Authorization: `Bearer ${TOKEN}` } })
        ).text(),
      ]),
    ),
  );

async function withService<T>(database: string, use: (service: { url: string }) => Promise<T>): Promise<T> {
  const service = await spawnService({ DATABASE_URL: database, WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_WORKERS: '1' });
  try {
    return await use(service);
  } finally {
    service.process.kill('SIGTERM');
    await service.process.exited;
  }
}

test('to a moment: what the API said then, not what came after it', async () => {
  const archive = await installed.newFolder();
  const server = await startPostgres({
    settings: {
      archive_mode: 'on',
      archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
      // As in deploy/, where a commit waits for a standby; the restored server has none.
      synchronous_commit: 'local',
      synchronous_standby_names: 'ANY 1 (*)',
    },
  });
  const database = await server.createDatabase();
  const name = new URL(database).pathname.slice(1);
  const [intime, ahead] = [temporaryFolder(), temporaryFolder()];
  const mirror = (folder: string, url: string) =>
    run(['mirror', folder, '--url', url, '--once'], { WORKFORCE_API_TOKEN: TOKEN });
  let slugs = 0;
  const create = async (service: { url: string }, count: number) => {
    for (let i = 0; i < count; i++) {
      const body = { name: 'Restored', slug: `r-${slugs++}` };
      expect((await post(service, '/api/v1/organizations', body)).status).toBe(201);
    }
  };

  const seen = await withService(database, async (service) => {
    await create(service, 3);
    const base = await baseBackup(server);
    await create(service, 5);
    expect((await mirror(intime, service.url)).code).toBe(0);
    const then = await everything(service.url);
    const [row] = await server.query('SELECT clock_timestamp()::text AS time');
    await Bun.sleep(50);
    // What nobody wanted: people are erased, and it goes on.
    const erased = await run(['erase', 'candidates', '1', '2', '3', '--cascade', '--yes'], { DATABASE_URL: database });
    expect([erased.code, erased.stderr]).toEqual([0, '']);
    await create(service, 4);
    expect((await mirror(ahead, service.url)).code).toBe(0);
    expect((await everything(service.url)).candidates).not.toBe(then.candidates);
    return { base, then, time: row.time as string };
  });
  const [last] = await server.query('SELECT pg_walfile_name(pg_switch_wal()) AS file');
  await waitUntil('the log to be in the archive', async () => {
    const [row] = await server.query('SELECT last_archived_wal AS file FROM pg_stat_archiver');
    return row.file >= last.file;
  });
  await server.kill('SIGKILL');

  const restored = await newServer(installed);
  await restoreTo(seen.base, archive, seen.time, restored.folder);
  restored.choosePort();
  await restored.startOnSomePort();
  await waitUntil('the end of recovery', async () => {
    const [row] = await restored.query('SELECT pg_is_in_recovery() AS recovering');
    return !row.recovering;
  });
  const [settings] = await restored.query(
    "SELECT current_setting('archive_mode') AS archive_mode, current_setting('synchronous_standby_names') AS standbys",
  );
  expect(settings).toEqual({ archive_mode: 'off', standbys: '' });
  const again = restored.url(name);
  const doctor = await run(['doctor'], { DATABASE_URL: again });
  expect([doctor.code, doctor.stdout]).toEqual([0, expect.stringContaining('All is well')]);
  await withService(again, async (service) => {
    expect(await everything(service.url)).toEqual(seen.then);
    // Whoever had read up to that moment goes on. Whoever had read further is told so, also when there are as many
    // changes again.
    await create(service, 20);
    const following = await mirror(intime, service.url);
    expect([following.code, following.stdout]).toEqual([0, `${intime} is up to date: 20 changes.\n`]);
    const restarted = await mirror(ahead, service.url);
    expect([restarted.code, restarted.stdout]).toEqual([
      0,
      expect.stringMatching(/ is up to date: [\d,]+ records\.\n$/),
    ]);
    for (const folder of [intime, ahead]) await expectEqualFiles(service, folder, 'ndjson');
  });
  await restored.destroy();

  // Where the log does not reach that moment, it does not start, instead of being a little too old.
  const later = await newServer(installed);
  await restoreTo(seen.base, archive, '2100-01-01T00:00:00Z', later.folder);
  later.choosePort();
  await later.start().catch(() => undefined);
  await waitUntil('it to end', () => later.pid === undefined);
  expect(later.log()).toContain('recovery ended before configured recovery target was reached');
  await later.destroy();
  await server.destroy();
});

test('what cannot be restored is said, and nothing is written', async () => {
  const [base, archive, full] = [await installed.newFolder(), await installed.newFolder(), await installed.newFolder()];
  await installed.run([
    'sh',
    '-c',
    `for i in PG_VERSION backup_label; do echo 18 > ${base}/$i; done; touch ${full}/mine`,
  ]);
  const [time, data] = ['2026-11-15 04:54:43+00', join(full, '..', 'restored')];
  const cases: [string[], string][] = [
    [[base, archive, time], 'It is written "postgres-restore.sh BASE ARCHIVE TIME DATA".'],
    [[archive, archive, time, data], `${archive} is no base backup: it has no PG_VERSION.`],
    [[base, `${archive}/none`, time, data], `There is no folder ${archive}/none.`],
    [[base, archive, '2026-11-15 04:54:43', data], 'TIME is a day, a time and a zone'],
    [[base, archive, 'yesterday', data], 'TIME is a day, a time and a zone'],
    [[base, archive, `${time}'; evil = '`, data], 'TIME is a day, a time and a zone'],
    [[base, archive, time, full], `${full} is not empty; restore into a new folder`],
  ];
  for (const [words, message] of cases)
    await expect(restoreTo(...words)).rejects.toThrow(`postgres-restore: ${message}`);
  await installed.run(['sh', '-c', `test ! -e ${data} && test ! -e ${data}.copy`]);
});
