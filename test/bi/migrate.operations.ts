// Who makes the views for reports, and when: they are made once and replaced when what they should be has changed, with
// what people have granted on them and made of them; the doctor finds views that somebody has changed, and makes them
// again.
import { afterAll, beforeAll, beforeEach, expect, setDefaultTimeout, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { runHere } from '../cli/run-here.ts';
import { run } from '../harness/command.ts';
import { openDatabase } from '../harness/databases.ts';
import { keptOpen, query } from '../harness/postgres/server.ts';
import { runStep, type World, world } from './world.ts';

setDefaultTimeout(120_000);

let at: World;
beforeAll(async () => {
  at = await world();
  expect(await migrate()).toMatchObject({ code: 0 });
  await runStep(3, at.owner);
  await query(at.admin, 'CREATE ROLE alice');
});
afterAll(() => at.server.destroy());

const migrate = (settings: Record<string, string> = {}) =>
  run(['migrate'], { DATABASE_URL: at.owner, WORKFORCE_DEMO: '0', ...settings });
const PAY = { WORKFORCE_PRIVATE_FIELDS: 'employees.base_salary' };

/** Makes the views those of another version. */
const OTHER = "COMMENT ON SCHEMA workforce_bi IS 'Of another version (abc def)'";

/** Every test begins with the views of this version. */
beforeEach(async () => {
  expect(await runHere(['migrate'], { DATABASE_URL: at.owner, WORKFORCE_DEMO: '0' })).toMatchObject({ code: 0 });
});

const value = async (expression: string) => (await query(at.admin, `SELECT ${expression} AS value`))[0].value;
const hasColumn = (name: string) =>
  value(
    `EXISTS (SELECT 1 FROM pg_attribute WHERE attrelid = 'workforce_bi.employees'::regclass AND attname = '${name}')`,
  );
const ids = () =>
  value("array(SELECT oid FROM pg_class WHERE relnamespace = 'workforce_bi'::regnamespace ORDER BY oid)");

test('views of another version are replaced, and so are those with other private fields', async () => {
  await query(at.owner, 'DROP VIEW workforce_bi.employees');
  await query(at.owner, 'CREATE VIEW workforce_bi.employees AS SELECT id, code AS number FROM employees');
  await query(at.owner, 'GRANT SELECT ON workforce_bi.employees TO workforce_bi');
  await query(at.owner, OTHER);
  expect(await migrate()).toMatchObject({ code: 0, stderr: '' });
  expect([await hasColumn('number'), await hasColumn('base_salary')]).toEqual([false, true]);
  const before = await ids();
  expect(before).toHaveLength(catalogue.length);
  expect(await migrate()).toMatchObject({ code: 0, stderr: '' });
  expect(await ids()).toEqual(before);
  expect(await migrate(PAY)).toMatchObject({ code: 0 });
  expect([await hasColumn('code'), await hasColumn('base_salary')]).toEqual([true, false]);
});

test('what was granted stays, and what was revoked too', async () => {
  const may = (role: string, view: string, right = 'SELECT') =>
    value(`has_table_privilege('${role}', 'workforce_bi.${view}', '${right}')`);
  await query(at.owner, 'GRANT SELECT ON workforce_bi.employees TO alice');
  await query(at.owner, 'GRANT SELECT (title), UPDATE (code) ON workforce_bi.jobs TO alice WITH GRANT OPTION');
  await query(at.owner, 'GRANT SELECT ON workforce_bi.departments TO PUBLIC');
  await query(at.owner, 'REVOKE SELECT ON workforce_bi.candidates FROM workforce_bi');
  const rights = async () => [
    await may('alice', 'employees'),
    await may('alice', 'jobs'),
    await value("has_column_privilege('alice', 'workforce_bi.jobs', 'title', 'SELECT WITH GRANT OPTION')"),
    await may('alice', 'departments'),
    await may('alice', 'leave'),
    await may('workforce_bi', 'employees'),
    await may('workforce_bi', 'candidates'),
    await may('workforce_bi', 'employees', 'INSERT'),
  ];
  const granted = [true, false, true, true, false, true, false, false];
  expect(await rights()).toEqual(granted);
  const before = await ids();
  // A column that goes takes what was granted on it along.
  await query(at.owner, 'GRANT SELECT (base_salary) ON workforce_bi.employees TO alice');
  expect(await migrate(PAY)).toMatchObject({ code: 0 });
  expect(await ids()).not.toEqual(before);
  expect(await rights()).toEqual(granted);
  await query(at.owner, 'GRANT SELECT ON workforce_bi.candidates TO workforce_bi');
});

test('what others have made of a view stays, and shows nothing that is private by now', async () => {
  expect(
    await run(['generate', '--employees', '5', '--attendance-days', '1'], { DATABASE_URL: at.owner }),
  ).toMatchObject({
    code: 0,
  });
  await query(at.admin, 'CREATE SCHEMA reports');
  await query(
    at.admin,
    'CREATE VIEW reports.pay AS SELECT sum(base_salary) AS total, min(branch) AS branch FROM workforce_bi.employees',
  );
  const pay = async () => (await query(at.admin, 'SELECT * FROM reports.pay'))[0];
  const { branch } = await pay();
  expect(await pay()).toEqual({ total: expect.any(Number), branch: expect.any(String) });
  const { code, stderr } = await migrate(PAY);
  expect([code, stderr]).toEqual([
    0,
    expect.stringContaining(
      'workforce_bi.employees keeps base_salary, without values, because of what others have made of it (view reports.pay depends on view workforce_bi.employees): drop that, then run "workforce migrate".',
    ),
  ]);
  expect(await pay()).toEqual({ total: null, branch });
  expect(await run(['doctor'], { DATABASE_URL: at.owner, ...PAY })).toMatchObject({ code: 1 });
  await query(at.admin, 'DROP VIEW reports.pay');
  expect(await migrate(PAY)).toMatchObject({ code: 0, stderr: '' });
  expect(await hasColumn('base_salary')).toBe(false);
  await query(at.admin, 'DROP SCHEMA reports CASCADE');
  expect(await run(['doctor'], { DATABASE_URL: at.owner, ...PAY })).toMatchObject({ code: 0 });
});

test('several processes that start together make the views once', async () => {
  await query(at.admin, 'CREATE TABLE public.made (tag TEXT)');
  await query(
    at.admin,
    `CREATE FUNCTION public.note() RETURNS event_trigger LANGUAGE plpgsql SECURITY DEFINER AS 'BEGIN INSERT INTO public.made VALUES (tg_tag); END'`,
  );
  await query(
    at.admin,
    "CREATE EVENT TRIGGER note ON ddl_command_end WHEN TAG IN ('CREATE VIEW') EXECUTE FUNCTION public.note()",
  );
  await query(at.owner, OTHER);
  for (const store of await Promise.all([1, 2, 3].map(() => openDatabase(at.owner)))) await store.close();
  const [{ count }] = await query(at.admin, 'SELECT count(*) FROM public.made');
  await query(at.admin, 'DROP EVENT TRIGGER note');
  await query(at.admin, 'DROP TABLE public.made');
  expect(Number(count)).toBe(catalogue.length);
});

test('a start does not wait for a report', async () => {
  await query(at.owner, OTHER);
  const end = await keptOpen(at.admin, 'BEGIN; SELECT 1 FROM workforce_bi.leave');
  const { code, stderr } = await migrate();
  await end();
  const line = 'could not be replaced (canceling statement due to lock timeout)';
  expect([code, stderr]).toEqual([0, expect.stringContaining(line)]);
  expect(await migrate()).toMatchObject({ code: 0, stderr: '' });
});

test('a role that comes later may read the views after the next migration', async () => {
  await query(at.admin, 'DROP OWNED BY workforce_bi');
  await expect(query(at.reports, 'SELECT 1 FROM workforce_bi.leave')).rejects.toThrow(/permission denied/);
  expect(await migrate()).toMatchObject({ code: 0, stderr: '' });
  for (const { table } of catalogue) await query(at.reports, `SELECT 1 FROM workforce_bi.${table} LIMIT 1`);
});

test('an owner who may not make the schema migrates without views, and is told what to do', async () => {
  const name = new URL(at.admin).pathname.slice(1);
  await query(at.admin, 'DROP SCHEMA workforce_bi CASCADE');
  await query(at.admin, `REVOKE CREATE ON DATABASE ${name} FROM workforce_owner`);
  const { code, stderr } = await migrate();
  expect([code, stderr]).toEqual([
    0,
    `workforce: There are no views for reports: have a superuser run GRANT CREATE ON DATABASE "${name}" TO "workforce_owner". Then run "workforce migrate".\n`,
  ]);
  expect(await migrate(PAY)).toMatchObject({ code: 0, stderr: expect.stringContaining('have a superuser run') });
  expect(await run(['doctor'], { DATABASE_URL: at.owner, ...PAY })).toMatchObject({ code: 0 });
  await query(at.admin, 'CREATE SCHEMA workforce_bi');
  expect(await migrate()).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('belongs to postgres; have it dropped or given'),
  });
  await query(at.admin, 'DROP SCHEMA workforce_bi');
  await query(at.admin, `GRANT CREATE ON DATABASE ${name} TO workforce_owner`);
});

