// Opens a file and reads its rows: bytes become text, text becomes rows, and rows become values. A file whose header
// has just our own names is read strictly, as an export of ours. Any other CSV is read as it is recognised to be, or as
// the options say.
import type { Resource } from '../../catalogue/resource.ts';
import { csvReader } from '../../contract/formats/csv-rows.ts';
import type { NumberedRow } from '../../jobs/import/row-checker.ts';
import { openAnyFile } from './any-file/open-any-file.ts';
import type { ReadingOptions } from './any-file/reading-options.ts';
import { type Block, type ByteSource, blocksOf, counting, readHead, sourceOf } from './blocks.ts';
import type { DataFile } from './files.ts';
import type { OpenFile } from './open-file.ts';
import { areOwnNames, csvRows, jsonRows } from './own-rows.ts';
import { openSheet } from './xlsx/open-sheet.ts';

/** The longest header that is looked at. */
const HEADER_BYTES = 1 << 16;

/** The header is looked at here, before any database is opened. */
export async function openFile(
  file: DataFile,
  options?: ReadingOptions,
  source: ByteSource = sourceOf(file.path),
): Promise<OpenFile> {
  if (file.format === 'ndjson') return openOwn(file, jsonRows, source);
  if (file.format === 'xlsx') return openSheet(file, options);
  const head = await readHead(source);
  return !options && isOwnHeader(file.resource, head.bytes)
    ? openOwn(file, csvRows, head.source)
    : openAnyFile(file, options, head);
}

function openOwn(
  file: DataFile,
  reader: (file: DataFile) => (block: Block) => NumberedRow[],
  source: ByteSource,
): OpenFile {
  const { resource, path } = file;
  return {
    resource,
    path,
    references: [],
    isRepeatable: source.isRepeatable,
    async *rows(onRead) {
      const take = reader(file);
      for await (const block of blocksOf(counting(source.open(), onRead), path)) yield take(block);
    },
  };
}

/** Whether every column of the first line has the name of a field, exactly. An empty file counts as ours. */
function isOwnHeader(resource: Resource, head: Buffer): boolean {
  const text = head
    .subarray(0, HEADER_BYTES)
    .toString('utf8')
    .replace(/^\ufeff?[\r\n]*/, '');
  const [row] = csvReader().take(text.slice(0, text.indexOf('\n') + 1 || text.length), true);
  if (!row) return text.trim() === '';
  return !row.fault && areOwnNames(resource, row.cells);
}
