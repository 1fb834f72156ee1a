// Opens a sheet of a workbook for an import. One whose first row has just our own names is read strictly, as an export
// of ours; any other is recognised as CSV files are, from its first rows.
import type { CsvRow } from '../../../contract/formats/csv-rows.ts';
import { CommandError } from '../../options/exit-codes.ts';
import { NO_OPTIONS, openRecognised } from '../any-file/open-any-file.ts';
import type { ReadingOptions } from '../any-file/reading-options.ts';
import { recognise } from '../any-file/recognise.ts';
import type { DataFile } from '../files.ts';
import { type OpenFile, orFaults, placeOf } from '../open-file.ts';
import { areOwnNames, headerOf } from '../own-rows.ts';
import { orClosed } from './package.ts';
import { anyCells, anyRows, ownRows, plainCells } from './rows.ts';
import { type SheetRow, sheetRows } from './sheet-rows.ts';
import { chosenSheet } from './sheets.ts';
import { openWorkbook, type Sheet, type Workbook } from './workbook.ts';

/** How many characters of a sheet are looked at to tell how it is written. */
const SAMPLE = 1 << 20;

export async function openSheet(file: DataFile, given?: ReadingOptions): Promise<OpenFile> {
  const workbook = await workbookOf(file);
  return orClosed(workbook, () => openIn(workbook, file, given));
}

/** The beginning of the sheet that would be read. */
export async function sheetSample(file: DataFile): Promise<{
  sheet: string;
  sheets: string[];
  hidden: string[];
  rows: CsvRow[];
}> {
  const workbook = await workbookOf(file);
  try {
    const { sheet, filled } = await chosenSheet(workbook, file.sheet);
    const sheets = filled.map(({ name }) => name);
    const hidden = hiddenBut(workbook, sheet);
    return { sheet: sheet.name, sheets, hidden, rows: (await firstRows(workbook, sheet)).map(anyCells) };
  } finally {
    workbook.close();
  }
}

/** The hidden sheets, whose names say that they are. */
const hiddenBut = ({ sheets }: Workbook, read: Sheet): string[] =>
  sheets.filter((each) => each.isHidden && each !== read).map(({ name }) => `${name} (hidden)`);

async function workbookOf({ path, workbook }: DataFile): Promise<Workbook> {
  if (path === '-')
    throw new CommandError(
      'usage',
      'A workbook is read from its end, so save it first: the standard input has none yet.',
    );
  return workbook ?? (await openWorkbook(path));
}

async function openIn(workbook: Workbook, file: DataFile, given: ReadingOptions | undefined): Promise<OpenFile> {
  const { resource, path, isPartial = false } = file;
  const { sheet, filled } = await chosenSheet(workbook, file.sheet);
  const first = await firstRows(workbook, sheet);
  const size = Bun.file(path).size;
  const rowsOf = (onRead: (bytes: number) => void) => sheetRows(workbook, sheet, (share) => onRead(share * size));
  const place = { resource, path, sheet: sheet.name, isRepeatable: true, close: workbook.close } as const;
  // Of a whole workbook, they are read too.
  const others = file.workbook ? [] : filled.filter((each) => each !== sheet);
  const where = {
    sheet: sheet.name,
    otherSheets: [...others.map(({ name }) => name), ...(file.workbook ? [] : hiddenBut(workbook, sheet))],
  };

  if (!given && first[0] && areOwnNames(resource, first[0].cells)) {
    const { line } = first[0];
    const header = headerOf(resource, plainCells(first[0].cells), placeOf(place, line), isPartial);
    const columns = header.map(({ name }) => [name, name] as const);
    const plain = { dateFormats: [], hasTimes: false, decimal: undefined, ignored: [] };
    const recognised = { ...where, ...plain, headerLine: line, columns };
    return { ...place, recognised, references: [], rows: (onRead) => ownRows(file, header, line, rowsOf(onRead)) };
  }

  const options: ReadingOptions = { ...(given ?? NO_OPTIONS), isPartial };
  // Rows may end before the header does.
  const width = options.header?.length ?? 0;
  const rows = first
    .map(anyCells)
    .map((row) => ({ ...row, cells: [...row.cells, ...missing(width - row.cells.length)] }));
  const reading = orFaults(place, (fault) => recognise(resource, rows, options, fault));
  if (!reading)
    throw workbook.source.fail(
      `has no header in the sheet "${sheet.name}"${options.skipLines ? ' after the rows to skip' : ''}`,
    );
  return openRecognised(place, where, reading, options, (read, onRead) =>
    anyRows(read, reading, options, rowsOf(onRead)),
  );
}

async function firstRows(workbook: Workbook, sheet: Sheet): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  let size = 0;
  for await (const some of sheetRows(workbook, sheet))
    for (const row of some) {
      rows.push(row);
      for (const cell of row.cells) size += typeof cell === 'string' ? cell.length : 8;
      if (size > SAMPLE) return rows;
    }
  return rows;
}

const missing = (count: number): null[] => Array.from({ length: Math.max(0, count) }, () => null);
