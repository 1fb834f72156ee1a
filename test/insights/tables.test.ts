// The answers of metrics as CSV and as workbooks: what they leave out is said there too, and long ones are made in
// pieces.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sheetRows } from '../../src/cli/import/xlsx/sheet-rows.ts';
import { openWorkbook } from '../../src/cli/import/xlsx/workbook.ts';
import { csvReader } from '../../src/contract/formats/csv-rows.ts';
import { figureTable, insightCsv } from '../../src/http/response/insight-text.ts';
import { eitherEngine } from '../harness/databases.ts';
import type { Service } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { insightService } from './planted.ts';

setDefaultTimeout(120_000);

describe.each(eitherEngine)('%s', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await insightService(engine);
  });
  afterAll(() => service.stop());

  const ask = (path: string) => fetch(`${service.url}/api/v1/insights/${path}`);

  async function csvOf(path: string): Promise<unknown[][]> {
    const text = await (await ask(`${path}&format=csv`)).text();
    return csvReader()
      .take(text, true)
      .map(({ cells }) => [...cells]);
  }

  async function sheetOf(path: string): Promise<unknown[][]> {
    const file = join(temporaryFolder(), 'insight.xlsx');
    writeFileSync(file, await (await ask(`${path}&format=xlsx`)).bytes());
    const workbook = await openWorkbook(file);
    try {
      const batches = await Array.fromAsync(sheetRows(workbook, workbook.sheets[0]!));
      return batches.flat().map(({ cells }) => [...cells]);
    } finally {
      workbook.close();
    }
  }

  test('what is left out is said in the last column of every row', async () => {
    const path = 'headcount?from=2026-01-01&to=2026-12-31&every=quarter';
    const { excluded } = await (await ask(path)).json();
    const [unknown, contradictory] = excluded.map(({ count }: { count: number }) => count.toLocaleString('en'));
    const said = `${unknown}: The day on which they joined is not known. ${contradictory}: They left before they joined, by their dates.`;
    for (const table of [await csvOf(path), await sheetOf(path)]) {
      expect(table.length).toBe(5);
      expect(table.map((cells) => cells.at(-1))).toEqual(['excluded', said, said, said, said]);
      expect(new Set(table.map((cells) => cells.length)).size).toBe(1);
    }
  });

  test('where nothing is left out there is no such column', async () => {
    const path = 'headcount?id=1&from=2026-01-01&to=2026-03-31';
    expect((await (await ask(path)).json()).excluded).toEqual([]);
    const header = ['from', 'to', 'partial', 'headcount', 'headcount rows'];
    expect((await csvOf(path))[0]).toEqual(header);
    expect((await sheetOf(path))[0]).toEqual(header);
  });
});

describe('in pieces', () => {
  const entries = Array.from({ length: 3 }, (_, value) => ({ period: null, keys: [], values: { open: { value } } }));
  const part = { metric: { isSeries: false }, groupings: [], labels: [], entries, excluded: [] } as never;

  /** The question is over at the nth pause. */
  function endingAt(last: number) {
    let pauses = 0;
    return async () => {
      pauses += 1;
      if (pauses === last) throw new Error('over');
    };
  }

  test('after each entry, in both passes over them, the question may end', async () => {
    for (let last = 1; last <= 6; last++) await expect(figureTable(part, endingAt(last))).rejects.toThrow('over');
    expect((await figureTable(part, endingAt(7))).rows).toEqual([[0], [1], [2]]);
  });

  test('and after each line of CSV', async () => {
    const table = await figureTable(part, () => undefined);
    for (let last = 1; last <= 3; last++) await expect(insightCsv(table, endingAt(last))).rejects.toThrow('over');
    expect(await insightCsv(table, endingAt(4))).toBe('open\r\n0\r\n1\r\n2\r\n');
  });
});
