// Finds the files of an import and the resource of each: one resource with its file, or a folder of files that are
// named after resources.
import { readdirSync, statSync } from 'node:fs';
import { basename, extname, join } from 'node:path';
import { catalogue } from '../../catalogue/catalogue.ts';
import { type Resource, referencesOf } from '../../catalogue/resource.ts';
import { isReadable } from '../../store/file-rights.ts';
import { UsageError } from '../options/exit-codes.ts';
import { fileFormat } from '../options/file-format.ts';
import type { Workbook } from './xlsx/workbook.ts';

const formats = ['csv', 'ndjson', 'xlsx'] as const;
export type Format = (typeof formats)[number];
export const FORMAT_NAMES: Readonly<Record<Format, string>> = { csv: 'CSV', xlsx: 'a workbook', ndjson: 'NDJSON' };

/** The path `-` is the standard input. */
export type DataFile = {
  readonly resource: Resource;
  readonly path: string;
  readonly format: Format;
  /** Of a workbook: the name or number of a sheet. */
  readonly sheet?: string | undefined;
  /** Of a workbook that is open already. */
  readonly workbook?: Workbook;
  /** Its rows may change a part of records that are there, so no column has to be in it. */
  readonly isPartial?: boolean;
};

export const formatOf = (path: string): Format | undefined =>
  /\.tsv$/i.test(path) ? 'csv' : /\.xlsm$/i.test(path) ? 'xlsx' : formats.find((each) => each === fileFormat(path));

/** A workbook of theirs is two clicks away. */
function refuseSpreadsheet(path: string): void {
  if (/\.(?:xls|xlsb|ods|numbers)$/i.test(path))
    throw new UsageError(`${path} is no .xlsx: open it, save it as "Excel workbook (.xlsx)", and import that file.`);
}

export function filesOf([first, second]: readonly string[], formatOption: string | undefined): DataFile[] {
  if (second === undefined) return folderFiles(first!);
  const resource = catalogue.find(({ name }) => name === first);
  if (!resource) throw new UsageError(`There is no resource "${first}"; there are ${resourceList()}.`);
  if (formatOption === undefined) refuseSpreadsheet(second);
  const format = formats.find((each) => each === formatOption) ?? formatOf(second);
  if (!format)
    throw new UsageError(
      `What is in ${second} cannot be told from its name; add --format csv${second === '-' ? '' : ', --format xlsx'} or --format ndjson.`,
    );
  if (second !== '-' && !(isReadable(second, second) && !statSync(second).isDirectory()))
    throw new UsageError(`There is no file ${second}.`);
  return [{ resource, path: second, format }];
}

export const resourceList = (): string => catalogue.map(({ name }) => name).join(', ');

function folderFiles(folder: string): DataFile[] {
  if (!(isReadable(folder, folder) && statSync(folder).isDirectory()))
    throw new UsageError(`There is no folder ${folder}; one file is imported with "workforce import RESOURCE FILE".`);
  const found = new Map<Resource, DataFile>();
  for (const name of readdirSync(folder).sort()) {
    if (name.startsWith('.')) continue;
    refuseSpreadsheet(join(folder, name));
    const format = formatOf(name);
    if (!format) continue;
    const resource = catalogue.find((each) => each.name === basename(name, extname(name)));
    if (!resource)
      throw new UsageError(
        `${join(folder, name)} is not named after a resource; call it one of ${resourceList()}, or move it.`,
      );
    const twin = found.get(resource);
    if (twin)
      throw new UsageError(`${twin.path} and ${join(folder, name)} are both ${resource.many}; leave one of them.`);
    isReadable(join(folder, name), join(folder, name));
    found.set(resource, { resource, path: join(folder, name), format });
  }
  if (found.size === 0)
    throw new UsageError(
      `${folder} has no file such as employees.csv or candidates.ndjson; the names are ${resourceList()}.`,
    );
  return byReferences().flatMap((resource) => found.get(resource) ?? []);
}

/** A resource comes after those that it refers to. Where two refer to each other, one of them has to be first. */
export function byReferences(): Resource[] {
  const order = new Set<Resource>();
  const seen = new Set<Resource>();
  const visit = (resource: Resource): void => {
    if (seen.has(resource)) return;
    seen.add(resource);
    for (const { target } of referencesOf(resource)) visit(target);
    order.add(resource);
  };
  for (const resource of catalogue) visit(resource);
  return [...order];
}
