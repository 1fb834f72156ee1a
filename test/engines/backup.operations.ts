// Backups during writes, and restores: complete, checked, and nothing is overwritten by accident.
import { expect, test } from 'bun:test';
import { chmodSync, chownSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { run, spawnService } from '../harness/command.ts';
import { openDatabase } from '../harness/databases.ts';
import { post, TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';

const organizations = catalogue.find(({ name }) => name === 'organizations')!;

const environment = (folder: string) => ({
  WORKFORCE_DATA: folder,
  WORKFORCE_API_TOKEN: TOKEN,
  WORKFORCE_DEMO: '0',
  WORKFORCE_WORKERS: '2',
});

test('a backup during writes has every record that was acknowledged before it, byte for byte after a restore', async () => {
  const [data, other, file] = [temporaryFolder(), temporaryFolder(), join(temporaryFolder(), 'backup.db')];
  const service = await spawnService(environment(data));
  const answered: string[] = [];
  let writing = true;
  const writers = Array.from({ length: 8 }, async (_, writer) => {
    for (let i = 0; writing; i++) {
      const answer = await post(service, '/api/v1/organizations', { name: 'Backed up', slug: `w${writer}-${i}` });
      if (answer.status === 201) answered.push(await answer.text());
    }
  });
  await waitUntil('200 creates', () => answered.length >= 200);
  const before = [...answered];
  const backup = await run(['backup', file], { WORKFORCE_DATA: data });
  writing = false;
  await Promise.all(writers);
  expect([backup.code, backup.stderr]).toEqual([0, '']);
  expect(backup.stdout).toMatch(/^Backed up to .*backup.db: [\d,]+ records, .* MB, every page checked.\n$/);

  const busy = await run(['restore', file, '--force'], { WORKFORCE_DATA: data });
  expect([busy.code, busy.stderr]).toEqual([1, 'workforce: The database is in use; stop the service first.\n']);
  service.process.kill('SIGTERM');
  await service.process.exited;

  expect((await run(['restore', file], { WORKFORCE_DATA: other })).code).toBe(0);
  const store = await openDatabase(other);
  const restored = new Set<string>();
  for (let offset = 0; ; offset += 200) {
    const { items } = await store.list(
      organizations,
      { limit: 200, offset, terms: [], conditions: [] },
      { searchPrivate: true },
    );
    const page = JSON.parse(`[${new TextDecoder().decode(items)}]`);
    for (const record of page) restored.add(JSON.stringify(record));
    if (page.length === 0) break;
  }
  expect(before.filter((text) => !restored.has(text))).toEqual([]);
  expect([...restored].filter((text) => !answered.includes(text))).toEqual([]);
  expect(await store.audit()).toEqual([]);
  await store.close();
});

test('no file is overwritten by accident, and only a complete backup is restored', async () => {
  const [data, files] = [temporaryFolder(), temporaryFolder()];
  const file = (name: string) => join(files, name);
  await run(['generate', '--employees', '5', '--attendance-days', '2'], { WORKFORCE_DATA: data });
  expect((await run(['backup', file('one.db')], { WORKFORCE_DATA: data })).code).toBe(0);
  const whole = readFileSync(file('one.db'));
  const damaged = Buffer.from(whole);
  damaged.fill(0x5a, whole.length / 2, whole.length / 2 + 8192);
  writeFileSync(file('damaged.db'), damaged);
  writeFileSync(file('cut.db'), whole.subarray(0, whole.length / 2));
  writeFileSync(file('short.db'), whole.subarray(0, whole.length - 100));
  writeFileSync(file('other.db'), 'not a database at all');
  chmodSync(file('other.db'), 0o600);
  const cases: [string[], RegExp][] = [
    [['backup', file('one.db')], /one\.db is there already; choose another name/],
    [['backup', join(files, 'no', 'such', 'folder.db')], /unable to open|cannot be used|no such/i],
    [['restore', file('one.db')], /There is a database in .* already; --force/],
    [['restore', file('damaged.db'), '--force'], /damaged\.db cannot be used/],
    [['restore', file('cut.db'), '--force'], /cut\.db cannot be used/],
    [['restore', file('short.db'), '--force'], /short\.db cannot be used: its end is missing/],
    [['restore', file('other.db'), '--force'], /other\.db cannot be used/],
    [['restore', file('none.db'), '--force'], /There is no file/],
  ];
  for (const [words, message] of cases) {
    const { code, stderr } = await run(words, { WORKFORCE_DATA: data });
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  }
  expect(existsSync(file('one.db.unfinished'))).toBe(false);
  const restored = await run(['restore', file('one.db'), '--force'], { WORKFORCE_DATA: data });
  expect([restored.code, restored.stdout]).toEqual([0, expect.not.stringContaining('not checked')]);
  writeFileSync(file('alone.db'), whole);
  const alone = await run(['restore', file('alone.db'), '--force'], { WORKFORCE_DATA: data });
  expect([alone.code, alone.stdout]).toEqual([
    0,
    expect.stringMatching(/There is no .*alone\.db\.json, .* not checked\./),
  ]);
  expect((await run(['doctor'], { WORKFORCE_DATA: data })).code).toBe(0);
});

/** Who may use a file, as `ls -l` shows it. */
const ownerOf = (file: string): string => {
  const { uid, gid, mode } = statSync(file);
  return `${uid}:${gid} ${(mode & 0o777).toString(8)}`;
};

test('backups are for their owner only, and a restored database has the owner and mode of the one it replaces', async () => {
  const [data, files] = [temporaryFolder(), temporaryFolder()];
  const [live, backup] = [join(data, 'workforce.db'), join(files, 'backup.db')];
  expect((await run(['generate', '--employees', '5'], { WORKFORCE_DATA: data })).code).toBe(0);
  expect((await run(['backup', backup], { WORKFORCE_DATA: data })).code).toBe(0);
  const user = process.getuid!();
  expect([ownerOf(live), ownerOf(backup)]).toEqual(Array(2).fill(`${user}:${process.getgid!()} 600`));
  // Root may give files away; anyone else keeps them.
  const other = user === 0 ? 65_534 : user;
  const group = user === 0 ? 65_534 : process.getgid!();
  for (const path of [data, live]) chownSync(path, other, group);
  chmodSync(live, 0o640);
  chmodSync(backup, 0o644);
  expect((await run(['restore', backup, '--force'], { WORKFORCE_DATA: data })).code).toBe(0);
  expect(ownerOf(live)).toBe(`${other}:${group} 640`);
  // Where there was none, it belongs to the owner of the folder. So does what root imports, serves and leaves behind.
  rmSync(live);
  expect((await run(['restore', backup], { WORKFORCE_DATA: data })).code).toBe(0);
  expect(ownerOf(live)).toBe(`${other}:${group} 600`);
  rmSync(live);
  expect((await run(['seed'], { WORKFORCE_DATA: data })).code).toBe(0);
  const service = await spawnService({ WORKFORCE_DATA: data, WORKFORCE_WORKERS: '1' });
  for (const name of readdirSync(data))
    expect([name, ownerOf(join(data, name))]).toEqual([name, `${other}:${group} 600`]);
  service.process.kill('SIGTERM');
  await service.process.exited;
});
