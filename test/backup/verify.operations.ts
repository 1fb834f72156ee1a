// `workforce backup --verify`, `--keep` and `workforce verify`: whatever differs between a backup and what was backed
// up is found. Restores: complete, checked, and nothing is overwritten by accident.
import { Database } from 'bun:sqlite';
import { beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { lockBackups } from '../../src/store/sqlite/admin/backup-folder.ts';
import { runHere } from '../cli/run-here.ts';
import { csvOf, erase, update } from '../engines/changes/changing.ts';
import { olderDatabase } from '../engines/upgrade/older-database.ts';
import { run, runOnTerminal, spawnCommand, spawnService } from '../harness/command.ts';
import { demoDatabase, openDatabase } from '../harness/databases.ts';
import { post, TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';

setDefaultTimeout(120_000);

let data: string;
let good: string;
beforeAll(async () => {
  data = await demoDatabase('embedded');
  good = join(temporaryFolder(), 'good.db');
  await run(['token', 'create', 'nights', '--read', 'employees'], { WORKFORCE_DATA: data });
  const { code, stderr } = await run(['backup', good], { WORKFORCE_DATA: data });
  expect([code, stderr]).toEqual([0, '']);
});

/** A copy of the good backup, with its manifest. */
function copyOfGood(): string {
  const file = join(temporaryFolder(), 'copy.db');
  for (const end of ['', '.json']) copyFileSync(good + end, file + end);
  return file;
}

const changed = (file: string, ...statements: string[]): void => {
  const db = new Database(file);
  for (const sql of statements) db.run(sql);
  db.close();
};

/** As if the file had been written like this: only what is in it differs. */
async function acceptFile(file: string): Promise<void> {
  const list = JSON.parse(readFileSync(`${file}.json`, 'utf8'));
  const sha256 = new Bun.CryptoHasher('sha256').update(readFileSync(file)).digest('hex');
  writeFileSync(`${file}.json`, JSON.stringify({ ...list, bytes: Bun.file(file).size, sha256 }));
}

test('a good one: a line for each resource, and no trace of the scratch database', async () => {
  const file = copyOfGood();
  const { code, stdout, stderr } = await run(['verify', file], { WORKFORCE_DATA: '/nowhere' });
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toMatch(/^ {2}employees +240 {2}[0-9a-f]{64}$/m);
  expect(stdout.split('\n')).toHaveLength(1 + catalogue.length + 1 + 1);
  expect(stdout).toMatch(
    /Verified \S+copy\.db: restored into a scratch database, it has the [\d,]+ records of 20\S+Z; doctor found nothing wrong\.\n$/,
  );
  expect(readdirSync(join(file, '..')).sort()).toEqual(['copy.db', 'copy.db.json']);
});

const damages: [what: string, damage: (file: string) => unknown, faults: RegExp][] = [
  [
    'one bit of one byte',
    (file) => {
      const bytes = readFileSync(file);
      bytes[Math.floor(bytes.length * 0.4)]! ^= 1;
      writeFileSync(file, bytes);
    },
    /The file is not what was written: its SHA-256 is another one\./,
  ],
  [
    'an end that is cut off',
    (file) => truncateSync(file, 400_000),
    /The file has 400,000 bytes, and [\d,]+ were written\.\nworkforce: It cannot be restored: \S+copy\.db cannot be used/,
  ],
  [
    'a row that is deleted',
    async (file) => {
      changed(file, 'DELETE FROM attendance WHERE id = (SELECT max(id) FROM attendance)');
      await acceptFile(file);
    },
    /attendance: [\d,]+ rows, and [\d,]+ rows when it was made\.\nworkforce: attendance: its records are not those of the backup/,
  ],
  [
    'a row of a table of ours that is deleted',
    async (file) => {
      changed(file, 'DELETE FROM workforce_credentials');
      await acceptFile(file);
    },
    /^workforce: \S+ is not what was backed up at 20\S+Z\.\nworkforce: workforce_credentials: 0 rows, and 1 row when it was made\.\n$/,
  ],
  [
    'one letter of a record',
    async (file) => {
      changed(file, `UPDATE employees SET json = replace(json, '"id":7,', '"id":8,') WHERE id = 7`);
      await acceptFile(file);
    },
    /employees: its records are not those of the backup \(their SHA-256 was [0-9a-f]{64}\)\./,
  ],
  [
    'only a column, which doctor compares with the record',
    async (file) => {
      changed(file, "UPDATE employees SET branch = 'Atlantis' WHERE id = 7");
      await acceptFile(file);
    },
    /^workforce: \S+ is not what was backed up at 20\S+Z\.\nworkforce: Columns/,
  ],
  [
    'no manifest',
    (file) => rmSync(`${file}.json`),
    /There is no \S+copy\.db\.json, which "workforce backup" writes beside it/,
  ],
  [
    'a manifest of something else',
    (file) => writeFileSync(`${file}.json`, '{"rows": 1}'),
    /copy\.db\.json cannot be used: it is not what "workforce backup" wrote/,
  ],
  ['no file', (file) => rmSync(file), /There is no file /],
];

test.each(damages)('found: %s', async (_, damage, faults) => {
  const file = copyOfGood();
  await damage(file);
  const { code, stdout, stderr } = await runHere(['verify', file]);
  expect([code, stdout, stderr]).toEqual([1, '', expect.stringMatching(faults)]);
  expect(existsSync(`${file}.verifying`)).toBe(false);
});

test('a file that is not what was written is not restored', async () => {
  const [file, folder] = [copyOfGood(), temporaryFolder()];
  changed(file, "UPDATE employees SET branch = 'Atlantis' WHERE id = 7");
  const { code, stderr } = await run(['restore', file], { WORKFORCE_DATA: folder });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(/it is not what was written; "workforce verify .*" says what differs\.\n$/),
  ]);
  expect(readdirSync(folder)).toEqual([]);
});

