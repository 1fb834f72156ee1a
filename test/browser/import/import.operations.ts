// Puts in files with a real browser: what is shown is what the API says about the same file, and what is stored is what was shown.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'puppeteer-core';
import { repositoryFile } from '../../harness/paths.ts';
import { TOKEN } from '../../harness/service.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { recordsOf, send, startImportService } from '../../import/http/import-service.ts';
import { chromium, launch } from '../chromium.ts';
import { consoleFiles, type Visit, visit } from '../visit.ts';

const ATTRITION = 'docs/guides/files/attrition.csv';
const cellsOf = (there: Visit, table: string) =>
  there.page.$$eval(`${table} tbody tr`, (rows) =>
    rows.map((row) =>
      [...row.children].map((cell) => cell.querySelector('select')?.value ?? (cell as HTMLElement).innerText.trim()),
    ),
  );

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

  async function start(options: Parameters<typeof visit>[2] = {}) {
    const there = await visit(browser, service.url, options);
    await there.open('/console/departments');
    await there.page.evaluate((token) => sessionStorage.setItem('token', token), TOKEN);
    await there.open('/console/import');
    return there;
  }
  const choose = async (there: Visit, path: string) => {
    const input = await there.page.waitForSelector('input[type=file]');
    await (input as unknown as { uploadFile(path: string): Promise<void> }).uploadFile(path);
    await there.page.waitForFunction(() => !document.querySelector('.import-progress'));
    await there.settle();
  };
  const click = async (there: Visit, text: string) => {
    await there.clickOn(text);
    await there.page.waitForFunction(() => !document.querySelector('.import-progress'));
    await there.settle();
  };

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
    await choose(there, repositoryFile(ATTRITION));
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
    // A date format that no date has: every row that has one is refused, and is named.
    await there.page.select('.import-details label:nth-last-child(2) select', 'excel');
    const path = `import/employees?dry_run=true&create_missing=${best.create_missing.join(',')}`;
    const wrong = { ...mapping, dateFormat: 'excel' };
    const refused = (await (await send(service.url, path, ATTRITION, { mapping: wrong })).json()).data;
    await click(there, 'Check');
    if (refused.faults.length > 0) {
      const rows = await cellsOf(there, '.import-faults');
      expect(rows.map(([line, , , why]) => [Number(line), why])).toEqual(
        refused.faults.map(({ line, reason }: { line: number; reason: string }) => [line, reason]),
      );
    }
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
    await choose(there, repositoryFile(ATTRITION));
    expect(await there.text()).toContain('The mapping of last time is used.');
    await there.end();
  });

  test('faults have their rows, and what is wrong with a file is said; on a telephone, in the dark', async () => {
    const there = await start({ size: 'small', theme: 'dark', expected: /status of 422/ });
    const file = join(temporaryFolder(), 'teams.csv');
    writeFileSync(file, `Department\nSales\n${'x'.repeat(300)}\n`);
    await choose(there, file);
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
    writeFileSync(file.replace('.csv', '.xlsx'), 'no workbook');
    await choose(there, file.replace('.csv', '.xlsx'));
    expect(await there.text('[role=alert]')).toContain('teams.xlsx');
    await there.end();
  });
});
