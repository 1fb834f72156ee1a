// The table workforce_kept: what a person or a token has kept in the console, one JSON document in each row. What it may hold is in
// access/kept.ts.
import type { Definition, Table } from './table.ts';

export type KeptDocument = {
  /** Whose it is, such as `token reporting`. */
  readonly owner: string;
  /** Counts the writes: whoever writes names the one that they have read. */
  readonly version: number;
  /** JSON. */
  readonly document: string;
  readonly changed_at: number;
};

export type KeptDocuments = Table<KeptDocument, 'changed_at'>;

export const keptTable: Definition<KeptDocument> = {
  name: 'workforce_kept',
  title: 'Kept views',
  columns: {
    owner: 'TEXT PRIMARY KEY',
    version: 'NUMBER NOT NULL',
    document: 'TEXT NOT NULL',
    changed_at: 'CHANGED',
  },
};
