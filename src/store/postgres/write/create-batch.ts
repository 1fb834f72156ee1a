// What one transaction does for the creates that share it: looks up their keys, checks them, gives them ids and writes
// them. When to begin and when to try again is decided in create.ts.
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import { withDefaults } from '../../../contract/request/create-body.ts';
import { createEntry, type NewEntry } from '../../audit-log.ts';
import { ChangesMade, codeOf } from '../../shared/changes/runs.ts';
import { hiddenIn, privateFieldsCheck } from '../../shared/model.ts';
import { quoted } from '../../shared/schema.ts';
import type { Actor, Once, Outcome } from '../../store.ts';
import { DISTRIBUTED, distributableIn, type PostgresModel } from '../citus/distribution.ts';
import { addToTail } from '../citus/tail.ts';
import type { Query } from '../connection/connection.ts';
import { redistributed } from '../connection/errors.ts';
import { checkRelations, type Draft as RecordDraft } from '../read/check-relations.ts';
import { addPending } from './changes.ts';
import { storeKeys, usedKeys } from './idempotency.ts';
import { shareWatermark, TAIL } from './list-counters.ts';
import { rowWriter } from './row-writer.ts';
import { appendEntries } from './table.ts';

/** What the database says of itself, and processes that opened it before may not know. */
const STATE = `SELECT max(value) FILTER (WHERE key = 'private'), count(*) FILTER (WHERE key = '${DISTRIBUTED}') > 0
  FROM workforce_meta WHERE key IN ('private', '${DISTRIBUTED}')`;

/** A create that is not written yet. */
export type Draft = RecordDraft & { readonly once: Once | undefined; readonly actor: Actor | undefined };

/** The outcomes in the order of the drafts, and what was added to the audit log. */
export type BatchWritten = { readonly outcomes: Outcome[]; readonly entries: readonly NewEntry[] };

/** `onLongTail` is called for resources whose newest records should be counted. */
export function createBatch(model: PostgresModel, onLongTail: (resource: Resource) => void) {
  const { catalogue, privateFields, distributed } = model;
  const distributable = distributableIn(catalogue);
  const relationFaults = checkRelations(catalogue);
  const checkPrivateFields = privateFieldsCheck(privateFields);
  const writers = new Map(
    catalogue.map((resource) => [resource, rowWriter(resource, hiddenIn(model, resource), distributed.has(resource))]),
  );

  /** Writes the drafts whose keys are new. */
  async function writeOnce(query: Query, drafts: readonly Draft[]): Promise<BatchWritten> {
    const outcomes = await usedKeys(query, catalogue, drafts);
    const fresh = drafts.flatMap((draft, at) => (outcomes[at] ? [] : [{ ...draft, at }]));
    const written = await write(query, fresh);
    for (const [i, { at }] of fresh.entries()) outcomes[at] = written[i]!;
    await storeKeys(
      query,
      fresh.map(({ at, once, resource }) => ({ once, resource, outcome: outcomes[at]! })),
    );
    const entries = fresh.flatMap(({ at, resource, actor }) => {
      const outcome = outcomes[at]!;
      return actor && 'json' in outcome ? [createEntry(actor, resource, outcome.id)] : [];
    });
    await appendEntries(query, entries);
    // The conflict may be with the very record that another process has made with the same key since.
    const refused = fresh.filter(({ at, once }) => once && 'faults' in outcomes[at]!);
    const made = await usedKeys(query, catalogue, refused);
    for (const [i, { at }] of refused.entries()) outcomes[at] = made[i] ?? outcomes[at];
    return { outcomes: outcomes as Outcome[], entries };
  }

  async function write(query: Query, drafts: readonly Draft[]): Promise<Outcome[]> {
    if (drafts.length === 0) return [];
    const resources = catalogue.filter((resource) => drafts.some((draft) => draft.resource === resource));
    const now = `${new Date().toISOString().slice(0, 19)}Z`;
    const whole = drafts.map(({ resource, values }) => ({ resource, values: withDefaults(resource, 0, values, now) }));
    const locks = resources.map((resource) => shareWatermark(query, resource));
    // The private fields are read behind the watermarks, which a process that changes the private fields has locked.
    const [faults, [state], ...watermarks] = await Promise.all([relationFaults(query, whole), query(STATE), ...locks]);
    const [stored, isDistributed] = state!.map((value) => value?.toString());
    if (distributed.size !== (isDistributed === 't' ? distributable.size : 0)) throw redistributed();
    for (const resource of resources) checkPrivateFields(resource, 'create', stored);
    const outcomes: Outcome[] = faults.map((each) => ({ faults: each }));
    const written = resources.map(async (resource, i) => {
      const mine = whole.flatMap((draft, at) => (draft.resource === resource && faults[at]!.length === 0 ? [at] : []));
      if (mine.length === 0) return;
      const ids = await query(`SELECT nextval('${quoted(`${resource.table}_ids`)}') FROM generate_series(1, $1)`, [
        mine.length,
      ]);
      const records: DataRecord[] = mine.map((at, k) => ({ ...whole[at]!.values, id: Number(ids[k]![0]) }));
      const writer = writers.get(resource)!;
      const changes = new ChangesMade();
      for (const { id } of records) changes.add(codeOf(resource, 'created'), id as number, Date.now());
      await Promise.all([
        writer.insert(query, records),
        addPending(query, changes.take()),
        distributed.has(resource) && addToTail(query, resource, records),
      ]);
      for (const [k, at] of mine.entries()) {
        outcomes[at] = { id: records[k]!.id as number, json: writer.json(records[k]!) };
      }
      if ((records.at(-1)!.id as number) - Math.max(0, watermarks[i]!) >= TAIL) onLongTail(resource);
    });
    // When one fails, the others are waited for: nothing may be sent once the transaction is rolled back.
    await Promise.all(written).finally(() => Promise.allSettled(written));
    return outcomes;
  }

  return writeOnce;
}
