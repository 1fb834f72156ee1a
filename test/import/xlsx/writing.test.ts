// Workbooks as they are written: further sheets, texts that are too long for a cell, large files, and that every value
// is read back.
import { expect, test } from 'bun:test';
import { closeSync, openSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fromBufferPromise, openPromise } from 'yauzl';
import type { Value } from '../../../src/catalogue/kinds.ts';
import { type SheetRow, sheetRows } from '../../../src/cli/import/xlsx/sheet-rows.ts';
import { openWorkbook } from '../../../src/cli/import/xlsx/workbook.ts';
import { type SheetColumn, xlsxBytes } from '../../../src/contract/formats/xlsx/workbook.ts';
import { directory, zipWriter } from '../../../src/contract/formats/xlsx/zip.ts';
import { fc } from '../../harness/random/fc.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';

const folder = temporaryFolder();
const COLUMNS: SheetColumn[] = [
  { name: 'id', width: 10, isDate: false },
  { name: 'text', width: 10, isDate: false },
  { name: 'day', width: 10, isDate: true },
];

async function written(batches: Value[][][], limits?: { rows: number; size: number }): Promise<Buffer> {
  const pieces = xlsxBytes(
    { name: 'table', columns: COLUMNS },
    (async function* () {
      yield* batches;
    })(),
    limits,
  );
  return Buffer.concat(await Array.fromAsync(pieces));
}

/** The rows of each sheet below its header, by the name of the sheet. */
async function readBack(bytes: Uint8Array): Promise<Record<string, SheetRow['cells'][]>> {
  const path = join(folder, 'table.xlsx');
  writeFileSync(path, bytes);
  const workbook = await openWorkbook(path);
  const sheets: Record<string, SheetRow['cells'][]> = {};
  for (const sheet of workbook.sheets) {
    const rows = (await Array.fromAsync(sheetRows(workbook, sheet))).flat();
    expect(rows[0]).toEqual({ line: 1, cells: ['id', 'text', 'day'] });
    sheets[sheet.name] = rows.slice(1).map(({ cells }) => cells);
  }
  workbook.close();
  return sheets;
}

test('a sheet that is full goes on in another, with the same header', async () => {
  const rows = Array.from({ length: 7 }, (_, i): Value[] => [i, `text ${i}`, null]);
  const expected = rows.map((row) => row.slice(0, 2));
  expect(await readBack(await written([rows.slice(0, 5), rows.slice(5)], { rows: 4, size: 1e9 }))).toEqual({
    table: expected.slice(0, 3),
    'table 2': expected.slice(3, 6),
    'table 3': expected.slice(6),
  } as never);
  const bySize = await readBack(await written([rows], { rows: 1e6, size: 1000 }));
  expect(Object.values(bySize).flat()).toEqual(expected as never);
  expect(Object.keys(bySize).length).toBeGreaterThan(1);
  expect(await readBack(await written([rows.slice(0, 3)], { rows: 4, size: 1e9 }))).toEqual({
    table: expected.slice(0, 3),
  } as never);
  expect(await readBack(await written([]))).toEqual({ table: [] });
});

test('a text that is too long for a cell is cut, not within a character, and says so', async () => {
  const most = 'x'.repeat(32_767);
  const { table } = await readBack(
    await written([
      [
        [1, most, null],
        [2, `${most}x`, null],
        [3, '😀'.repeat(20_000), null],
      ],
    ]),
  );
  expect(table![0]![1]).toBe(most);
  for (const row of table!.slice(1)) {
    const text = row[1] as string;
    expect(text.length).toBeWithin(32_766, 32_768);
    expect(text).toMatch(/^(?:x+|(?:😀)+)… \(cut here: a cell of a sheet holds 32,767 characters\)$/u);
  }
});

const texts = fc.oneof(
  fc.constantFrom('_x0041_', '__x005F_x000d_', '_x004'),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.string({
    unit: fc.constantFrom('_', 'x', '0', 'D', '<', '&', '>', ']', '"', ' ', '\n', '\r', '\t', '\u0001', '=', "'"),
    maxLength: 30,
  }),
);
const days = fc
  .date({ min: new Date('0000-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  .chain((date) =>
    fc.constantFrom(date.toISOString().slice(0, 10), `${date.toISOString().slice(0, 19)}Z`, date.toISOString()),
  );
const numbers = fc.oneof(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.maxSafeInteger());
const values = fc.tuple(numbers, texts, fc.oneof(days, texts));

test('every value is read back', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(values, { minLength: 1, maxLength: 20 }), async (rows) => {
      const { table } = await readBack(await written([rows]));
      // Negative zero is written as zero, as in JSON.
      expect(table).toEqual(rows.map(([number, ...rest]) => [number + 0, ...rest]) as never);
    }),
    { numRuns: 200 },
  );
});

test('parts beyond 4 GiB are found', async () => {
  const zip = zipWriter();
  const part = Buffer.concat([zip.begin('far.xml'), await zip.add('<far/>'), zip.end()]);
  const [local] = await Array.fromAsync((await fromBufferPromise(Buffer.concat([part, zip.finish()]))).eachEntry());
  const far = 5 * 1024 ** 3;
  const { crc32: crc, compressedSize: packed, uncompressedSize: size } = local!;
  const end = directory([{ name: new TextEncoder().encode('far.xml'), at: far, crc, packed, size }], far + part.length);
  const path = join(folder, 'far.zip');
  // Only what is written takes up room.
  const file = openSync(path, 'w');
  writeSync(file, part, 0, part.length, far);
  writeSync(file, end, 0, end.length, far + part.length);
  closeSync(file);
  const opened = await openPromise(path, { autoClose: false });
  const [entry] = await Array.fromAsync(opened.eachEntry());
  expect(entry!.relativeOffsetOfLocalHeader).toBe(far);
  const content = Buffer.concat(await Array.fromAsync(await opened.openReadStreamPromise(entry!)));
  expect(content.toString()).toBe('<far/>');
  opened.close();
});