test('views that a superuser makes belong to the owner of the tables', async () => {
  await query(at.admin, 'DROP SCHEMA workforce_bi CASCADE');
  expect(await run(['migrate'], { DATABASE_URL: at.admin, WORKFORCE_DEMO: '0' })).toMatchObject({ code: 0 });
  const owners = await query(
    at.admin,
    "SELECT DISTINCT pg_get_userbyid(relowner) AS name FROM pg_class WHERE relnamespace = 'workforce_bi'::regnamespace",
  );
  expect([...owners]).toEqual([{ name: 'workforce_owner' }]);
  expect(await migrate(PAY)).toMatchObject({ code: 0 });
});

test.each([
  'DROP VIEW workforce_bi.leave',
  'DROP SCHEMA workforce_bi CASCADE',
  'CREATE OR REPLACE VIEW workforce_bi.departments AS SELECT id, name FROM public.departments WHERE id > 3',
  'ALTER VIEW workforce_bi.leave SET (security_invoker = true)',
])('the doctor finds and repairs: %s', async (damage) => {
  await query(at.owner, damage);
  const store = await openDatabase(at.owner, catalogue, {}, undefined);
  // Opening makes a schema that is missing.
  if (damage.startsWith('DROP SCHEMA')) await query(at.owner, damage);
  const found = await store.audit();
  expect(found).toEqual([{ category: 'view', what: 'The views in workforce_bi are not those of this version.' }]);
  if (!damage.startsWith('DROP SCHEMA')) {
    const service = await openDatabase(at.service);
    expect(await service.audit()).toEqual(found);
    expect(await service.repair(found)).toEqual([
      { what: 'views for reports', failed: 'only workforce_owner, who owns the tables, can make them' },
    ]);
    await service.close();
  }
  expect(await store.repair(found)).toEqual([{ what: 'The views for reports were made again.' }]);
  expect(await store.audit()).toEqual([]);
  await store.close();
});
