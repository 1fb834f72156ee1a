// Puts in files with a real browser: what is shown is what the API says about the same file, and what is stored is what
// was shown.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { waitUntil } from '../../harness/wait-until.ts';
import { recordsOf, send, startImportService } from '../../import/http/import-service.ts';
import { chromium, launch } from '../chromium.ts';
import { consoleFiles, type Visit } from '../visit.ts';
import { ATTRITION, answered, choose, click, enter, fileWith } from './hands.ts';

const cellsOf = (there: Visit, table: string) =>
  there.page.$$eval(`${table} tbody tr`, (rows) =>
    rows.map((row) =>
      [...row.children].map((cell) => cell.querySelector('select')?.value ?? (cell as HTMLElement).innerText.trim()),
    ),
  );

/** A file of the desktop onto the page. */
async function drop({ page }: Visit, file: string): Promise<void> {
  const session = await page.createCDPSession();
  const data = { items: [], files: [file], dragOperationsMask: 1 };
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const)
    await session.send('Input.dispatchDragEvent', { type, x: 600, y: 400, data });
}

describe.skipIf(chromium === undefined)('putting in files', () => {
  let browser: Browser;
  let service: Awaited<ReturnType<typeof startImportService>>;
  beforeAll(async () => {
    [browser, service] = await Promise.all([
      launch(),
      startImportService('embedded', { parts: { console: consoleFiles } }),
    ]);
  });
  afterAll(async () => {
    await browser.close();
    await service.stop();
  });

  const start = (options?: Parameters<typeof enter>[2]) => enter(browser, service.url, options);

  test('an empty database greets with it', async () => {
    const there = await start();
    await there.open('/');
    await there.page.waitForSelector('.greeting');
    expect(await there.text('.greeting')).toContain('There are no records yet');
    expect({ faults: there.faults, axe: await there.axe() }).toEqual({ faults: [], axe: [] });
    await there.end();
  });

  test('from the file to its records: suggestion, choices, a fault, a mended mapping, and what is stored', async () => {
    const there = await start({ expected: /status of (409|422)/ });
    const file = fileWith('attrition.csv', ATTRITION);
    await choose(there, file);
    const [best] = (await (await send(service.url, 'import', ATTRITION)).json()).data;
    expect(await there.page.$eval('.import-details select', (each) => (each as HTMLSelectElement).value)).toBe(
      best.resource,
    );
    const [columns] = ['.import-table'];
    const shown = (await there.page.$$eval(`${columns}`, (tables) =>
      [...tables[0]!.querySelectorAll('tbody tr')].map((row) => [
        row.children[0]!.textContent,
        row.children[1]!.textContent,
        row.querySelector('select')!.value,
      ]),
    )) as string[][];
    expect(shown).toEqual(
      best.columns.map(({ name, examples }: { name: string; examples: string[] }) => [
        name,
        examples.join(' · '),
        best.mapping.columns[name] ?? '',
      ]),
    );
    expect(await there.text('.import-actions')).toContain('2 choices are to be made');
    expect({ faults: there.faults, axe: await there.axe() }).toEqual({ faults: [], axe: [] });
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
    const refused = (await (await send(service.url, path, ATTRITION, { mapping: wrong })).json()).data;
    await click(there, 'Check');
    expect(refused.faults.map(({ line }: { line: number }) => line)).toEqual([2, 3, 4, 5, 6]);
    const rows = await cellsOf(there, '.import-faults');
    expect(rows.map(([line, , , why]) => [Number(line), why])).toEqual(
      refused.faults.map(({ line, reason }: { line: number; reason: string }) => [line, reason]),
    );
    await there.page.select('.import-details label:nth-last-child(2) select', best.mapping.dateFormat ?? '');
    await click(there, 'Check');
    const dry = (await (await send(service.url, path, ATTRITION, { mapping })).json()).data;
    const preview = dry.preview.find(({ resource }: { resource: string }) => resource === 'employees').records;
    const stored = await cellsOf(there, '[data-resource=employees]');
    expect(stored.map(([id]) => Number(id))).toEqual(preview.map(({ id }: { id: number }) => id));
    for (const [i, record] of preview.entries()) {
      const texts = Object.values(record).filter((value) => typeof value === 'string' && !/_/.test(value));
      for (const text of texts) expect(stored[i]).toContain(text as string);
    }
    expect({ faults: there.faults, axe: await there.axe() }).toEqual({ faults: [], axe: [] });
    await click(there, 'Put in 5 employees');
    await there.page.waitForSelector('.import-done');
    const links = await there.page.$$eval('.import-done a', (all) =>
      all.map((each) => [each.getAttribute('href')!, each.getAttribute('data-count')!]),
    );
    for (const [href, count] of links) {
      const list = await (await fetch(`${service.url}${href!.replace('/console/', '/api/v1/')}`)).json();
      expect(list.meta.total).toBe(Number(count));
    }
    const records = await recordsOf(service.url, 'employees');
    const { created: _, ...first } = records[0]! as Record<string, unknown>;
    expect(preview[0]).toMatchObject(first);
    expect(there.faults).toEqual([]);
    // The same file another time: its mapping is remembered.
    await there.open('/console/import');
    await choose(there, file);
    expect(await there.text()).toContain('The mapping of last time is used.');
    await there.end();
  });

  test('faults have their rows, and what is wrong with a file is said; on a telephone, in the dark', async () => {
    const there = await start({ size: 'small', theme: 'dark', expected: /status of 422/ });
    await choose(there, fileWith('teams.csv', `Department\nSales\n${'x'.repeat(300)}\n`));
    await there.page.select('.import-details select', 'departments');
    await there.page.waitForFunction(() => !document.querySelector('.import-progress'));
    await there.page.select('.import-table select', 'name');
    await there.page.waitForFunction(() => !document.querySelector('.import-progress'));
    await there.settle();
    await click(there, 'Check');
    await there.page.waitForSelector('.import-faults');
    const [row] = await cellsOf(there, '.import-faults');
    expect(row![0]).toBe('3');
    expect(await there.text('.import-verdict')).toContain('1 row cannot be stored.');
    const isWide = await there.page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect({ isWide, faults: there.faults, axe: await there.axe() }).toEqual({ isWide: false, faults: [], axe: [] });
    await choose(there, fileWith('teams.xlsx', 'no workbook'));
    expect(await there.text('[role=alert]')).toContain('teams.xlsx');
    await there.end();
  });

  test('a mapping that was saved is dropped beside its file, in another browser', async () => {
    const file = fileWith('attrition.csv', ATTRITION);
    const first = await start();
    await choose(first, file);
    await first.page.select('select[aria-label="What Yes stands for in Status"]', 'terminated');
    await first.page.select('select[aria-label="What No stands for in Status"]', 'on_leave');
    await first.page.select('select[aria-label="Field of the column OverTime"]', 'branch');
    await answered(first);
    const downloadPath = temporaryFolder();
    const session = await first.page.createCDPSession();
    const browserContextId = first.page.browserContext().id!;
    await session.send('Browser.setDownloadBehavior', { behavior: 'allow', downloadPath, browserContextId });
    const saved = join(downloadPath, 'mapping.json');
    await first.clickOn('Save the mapping');
    await waitUntil(saved, () => Bun.file(saved).size > 0);
    const choices = await cellsOf(first, '.import-table');
    await first.end();
    const mapping = JSON.parse(readFileSync(saved, 'utf8'));
    expect(mapping.columns.OverTime).toBe('branch');
    expect(mapping.values.status).toEqual({ Yes: 'terminated', No: 'on_leave' });

    const there = await start();
    await drop(there, saved);
    await there.page.waitForFunction(() =>
      document.querySelector('[role=alert]')?.textContent?.includes('Drop the file first, and then its mapping.'),
    );
    await choose(there, file);
    expect(await there.text('.import-actions')).toContain('choices are to be made');
    await drop(there, fileWith('broken.json', '{'));
    await there.page.waitForFunction(() =>
      document.querySelector('[role=alert]')?.textContent?.includes('broken.json is no JSON.'),
    );
    await drop(there, saved);
    await there.page.waitForFunction(() => !document.querySelector('.import-actions .warn-text'));
    await answered(there);
    expect(await cellsOf(there, '.import-table')).toEqual(choices);
    await click(there, 'Check');
    const path = 'import/employees?dry_run=true&create_missing=departments';
    const { preview } = (await (await send(service.url, path, ATTRITION, { mapping })).json()).data;
    const { records } = preview.find(({ resource }: { resource: string }) => resource === 'employees');
    const shown = await cellsOf(there, '[data-resource=employees]');
    expect(shown.map(([id]) => Number(id))).toEqual(records.map(({ id }: { id: number }) => id));
    for (const [at, { branch }] of records.entries()) expect(shown[at]).toContain(branch);
    expect({ faults: there.faults, axe: await there.axe() }).toEqual({ faults: [], axe: [] });
    await there.end();
  });

  test('an empty database is filled with demo data, and its records are shown', async () => {
    const empty = await startImportService('embedded', { parts: { console: consoleFiles } });
    const there = await enter(browser, empty.url);
    await there.open('/');
    await there.clickOn('Fill with demo data', '.greeting');
    await there.page.waitForFunction(() => !document.querySelector('.greeting'));
    const { data } = await (await fetch(`${empty.url}/api/v1/totals`)).json();
    expect(Math.min(...Object.values<number>(data))).toBeGreaterThan(0);
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
    expect(there.faults).toEqual([]);
    await there.end();
    await empty.stop();
  });
});
