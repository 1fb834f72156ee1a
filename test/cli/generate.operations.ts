// `workforce generate` as a command.
import { expect, test } from 'bun:test';
import { readdirSync } from 'node:fs';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import { run, spawnCommand } from '../harness/command.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { runHere } from './run-here.ts';

const counts = async (at: string) => {
  const store = openSqlite({ folder: at }, { catalogue });
  const found = await store.counts();
  await store.close();
  return found;
};

test('it generates a company of the given size, in which the doctor finds nothing', async () => {
  const at = temporaryFolder();
  const size = ['--employees', '300', '--candidates', '50', '--attendance-days', '10'];
  const options = [...size, '--seed', '3', '--date', '2026-03-04'];
  const { stdout, stderr, code } = await run(['generate', ...options], { WORKFORCE_DATA: at });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(stdout).toMatch(/^Filled the database with [\d,]+ demo records in [\d.]+ s\.\n$/);
  expect(await counts(at)).toMatchObject({ employees: 300, candidates: 50 });
  expect(readdirSync(at)).toEqual(['workforce.db']);
  const doctor = await run(['doctor'], { WORKFORCE_DATA: at });
  expect({ stderr: doctor.stderr, code: doctor.code }).toEqual({ stderr: '', code: 0 });
  expect(doctor.stdout).toStartWith('All is well: ');
});

test('the same options give the same records, in a new and in an existing database', async () => {
  const [built, filled] = [temporaryFolder(), temporaryFolder()];
  await openSqlite({ folder: filled }, { catalogue }).close();
  const items: string[] = [];
  for (const at of [built, filled]) {
    await run(['generate', '--employees', '40', '--date', '2026-03-04'], { WORKFORCE_DATA: at });
    const store = openSqlite({ folder: at }, { catalogue });
    const pages = await Promise.all(
      catalogue.map((each) =>
        store.list(each, { limit: 200, offset: 0, terms: [], conditions: [] }, { searchPrivate: true }),
      ),
    );
    items.push(pages.map((page) => new TextDecoder().decode(page.items)).join('\n'));
    expect(await store.audit()).toEqual([]);
    await store.close();
  }
  expect(items[0]).toBe(items[1]!);
  const again = await run(['generate', '--employees', '10'], { WORKFORCE_DATA: filled });
  expect([again.code, again.stderr]).toEqual([1, expect.stringMatching(/has records already/)]);
});

test.each([['new'], ['empty']])('an interruption does not change a %s database', async (state) => {
  const at = temporaryFolder();
  if (state === 'empty') await openSqlite({ folder: at }, { catalogue }).close();
  const child = spawnCommand(['generate', '--employees', '5000'], { WORKFORCE_DATA: at });
  // It has begun when the file that it writes exists.
  const working = () =>
    readdirSync(at).some((name) => (state === 'new' ? name.includes('building') : name.endsWith('-wal')));
  await waitUntil('the file that it writes', working);
  child.kill('SIGINT');
  expect(await child.exited).toBe(1);
  expect(await new Response(child.stderr).text()).toBe('workforce: Interrupted; nothing was written.\n');
  expect(readdirSync(at)).toEqual(state === 'new' ? [] : ['workforce.db']);
  expect((await counts(at)).employees).toBe(0);
});

const refusals: [string[], RegExp][] = [
  [['--employees', 'many'], /--employees is "many", but it is a whole number of at least 1/],
  [['--employees', '0'], /at least 1/],
  [['--date', '2026-02-30'], /--date is "2026-02-30", but it is a real day/],
  [['--people', '5'], /"workforce generate": there is no option --people; "workforce help generate" says more/],
];

test.each(refusals)('%p is refused with one clear line', async (options, message) => {
  const { stderr, code } = await runHere(['generate', ...options], { WORKFORCE_DATA: temporaryFolder() });
  expect([code, stderr.trimEnd().split('\n').length]).toEqual([2, 1]);
  expect(stderr).toMatch(message);
});
