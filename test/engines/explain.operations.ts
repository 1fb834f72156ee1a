// `--explain`: the way that a list or an aggregate is read, as it is chosen, on both engines.
import { beforeAll, expect, test } from 'bun:test';
import { runHere } from '../cli/run-here.ts';
import { databaseSetting, demoDatabase, engines } from '../harness/databases.ts';

const settings: Record<string, Record<string, string>> = {};
beforeAll(async () => {
  for (const engine of engines) settings[engine] = databaseSetting(await demoDatabase(engine, 90));
});

const explain = (engine: string, text: string) => runHere([...text.split(' '), '--explain'], settings[engine]!);

/** What finds the records, by what they are in order, and when they are read. On PostgreSQL: the way, and when. */
const cases: [question: string, sqlite: [string[], string, string], postgresql: [string, string]][] = [
  ['list employees', [[], 'counted', 'at once'], ['landmarks', 'at once']],
  ['list employees --status active', [['column status'], 'counted', 'at once'], ['landmarks', 'at once']],
  ['list employees --email a@b.c', [['index email'], 'counted', 'at once'], ['conditions', 'at once']],
  [
    'list attendance --status absent --employee_id.branch London',
    [['column status', 'column employee_id'], 'id', 'slices'],
    ['conditions', 'in the lane'],
  ],
  [
    'list attendance --status absent --employee_id 7',
    [['column employee_id', 'column status'], 'id', 'slices'],
    ['conditions', 'in the lane'],
  ],
  ['list attendance --sort -att_date', [[], 'values', 'slices'], ['order', 'at once']],
  [
    'list attendance --q late --status absent',
    [['search late', 'column status'], 'id', 'slices'],
    ['conditions', 'in the lane'],
  ],
  ['list departments --sort name', [[], 'values', 'at once'], ['order', 'at once']],
  // Between two days there may be many groups.
  ['aggregate jobs --group day(opened_on)', [[], 'groups', 'slices'], ['tally', 'in the lane']],
  ['aggregate attendance --group status', [[], 'groups', 'slices'], ['counters', 'at once']],
  ['aggregate attendance --group status --measure sum(hours)', [[], 'groups', 'slices'], ['tally', 'in the lane']],
];

type Finder = { by: string; words?: string[]; condition?: { field: string } };

test.each(cases)('%s', async (question, [finds, order, runs], [way, when]) => {
  const embedded = JSON.parse((await explain('embedded', `${question} --json`)).stdout);
  const found = embedded.finds.map(({ by, words, condition }: Finder) => `${by} ${words ?? condition!.field}`);
  expect([embedded.engine, found, embedded.order, embedded.runs]).toEqual(['sqlite', finds, order, runs]);
  const remote = JSON.parse((await explain('postgresql', `${question} --json`)).stdout);
  expect([remote.engine, remote.way, remote.runs.split(',')[0]]).toEqual(['postgresql', way, when]);
  // It is a statement, with a value for each of its places.
  const places = [...remote.sql.matchAll(/\$(\d+)/g)].map(([, place]) => Number(place));
  expect(remote.parameters).toHaveLength(Math.max(0, ...places));
});

test('for people it is a line for each part', async () => {
  const { stdout } = await explain('embedded', 'list attendance --q late --status absent');
  expect(stdout.split('\n').map((line) => line.slice(0, 20))).toEqual([
    'engine      sqlite',
    'finds       {"by":"s',
    '            {"by":"c',
    'order       id',
    'runs        slices',
    '',
  ]);
});

test('nothing is explained of a question that is wrong, or of a service elsewhere', async () => {
  const wrong = await explain('embedded', 'list leave --days.gt five');
  expect([wrong.code, wrong.stderr]).toEqual([4, expect.stringContaining('--days.gt is "five"')]);
  const away = await explain('embedded', 'list employees --url http://127.0.0.1:9');
  expect([away.code, away.stderr]).toEqual([2, expect.stringContaining('--explain asks the local database')]);
});
