// A workbook that is imported as a whole: each of its sheets is named after a resource, as files in a folder are.
import { statSync } from 'node:fs';
import { catalogue } from '../../../catalogue/catalogue.ts';
import type { Resource } from '../../../catalogue/resource.ts';
import { isReadable } from '../../../store/file-rights.ts';
import { UsageError } from '../../options/exit-codes.ts';
import { looseKey } from '../any-file/column-key.ts';
import { byReferences, type DataFile, formatOf, resourceList } from '../files.ts';
import { filledSheets } from './choose-sheet.ts';
import { openWorkbook } from './workbook.ts';

export const isWorkbook = (path: string): boolean =>
  formatOf(path) === 'xlsx' && isReadable(path, path) && statSync(path).isFile();

export async function workbookFiles(path: string): Promise<DataFile[]> {
  const workbook = await openWorkbook(path);
  try {
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
  } catch (error) {
    workbook.close();
    throw error;
  }
}
