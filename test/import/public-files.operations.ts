// Files with the shapes of public HR data, of invented people: each goes in with one command, or with one `--suggest`
// and one edit, on both databases. Every cell is compared with what an independent reader finds in the file.
import { describe, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { runHere } from '../cli/run-here.ts';
import { databaseSetting, eitherEngine, newDatabase, openDatabase } from '../harness/databases.ts';
import { repositoryFile } from '../harness/paths.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

type Mapping = {
  columns: Record<string, string | null>;
  values: Record<string, Record<string, string | null>>;
  defaults: Record<string, string>;
};
type Row = Readonly<Record<string, string>>;
type PublicFile = {
  readonly file: string;
  readonly resource: string;
  /** Files that have to be there before. */
  readonly after?: readonly string[];
  readonly options?: readonly string[];
  /** What a person changes in the suggested mapping. Without it there is none. */
  readonly edit?: (mapping: Mapping) => void;
  /** How the independent reader reads it. */
  readonly encoding?: string;
  readonly delimiter?: string;
  readonly from?: number;
  readonly header?: readonly string[];
  /** What each field of the record of a row holds; a field behind a reference is one of the record it leads to. All
   * others are empty. */
  readonly cells: Readonly<Record<string, (row: Row) => unknown>>;
};

const text = (column: string) => (row: Row) => row[column]!.trim().replace(/\s+/g, ' ') || null;
const part = (column: string, at: number) => (row: Row) => row[column]!.split(',')[at]!.trim().replace(/\s+/g, ' ');
const amount = (column: string) => (row: Row) => (row[column] ? Number(row[column].replace(/[$,\s]/g, '')) : null);
const german = (column: string) => (row: Row) => Number(row[column]!.replace(/[.\s]/g, '').replace(',', '.'));
const word = (column: string, words: Record<string, string>) => (row: Row) => words[row[column]!.trim()];
const only = (value: unknown) => () => value;
/** The day or the time of the import. */
const NOW = only(expect.any(String));
const MONTHS = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ');
/** `order`: where year, month and day are among the numbers and names of the cell. */
const date =
  (column: string, [y, m, d]: readonly [number, number, number]) =>
  (row: Row) => {
    const parts = row[column]!.split(/[^\p{L}\d]+/u);
    if (parts.length < 3) return null;
    const month = MONTHS.indexOf(parts[m]!.toLowerCase()) + 1 || Number(parts[m]);
    const pad = (number: number) => String(number).padStart(2, '0');
    return `${parts[y]!.padStart(4, '20')}-${pad(month)}-${pad(Number(parts[d]))}`;
  };
const [US, EUROPE] = [
  [2, 0, 1],
  [2, 1, 0],
] as const;

const files: PublicFile[] = [
  {
    ...{ file: 'hr-dataset.csv', resource: 'employees', options: ['--create-missing', 'departments'] },
    edit: ({ values }) => Object.assign(values.status!, { 'Leave of Absence': 'on_leave' }),
    cells: {
      ...{ code: text('EmpID'), first_name: part('Employee_Name', 1), last_name: part('Employee_Name', 0) },
      ...{ 'dept_id.name': text('Department'), designation: text('Position'), base_salary: amount('Salary') },
      gender: word('Sex', { F: 'female', M: 'male' }),
      ...{ date_of_joining: date('DateofHire', US), termination_date: date('DateofTermination', US) },
      status: (row) =>
        row.DateofTermination ? 'terminated' : row.EmploymentStatus === 'Active' ? 'active' : 'on_leave',
      alumni: (row) => (row.DateofTermination ? 1 : 0),
      'manager_id.first_name': (row) => row.ManagerName!.split(' ')[0] || null,
      'manager_id.last_name': (row) => row.ManagerName!.split(' ')[1] ?? null,
    },
  },
  {
    ...{ file: 'russian-staff.csv', resource: 'employees', encoding: 'windows-1251', delimiter: ';' },
    options: ['--encoding', 'windows-1251', '--create-missing', 'departments'],
    edit({ columns, values, defaults }) {
      columns.ФИО = 'last_name first_name';
      values.gender = { м: 'male', ж: 'female' };
      defaults.status = 'active';
    },
    cells: {
      ...{ code: text('Табельный номер'), designation: text('Должность'), 'dept_id.name': text('Отдел') },
      first_name: (row) => row.ФИО!.split(' ').slice(1).join(' '),
      last_name: (row) => row.ФИО!.split(' ')[0],
      gender: word('Пол', { м: 'male', ж: 'female' }),
      ...{ date_of_joining: date('Дата приёма', EUROPE), base_salary: german('Оклад') },
      ...{ status: only('active'), alumni: only(0) },
    },
  },
  {
    ...{ file: 'job-postings.csv', resource: 'jobs' },
    options: ['--map', 'Agency=dept_id.name', '--create-missing', 'departments'],
    edit: ({ defaults }) => Object.assign(defaults, { status: 'open' }),
    cells: {
      ...{ code: text('Job ID'), title: text('Business Title'), 'dept_id.name': text('Agency'), filled: only(0) },
      ...{
        headcount: amount('# Of Positions'),
        comp_min: amount('Salary Range From'),
        comp_max: amount('Salary Range To'),
      },
      ...{ location: text('Work Location'), description: (row) => row['Job Description'], status: only('open') },
      requirements: (row) => row['Minimum Qual Requirements'] || null,
      ...{ opened_on: date('Posting Date', US), target_date: date('Post Until', EUROPE) },
    },
  },
  {
    ...{ file: 'ats-candidates.csv', resource: 'candidates', options: ['--source', 'ats'] },
    edit({ values, defaults }) {
      values.source!.LinkedIn = 'social';
      defaults.status = 'active';
    },
    cells: {
      ...{
        first_name: part('Candidate', 1),
        last_name: part('Candidate', 0),
        email: text('Email'),
        phone: text('Phone'),
      },
      ...{ location: text('City'), current_employer: text('Current Company'), status: only('active') },
      ...{ years_experience: amount('Years of Experience'), created: date('Date Added', [2, 0, 1]) },
      source: word('Source', { Referral: 'referral', 'Job Board': 'job_board', LinkedIn: 'social' }),
    },
  },
  {
    ...{ file: 'ats-applications.csv', resource: 'applications', options: ['--source', 'ats'] },
    after: ['job-postings.csv', 'ats-candidates.csv'],
    edit: () => undefined,
    cells: {
      'candidate_id.first_name': word('Candidate ID', { C00001: 'Ada', C00003: 'Rui M.' }),
      ...{ 'job_id.code': text('Requisition ID'), stage: (row) => row.Stage!.toLowerCase(), status: only('active') },
      ...{ applied_on: date('Applied At', US), stage_entered_on: () => null, created: NOW },
    },
  },
  {
    ...{ file: 'no-header.csv', resource: 'employees', header: ['code', 'a', 'b', 'mail', 'start', 'pay'] },
    options: [
      ...['--header', 'code,first_name,last_name,email,date_of_joining,base_salary', '--default', 'status=active'],
    ],
    cells: {
      ...{ code: text('code'), first_name: text('a'), last_name: text('b'), email: text('mail') },
      ...{ date_of_joining: text('start'), base_salary: amount('pay'), status: only('active'), alumni: only(0) },
    },
  },
  {
    ...{ file: 'leave-list.csv', resource: 'leave', delimiter: ';', after: ['no-header.csv'] },
    edit: () => undefined,
    cells: {
      ...{ 'employee_id.email': text('Employee Email'), from_date: date('From', EUROPE), to_date: date('To', EUROPE) },
      leave_type: word('Absence Type', { 'Annual leave': 'annual', Sick: 'sick', Parental: 'parental' }),
      ...{ days: german('Days'), status: (row) => row.Approval!.toLowerCase(), reason: text('Comment') },
      applied_on: () => null,
    },
  },
];

const pathOf = (file: string): string => repositoryFile(`test/import/files/${file}`);

/** One command, or a suggestion, an edit and one command. */
async function bringIn({ file, resource, options = [], edit }: PublicFile, location: string): Promise<void> {
  const setting = databaseSetting(location);
  const command = ['import', resource, pathOf(file), ...options];
  if (edit) {
    const mapping = join(temporaryFolder(), 'mapping.json');
    const reading = options.filter((_, i) => !options.slice(Math.max(0, i - 1), i + 1).includes('--create-missing'));
    const suggested = await runHere(['import', resource, pathOf(file), ...reading, '--suggest', mapping], setting);
    expect({ file, ...suggested }).toMatchObject({ file, code: 0 });
    const content = JSON.parse(readFileSync(mapping, 'utf8')) as Mapping;
    edit(content);
    writeFileSync(mapping, JSON.stringify(content));
    command.splice(3, options.length, '--map', mapping, ...options.filter((word) => !reading.includes(word)));
  }
  const { code, stderr } = await runHere(command, setting);
  expect({ file, code, faults: stderr.split('\n').filter((line) => line.includes(file)) }).toEqual({
    file,
    code: 0,
    faults: [],
  });
}

type StoredRecord = Readonly<Record<string, unknown>>;

/** The records of all resources by id. */
async function recordsIn(location: string): Promise<Map<string, Map<number, StoredRecord>>> {
  const store = await openDatabase(location);
  const all = new Map<string, Map<number, StoredRecord>>();
  for (const resource of catalogue) {
    const records = new Map<number, StoredRecord>();
    all.set(resource.name, records);
    for await (const some of store.scan(resource, { after: 0, upTo: Number.MAX_SAFE_INTEGER }))
      for (const each of some.map((json) => JSON.parse(json))) records.set(each.id, each);
  }
  expect(await store.audit()).toEqual([]);
  await store.close();
  return all;
}

function readIndependently({ file, encoding = 'utf-8', delimiter = ',', from = 1, header }: PublicFile): Row[] {
  const content = new TextDecoder(encoding as Bun.Encoding).decode(readFileSync(pathOf(file)));
  const columns = header ? [...header] : true;
  return parse(content, { columns, delimiter, from_line: from, skip_empty_lines: true, relax_quotes: true }) as Row[];
}

describe.each(eitherEngine)('on the %s database', (engine) => {
  test.each(files.map((each) => [each.file, each] as const))('%s', async (_, each) => {
    const location = await newDatabase(engine);
    for (const name of each.after ?? []) await bringIn(files.find(({ file }) => file === name)!, location);
    await bringIn(each, location);
    const all = await recordsIn(location);
    const resource = catalogue.find(({ name }) => name === each.resource)!;
    /** The value of a field, or of one behind a reference. */
    const valueIn = (record: StoredRecord, name: string): unknown => {
      const [field = '', behind] = name.split('.');
      const target = resource.fields.find((own) => own.name === field)!.target;
      return behind === undefined
        ? record[field]
        : (all.get(target!.name)!.get(record[field] as number)?.[behind] ?? null);
    };
    const named = new Set(Object.keys(each.cells).map((name) => name.split('.')[0]!));
    const unnamed = resource.fields.map(({ name }) => name).filter((name) => name !== 'id' && !named.has(name));
    const rows = readIndependently(each);
    expect(rows.length).toBeGreaterThan(1);
    const expected = rows.map((row) => ({
      ...Object.fromEntries(Object.entries(each.cells).map(([name, read]) => [name, read(row)])),
      ...Object.fromEntries(unnamed.map((name) => [name, null])),
    }));
    const found = [...all.get(each.resource)!.values()].map((record) =>
      Object.fromEntries([...Object.keys(each.cells), ...unnamed].map((name) => [name, valueIn(record, name)])),
    );
    expect(found).toEqual(expected as typeof found);
  });
});
