// Least privilege: a role of the group workforce_bi reads the views for reports, asks the questions of docs/guides/bi.md,
// and reads nothing else.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { tables } from '../../src/store/tables.ts';
import { run } from '../harness/command.ts';
import { repositoryFile } from '../harness/paths.ts';
import { query } from '../harness/postgres/server.ts';
import { runStep, type World, world } from './world.ts';

setDefaultTimeout(120_000);

let at: World;
beforeAll(async () => {
  at = await world();
  const settings = { DATABASE_URL: at.owner, WORKFORCE_PRIVATE_FIELDS: 'employees.base_salary' };
  expect(await run(['generate', '--employees', '300', '--seed', '1'], settings)).toMatchObject({ code: 0 });
  await runStep(3, at.owner);
});
afterAll(() => at.server.destroy());

const outcomeOf = (statement: string) =>
  query(at.reports, statement).then(
    () => 'done',
    ({ code }) => code,
  );

test.each(catalogue.map(({ table }) => table))('it reads %s', async (table) => {
  const [{ count }] = await query(at.reports, `SELECT count(*) FROM workforce_bi.${table}`);
  expect(count).toBe((await query(at.admin, `SELECT count(*) FROM public.${table}`))[0].count);
  // Without the schema, too.
  expect(await outcomeOf(`SELECT * FROM ${table} LIMIT 1`)).toBe('done');
});

const OWN = [
  'meta',
  'list_counters',
  'landmarks',
  'watermarks',
  'idempotency',
  'changes',
  'pending',
  'notes',
  'audit_log',
];
const WRITABLE = 'BEGIN; SET TRANSACTION READ WRITE; ';
const FORBIDDEN = '42501';

const attempts: [statement: string, outcome: string][] = [
  ...catalogue.flatMap(({ table }): [string, string][] => [
    [`SELECT id FROM public.${table}`, FORBIDDEN],
    [`SELECT json FROM workforce_bi.${table}`, '42703'],
    [`SELECT search_private FROM workforce_bi.${table}`, '42703'],
    [`${WRITABLE}DELETE FROM public.${table}`, FORBIDDEN],
  ]),
  ...OWN.map((name): [string, string] => [`SELECT 1 FROM public.workforce_${name}`, FORBIDDEN]),
  ...tables.map(({ name }): [string, string] => [`SELECT 1 FROM public.${name}`, FORBIDDEN]),
  ['SELECT base_salary FROM workforce_bi.employees', '42703'],
  ['SELECT password_hash FROM workforce_bi.employees', '42703'],
  [`${WRITABLE}DELETE FROM workforce_bi.departments`, FORBIDDEN],
  [`${WRITABLE}UPDATE workforce_bi.departments SET name = 'a'`, FORBIDDEN],
  [`${WRITABLE}INSERT INTO workforce_bi.departments VALUES (99, 'a')`, FORBIDDEN],
  [`${WRITABLE}CREATE VIEW workforce_bi.mine AS SELECT 1`, FORBIDDEN],
  [`${WRITABLE}CREATE OR REPLACE VIEW workforce_bi.departments AS SELECT 1`, FORBIDDEN],
  [`${WRITABLE}CREATE TABLE public.mine (a TEXT)`, FORBIDDEN],
  [`${WRITABLE}CREATE SCHEMA mine`, FORBIDDEN],
  [`${WRITABLE}DROP VIEW workforce_bi.departments`, FORBIDDEN],
  [`${WRITABLE}ALTER VIEW workforce_bi.departments SET SCHEMA public`, FORBIDDEN],
  [`${WRITABLE}GRANT workforce_owner TO workforce_reports`, FORBIDDEN],
  ['SET ROLE workforce_owner', FORBIDDEN],
  ['SET ROLE workforce_service', FORBIDDEN],
  ["SELECT nextval('public.leave_ids')", FORBIDDEN],
  ["SELECT pg_read_file('/etc/passwd')", FORBIDDEN],
  ["COPY workforce_bi.employees TO PROGRAM 'cat'", FORBIDDEN],
  // A mistake changes nothing, even where the right is there.
  ['CREATE TEMPORARY TABLE mine (a TEXT)', '25006'],
];

test.each(attempts)('%s → %s', async (statement, outcome) => {
  expect(await outcomeOf(statement)).toBe(outcome);
});

test('neither statistics nor whole rows nor functions of its own show it what is private', async () => {
  await query(at.admin, 'ANALYZE');
  expect(await query(at.reports, "SELECT 1 FROM pg_stats WHERE schemaname = 'public'")).toHaveLength(0);
  const leak = `BEGIN; SET TRANSACTION READ WRITE;
    CREATE FUNCTION pg_temp.leak(each workforce_bi.employees) RETURNS TEXT LANGUAGE plpgsql COST 0.0001 AS 'BEGIN RETURN row_to_json(each); END';
    SELECT string_agg(pg_temp.leak(each), '') AS seen FROM workforce_bi.employees AS each WHERE length(pg_temp.leak(each)) > 0`;
  const seen = (await query(at.reports, leak)).at(-1)[0].seen;
  expect(seen).toContain('"first_name"');
  expect(seen).not.toContain('salary');
});

test('a question that takes too long is ended, and there are not too many at once', async () => {
  const [{ value }] = await query(at.reports, "SELECT current_setting('statement_timeout') AS value");
  const [role] = await query(
    at.admin,
    "SELECT rolconnlimit, rolsuper, rolcreaterole, rolcreatedb FROM pg_roles WHERE rolname = 'workforce_reports'",
  );
  expect([value, role]).toEqual([
    '1min',
    { rolconnlimit: 10, rolsuper: false, rolcreaterole: false, rolcreatedb: false },
  ]);
});

test('the service has no use for the views, and is not hindered by them', async () => {
  await expect(query(at.service, 'SELECT 1 FROM workforce_bi.leave')).rejects.toThrow(/permission denied/);
  expect(
    await run(['list', 'leave', '--limit', '1'], {
      DATABASE_URL: at.service,
      WORKFORCE_PRIVATE_FIELDS: 'employees.base_salary',
    }),
  ).toMatchObject({ code: 0, stderr: '' });
});

const guide = readFileSync(repositoryFile('docs/guides/bi.md'), 'utf8');
const questions = [...guide.matchAll(/^```sql\n([\s\S]*?)^```$/gm)].map(([, sql]) => sql!);

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
