// The table workforce_saved_views: the saved views of a person or a token, one JSON document in each row. The rules of
// the document are in access/saved-views.ts.
import type { Definition, RowOf, Table } from './table.ts';

const columns = {
  /** Whose it is, such as `token reporting`. */
  owner: 'TEXT PRIMARY KEY',
  /** Counts the writes: a write names the version that was read. */
  version: 'NUMBER NOT NULL',
  /** JSON. */
  document: 'TEXT NOT NULL',
  changed_at: 'CHANGED',
} as const;

type SavedViewsRow = RowOf<typeof columns>;

export type SavedViewsTable = Table<SavedViewsRow, 'changed_at'>;

export const savedViewsTable: Definition<SavedViewsRow> = {
  name: 'workforce_saved_views',
  title: 'Saved views',
  columns,
};
