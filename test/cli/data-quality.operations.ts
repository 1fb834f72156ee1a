// What is doubtful in the records: `workforce doctor` warns of it, the metric and its table say the same.
import { expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, spawnService } from '../harness/command.ts';
import { eitherEngine } from '../harness/databases.ts';
import { freshDatabase } from '../harness/postgres/postgres.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

const PEOPLE = [
  'code,first_name,last_name,email,status,date_of_joining,termination_date,gender',
  'E1,Ann,Lee,ann@example.com,Yes,2020-01-01,,F',
  'E2,Ann,Lee,ann@example.com,active,2020-01-01,,female',
  'E3,Bob,Ray,bob@example.com,terminated,2021-05-01,2020-05-01,male',
  'E4,Cid,Fox,cid@example.com,active,,,male',
];

test.each(eitherEngine)('on the %s database', async (engine) => {
  const folder = temporaryFolder();
  const place = engine === 'embedded' ? { WORKFORCE_DATA: folder } : { DATABASE_URL: await freshDatabase() };
  const environment = { ...place, WORKFORCE_DEMO: '0' };
  const file = join(folder, 'people.csv');
  writeFileSync(file, PEOPLE.join('\n'));
  const imported = await run(['import', 'employees', file], environment);
  expect([imported.code, imported.stderr]).toEqual([0, expect.any(String)]);

  const told = await run(['doctor', '--json'], environment);
  const { findings, data } = JSON.parse(told.stdout);
  expect([told.code, findings]).toEqual([0, []]);
  const counts = Object.fromEntries(data.map(({ reason, count }: any) => [reason, count]));
  expect(counts).toMatchObject({
    'Employees: they left before they joined, by their dates.': 1,
    'Employees: the day on which they joined is not known.': 1,
    'Employees: their salary is not known, which the pay gap needs.': 3,
    'Employees: their status is none of active, on_leave, onboarding, terminated: "Yes" 1.': 1,
    'Employees: their gender is none of female, male, non_binary, undisclosed: "F" 1.': 1,
    'Employees: several have the same email; this is the number of such sets.': 1,
    'Employees: several have the same first_name, last_name and date_of_joining; this is the number of such sets.': 1,
  });

  const text = await run(['doctor'], environment);
  expect([text.code, text.stderr]).toEqual([0, '']);
  expect(text.stdout).toStartWith('All is well: 4 records');
  for (const { reason, rows } of data) expect(text.stdout).toContain(`  ${reason}\n     ${rows}`);

  const service = await spawnService(environment);
  const { excluded } = await (await fetch(`${service.url}/api/v1/insights/data-quality`)).json();
  expect(excluded).toEqual(data);
  // Every address leads to as many records or sets.
  for (const { count, rows } of excluded) {
    const { meta } = await (await fetch(service.url + rows)).json();
    expect([rows, meta.total]).toEqual([rows, count]);
  }
  const table = await run(['insight', 'data-quality', '--url', service.url], {});
  expect(table.stdout.replace(/\s+/g, ' ')).toContain('1: Employees: they left before they joined, by their dates.');
  service.process.kill('SIGTERM');
  await service.process.exited;
});
