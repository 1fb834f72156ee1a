// The records of a mirror as lines: JSON, or CSV as the export of the list has it.
import type { Resource } from '../../catalogue/resource.ts';
import { csvHeader, csvLines } from '../../contract/formats/record-lines.ts';
import { CommandError } from '../options/exit-codes.ts';
import type { Item } from '../terminal/table.ts';

export const mirrorFormats = ['ndjson', 'csv'] as const;
export type MirrorFormat = (typeof mirrorFormats)[number];
export type Bytes = Uint8Array<ArrayBuffer>;

/** How the records of one resource are written. */
export type LineFormat = {
  /** The bytes before the first record. */
  readonly header: Bytes;
  line(record: Item): Bytes;
  /** How many bytes stand before the id of a record. */
  readonly beforeId: number;
  /** Whether a line end within quotes belongs to a value. */
  readonly hasQuotes: boolean;
};

const encoder = new TextEncoder();
const jsonLine = (record: Item): Bytes => encoder.encode(`${JSON.stringify(record)}\n`);

export function lineFormat(resource: Resource, format: MirrorFormat): LineFormat {
  if (format === 'ndjson')
    return { header: new Uint8Array(), line: jsonLine, beforeId: '{"id":'.length, hasQuotes: false };
  const names = resource.fields.map(({ name }) => name);
  const toCsv = csvLines(resource, names, new Set());
  return {
    header: csvHeader(names),
    line(record) {
      // Columns are read by their place.
      if (Object.keys(record).join() !== names.join())
        throw new CommandError(
          'failed',
          `The ${resource.many} of this service have other fields than this version of workforce knows; use that of the service, or --format ndjson.`,
        );
      return toCsv(jsonLine(record));
    },
    beforeId: 0,
    hasQuotes: true,
  };
}
