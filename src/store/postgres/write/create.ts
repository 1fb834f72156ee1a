// Creates that arrive while others are being written share the next transaction. None is answered before the commit;
// one that is alone waits for nothing. What a transaction does is in create-batch.ts.
// docs/design/writes.md has the whole picture.
import type { DataRecord, Resource } from '../../../catalogue/resource.ts';
import type { AuditSettings } from '../../audit-log.ts';
import { commitMeasures, type Measure } from '../../shared/measure.ts';
import { type CreateOptions, type Outcome, UNKNOWN_OUTCOME } from '../../store.ts';
import type { PostgresModel } from '../citus/distribution.ts';
import { settle } from '../citus/settle.ts';
import { firstValue } from '../connection/connection.ts';
import { codeOf, isAnswered, isLost, isTimeout, unavailable } from '../connection/errors.ts';
import type { Server } from '../connection/server.ts';
import { numberPending } from './changes.ts';
import { createBatch, type Draft } from './create-batch.ts';
import { countTail, TAIL } from './list-counters.ts';

type Waiting = Draft & {
  sender: AbortSignal | undefined;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
};

/** Where commits do not wait for the disk, the log is not yet written up to them. */
const POSITION = `SELECT (CASE current_setting('synchronous_commit')
  WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_lsn() END)::text`;
/** The largest batch, so that a transaction stays short. */
const MAX_BATCH = 500;
/** Another process took a name at the same moment, or the database asks for another try. */
const TRY_AGAIN = new Set(['23505', '40001', '40P01']);
const TRIES = 5;
/** Faults of one record that fail the whole batch; with any other, each record would fail too. */
const OF_A_RECORD = /^(2[123]|54)/;

/** `timeout`: after so many milliseconds a create is answered, whatever the database still does about it. `retention`:
 * how long changes are kept. */
export function creates(
  primary: () => Server,
  model: PostgresModel,
  {
    timeout,
    retention,
    audit,
  }: { readonly timeout: number; readonly retention: number; readonly audit: AuditSettings },
) {
  const longTails = new Set<Resource>();
  const write = createBatch(model, (resource) => longTails.add(resource));
  const waiting = new Set<Waiting>();
  let isBusy = false;
  let [commits, writes] = [0, 0];

  async function committed(drafts: readonly Draft[], tries = TRIES): Promise<Outcome[]> {
    let isCommitting = false;
    const server = primary();
    try {
      const { outcomes, entries } = await server.transaction(
        (query) => write(query, drafts),
        () => {
          isCommitting = true;
        },
      );
      commits += 1;
      writes += drafts.length;
      if (entries.length > 0) audit.onWritten(entries);
      const position = outcomes.some((outcome) => 'json' in outcome) ? await positionOf(server) : undefined;
      return outcomes.map((outcome) => ('json' in outcome && position ? { ...outcome, position } : outcome));
    } catch (error) {
      if (isLost(error)) void server.probe();
      // A coordinator that has lost a worker says so before anything is committed.
      if (isLost(error) && isAnswered(error)) throw error;
      if (isLost(error) || isTimeout(error)) throw unavailable(isCommitting ? UNKNOWN_OUTCOME : undefined, error);
      if (tries > 1 && TRY_AGAIN.has(codeOf(error))) return committed(drafts, tries - 1);
      throw error;
    }
  }

  /** The position of the log after the commit: a read from there on sees the record. */
  async function positionOf(server: Server): Promise<string | undefined> {
    try {
      return await firstValue(server.query, POSITION);
    } catch {
      // The record is durable without it.
      return undefined;
    }
  }

  /** After one of them turned out not to be writable. */
  async function oneByOne(batch: readonly Waiting[]): Promise<void> {
    for (const each of batch) {
      await committed([each]).then(([outcome]) => each.resolve(outcome!), each.reject);
    }
  }

  async function writeNext(): Promise<void> {
    const taken = nextBatch(waiting);
    for (const each of taken) waiting.delete(each);
    const batch = taken.filter(({ sender }) => !sender?.aborted);
    for (const { sender, resolve } of taken) if (sender?.aborted) resolve({ gone: true });
    if (batch.length === 0) return;
    try {
      const outcomes = await committed(batch);
      for (const [i, each] of batch.entries()) each.resolve(outcomes[i]!);
    } catch (error) {
      if (batch.length > 1 && OF_A_RECORD.test(codeOf(error))) await oneByOne(batch);
      else for (const each of batch) each.reject(error);
    }
  }

  /** Done before the next batch, so that a tail cannot grow faster than it is counted. */
  async function countLongTails(): Promise<void> {
    for (const resource of longTails) {
      longTails.delete(resource);
      // After a failure, the next create tries again.
      await primary()
        .transaction(async (query) => {
          if (model.distributed.has(resource)) await settle(query, [resource]);
          await countTail(query, resource, model.distributed, TAIL / 2);
        })
        .catch(() => undefined);
      // Where nobody reads the feed, pending changes must not pile up.
      await numberPending(primary(), retention, model.distributed).catch(() => undefined);
    }
  }

  async function work(): Promise<void> {
    isBusy = true;
    // Whatever else the sockets have received by now joins the batch.
    await new Promise(setImmediate);
    while (waiting.size > 0) {
      await writeNext();
      await countLongTails().catch(() => undefined);
    }
    isBusy = false;
  }

  /** A commit waits without end for a standby that has to confirm it and is away, and all later ones wait too. */
  function giveUp(each: Waiting): void {
    const isUntouched = waiting.delete(each);
    each.reject(unavailable(isUntouched ? undefined : UNKNOWN_OUTCOME));
  }

  return {
    create(resource: Resource, values: DataRecord, { once, sender, actor }: CreateOptions = {}): Promise<Outcome> {
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
      const each = { resource, values, once, actor, sender, resolve, reject };
      waiting.add(each);
      if (!isBusy) void work();
      const timer = setTimeout(giveUp, timeout, each);
      return promise.finally(() => clearTimeout(timer));
    },
    measures: (): Measure[] => commitMeasures(commits, writes),
  };
}

/** Of creates with the same key only the first is in a batch: the others find its record. */
function nextBatch(waiting: Iterable<Waiting>): Waiting[] {
  const keys = new Set<string>();
  const batch: Waiting[] = [];
  for (const each of waiting) {
    if (batch.length === MAX_BATCH) break;
    if (each.once && keys.has(each.once.key)) continue;
    if (each.once) keys.add(each.once.key);
    batch.push(each);
  }
  return batch;
}
