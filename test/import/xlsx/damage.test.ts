// Files that are no workbooks, are damaged or are made to do harm: each is refused with a sentence that says what to
// do.
import { expect, test } from 'bun:test';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import { openFile } from '../../../src/cli/import/rows.ts';
import { CommandError } from '../../../src/cli/options/exit-codes.ts';
import { fc } from '../../harness/random/fc.ts';
import { someRuns } from '../../harness/random/sample.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { rowsXml, workbookFile, workbookParts, zipFile } from './workbook-file.ts';

const folder = temporaryFolder();
const resource = catalogue.find(({ name }) => name === 'departments')!;

/** The names that are read, or what is said. Anything but a `CommandError` fails the test. */
async function outcome(bytes: Uint8Array): Promise<{ names: unknown[] } | { ending: string; said: string }> {
  const path = join(folder, 'staff.xlsx');
  writeFileSync(path, bytes);
  try {
    const open = await openFile({ resource, path, format: 'xlsx' });
    try {
      const names: unknown[] = [];
      for await (const rows of open.rows(() => undefined)) names.push(...rows.map(({ values }) => values.name));
      return { names };
    } finally {
      open.close!();
    }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error;
    return { ending: error.ending, said: error.message.replace(path, 'staff.xlsx') };
  }
}

const rows = rowsXml([['id', 'name'], ...Array.from({ length: 40 }, (_, i) => [i + 1, `<c t="s"><v>${i}</v></c>`])]);
const texts = Array.from({ length: 40 }, (_, i) => `<t>Abteilung ${i}</t>`);
const sheets = [{ name: 'departments', rows }];
const parts = workbookParts(sheets, { texts });
const good = zipFile(parts);
const NAMES = Array.from({ length: 40 }, (_, i) => `Abteilung ${i}`);
const ole = (...more: (string | Uint8Array)[]) =>
  Buffer.concat([
    Buffer.from('d0cf11e0a1b11ae1', 'hex'),
    Buffer.alloc(600),
    ...more.map((each) => Buffer.from(each as string)),
  ]);
/** A part that is no bomb alone. */
const QUARTER = '<a/>'.repeat(1 << 20);
/** The first part in the list is where another one is. */
function overlapping(all: Record<string, string | Uint8Array>, other: string): Buffer {
  const bytes = zipFile(all);
  const list = bytes.readUInt32LE(bytes.length - 6);
  const entry = bytes.indexOf(other, list) - 46;
  bytes.copy(bytes, list + 42, entry + 42, entry + 46);
  return bytes;
}
const bomb = '<c/>'.repeat(6_000_000);

test('the file that the others are made of is fine', async () => {
  expect(await outcome(good)).toEqual({ names: NAMES });
});

const ANEW = 'is damaged or not whole: get it again, or open it in Excel and save it anew.';

