// Backups during writes, and restores: complete, checked, and nothing is overwritten by accident.
import { expect, test } from 'bun:test';
import { chmodSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
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
  writeFileSync(file('other.db'), 'not a database at all');
  chmodSync(file('other.db'), 0o600);
  const cases: [string[], RegExp][] = [
    [['backup', file('one.db')], /one\.db is there already; choose another name/],
    [['backup', join(files, 'no', 'such', 'folder.db')], /unable to open|cannot be used|no such/i],
    [['restore', file('one.db')], /There is a database in .* already; --force/],
    [['restore', file('damaged.db'), '--force'], /damaged\.db cannot be used/],
    [['restore', file('cut.db'), '--force'], /cut\.db cannot be used/],
    [['restore', file('other.db'), '--force'], /other\.db cannot be used/],
    [['restore', file('none.db'), '--force'], /There is no file/],
  ];
  for (const [words, message] of cases) {
    const { code, stderr } = await run(words, { WORKFORCE_DATA: data });
    expect([code, stderr]).toEqual([1, expect.stringMatching(message)]);
    expect(stderr.trimEnd().split('\n')).toHaveLength(1);
  }
  expect(existsSync(file('one.db.unfinished'))).toBe(false);
  expect((await run(['restore', file('one.db'), '--force'], { WORKFORCE_DATA: data })).code).toBe(0);
  expect((await run(['doctor'], { WORKFORCE_DATA: data })).code).toBe(0);
});
