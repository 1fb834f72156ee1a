// The parts of the stored form that do not follow from the catalogue: the mark of our files, the tables beside those of
// resources, and the steps from one layout to the next.
import type { Database } from 'bun:sqlite';
import { columnsDdl } from '../columns/blocks.ts';
import { metaDdl } from '../connection/meta.ts';
import { searchIndexDdl } from '../search/search-index.ts';
import { changesDdl } from '../write/changes.ts';
import { idempotencyDdl } from '../write/idempotency.ts';
import { tablesDdl } from '../write/table.ts';

/** In the header of a database file: it is one of ours. */
export const APPLICATION_ID = 0x776b6663;

const notesDdl = [
  `CREATE TABLE IF NOT EXISTS workforce_notes (
    kind TEXT NOT NULL, resource TEXT NOT NULL, name TEXT NOT NULL, id INTEGER, PRIMARY KEY (kind, resource, name)
  ) STRICT, WITHOUT ROWID`,
  'CREATE INDEX IF NOT EXISTS workforce_notes_by_id ON workforce_notes (resource, id)',
];

/** Run by every migration, so that a new table or index needs no step. */
export const ownTables: readonly string[] = [
  ...[metaDdl, changesDdl, ...columnsDdl, ...searchIndexDdl],
  ...[...idempotencyDdl, ...notesDdl, ...tablesDdl],
];

/** Brings an existing database to the next layout, in the transaction of the migration, before anything else is
 * changed. */
export type LayoutStep = (db: Database) => void;

/** The first one leads from layout 1 to layout 2. */
export const layoutSteps: readonly LayoutStep[] = [];

export const layoutAfter = (steps: readonly LayoutStep[]): number => 1 + steps.length;
export const LAYOUT = layoutAfter(layoutSteps);
