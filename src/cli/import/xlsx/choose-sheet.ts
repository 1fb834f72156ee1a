// Which sheet of a workbook is read: the one that is named, or else the first that is not hidden and has something in
// it.
import { didYouMean } from '../../../contract/words.ts';
import { UsageError } from '../../options/exit-codes.ts';
import { columnKey } from '../any-file/column-key.ts';
import { sheetRows } from './sheet-rows.ts';
import type { Sheet, Workbook } from './workbook.ts';

/** `others`: names of further sheets that are not hidden and have something in them. */
export type Chosen = { readonly sheet: Sheet; readonly others: readonly string[] };

/** `wanted`: a name, or a number as they are counted in Excel. */
export async function chosenSheet(workbook: Workbook, wanted: string | undefined): Promise<Chosen> {
  const filled = await filledSheets(workbook);
  const sheet = wanted === undefined ? filled[0] : sheetNamed(workbook, wanted);
  if (!sheet) throw workbook.source.fail('has no sheet with anything in it');
  return { sheet, others: filled.filter((each) => each !== sheet).map(({ name }) => name) };
}

function sheetNamed({ sheets }: Workbook, wanted: string): Sheet {
  const named =
    sheets.find(({ name }) => name === wanted) ?? sheets.find(({ name }) => columnKey(name) === columnKey(wanted));
  const numbered = /^\d{1,4}$/.test(wanted) ? sheets[Number(wanted) - 1] : undefined;
  const found = named ?? numbered;
  if (found) return found;
  const names = sheets.map(({ name }) => name);
  throw new UsageError(
    `--sheet ${wanted}: there is no such sheet${didYouMean(wanted, names)}; there ${names.length === 1 ? 'is' : 'are'} ${names.join(', ')}.`,
  );
}

/** Those that are not hidden and have something in them. */
export async function filledSheets(workbook: Workbook): Promise<Sheet[]> {
  const filled: Sheet[] = [];
  for (const sheet of workbook.sheets) if (!sheet.isHidden && (await hasRow(workbook, sheet))) filled.push(sheet);
  return filled;
}

async function hasRow(workbook: Workbook, sheet: Sheet): Promise<boolean> {
  for await (const rows of sheetRows(workbook, sheet)) if (rows.length > 0) return true;
  return false;
}