test('nights beside a service that creates, changes and erases: each is verified, and the newest stay', async () => {
  const [live, folder] = [await demoDatabase('embedded'), temporaryFolder()];
  writeFileSync(join(folder, 'notes.txt'), 'not ours');
  const service = await spawnService({ WORKFORCE_DATA: live, WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_WORKERS: '2' });
  const store = await openDatabase(live);
  /** By id, without those that were erased. */
  const acknowledged = new Map<number, string>();
  let working = true;
  const writers = Array.from({ length: 6 }, async (_, writer) => {
    for (let i = 0; working; i++) {
      const answer = await post(service, '/api/v1/organizations', { name: 'Night', slug: `n${writer}-${i}` });
      const text = await answer.text();
      if (answer.status === 201) acknowledged.set(JSON.parse(text).id, text);
    }
  });
  const changing = (async () => {
    for (let i = 0; working; i++) {
      await update(store, 'employees', csvOf([{ id: 1 + (i % 200), first_name: `Name ${i}` }]));
      const [first] = acknowledged.keys();
      if (acknowledged.size > 20 && acknowledged.delete(first!)) await erase(store, 'organizations', [first!]);
      await Bun.sleep(20);
    }
  })();
  await waitUntil('creates', () => acknowledged.size > 10);
  // Where a commit comes in between each time, which takes a busy machine, it says so and the night is repeated;
  // snapshot.operations.ts has what is done about a commit.
  const night = async (): ReturnType<typeof run> => {
    const ended = await run(['backup', folder, '--keep', '2'], { WORKFORCE_DATA: live });
    return /The copy has not the rows of the database, after \d attempts/.test(ended.stderr) ? night() : ended;
  };
  const nights = [await night(), await night(), await night()];
  const before = [...acknowledged.keys()];
  nights.push(await night());
  working = false;
  await Promise.all([...writers, changing]);
  await store.close();
  const newest = join(folder, readdirSync(folder).findLast((name) => /^workforce-0004-.*\.db$/.test(name))!);
  const busy = await run(['restore', newest, '--force'], { WORKFORCE_DATA: live });
  expect([busy.code, busy.stderr]).toEqual([1, 'workforce: The database is in use; stop the service first.\n']);
  service.process.kill('SIGTERM');
  await service.process.exited;
  expect(nights.map(({ code, stderr }) => [code, stderr])).toEqual(Array(4).fill([0, '']));
  expect(nights[3]!.stdout).toMatch(/has 2 backups; removed workforce-0002-\w+\.db\.\n$/);
  const left = readdirSync(folder)
    .filter((name) => name !== 'workforce-backup.lock')
    .sort();
  expect(left.map((name) => name.replace(/\d{8}T\d{6}Z/, 'TIME'))).toEqual([
    'notes.txt',
    'workforce-0003-TIME.db',
    'workforce-0003-TIME.db.json',
    'workforce-0004-TIME.db',
    'workforce-0004-TIME.db.json',
  ]);
  for (const name of left.filter((each) => each.endsWith('.db')))
    expect((await run(['verify', join(folder, name)])).code).toBe(0);
  const other = temporaryFolder();
  expect((await run(['restore', newest], { WORKFORCE_DATA: other })).code).toBe(0);
  const restored = await openDatabase(other);
  const organizations = catalogue.find(({ name }) => name === 'organizations')!;
  for (const id of before.filter((each) => acknowledged.has(each)))
    expect(await restored.get(organizations, id)).toBe(acknowledged.get(id)!);
  await restored.close();
}, 300_000);

