// Reads the rows of a file in blocks: bytes become text, text becomes rows, and rows become values. The memory it needs does
// not grow with the file.
import { isUtf8 } from 'node:buffer';
import type { Field, Resource } from '../../catalogue/resource.ts';
import { csvReader } from '../../contract/formats/csv-rows.ts';
import { type ImportRow, importRows, isNeeded, unknownField } from '../../contract/formats/import-row.ts';
import { ROW_BYTES, sizeText } from '../../contract/limits.ts';
import type { NumberedRow } from '../../jobs/import/row-checker.ts';
import { CommandError } from '../options/exit-codes.ts';
import { escapeControls } from '../terminal/escape-controls.ts';
import type { DataFile } from './files.ts';

/** How many bytes are read at a time. */
const BLOCK = 1 << 20;

/** Complete lines of a file; only in the last block the last line may lack its end. Each character of the text is one byte. */
type Block = { readonly text: string; readonly isLast: boolean; readonly broken: ReadonlySet<number> };

/** `onRead` gets the number of bytes that were read so far. */
export async function* rowsOf(file: DataFile, onRead: (bytes: number) => void): AsyncGenerator<NumberedRow[]> {
  const bytes = file.path === '-' ? Bun.stdin.stream() : Bun.file(file.path).stream();
  const take = file.format === 'csv' ? csvRows(file) : jsonRows(file);
  for await (const block of blocksOf(bytes, file.path, onRead)) yield take(block);
}

const NOT_UTF8 = {
  type: 'string_unicode',
  loc: ['row'],
  msg: 'Input should be UTF-8, but has bytes that are not',
} as const;

function jsonRows({ resource }: DataFile): (block: Block) => NumberedRow[] {
  const { fromJson } = importRows(resource);
  let line = 0;
  return ({ text, broken }) => {
    const rows: NumberedRow[] = [];
    const lines = text.split('\n');
    if (lines.at(-1) === '') lines.pop();
    for (const each of lines) {
      line += 1;
      const record = decoded(each);
      if (broken.has(line)) rows.push({ line, values: {}, faults: [NOT_UTF8] });
      else if (record !== '' && record.trim() !== '') rows.push(placed(line, fromJson(record)));
    }
    return rows;
  };
}

function csvRows({ resource, path }: DataFile): (block: Block) => NumberedRow[] {
  const { fromCells } = importRows(resource);
  const reader = csvReader(decoded);
  let header: readonly Field[] | undefined;
  return ({ text, isLast, broken }) => {
    const rows: NumberedRow[] = [];
    for (const { line, lines, cells, fault } of reader.take(text, isLast)) {
      if (!header) header = headerOf(resource, cells, `${path}, line ${line}`);
      else if (broken.size > 0 && anyOf(broken, line, lines)) rows.push({ line, values: {}, faults: [NOT_UTF8] });
      else if (fault) rows.push({ line, values: {}, faults: [{ type: 'csv_invalid', loc: ['row'], msg: fault }] });
      else rows.push(placed(line, fromCells(header, cells)));
    }
    const waiting = reader.waiting();
    if (waiting.length > ROW_BYTES) throw tooLong(path, waiting.line);
    if (isLast && !header) throw new CommandError('invalid', `${path} is empty: not even a header is there.`);
    return rows;
  };
}

const placed = (line: number, { values, faults }: ImportRow): NumberedRow => ({ line, values, faults });

const BEYOND_ASCII = /[\x80-\xff]/;

/**
 * One character beyond Latin-1 doubles the memory of a whole string and of all its parts. So values are decoded one by one,
 * and not the block as a whole.
 */
const decoded = (bytes: string): string =>
  BEYOND_ASCII.test(bytes) ? Buffer.from(bytes, 'latin1').toString('utf8') : bytes;

const anyOf = (broken: ReadonlySet<number>, line: number, lines: number): boolean => {
  for (let i = 0; i < lines; i++) if (broken.has(line + i)) return true;
  return false;
};

/** The field of each column. A header that does not fit the resource ends the import, because no row could be read. */
function headerOf(resource: Resource, cells: readonly (string | null)[], where: string): Field[] {
  const refuse = (why: string) => new CommandError('invalid', `${where}: ${escapeControls(why)}.`);
  const header = cells.map((cell) => {
    const field = resource.fields.find(({ name }) => name === cell);
    if (!field) throw refuse(unknownField(resource, cell ?? ''));
    return field;
  });
  const twice = header.find((field, i) => header.indexOf(field) !== i);
  if (twice) throw refuse(`the column ${twice.name} is there twice`);
  const missing = resource.fields.filter((field) => isNeeded(field) && !header.includes(field));
  if (missing.length > 0)
    throw refuse(`every row needs ${missing.map(({ name }) => name).join(', ')}, but there is no such column`);
  return header;
}

const tooLong = (path: string, line: number): CommandError =>
  new CommandError(
    'invalid',
    `${path}, line ${line}: the row is longer than ${sizeText(ROW_BYTES)}; is a quote there not closed?`,
  );

async function* blocksOf(
  bytes: AsyncIterable<Uint8Array>,
  path: string,
  onRead: (bytes: number) => void,
): AsyncGenerator<Block> {
  let [waiting, size, read, line]: [Uint8Array[], number, number, number] = [[], 0, 0, 1];
  const blockOf = (block: Buffer, isLast: boolean): Block => {
    const isFirst = line === 1 && block[0] === 0xef && block[1] === 0xbb && block[2] === 0xbf;
    const body = isFirst ? block.subarray(3) : block;
    const broken = isUtf8(body) ? NONE : brokenLines(body, line);
    line += lineEnds(body);
    return { text: body.toString('latin1'), isLast, broken };
  };
  for await (const chunk of bytes) {
    waiting.push(chunk);
    size += chunk.length;
    read += chunk.length;
    if (size < BLOCK) continue;
    const all = Buffer.concat(waiting);
    const end = all.lastIndexOf(10) + 1;
    if (all.length - end > ROW_BYTES) throw tooLong(path, line + lineEnds(all));
    [waiting, size] = [[all.subarray(end)], all.length - end];
    if (end === 0) continue;
    yield blockOf(all.subarray(0, end), false);
    onRead(read);
  }
  yield blockOf(Buffer.concat(waiting), true);
  onRead(read);
}

const NONE: ReadonlySet<number> = new Set();

function lineEnds(bytes: Buffer): number {
  let count = 0;
  for (let at = bytes.indexOf(10); at >= 0; at = bytes.indexOf(10, at + 1)) count += 1;
  return count;
}

function brokenLines(bytes: Buffer, first: number): Set<number> {
  const broken = new Set<number>();
  for (let [from, line] = [0, first]; from < bytes.length; line++) {
    const end = bytes.indexOf(10, from);
    const stop = end < 0 ? bytes.length : end;
    if (!isUtf8(bytes.subarray(from, stop))) broken.add(line);
    from = stop + 1;
  }
  return broken;
}
