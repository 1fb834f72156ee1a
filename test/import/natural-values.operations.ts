// Fields that other systems do not have, and that can never be missing: they take their natural value, and the report
// says so.
import { expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { shellWord } from '../../src/cli/import/suggest-file.ts';
import { isNeeded } from '../../src/contract/formats/import-row.ts';
import { withArticle } from '../../src/contract/words.ts';
import { demo } from '../../src/demo/demo.ts';
import { insights } from '../../src/insights/insights.ts';
import { runHere } from '../cli/run-here.ts';
import { run } from '../harness/command.ts';
import { databaseSetting, eitherEngine, newDatabase } from '../harness/databases.ts';
import { startService } from '../harness/service.ts';
import { importFile, stored, written } from './import-file.ts';

const STAFF = 'Nr;status;termination_date\n1;active;\n2;terminated;\n3;active;2001-12-31\n4;active;2999-12-31\n';

test.each(eitherEngine)('who has left is an alumnus, on the %s database', async (engine) => {
  const location = await newDatabase(engine);
  const { code, stdout, stderr } = await importFile(location, 'employees', STAFF, '--map', 'Nr=code');
  expect([code, stderr]).toEqual([0, '']);
  expect(stdout).toContain('staff.csv: no value for alumni: 0 for 2, 1 for 2\n');
  const alumni = async () => (await stored(location, 'employees', ['alumni'])).flat();
  expect(await alumni()).toEqual([0, 1, 1, 0]);
  // Next month the first leaves and the second is back; the others stay what they are, and a value that is given
  // counts.
  const next = 'code;status\n1;terminated\n2;active\n4;on_leave\n5;terminated\n';
  const updated = await importFile(location, 'employees', next, '--update', '--key', 'code');
  expect([updated.code, updated.stdout]).toEqual([0, expect.stringContaining('no value for alumni: 1 for 1\n')]);
  expect(await alumni()).toEqual([1, 0, 1, 0, 1]);
  const given = await importFile(location, 'employees', 'code;alumni\n2;1\n', '--update', '--key', 'code');
  expect(given.code).toBe(0);
  await importFile(location, 'employees', 'code;branch\n2;Rome\n', '--update', '--key', 'code');
  expect(await alumni()).toEqual([1, 1, 1, 0, 1]);
});

/** A record of each resource: what every row needs, with references to each other. */
function oneOfEach(): string {
  const samples = new Map([...demo({ date: '2026-03-04' })].map(({ resource, records }) => [resource, records[0]!]));
  const files = catalogue.map(({ name, fields }) => {
    const needed = fields.filter(isNeeded);
    const values = needed.map((field) => [field.name, field.target ? 1 : samples.get(name)![field.name]]);
    return [`${name}.ndjson`, JSON.stringify({ id: 1, ...Object.fromEntries(values) })];
  });
  return written(Object.fromEntries(files));
}

/** Rows without any day: each resource with every word of every field that has words. References lead to the first. */
function wordsWithoutDays(): string {
  const samples = new Map([...demo({ date: '2026-03-04' })].map(({ resource, records }) => [resource, records[0]!]));
  const undated = catalogue.filter(({ fields }) => !fields.some((each) => isNeeded(each) && each.kindName === 'date'));
  const files = undated.map((resource) => {
    const needed = resource.fields.filter(isNeeded);
    const words = resource.fields.flatMap(({ name, words, kindName }) =>
      kindName === 'word' ? (words ?? []).map((word) => ({ [name]: word })) : [],
    );
    const rows = [{}, ...words].map((word, at) => {
      const values = needed.map(({ name, target, kindName }) => {
        const value = samples.get(resource.name)![name]!;
        return [name, target ? 1 : kindName === 'slug' ? `${value}-${at}` : value];
      });
      const ended = resource.name === 'applications' ? { status: 'hired' } : {};
      return JSON.stringify({ id: at + 1, ...Object.fromEntries(values), ...ended, ...word });
    });
    return [`${resource.name}.ndjson`, rows.join('\n')];
  });
  return written(Object.fromEntries(files));
}

test.each(eitherEngine)('rows without days are in no period of any metric (%s)', async (engine) => {
  const location = await newDatabase(engine);
  const { code, stderr } = await runHere(['import', wordsWithoutDays()], databaseSetting(location));
  expect([code, stderr]).toEqual([0, '']);
  const service = await startService({ location });
  const counts: Record<string, unknown> = {};
  for (const { name } of insights.filter(({ isSeries }) => isSeries)) {
    const path = `${service.url}/api/v1/insights/${name}?from=2000-01-01&to=2099-12-31`;
    const { data } = await (await fetch(path)).json();
    counts[name] = data.flatMap(({ values }: any) =>
      Object.values(values).flatMap((figure: any) =>
        [figure.numerator ?? figure.of ?? figure].flatMap(({ value }: any) => (value ? [figure] : [])),
      ),
    );
  }
  expect(counts).toEqual(Object.fromEntries(Object.keys(counts).map((name) => [name, []])));
  const { excluded } = await (await fetch(`${service.url}/api/v1/insights/time-to-hire`)).json();
  expect(excluded.map(({ reason }: any) => reason).join('\n')).toContain('The day of the hire is not known.');
  await service.stop();
});

test('an import says which values are defaults, also where the file has names of ours and an empty cell', async () => {
  const content = 'id,title,status,headcount,filled\n1,Cook,open,2,\n2,Clerk,open,,\n';
  const { code, stdout } = await importFile(await newDatabase('embedded'), 'jobs', content);
  expect([code, stdout]).toEqual([0, expect.stringContaining('staff.csv: no value for headcount: 1 for 1\n')]);
  expect(stdout).toContain('staff.csv: no value for filled: 0 for 2\n');
});

test.each(eitherEngine)('what every row needs is enough, and is there once (%s)', async (engine) => {
  const environment = databaseSetting(await newDatabase(engine));
  const folder = oneOfEach();
  const first = await runHere(['import', folder], environment);
  expect(first).toMatchObject({ code: 0 });
  for (const { one } of catalogue) expect(first.stdout.split('\n')).toContain(`1 ${one} imported, 0 refused`);
  const again = await runHere(['import', folder], environment);
  expect(again.code).toBe(4);
  for (const { name, one } of catalogue)
    expect(again.stderr).toContain(`${folder}/${name}.ndjson:1: id: There is ${withArticle(one)} with this id already`);
});

test.each(eitherEngine)(
  'jobs without stages get the usual ones, which is said, until a file names theirs (%s)',
  async (engine) => {
    const location = await newDatabase(engine);
    const without = await importFile(location, 'jobs', 'Role,status\nCook,open\n', '--map', 'Role=title');
    expect(without.stdout).toContain(
      'staff.csv: no column for stages_json: the funnel gives these jobs applied, screening',
    );
    await importFile(location, 'candidates', 'first_name,status\nAnn,active\n');
    const stages = ['Hired', 'Applied', 'Applied', 'interview', 'Rejected', 'Lunch'];
    const rows = stages.map((stage) => `1,1,${stage},active,2026-03-02\n`).join('');
    const file = `candidate_id,job_id,stage,status,applied_on\n${rows}`;
    const applied = await importFile(location, 'applications', file);
    expect(applied.stdout).toContain(
      'staff.csv: 1 job names no stages: the funnel takes Applied, interview, Hired from their applications, and leaves out "Rejected", "Lunch"; add them in order as stages_json of the jobs',
    );
    const asked = ['insight', 'funnel', '--from', '2026-03-01', '--to', '2026-03-31', '--json'];
    const funnel = async () => {
      const { data, excluded } = JSON.parse((await run(asked, databaseSetting(location))).stdout);
      const values = Object.entries<any>(data[0].values).map(([name, { value }]) => [name, value]);
      return [Object.fromEntries(values), excluded.map(({ reason }: any) => /"(\w+)"/.exec(reason)?.[1])];
    };
    expect(await funnel()).toEqual([{ Applied: 4, interview: 2, Hired: 1 }, ['Lunch', 'Rejected']]);
    const named = 'id,stages_json\n1,"[""Lunch"",""interview"",""Applied"",""Hired""]"\n';
    const later = await importFile(location, 'jobs', named, '--update');
    expect([later.code, later.stdout.includes('the funnel')]).toEqual([0, false]);
    expect(await funnel()).toEqual([{ Lunch: 5, interview: 4, Applied: 3, Hired: 1 }, ['Rejected']]);
    expect((await importFile(location, 'applications', file)).stdout).not.toContain('the funnel');
  },
);

test('an address without its scheme is one of https; a text that is none is a fault', async () => {
  const location = await newDatabase('embedded');
  const file = 'First,status,LinkedIn\nAnn,new,linkedin.com/in/ann\nBo,new,https://x.example/bo\nCy,new,/cy\n';
  const options = ['--map', 'First=first_name', '--map', 'LinkedIn=linkedin_url'];
  expect(await importFile(location, 'candidates', file, ...options)).toMatchObject({ code: 0 });
  const urls = ['https://linkedin.com/in/ann', 'https://x.example/bo', '/cy'];
  expect((await stored(location, 'candidates', ['linkedin_url'])).flat()).toEqual(urls);
  const none = file.replace('linkedin.com/in/ann', 'on request');
  expect(await importFile(location, 'candidates', none, ...options)).toMatchObject({ code: 4 });
});

test('the command that --suggest prints can be run where names have spaces and quotes', async () => {
  for (const text of ['plain.csv', 'a b.csv', "it's.csv", 'a$b.csv']) {
    const read = Bun.spawnSync(['sh', '-c', `printf %s ${shellWord(text)}`]).stdout.toString();
    expect(read).toBe(text);
  }
});