const CASES: [what: string, bytes: Uint8Array, said: string | RegExp][] = [
  ['nothing', new Uint8Array(), 'is empty: nothing is in it, not even a sheet.'],
  ['CSV', Buffer.from('id,name\n1,A\n'), /is no workbook, whatever its name says: if it is a CSV, add --format csv;/],
  [
    'an old workbook',
    ole(),
    /is an old spreadsheet \(\.xls\), or locked with a password: open it in a spreadsheet and save it as "Excel workbook \(\.xlsx\)", without a password\.$/,
  ],
  [
    'a locked one',
    ole(Buffer.from('EncryptedPackage', 'utf16le')),
    'is locked with a password: open it in Excel, remove the password and save it.',
  ],
  [
    'a locked part',
    zipFile(parts, { 'xl/workbook.xml': { flags: 1 } }),
    'is locked with a password: open it in Excel, remove the password and save it.',
  ],
  [
    'an OpenDocument sheet',
    zipFile({ mimetype: 'application/vnd.oasis.opendocument.spreadsheet', 'content.xml': '<a/>' }),
    'is an OpenDocument file (.ods): open it in a spreadsheet and save it as "Excel workbook (.xlsx)".',
  ],
  [
    'a Numbers document',
    zipFile({ 'Index/Document.iwa': 'x', 'preview.jpg': 'x' }),
    'is a Numbers document: in Numbers choose "Export To" and "Excel".',
  ],
  [
    'a binary workbook',
    zipFile({ '_rels/.rels': '<a/>', 'xl/workbook.bin': 'x' }),
    /is a binary workbook \(\.xlsb\): open it/,
  ],
  ['no sheets', workbookFile([]), 'has no sheet with cells.'],
  [
    'empty sheets',
    workbookFile([
      { name: 'a', rows: '' },
      { name: 'b', rows: '<row r="3"><c r="A3" s="1"/></row>' },
    ]),
    'has no sheet with anything in it.',
  ],
  ['hidden sheets', workbookFile([{ name: 'a', rows, state: 'veryHidden' }]), 'has no sheet with anything in it.'],
  ['a part with another checksum', zipFile(parts, { 'xl/worksheets/sheet1.xml': { crc: 5 } }), ANEW],
  ['a part twice', zipFile({ ...parts, 'XL/Styles.xml': '<a/>' }), ANEW],
  [
    'a text that is not there',
    workbookFile(sheets),
    /is damaged near row 2 of the sheet "departments": open it in Excel/,
  ],
  ['definitions', zipFile({ ...parts, 'xl/styles.xml': '<!DOCTYPE a><styleSheet/>' }), ANEW],
  [
    'texts that are no UTF-8',
    zipFile({ ...parts, 'xl/sharedStrings.xml': Buffer.from('<sst><si><t>M\xfcll</t></si></sst>', 'latin1') }),
    ANEW,
  ],
  [
    'a number that is none',
    workbookFile([
      {
        name: 'a',
        rows: rowsXml([
          ['id', 'name'],
          ['<c><v>x</v></c>', 'A'],
        ]),
      },
    ]),
    /is damaged near row 2/,
  ],
  [
    'a row that is too long',
    workbookFile([
      {
        name: 'a',
        rows: rowsXml([
          ['id', 'name'],
          [1, 'a'.repeat((1 << 20) - 100)],
          [2, 'x', 'b'.repeat(500_000), 'c'.repeat(600_000)],
        ]),
      },
    ]),
    /has more than 1 MiB in row 3 of the sheet "a"\./,
  ],
  [
    'a bomb',
    workbookFile([{ name: 'a', rows: `<row r="1">${bomb}</row>` }]),
    'holds far more than its size allows, as files do that are made to exhaust a computer: save it anew.',
  ],
  [
    'a bomb of shared texts',
    zipFile({ ...parts, 'xl/sharedStrings.xml': `<sst>${'<si/>'.repeat(5_000_000)}</sst>` }),
    /^staff\.xlsx holds far more than its size allows/,
  ],
  [
    'parts that are a bomb together',
    zipFile({ ...parts, ...Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`xl/${i}.xml`, QUARTER])) }),
    /^staff\.xlsx holds far more than its size allows/,
  ],
  ['parts that share their bytes', overlapping(parts, 'xl/worksheets/sheet1.xml'), ANEW],
];

test.each(CASES)('%s', async (_, bytes, said) => {
  const found = await outcome(bytes);
  expect(found).toMatchObject({ ending: 'invalid' });
  const text = (found as { said: string }).said;
  if (typeof said === 'string') expect(text).toBe(`staff.xlsx ${said}`);
  else expect(text).toMatch(said);
});

/** Parts of good files within bad ones are not enough to be read. */
const refused = { ending: 'invalid', said: expect.stringMatching(/^staff\.xlsx.* /) };
const runs = { numRuns: someRuns(60) };

test('any bytes are refused', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.uint8Array({ maxLength: 400 }),
        fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.concat([Buffer.from('PK\x03\x04'), bytes])),
        fc.uint8Array({ maxLength: 400 }).map((bytes) => Buffer.concat([bytes, good.subarray(-22)])),
        fc.uint8Array({ maxLength: 400 }).map((bytes) => ole(bytes)),
      ),
      async (bytes) => expect(await outcome(bytes)).toEqual(refused),
    ),
    runs,
  );
});

test('a file that ends anywhere before its end is refused', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: good.length - 1 }), async (end) =>
      expect(await outcome(good.subarray(0, end))).toEqual(refused),
    ),
    runs,
  );
});

test('a file with other bytes anywhere is refused, or read as it was', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 0, max: good.length - 1 }), fc.integer({ min: 1, max: 255 }), async (at, by) => {
      const bytes = Buffer.from(good);
      bytes[at]! ^= by;
      const found = await outcome(bytes);
      // What is neither text nor size may be changed without harm, such as the day of a part.
      if ('names' in found) expect(found.names).toEqual(NAMES);
      else expect(found).toEqual(refused);
    }),
    { ...runs, numRuns: someRuns(150) },
  );
});

test('no file stays open', async () => {
  const files = () => (existsSync('/proc/self/fd') ? readdirSync('/proc/self/fd').length : 0);
  const before = files();
  for (const [, bytes] of CASES.slice(0, 15)) await outcome(bytes);
  for (let i = 0; i < 5; i++) await outcome(good);
  expect(files()).toBeLessThanOrEqual(before + 2);
});
