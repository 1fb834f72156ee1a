// Creates on the writing connection: checks, id and record in one transaction, and now and then columns and search
// index of the newest.
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import { withDefaults } from '../../../contract/request/create-body.ts';
import { type AuditSettings, createEntry, type NewEntry } from '../../audit-log.ts';
import { ChangesMade, codeOf } from '../../shared/changes/runs.ts';
import { hiddenIn, type Model, privateFieldsCheck } from '../../shared/model.ts';
import type { Actor, CreateOptions, Once, Outcome } from '../../store.ts';
import { readMeta } from '../connection/meta.ts';
import { checkRelations } from '../read/check-relations.ts';
import { nextId } from '../read/scan.ts';
import { appendChanges } from './changes.ts';
import { groupCommit, type WriteConnection } from './group-commit.ts';
import { idempotencyKeys } from './idempotency.ts';
import { rowWriter } from './row-writer.ts';
import { appendEntries } from './table.ts';
import { tailWork } from './tail-work.ts';

/** The result of a create: its outcome, and the record and the entry of the audit log where they were written. */
type Written = {
  readonly outcome: Outcome;
  readonly resource?: Resource;
  readonly record?: DataRecord;
  readonly entry?: NewEntry | undefined;
};

/** `retention`: how long changes are kept, in milliseconds. */
export function creates(
  connection: WriteConnection,
  model: Model,
  { retention, audit }: { readonly retention: number; readonly audit: AuditSettings },
) {
  const { prepare } = connection;
  const { catalogue, privateFields } = model;
  const writers = new Map(
    catalogue
      .filter(({ creatable }) => creatable)
      .map((resource) => [
        resource,
        {
          rows: rowWriter(prepare, resource, hiddenIn(model, resource)),
          tail: tailWork(prepare, resource),
          code: codeOf(resource, 'created'),
        },
      ]),
  );
  /** The newest id of each resource that the open transaction has written. */
  const newest = new Map<Resource, number>();
  /** The changes of the open transaction. */
  const changes = new ChangesMade();
  /** The entries of the audit log that the open transaction adds. */
  const entries: NewEntry[] = [];
  /** The open transaction, or the last one, has worked on columns or the search index. */
  let hasAdvanced = false;
  const checkPrivateFields = privateFieldsCheck(privateFields);
  const relationFaults = checkRelations(prepare, catalogue);
  const keys = idempotencyKeys(prepare, catalogue);

  const { commit, measures } = groupCommit<Written>(connection, {
    applied({ resource, record, entry }) {
      if (!resource || !record) return;
      const id = record.id as number;
      newest.set(resource, id);
      changes.add(writers.get(resource)!.code, id, Date.now());
      if (entry) entries.push(entry);
    },
    beforeCommit() {
      for (const [resource, id] of newest) writers.get(resource)!.tail.advance(id);
      hasAdvanced = true;
      newest.clear();
      appendChanges(prepare, changes.take(), retention);
      appendEntries(prepare, entries.splice(0));
    },
    rolledBack() {
      if (hasAdvanced) for (const { tail } of writers.values()) tail.reset();
      newest.clear();
      changes.take();
      entries.length = 0;
    },
  });

  /** The first write of a transaction to a resource checks the state that another process may have changed. */
  function idFor(resource: Resource): number {
    const known = newest.get(resource);
    if (known !== undefined) return known + 1;
    checkPrivateFields(resource, 'create', readMeta(prepare, 'private'));
    return nextId(prepare, resource);
  }

  function write(resource: Resource, values: DataRecord, once: Once | undefined, actor: Actor | undefined): Written {
    hasAdvanced = false;
    const replayed = once && keys.find(once);
    if (replayed) return { outcome: replayed };
    const id = idFor(resource);
    const record = withDefaults(resource, id, values, now());
    const faults = relationFaults(resource, record);
    if (faults.length > 0) return { outcome: { faults } };
    const { json } = writers.get(resource)!.rows.insert(record);
    if (once) keys.store(once, resource, id);
    return { outcome: { id, json }, resource, record, entry: actor && createEntry(actor, resource, id) };
  }

  return {
    measures,
    async create(
      resource: Resource,
      values: DataRecord,
      { once, sender, actor }: CreateOptions = {},
    ): Promise<Outcome> {
      const gone: Written = { outcome: { gone: true } };
      const { outcome, entry } = await commit(() => (sender?.aborted ? gone : write(resource, values, once, actor)));
      if (entry) audit.onWritten([entry]);
      return outcome;
    },
  };
}

/** The time of writing in whole seconds; its text is made once in each. */
function now(): string {
  const second = Math.floor(Date.now() / 1000);
  if (second !== current.second) current = { second, text: `${new Date(1000 * second).toISOString().slice(0, 19)}Z` };
  return current.text;
}

let current = { second: 0, text: '' };
