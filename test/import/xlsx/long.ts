// Workbooks for longer (npm test -- xlsx): their pace and memory at any size, and LibreOffice as
// the judge. Prints what it measures.
import { afterAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { run } from '../../harness/command.ts';
import { demoDatabase } from '../../harness/databases.ts';
import { MAIN, repositoryFile } from '../../harness/paths.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';

setDefaultTimeout(3_600_000);

const ROWS = Number(process.env.ROWS ?? 400_000);
/** What reading and writing may take in all, whatever the size. */
const MEMORY_MB = 250;

const folder = temporaryFolder();
const place = (name: string) => join(folder, name);
const report: string[] = [];
afterAll(() => console.log(report.join('\n')));

/** Runs a program to its end. The most memory that it had at a time is read until it has ended. */
async function measured(words: string[], environment: Record<string, string> = {}) {
  const { PATH = '', HOME = '' } = process.env;
  const started = performance.now();
  const child = Bun.spawn(words, { env: { PATH, HOME, ...environment }, stdout: 'pipe', stderr: 'inherit' });
  const stdout = await new Response(child.stdout).text();
  expect(await child.exited).toBe(0);
  return { stdout, seconds: (performance.now() - started) / 1000, megabytes: child.resourceUsage()!.maxRSS / 1e6 };
}

const tell = (what: string, { seconds, megabytes }: { seconds: number; megabytes: number }) =>
  void report.push(
    `${what}: ${ROWS} rows, ${Math.round(ROWS / seconds)} rows/s, at most ${Math.round(megabytes)} MB in all`,
  );

/** Reads all rows of a file as an import does, and prints a hash of their values. */
const READER = `
  import { openFile } from ${JSON.stringify(repositoryFile('src/cli/import/rows.ts'))};
  import { catalogue } from ${JSON.stringify(repositoryFile('src/catalogue/catalogue.ts'))};
  const [path, format] = process.argv.slice(-2);
  const resource = catalogue.find(({ name }) => name === 'employees');
  const open = await openFile({ resource, path, format });
  const hash = new Bun.CryptoHasher('sha256');
  let count = 0;
  for await (const rows of open.rows(() => undefined))
    for (const { values, faults } of rows) {
      if (faults.length > 0) throw new Error(JSON.stringify(faults));
      hash.update(JSON.stringify(values));
      count += 1;
    }
  console.log(count, hash.digest('hex'));
`;

const reading = (path: string, format: string) =>
  measured([process.execPath, '-e', READER, path, format], { TMPDIR: folder });

const soffice = (to: string, file: string, into: string) =>
  measured([
    'soffice',
    '--headless',
    `-env:UserInstallation=file://${place('profile')}`,
    '--convert-to',
    to,
    '--outdir',
    into,
    file,
  ]);

describe(`${ROWS} rows`, () => {
  const settings = { WORKFORCE_DATA: place('data'), WORKFORCE_DEMO: '0' };
  const command = (...words: string[]) => measured([process.execPath, MAIN, ...words], settings);
  let hash = '';

  test('a database to begin with', async () => {
    const file = Bun.file(place('employees.csv')).writer();
    file.write(
      'id,code,first_name,last_name,email,designation,branch,status,date_of_joining,gender,base_salary,alumni\n',
    );
    for (let i = 1; i <= ROWS; i++) {
      const day = new Date(Date.UTC(2000, 0, 1) + (i % 9000) * 864e5).toISOString().slice(0, 10);
      file.write(
        `${i},E-${i},Zoë ${i % 977},O'Brien & ${i},zoe.${i}@example.com,Engineer ${i % 90},London,active,${day},female,${30_000 + (i % 70_000) + (i % 4) / 4},0\n`,
      );
    }
    await file.end();
    tell('import of CSV, for comparison', await command('import', 'employees', place('employees.csv')));
    const read = await reading(place('employees.csv'), 'csv');
    tell('reading CSV, for comparison', read);
    hash = read.stdout;
    expect(hash).toStartWith(`${ROWS} `);
  });

  test('out', async () => {
    const written = await command('export', 'employees', '-o', place('employees.xlsx'));
    tell(`export, ${Math.round(statSync(place('employees.xlsx')).size / 1e6)} MB`, written);
    expect(written.megabytes).toBeLessThan(MEMORY_MB);
  });

  test('in again: the same values', async () => {
    const read = await reading(place('employees.xlsx'), 'xlsx');
    tell('reading it', read);
    expect(read.megabytes).toBeLessThan(MEMORY_MB);
    const other = { ...settings, WORKFORCE_DATA: place('other') };
    tell(
      'importing it',
      await measured([process.execPath, MAIN, 'import', 'employees', place('employees.xlsx')], other),
    );
    const lines = (environment: Record<string, string>) =>
      measured(['sh', '-c', `${process.execPath} ${MAIN} export employees --format ndjson | sha256sum`], environment);
    expect((await lines(other)).stdout).toBe((await lines(settings)).stdout);
  });

  test('saved by LibreOffice, with shared texts: the same values', async () => {
    await soffice('xlsx', place('employees.xlsx'), place('saved'));
    const read = await reading(join(place('saved'), 'employees.xlsx'), 'xlsx');
    tell('reading what LibreOffice has saved', read);
    expect(read.megabytes).toBeLessThan(MEMORY_MB);
    // Columns without a value are in our export, and not in the CSV.
    expect(read.stdout).toBe((await reading(place('employees.xlsx'), 'xlsx')).stdout);
    expect(hash.split(' ')[0]).toBe(read.stdout.split(' ')[0]!);
  });
});

describe('LibreOffice reads every resource', async () => {
  const settings = { WORKFORCE_DATA: await demoDatabase('embedded') };

  test.each(catalogue.map((resource) => [resource.name, resource] as const))('%s', async (name, { fields }) => {
    const [xlsx, ndjson] = [place(`${name}.xlsx`), place(`${name}.ndjson`)];
    for (const path of [xlsx, ndjson])
      expect(await run(['export', name, '-o', path, '--force'], settings)).toMatchObject({ code: 0, stderr: '' });
    const records = readFileSync(ndjson, 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    await soffice('csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true', xlsx, place('csv'));
    const [header, ...rows] = parse(readFileSync(join(place('csv'), `${name}.csv`)), { bom: true }) as string[][];
    expect(header).toEqual(fields.map((field) => field.name));
    expect(rows).toEqual(
      records.map((record) => fields.map(({ name: field }) => (record[field] === null ? '' : String(record[field])))),
    );
  });
});
