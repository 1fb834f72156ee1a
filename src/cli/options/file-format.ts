// The format of a file, by the ending of its name. For the commands that read or write files of records.
import { extname } from 'node:path';

const BY_ENDING = {
  '.csv': 'csv',
  '.xlsx': 'xlsx',
  '.ndjson': 'ndjson',
  '.jsonl': 'ndjson',
  '.json': 'json',
} as const;

export type FileFormat = (typeof BY_ENDING)[keyof typeof BY_ENDING];

/** `undefined` where the name does not say it. */
export const fileFormat = (path: string): FileFormat | undefined =>
  Object.entries(BY_ENDING).find(([ending]) => ending === extname(path).toLowerCase())?.[1];