test('where the copy does not have what the database has, there is no backup, and the older ones stay', async () => {
  const [live, folder] = [await demoDatabase('embedded'), temporaryFolder()];
  expect((await run(['backup', folder, '--keep', '1'], { WORKFORCE_DATA: live })).code).toBe(0);
  const before = readdirSync(folder).sort();
  // What is wrong in the database itself is wrong in the copy too.
  changed(join(live, 'workforce.db'), "UPDATE employees SET branch = 'Atlantis' WHERE id = 7");
  const { code, stderr } = await run(['backup', folder, '--keep', '1'], { WORKFORCE_DATA: live });
  expect([code, stderr]).toEqual([
    1,
    expect.stringMatching(
      /^workforce: No backup was made: restored, it is not what is in the database\.\nworkforce: Columns/,
    ),
  ]);
  expect(readdirSync(folder).sort()).toEqual(before);
});

test('the database of an older version, as it is, is backed up and verified; so is its backup later', async () => {
  const [folder, file] = [await olderDatabase('embedded'), join(temporaryFolder(), 'old.db')];
  expect((await run(['backup', file, '--verify'], { WORKFORCE_DATA: folder })).code).toBe(0);
  const { code, stdout } = await run(['verify', file]);
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^ {2}employees +60 /m)]);
  for (const each of [join(folder, 'workforce.db'), file]) {
    const db = new Database(each, { readonly: true });
    expect(db.query("SELECT value FROM workforce_meta WHERE key = 'version'").values()).toEqual([['0.9.0']]);
    expect(db.query("SELECT 1 FROM sqlite_schema WHERE name = 'attendance'").values()).toEqual([]);
    db.close();
  }
});

test('command lines that cannot be run', async () => {
  const locked = temporaryFolder();
  const release = lockBackups(locked);
  const cases: [string[], number, RegExp][] = [
    [
      ['backup', good, '--keep', '2'],
      1,
      /--keep is about the backups in a folder, and \S+ is no folder that is there\./,
    ],
    [['backup', temporaryFolder(), '--keep', '0'], 2, /--keep is "0", but it is a whole number of at least 1/],
    [['backup', locked], 1, /is making a backup in/],
    [['backup', `${good}x`], 1, /goodx?\S* is there already; choose another name/],
  ];
  writeFileSync(`${good}x.json`, 'mine');
  for (const [words, code, message] of cases)
    expect(await runHere(words, { WORKFORCE_DATA: data })).toMatchObject({
      code,
      stderr: expect.stringMatching(message),
    });
  release();
});

test('a terminal shows how far it is; Ctrl-C and a kill leave nothing for longer than a night', async () => {
  const { shown } = await runOnTerminal(['backup', join(temporaryFolder(), 'a.db'), '--verify'], 100, {
    WORKFORCE_DATA: data,
  });
  expect(shown).toContain('Reading █');
  const folder = temporaryFolder();
  const unfinished = () => readdirSync(folder).filter((name) => /\.(verifying|unfinished)$/.test(name));
  let [code, said] = [0, ''];
  // One that was done before the signal came is tried again.
  while (code === 0) {
    const child = spawnCommand(['backup', join(folder, crypto.randomUUID()), '--verify'], { WORKFORCE_DATA: data });
    await waitUntil('it to verify', () => String(unfinished()).includes('.verifying') || child.exitCode !== null);
    child.kill('SIGINT');
    code = await child.exited;
    said = await new Response(child.stderr).text();
  }
  expect([code, said, unfinished()]).toEqual([130, 'workforce: Interrupted; nothing is left of it.\n', []]);
  // As a kill leaves it.
  const kept = temporaryFolder();
  writeFileSync(join(kept, 'workforce-0001-20260301T031500Z.db.unfinished'), 'half');
  expect((await run(['backup', kept, '--keep', '3'], { WORKFORCE_DATA: data })).code).toBe(0);
  expect(readdirSync(kept).filter((name) => !/\.(lock|db|json)$/.test(name))).toEqual([]);
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
    const { code, stderr } = await runHere(words, { WORKFORCE_DATA: data });
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
