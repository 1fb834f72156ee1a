// The records of a query as bytes of CSV or JSON lines, a batch at a time.
import type { Resource } from '../../catalogue/resource.ts';
import { csvHeader, csvLines, jsonLines } from '../../contract/formats/record-lines.ts';
import type { Format, ListQuery } from '../../contract/request/list-query.ts';
import type { ReadOptions, Store } from '../../store/store.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export type Batches = {
  /** `undefined`: there are no more. */
  next(): Promise<Bytes | undefined>;
  /** Ends it early; not needed after the last batch or a failure. */
  close(): void;
};

export type ExportOptions = ReadOptions & {
  readonly format: Exclude<Format, 'json'>;
  /** Fields that are empty for this client. */
  readonly hidden: ReadonlySet<string>;
};

/** Resolves when the first records are read: a failure until then can still be answered as one. */
export async function exportBatches(
  store: Store,
  resource: Resource,
  query: ListQuery,
  { format, hidden, ...options }: ExportOptions,
): Promise<Batches> {
  const names = (query.fields ?? resource.fields).map((field) => field.name);
  const convert = format === 'csv' ? csvLines(resource, names, hidden) : jsonLines(resource, names, hidden);
  const stream = await store.stream(resource, query, options);
  try {
    const first = await stream.next();
    const ready = [...(format === 'csv' ? [csvHeader(names)] : []), ...(first ? [convert(first)] : [])];
    return {
      async next() {
        if (ready.length > 0) return ready.shift();
        const lines = await stream.next();
        return lines && convert(lines);
      },
      close: stream.close,
    };
  } catch (error) {
    stream.close();
    throw error;
  }
}
