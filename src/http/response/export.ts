// What a query finds as the bytes of a CSV or of JSON lines, some records at a time: for answers and for files.
import type { Resource } from '../../catalogue/resource.ts';
import { csvHeader, csvLines, jsonLines } from '../../contract/formats/record-lines.ts';
import type { Format, ListQuery } from '../../contract/request/list-query.ts';
import type { Store } from '../../store/store.ts';

type Bytes = Uint8Array<ArrayBuffer>;

export type Portions = {
  /** `undefined`: that was all. */
  next(): Promise<Bytes | undefined>;
  /** Gives up what is left; not needed after the end or a failure. */
  close(): void;
};

export type Wish = {
  readonly format: Exclude<Format, 'json'>;
  /** Fields that are empty for whoever asks. */
  readonly hidden: ReadonlySet<string>;
  /** The data must not be older than this. */
  readonly position?: string | undefined;
};

/** The first records are there when this is: what fails before then can still be told. */
export async function exportPortions(
  store: Store,
  resource: Resource,
  query: ListQuery,
  { format, hidden, position }: Wish,
): Promise<Portions> {
  const names = (query.fields ?? resource.fields).map((field) => field.name);
  const written = format === 'csv' ? csvLines(resource, names, hidden) : jsonLines(resource, names, hidden);
  const stream = await store.stream(resource, query, hidden.size === 0, position);
  try {
    const first = await stream.next();
    const ready = [...(format === 'csv' ? [csvHeader(names)] : []), ...(first ? [written(first)] : [])];
    return {
      async next() {
        if (ready.length > 0) return ready.shift();
        const lines = await stream.next();
        return lines && written(lines);
      },
      close: stream.close,
    };
  } catch (error) {
    stream.close();
    throw error;
  }
}
