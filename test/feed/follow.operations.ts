// `workforce follow`: lines for people and for machines, from any place, until it is told to end.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { csvOf, erase, update } from '../engines/changes/changing.ts';
import { run } from '../harness/command.ts';
import { databaseSetting, demoDatabase } from '../harness/databases.ts';
import { post, type Service, startService } from '../harness/service.ts';
import { type ChangePage, Copy } from './copy.ts';
import { started } from './mirroring.ts';

setDefaultTimeout(120_000);

let service: Service;
let location: string;
beforeAll(async () => {
  location = await demoDatabase('embedded');
  service = await startService({ location });
});
afterAll(() => service.stop());
const now = async (): Promise<string> =>
  ((await (await fetch(`${service.url}/api/v1/changes?after=now`)).json()) as ChangePage).meta.cursor;

test('what happens is told as it happens, here and elsewhere, and Ctrl-C ends it with the place to go on from', async () => {
  const following = [
    started(['follow', 'organizations', 'leave', '--url', service.url, '--after', await now()]),
    started(['follow', 'organizations', 'leave', '--after', await now()], databaseSetting(location)),
  ];
  const organization = await post(service, '/api/v1/organizations', { name: 'New \u001b[31m name', slug: 'new' });
  const { id } = await organization.json();
  for (const each of following) await each.says(`organizations ${id}`);
  await update(service.store, 'employees', csvOf([{ id: 7, first_name: 'Unseen' }]));
  await post(service, '/api/v1/leave', { employee_id: 7, leave_type: 'annual', from_date: '2026-12-21' });
  for (const each of following) await each.says('created  leave');
  await erase(service.store, 'organizations', [id]);
  for (const each of following) await each.says('erased');
  const ends = await Promise.all(following.map((each) => each.end('SIGINT')));
  for (const { code, output, errors } of ends) {
    expect(code).toBe(0);
    const TIME = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d:\d\d`;
    expect(output).toMatch(
      new RegExp(
        `^${TIME}  created  organizations ${id} +New \\\\u001b\\[31m name\n${TIME}  created  leave \\d+ +employee_id 7, leave_type annual, .*\n${TIME}  erased   organizations ${id}\n$`,
      ),
    );
    const [, cursor] = /^To go on from here: --after (\S+)\n$/.exec(errors)!;
    const next = await run(['follow', '--after', cursor!, '--once', '--url', service.url]);
    expect(next).toEqual({ stdout: '', stderr: errors, code: 0 });
  }
});

test('--json gives the entries of the feed, a line for each', async () => {
  const copy = new Copy(service.url, 'limit=1000&resources=departments,employees');
  await copy.follow();
  const { stdout, stderr, code } = await run(
    ['follow', 'employees', 'departments', '--after', 'beginning', '--once', '--json'],
    databaseSetting(location),
  );
  expect([code, stderr]).toEqual([0, '']);
  // The database is younger.
  const since = ['follow', 'employees', 'departments', '--after', 'today-1y', '--once', '--json'];
  expect((await run(since, databaseSetting(location))).stdout).toBe(stdout);
  const entries = stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(entries).toEqual(copy.entries);
});

test.each([
  [['--after', 'banana'], 1, /not known.*Begin again with --after beginning/],
  [['--after', ''], 0, /^To go on/],
  [['--after', 'x'.repeat(101)], 4, /--after is "x+": /],
  [['employees', 'leve'], 2, /RESOURCE has to be one of .*did you mean leave\?/],
  [['--limit', '5'], 2, /no option --limit/],
])('%j', async (args, ending, says) => {
  const { code, stderr } = await run(['follow', '--once', ...args, '--url', service.url]);
  expect([code, stderr.replace(/^workforce: /, '')]).toEqual([ending, expect.stringMatching(says)]);
});
