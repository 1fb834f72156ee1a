// The views for reports say what the API says: every field of every record, with the names of what references lead to,
// as SQL types; without what is private, and without what was erased.
import { afterAll, beforeAll, expect, setDefaultTimeout, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { type DataRecord, type Field, type Resource, referencesOf } from '../../src/catalogue/resource.ts';
import { eraseRecords, planErasure } from '../../src/jobs/erase/erase-records.ts';
import { isMoment } from '../../src/store/postgres/bi/views.ts';
import type { PrivateFields } from '../../src/store/store.ts';
import { seedOddRecords } from '../filters/odd-records.ts';
import { openDatabase } from '../harness/databases.ts';
import { freshDatabase } from '../harness/postgres/postgres.ts';
import { query } from '../harness/postgres/server.ts';
import { allRecords, post, type Service, startService } from '../harness/service.ts';

setDefaultTimeout(120_000);

const SECRET = 'Zzyzx-the-private';

let url: string;
let service: Service;
let hiddenFields: PrivateFields = {};
beforeAll(async () => {
  url = await freshDatabase();
  const store = await openDatabase(url);
  await seedOddRecords(store);
  await store.close();
  const rename = (table: string, field: string, name: string, which: string) =>
    query(
      url,
      `UPDATE ${table} SET ${field} = '${name}', json = (json::jsonb || '{"${field}": "${name}"}')::text WHERE ${which}`,
    );
  for (const table of ['candidates', 'employees']) await rename(table, 'last_name', SECRET, 'id % 3 = 1');
  // An empty text is no name.
  for (const field of ['first_name', 'last_name']) await rename('employees', field, '', 'id % 4 = 1');
  await rename('departments', 'name', '', 'id = 3');
  service = await startService({ location: url, engine: 'postgresql' });
});
afterAll(() => service.stop());

async function restart(privateFields: PrivateFields): Promise<void> {
  await service.stop();
  hiddenFields = privateFields;
  service = await startService({ location: url, engine: 'postgresql', privateFields });
}

type Row = Record<string, string | number | boolean | null>;

const rowsOf = async ({ table }: Resource): Promise<Row[]> =>
  (
    await query(
      `${url}?options=-c%20TimeZone%3DUTC`,
      `SELECT row_to_json(each) AS row FROM workforce_bi.${table} AS each ORDER BY id`,
    )
  ).map(({ row }: { row: Row }) => row);

const utc = (value: string): string => new Date(value.length === 10 ? `${value}T00:00:00Z` : value).toISOString();

function expectedOf(field: Field, value: DataRecord[string]): Row[string] {
  if (value === null) return null;
  if (field.kindName === 'flag') return value === 1;
  if (field.kindName !== 'date') return value;
  return isMoment(field) ? Date.parse(utc(value as string)) : utc(value as string).slice(0, 10);
}

/** The row of a record of the API, as everybody sees it, with names from the records that it refers to. */
function expectedRow(resource: Resource, record: DataRecord, all: Map<Resource, Map<number, DataRecord>>): Row {
  const hidden = hiddenFields[resource.name];
  const shown = resource.fields.filter(({ name, kindName }) => kindName !== 'secret' && !hidden?.has(name));
  const names = referencesOf(resource)
    .filter(({ name }) => !hidden?.has(name))
    .map(({ name, target }) => {
      const there = all.get(target)!.get(record[name] as number);
      const label = target.label.filter((each) => !hiddenFields[target.name]?.has(each));
      const text = label.map((each) => there?.[each] ?? '').filter((each) => each !== '');
      return label.length === 0 ? [] : [[`${name.replace(/_id$/, '')}_name`, text.join(' ') || null]];
    });
  return Object.fromEntries([
    ...shown.map((field) => [field.name, expectedOf(field, record[field.name]!)]),
    ...names.flat(),
  ]);
}

async function expectSameAsApi(): Promise<void> {
  const all = new Map<Resource, Map<number, DataRecord>>();
  for (const resource of catalogue)
    all.set(
      resource,
      new Map((await allRecords<DataRecord>(service, resource.name)).map((each) => [each.id as number, each])),
    );
  for (const resource of catalogue) {
    const moments = new Set(resource.fields.filter(isMoment).map(({ name }) => name));
    const rows = (await rowsOf(resource)).map((row) =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [
          name,
          moments.has(name) && value !== null ? Date.parse(value as string) : value,
        ]),
      ),
    );
    const expected = [...all.get(resource)!.values()].sort((a, b) => (a.id as number) - (b.id as number));
    expect(rows.length).toBeGreaterThan(0);
    expect(rows).toEqual(expected.map((record) => expectedRow(resource, record, all)));
  }
}

test('every record, as the API has it, with names', async () => {
  await expectSameAsApi();
});

test('columns have the types that reports need', async () => {
  const rows = await query(
    url,
    "SELECT table_name || '.' || column_name AS name, data_type FROM information_schema.columns WHERE table_schema = 'workforce_bi'",
  );
  const types = new Map(rows.map(({ name, data_type }) => [name, data_type]));
  const expected = {
    'employees.id': 'bigint',
    'employees.dept_id': 'bigint',
    'employees.dept_name': 'text',
    'employees.date_of_joining': 'date',
    'employees.base_salary': 'double precision',
    'employees.alumni': 'boolean',
    'jobs.headcount': 'bigint',
    'jobs.stages_json': 'text',
    'candidates.referred_by': 'bigint',
    'candidates.consent_at': 'timestamp with time zone',
    'career_sites.is_active': 'boolean',
  };
  expect(Object.fromEntries(Object.keys(expected).map((name) => [name, types.get(name)]))).toEqual(expected);
  expect(types.has('employees.password_hash')).toBe(false);
});

