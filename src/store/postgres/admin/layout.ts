// The parts of the stored form that do not follow from the catalogue: the tables beside those of resources, and the
// steps from one layout to the next.
import type { Query } from '../connection/connection.ts';
import { metaDdl } from '../connection/meta.ts';
import { changesDdl } from '../write/changes.ts';
import { idempotencyDdl } from '../write/idempotency.ts';
import { listCountersDdl } from '../write/list-counters.ts';
import { tablesDdl } from '../write/table.ts';

const notesDdl = [
  `CREATE TABLE IF NOT EXISTS workforce_notes (
    kind TEXT NOT NULL, resource TEXT NOT NULL, name TEXT NOT NULL, id BIGINT, PRIMARY KEY (kind, resource, name))`,
  'CREATE INDEX IF NOT EXISTS workforce_notes_by_id ON workforce_notes (resource, id)',
];

/** Run by every migration, so that a new table or index needs no step. */
export const ownTables: readonly string[] = [
  ...[metaDdl, ...changesDdl, ...listCountersDdl],
  ...[...idempotencyDdl, ...notesDdl, ...tablesDdl],
];

/** Brings an existing database to the next layout, in the transaction of the migration, before anything else is
 * changed. */
export type LayoutStep = (query: Query) => Promise<void>;

/** The first one leads from layout 1 to layout 2. */
export const layoutSteps: readonly LayoutStep[] = [];

export const layoutAfter = (steps: readonly LayoutStep[]): number => 1 + steps.length;
