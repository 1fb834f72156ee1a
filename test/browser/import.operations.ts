// Imports of files in a real browser: what is shown is what the API says about the same file, what is stored is what was
// shown, and of a file that is cancelled nothing is.
import { expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ElementHandle } from 'puppeteer-core';
import { repositoryFile } from '../harness/paths.ts';
import { TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { recordsOf, send, startImportService } from '../import/http/import-service.ts';
import { consoleFiles, inBrowser, type Looking, type Visit, type VisitOptions } from './visit.ts';

/** As in docs/guides, with a day for each. */
const ATTRITION = readFileSync(repositoryFile('docs/guides/files/attrition.csv'), 'utf8')
  .trim()
  .split('\n')
  .map((line, at) => `${line},${at === 0 ? 'Hire Date' : `${20 + at}.03.2024`}`)
  .join('\n');

/** A file of this name to choose. */
function fileWith(name: string, content: string): string {
  const path = join(temporaryFolder(), name);
  writeFileSync(path, content);
  return path;
}

type Importing = Looking<Awaited<ReturnType<typeof startService>>>;
const startService = () => startImportService('embedded', { parts: { console: consoleFiles } });

/** The page, with the token. */
async function enter({ visit }: Importing, query = '', options: VisitOptions = {}): Promise<Visit> {
  const there = await visit(options);
  await there.page.evaluateOnNewDocument((token) => sessionStorage.setItem('token', token), TOKEN);
  await there.open(`/console/import${query}`);
  return there;
}

/** Until the service has said what it says to it. */
async function answered({ page, settle }: Visit): Promise<void> {
  await page.waitForFunction(() => !document.querySelector('.import-progress'));
  await settle();
}
async function choose(there: Visit, path: string): Promise<void> {
  const input = (await there.page.waitForSelector('input[type=file]')) as ElementHandle<HTMLInputElement>;
  await input.uploadFile(path as `${string}.csv`);
  await answered(there);
}
async function click(there: Visit, text: string): Promise<void> {
  await there.clickOn(text);
  await answered(there);
}

const cellsOf = (there: Visit, table: string) =>
  there.page.$$eval(`${table} tbody tr`, (rows) =>
    rows.map((row) =>
      [...row.children].map((cell) => cell.querySelector('select')?.value ?? (cell as HTMLElement).innerText.trim()),
    ),
  );

inBrowser('importing', startService, (looking) => {
  test('an empty database greets with it, and is filled with demo data by a click', async () => {
    const empty = await startService();
    const there = await looking.visit({ url: empty.url, expected: /ERR_CONNECTION/ });
    await there.page.evaluateOnNewDocument((token) => sessionStorage.setItem('token', token), TOKEN);
    await there.open('/');
    expect(await there.text('.greeting')).toContain('There are no records yet');
    expect(await there.axe()).toEqual([]);
    await there.clickOn('Fill with demo data', '.greeting');
    await there.page.waitForFunction(() => !document.querySelector('.greeting'));
    const { data } = await (await fetch(`${empty.url}/api/v1/totals`)).json();
    await there.page.waitForFunction(
      (count) => document.querySelector('#main a[href="/console/organizations"]')?.getAttribute('data-count') === count,
      {},
      String(data.organizations),
    );
    await there.settle();
    const shown = await there.page.$$eval('nav a[data-count]', (all) =>
      all.map((each) => [each.getAttribute('href')!.split('/').at(-1)!, Number(each.getAttribute('data-count'))]),
    );
    expect(Object.fromEntries(shown)).toEqual(data);
    await empty.stop();
  });

  test('from the file to its records: suggestion, choices, a fault, a mended mapping, and what is stored', async () => {
    const there = await enter(looking, '', { expected: /status of (409|422)/ });
    const { url } = looking.service;
    const file = fileWith('attrition.csv', ATTRITION);
    await choose(there, file);
    const [best] = (await (await send(url, 'import', ATTRITION)).json()).data;
    expect(await there.page.$eval('.import-details select', (each) => (each as HTMLSelectElement).value)).toBe(
      best.resource,
    );
    const columns = (await cellsOf(there, '.import-table')).slice(0, best.columns.length);
    expect(columns.map(([name, examples, target]) => [name, examples, target])).toEqual(
      best.columns.map(({ name, examples }: { name: string; examples: string[] }) => [
        ...[name, examples.join(' · '), best.mapping.columns[name] ?? ''],
      ]),
    );
    expect(await there.text('.import-actions')).toContain('2 choices are to be made');
    for (const [text, word] of [
      ['Yes', 'terminated'],
      ['No', 'active'],
    ] as const)
      await there.page.select(`select[aria-label="What ${text} stands for in Status"]`, word);
    const values = { ...best.mapping.values, status: { Yes: 'terminated', No: 'active' } };
    const mapping = { ...best.mapping, values };
    // A date format that no date has: every row is refused, and is named.
    await there.page.select('.import-details label:nth-last-child(2) select', 'excel');
    const path = `import/employees?dry_run=true&create_missing=${best.create_missing.join(',')}`;
    const wrong = { ...mapping, dateFormat: 'excel' };
    const refused = (await (await send(url, path, ATTRITION, { mapping: wrong })).json()).data;
    await click(there, 'Check');
    const faults = await cellsOf(there, '.import-faults');
    expect(faults.map(([line, , , why]) => [Number(line), why])).toEqual(
      refused.faults.map(({ line, reason }: { line: number; reason: string }) => [line, reason]),
    );
    expect(faults).toHaveLength(5);
    await there.page.select('.import-details label:nth-last-child(2) select', best.mapping.dateFormat ?? '');
    await click(there, 'Check');
    const dry = (await (await send(url, path, ATTRITION, { mapping })).json()).data;
    const preview = dry.preview.find(({ resource }: { resource: string }) => resource === 'employees').records;
    const shown = await cellsOf(there, '[data-resource=employees]');
    expect(shown.map(([id]) => Number(id))).toEqual(preview.map(({ id }: { id: number }) => id));
    for (const [at, record] of preview.entries()) {
      const texts = Object.values(record).filter((value) => typeof value === 'string' && !/_/.test(value));
      for (const text of texts) expect(shown[at]).toContain(text as string);
    }
    expect(await there.axe()).toEqual([]);
    await click(there, 'Put in 5 employees');
    await there.page.waitForSelector('.import-done');
    const links = await there.page.$$eval('.import-done a', (all) =>
      all.map((each) => [each.getAttribute('href')!, Number(each.getAttribute('data-count'))] as const),
    );
    for (const [href, count] of links) {
      const { meta } = await (await fetch(`${url}${href.replace('/console/', '/api/v1/')}`)).json();
      expect([href, meta.total]).toEqual([href, count]);
    }
    const { created: _, ...first } = (await recordsOf(url, 'employees'))[0]!;
    expect(preview[0]).toMatchObject(first);
    // The same file another time: its mapping is remembered.
    await there.open('/console/import');
    await choose(there, file);
    expect(await there.text()).toContain('The mapping of last time is used.');
  });

  test('a column fills two fields, a row is left out, and unknown references are left empty', async () => {
    const there = await enter(looking, '?resource=employees', { expected: /status of 422/ });
    const csv = 'Name,Boss,Role\nAnn,Zoe,Cook\nBo,Zoe,Chef\nvacancy,Zoe,None\n';
    await choose(there, fileWith('roles.csv', csv));
    const select = async (label: string, field: string) => {
      await there.page.select(`select[aria-label="${label}"]`, field);
      await answered(there);
    };
    await there.page.select('.import-details select', 'employees');
    await answered(there);
    await select('Field of the column Name', 'first_name');
    await select('Field of the column Boss', 'manager_id.name');
    await select('Field of the column Role', 'designation');
    await select('Another field of the column Role', 'branch');
    await there.page.type('.import-details label:has(+ button) input', 'vacancy');
    await click(there, 'Leave them out');
    expect(await there.text()).toContain('Without the rows where Name is “vacancy”');
    await there.page.select('#default-status', 'active');
    await click(there, 'Check');
    const [problem] = await cellsOf(there, '.import-problems');
    expect(problem!.slice(0, 3)).toEqual(['2', 'Boss', '"Zoe"']);
    expect(await there.axe()).toEqual([]);
    expect(await there.text('.import-actions')).toContain('Leave unknown references empty');
    await there.page.click('.import-actions input[type=checkbox]');
    await click(there, 'Check');
    const text = await there.text();
    expect(text).toContain('1 row is left out, where Name is “vacancy”.');
    expect(text).toContain('manager_id: 2 unknown references are left empty, such as Zoe.');
    const shown = await cellsOf(there, '[data-resource=employees]');
    expect(shown.map((cells) => cells.filter((each) => each === 'Cook' || each === 'Chef'))).toEqual([
      ['Cook', 'Cook'],
      ['Chef', 'Chef'],
    ]);
  });
});

inBrowser('a file that is cancelled', startService, (looking) => {
  /** Storing them takes a second after the first of them are counted on the page. */
  const ROWS = 200_000;
  const teams = (count: number) => `name\n${Array.from({ length: count }, (_, at) => `Team ${at}\n`).join('')}`;

  test('while it is stored, nothing of it is, and the page says so', async () => {
    const { url } = looking.service;
    const stored = async () => (await looking.api('totals')).data.departments;
    const there = await enter(looking, '?resource=departments');
    await choose(there, fileWith('teams.csv', teams(ROWS)));
    await click(there, 'Check');
    expect(await there.text('.import-verdict')).toContain('Every row can be stored.');
    await there.clickOn('Put in 200,000 departments');
    // As soon as the first rows are counted.
    await there.page.waitForFunction(
      () => {
        const progress = document.querySelector('.import-progress');
        if (!progress?.textContent?.includes(' rows')) return false;
        progress.querySelector('button')!.click();
        return true;
      },
      { polling: 'mutation' },
    );
    await answered(there);
    // One file is taken at a time: the place is free when nothing more can be written of the one before.
    const isFree = async () => (await send(url, 'import/departments?dry_run=true', teams(1))).status === 200;
    await waitUntil('a free place', isFree);
    expect(await stored()).toBe(0);
    expect(await there.text('[role=alert]')).toContain(
      'Cancelled: nothing was stored, unless it was done already. The list says so.',
    );
    expect(await there.axe()).toEqual([]);
  });
});