/** What the column of a date is, as text in UTC. */
const DATES: [sent: string, day: string, time: string][] = [
  ['0000-02-29', '0001-02-29 BC', '0001-02-29 00:00:00+00 BC'],
  ['0000-12-31T23:59:59.5Z', '0001-12-31 BC', '0001-12-31 23:59:59.5+00 BC'],
  ['2016-12-31T23:59:60Z', '2016-12-31', '2017-01-01 00:00:00+00'],
  ['2026-01-01T00:30:00+01:00', '2025-12-31', '2025-12-31 23:30:00+00'],
  ['2026-03-04T09:30:00.12345678901234567890123456789Z', '2026-03-04', '2026-03-04 09:30:00.123457+00'],
  ['9999-12-31', '9999-12-31', '9999-12-31 00:00:00+00'],
];

test.each(DATES)('the date %s', async (sent, day, time) => {
  const created = await post(service, '/api/v1/applications', { candidate_id: 1, job_id: 1, applied_on: sent });
  const { id } = await created.json();
  const slug = `d${id}`;
  const shown = await post(service, '/api/v1/job-distributions', {
    job_posting_id: 1,
    career_site_id: 1,
    slug,
    published_at: sent,
  });
  expect([created.status, shown.status]).toEqual([201, 201]);
  const inUtc = `${url}?options=-c%20TimeZone%3DUTC`;
  // A create shows at once.
  expect([
    ...(await query(inUtc, `SELECT applied_on::text AS day FROM workforce_bi.applications WHERE id = ${id}`)),
    ...(await query(
      inUtc,
      `SELECT published_at::text AS time FROM workforce_bi.job_distributions WHERE slug = '${slug}'`,
    )),
  ]).toEqual([{ day }, { time }]);
  await erase('applications', id);
  await erase('job-distributions', (await shown.json()).id);
});

test('tables and columns are described', async () => {
  const about = async (what: string) => (await query(url, `SELECT ${what} AS about`))[0].about;
  expect(await about("obj_description('workforce_bi.employees'::regclass)")).toStartWith('Everyone who works');
  const columns = await query(
    url,
    `SELECT attname, col_description(attrelid, attnum) AS about FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
     WHERE relnamespace = 'workforce_bi'::regnamespace AND relkind = 'v' AND attnum > 0`,
  );
  expect(columns.filter((each) => !each.about || each.about.includes('`'))).toEqual([]);
  expect(columns.find(({ attname }) => attname === 'dept_name').about).toBe(
    'What the department of dept_id is called.',
  );
});

async function erase(name: string, id: number): Promise<void> {
  const resource = catalogue.find((each) => each.name === name)!;
  await eraseRecords(service.store, catalogue, await planErasure(service.store, catalogue, resource, [id]));
}

test('what is erased is gone, and whoever referred to it refers to nobody', async () => {
  const [boss] = await query(url, 'SELECT manager_id AS id FROM workforce_bi.employees WHERE manager_id > 1 LIMIT 1');
  const team = await query(url, `SELECT id FROM workforce_bi.employees WHERE manager_id = ${boss.id}`);
  await erase('employees', Number(boss.id));
  expect(await query(url, `SELECT 1 FROM workforce_bi.employees WHERE id = ${boss.id}`)).toHaveLength(0);
  expect(await query(url, `SELECT 1 FROM workforce_bi.attendance WHERE employee_id = ${boss.id}`)).toHaveLength(0);
  const left = await query(url, `SELECT manager_id, manager_name FROM workforce_bi.employees WHERE id = ${team[0].id}`);
  expect([...left]).toEqual([{ manager_id: null, manager_name: null }]);
});

test('what is private is in no view, also not as the name of a record elsewhere', async () => {
  expect(JSON.stringify(await Promise.all(catalogue.map(rowsOf)))).toContain(SECRET);
  await restart({
    candidates: new Set(['first_name', 'last_name', 'email', 'created']),
    employees: new Set(['last_name', 'base_salary']),
    leave: new Set(['leave_type', 'employee_id']),
    jobs: new Set(['title']),
  });
  const columns = await query(
    url,
    "SELECT table_name, column_name FROM information_schema.columns WHERE table_schema = 'workforce_bi'",
  );
  const names = columns.map(({ table_name, column_name }) => `${table_name}.${column_name}`);
  const gone = [
    'candidates.last_name',
    'employees.base_salary',
    'leave.leave_type',
    'leave.employee_id',
    'leave.employee_name',
    'jobs.title',
  ];
  const nameless = [
    'applications.candidate_name',
    'applications.job_name',
    'employees.candidate_name',
    'job_distributions.job_posting_name',
  ];
  expect(names.filter((name) => [...gone, ...nameless].includes(name))).toEqual([]);
  expect(names).toContain('applications.candidate_id');
  expect(names).toContain('attendance.employee_name');
  expect(JSON.stringify(await Promise.all(catalogue.map(rowsOf)))).not.toContain(SECRET);
  await expectSameAsApi();
});
