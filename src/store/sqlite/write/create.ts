// The create operation on the writing connection: checks, id, record, counts and search index in one transaction.
import type { Database } from 'bun:sqlite';
import type { Catalogue, DataRecord, Resource } from '../../../catalogue/resource.ts';
import { withDefaults } from '../../../contract/request/create-body.ts';
import { agreement } from '../../shared/private-fields.ts';
import { quoted } from '../../shared/schema.ts';
import type { Once, Outcome, PrivateFields } from '../../store.ts';
import { storedValue } from '../connection/meta.ts';
import type { Prepare } from '../connection/statements.ts';
import { checkRelations } from '../read/check-relations.ts';
import { sealWhenLong } from '../search/search-index.ts';
import { groupCommit } from './group-commit.ts';
import { keptKeys } from './idempotency.ts';
import { type Tally, tally } from './list-counters.ts';
import { type RowWriter, rowWriter } from './row-writer.ts';

type Desk = { readonly resource: Resource; readonly rows: RowWriter; readonly notes: Tally; newest: number };

export function writing(db: Database, prepare: Prepare, catalogue: Catalogue, privateFields: PrivateFields) {
  const desks = new Map<string, Desk>(
    catalogue
      .filter(({ creatable }) => creatable)
      .map((resource) => [
        resource.name,
        {
          resource,
          rows: rowWriter(prepare, resource, privateFields[resource.name]),
          notes: tally(prepare, resource),
          newest: 0,
        },
      ]),
  );
  const used = new Set<Desk>();
  const agreed = agreement(privateFields);
  const check = checkRelations(prepare, catalogue);
  const keys = keptKeys(prepare, catalogue);
  const { together, measures } = groupCommit(db, prepare, {
    beforeCommit() {
      for (const { resource, notes, newest } of used) {
        notes.flush();
        sealWhenLong(prepare, resource, newest);
      }
      used.clear();
    },
    undone() {
      for (const desk of used) desk.notes.discard();
      used.clear();
    },
  });

  const newestId = ({ table }: Resource): number =>
    (prepare(`SELECT max(id) FROM ${quoted(table)}`).values()[0]?.[0] as number | null) ?? 0;

  function write(resource: Resource, values: DataRecord, once: Once | undefined): Outcome {
    const known = once && keys.find(once);
    if (known) return known;
    const desk = desks.get(resource.name)!;
    if (!used.has(desk)) agreed(resource, 'create', storedValue(prepare, 'private'));
    const id = (used.has(desk) ? desk.newest : newestId(resource)) + 1;
    const record = withDefaults(resource, id, values, now());
    const faults = check(resource, record);
    if (faults.length > 0) return { faults };
    const { json } = desk.rows.insert(record);
    desk.notes.add(record);
    desk.newest = id;
    used.add(desk);
    if (once) keys.keep(once, resource, id);
    return { id, json };
  }

  return {
    measures,
    create: (resource: Resource, values: DataRecord, once?: Once, sender?: AbortSignal): Promise<Outcome> =>
      together(() => (sender?.aborted ? { gone: true } : write(resource, values, once))),
  };
}

/** The time of writing, in whole seconds, so made once in each. */
function now(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== current.second) current = { second, text: `${new Date(1000 * second).toISOString().slice(0, 19)}Z` };
  return current.text;
}

let current = { second: 0, text: '' };
