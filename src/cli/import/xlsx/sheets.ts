// Which sheets of a workbook are read: the one that is named, or else the first that is not hidden and has something in
// it; of a workbook that is imported as a whole, all that have. They are named after resources, as files in a folder.

import { statSync } from 'node:fs';
import { catalogue } from '../../../catalogue/catalogue.ts';
import type { Resource } from '../../../catalogue/resource.ts';
import { didYouMean } from '../../../contract/words.ts';
import { isReadable } from '../../../store/file-rights.ts';
import { UsageError } from '../../options/exit-codes.ts';
import { columnKey, looseKey } from '../any-file/reading-options.ts';
import { byReferences, type DataFile, formatOf, resourceList } from '../files.ts';
import { orClosed } from './package.ts';
import { sheetRows } from './sheet-rows.ts';
import { openWorkbook, type Sheet, type Workbook } from './workbook.ts';

/** `wanted`: a name, or a number as they are counted in Excel. */
export async function chosenSheet(workbook: Workbook, wanted: string | undefined) {
  const filled = await filledSheets(workbook);
  const sheet = wanted === undefined ? filled[0] : sheetNamed(workbook, wanted);
  if (!sheet) throw workbook.source.fail('has no sheet with anything in it');
  return { sheet, filled };
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
async function filledSheets(workbook: Workbook): Promise<Sheet[]> {
  const filled: Sheet[] = [];
  for (const sheet of workbook.sheets) if (!sheet.isHidden && (await hasRow(workbook, sheet))) filled.push(sheet);
  return filled;
}

async function hasRow(workbook: Workbook, sheet: Sheet): Promise<boolean> {
  for await (const rows of sheetRows(workbook, sheet)) if (rows.length > 0) return true;
  return false;
}

export const isWorkbook = (path: string): boolean =>
  formatOf(path) === 'xlsx' && isReadable(path, path) && statSync(path).isFile();

export async function workbookFiles(path: string): Promise<DataFile[]> {
  const workbook = await openWorkbook(path);
  return orClosed(workbook, async () => {
    const found = new Map<Resource, DataFile>();
    for (const { name } of await filledSheets(workbook)) {
      const resource = catalogue.find((each) => looseKey(each.name) === looseKey(name));
      if (!resource)
        throw new UsageError(
          `${path} has the sheet ${JSON.stringify(name)}, which is not named after a resource: call it one of ${resourceList()}, or import one sheet with "workforce import RESOURCE FILE --sheet NAME".`,
        );
      if (found.has(resource)) throw new UsageError(`${path} has two sheets of ${resource.many}; leave one of them.`);
      found.set(resource, { resource, path, format: 'xlsx', sheet: name, workbook });
    }
    if (found.size === 0) throw workbook.source.fail('has no sheet with anything in it');
    return byReferences().flatMap((resource) => found.get(resource) ?? []);
  });
}
