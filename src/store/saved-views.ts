// The table workforce_saved_views: the saved views of a person or a token, one JSON document in each row. The rules of
// the document are in access/saved-views.ts.
import type { Definition, Table } from './table.ts';

export type SavedViewsRow = {
  /** Whose it is, such as `token reporting`. */
  readonly owner: string;
  /** Counts the writes: a write names the version that was read. */
  readonly version: number;
  /** JSON. */
  readonly document: string;
  readonly changed_at: number;
};

export type SavedViewsTable = Table<SavedViewsRow, 'changed_at'>;

export const savedViewsTable: Definition<SavedViewsRow> = {
  name: 'workforce_saved_views',
  title: 'Saved views',
  columns: {
    owner: 'TEXT PRIMARY KEY',
    version: 'NUMBER NOT NULL',
    document: 'TEXT NOT NULL',
    changed_at: 'CHANGED',
  },
};
