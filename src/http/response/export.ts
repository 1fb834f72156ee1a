// The records of a query as bytes of CSV, JSON lines or a workbook, a batch at a time.
import type { Value } from '../../catalogue/kinds.ts';
import type { Resource } from '../../catalogue/resource.ts';
import { csvLine } from '../../contract/formats/csv.ts';
import { csvHeader, csvLines, jsonLines } from '../../contract/formats/record-lines.ts';
import { sheetColumn, xlsxBytes } from '../../contract/formats/xlsx/workbook.ts';
import { type HeadedColumn, isHop } from '../../contract/request/field-lists.ts';
import type { Format, ListQuery } from '../../contract/request/list-query.ts';
import type { ReadOptions, RecordBatch, RecordStream, Store } from '../../store/store.ts';
import { recordTexts, type View, viewedRecords } from './projection.ts';
import type { Batches } from './streams.ts';

type Bytes = Uint8Array<ArrayBuffer>;

type StreamFormat = Exclude<Format, 'json'>;
type LineFormat = Exclude<StreamFormat, 'xlsx'>;
export type ExportOptions = ReadOptions & {
  readonly format: StreamFormat;
  readonly view: View;
  /** The columns of a table with what stands above them; empty for the fields of the view under their names. */
  readonly headings?: readonly HeadedColumn[];
};

/** Resolves when the first records are read: a failure until then can still be answered as one. */
export async function exportBatches(
  store: Store,
  resource: Resource,
  query: ListQuery,
  { format, view, headings = [], ...options }: ExportOptions,
): Promise<Batches> {
  const usual = view.columns ?? resource.fields;
  const columns = headings.length > 0 ? headings : usual.map((column) => ({ column, heading: column.name }));
  const names = columns.map(({ column }) => column.name);
  const stream = await store.stream(resource, query, options);
  try {
    const pieces =
      format === 'xlsx'
        ? xlsxBytes(
            {
              name: resource.name,
              columns: columns.map(({ column, heading }) =>
                sheetColumn(heading, isHop(column) ? column.field : column),
              ),
            },
            rowsOf(stream, resource, names, view),
          )
        : piecesOf(stream, converter(resource, names, view, format));
    const first = await pieces.next();
    const ready = [
      ...(format === 'csv' ? [csvHeader(columns.map(({ heading }) => heading))] : []),
      ...(first.value ? [first.value] : []),
    ];
    return {
      next: async () => ready.shift() ?? (await pieces.next()).value,
      close: stream.close,
    };
  } catch (error) {
    stream.close();
    throw error;
  }
}

type Convert = (batch: RecordBatch) => Iterable<Bytes>;

async function* piecesOf(stream: RecordStream, convert: Convert): AsyncGenerator<Bytes, undefined> {
  for (let batch = await stream.next(); batch; batch = await stream.next()) yield* convert(batch);
}

async function* rowsOf(
  stream: RecordStream,
  resource: Resource,
  names: readonly string[],
  view: View,
): AsyncGenerator<Value[][]> {
  const records = viewedRecords(resource, view);
  for (let batch = await stream.next(); batch; batch = await stream.next())
    yield records(decoder.decode(batch.lines), batch.expanded ?? {}).map((record) =>
      names.map((name) => record[name] ?? null),
    );
}

function converter(resource: Resource, names: readonly string[], view: View, format: LineFormat): Convert {
  const isUsual = names.join() === (view.columns ?? resource.fields).map(({ name }) => name).join();
  if (!isUsual || view.columns?.some(isHop) || view.references.length > 0)
    return viewedLines(resource, names, view, format);
  const make = format === 'csv' ? csvLines : jsonLines;
  const convert = make(resource, names, view.hidden);
  return ({ lines }) => [convert(lines)];
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Characters of a piece, roughly. Records that are expanded again and again may take many times the memory of their
 * batch. */
const PIECE = 256 * 1024;

/** For places that show records together with the records that they refer to. */
function viewedLines(resource: Resource, names: readonly string[], view: View, format: LineFormat): Convert {
  const [records, texts] = [viewedRecords(resource, view), recordTexts(resource, view)];
  return function* ({ lines, expanded = {} }) {
    const text = texts(expanded);
    let piece = '';
    for (const record of records(decoder.decode(lines), expanded)) {
      piece += format === 'csv' ? csvLine(names.map((name) => record[name] ?? null)) : `${text(record)}\n`;
      if (piece.length < PIECE) continue;
      yield encoder.encode(piece);
      piece = '';
    }
    if (piece !== '') yield encoder.encode(piece);
  };
}
