// The questions of docs/guides/bi.md, asked by the user that it describes.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { run } from '../harness/command.ts';
import { repositoryFile } from '../harness/paths.ts';
import { query } from '../harness/postgres/server.ts';
import { runStep, type World, world } from './world.ts';

setDefaultTimeout(120_000);

const guide = readFileSync(repositoryFile('docs/guides/bi.md'), 'utf8');
const questions = [...guide.matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(([, sql]) => sql!);

let at: World;
beforeAll(async () => {
  at = await world();
  expect(await run(['generate', '--employees', '300', '--seed', '1'], { DATABASE_URL: at.owner })).toMatchObject({
    code: 0,
  });
  await runStep(3, at.owner);
});
afterAll(() => at.server.destroy());

/** What Grafana makes of its macros, for the last ninety days. */
function written(sql: string): string {
  const [from, to] = [90, 0].map((days) => new Date(Date.now() - 86_400_000 * days).toISOString());
  return sql
    .replace(/\$__timeFilter\((\w+)\)/g, `$1 BETWEEN '${from}' AND '${to}'`)
    .replace(
      /\$__timeGroupAlias\((\w+), '(\d+)d'\)/g,
      (_, column, days) => `floor(extract(epoch from ${column})/${86_400 * days})*${86_400 * days} AS "time"`,
    );
}

test('there are questions', () => expect(questions.length).toBeGreaterThan(5));

test.each(questions)('%s', async (sql) => {
  const rows = await query(at.reports, written(sql));
  expect(rows.length).toBeGreaterThan(1);
  for (const name of Object.keys(rows[0])) expect([name, rows.some((row) => row[name] !== null)]).toEqual([name, true]);
});

test('joins for names that a question does not ask for are left out', async () => {
  const plan = async (sql: string) => JSON.stringify(await query(at.reports, `EXPLAIN ${sql}`));
  expect(await plan('SELECT status, count(*) FROM workforce_bi.attendance GROUP BY status')).not.toContain('Join');
  expect(await plan('SELECT employee_name, count(*) FROM workforce_bi.attendance GROUP BY 1')).toContain('Join');
  expect(await plan('SELECT * FROM workforce_bi.employees WHERE id = 7')).toContain('employees_pkey');
});
