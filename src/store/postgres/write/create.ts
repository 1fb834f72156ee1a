// The create operation: creates that arrive while others are being written go together in the next transaction. None is
// answered before the commit; one that is alone waits for nothing. What a transaction does is in write-drafts.ts.
import type { Catalogue, DataRecord, Resource } from '../../../catalogue/resource.ts';
import { commitMeasures } from '../../shared/measure.ts';
import { type Once, type Outcome, type PrivateFields, UNKNOWN_OUTCOME } from '../../store.ts';
import { unavailable } from '../connection/cluster.ts';
import { isLost } from '../connection/connection.ts';
import type { Node } from '../connection/server.ts';
import { type Draft, writeDrafts } from './create-batch.ts';
import { TAIL, takeTailIn } from './list-counters.ts';

type Waiting = Draft & {
  sender: AbortSignal | undefined;
  resolve(outcome: Outcome): void;
  reject(error: unknown): void;
};

/** Where commits do not wait for the disk, the log is not yet written as far as they are in it. */
const POSITION = `SELECT (CASE current_setting('synchronous_commit')
  WHEN 'off' THEN pg_current_wal_insert_lsn() ELSE pg_current_wal_lsn() END)::text`;
/** So many go together at most, so that one transaction stays short. */
const MOST = 500;
/** A group is tried again when another process took a name in the same moment, or the database asks for it. */
const AGAIN = new Set(['23505', '40001', '40P01']);
const TRIES = 5;
/** Faults that one record brings on all that go with it; any other would meet each of them again. */
const OF_A_RECORD = /^(2[123]|54)/;

/** `patience`: after so many milliseconds a create is answered, whatever the database still does about it. */
export function writing(primary: () => Node, catalogue: Catalogue, privateFields: PrivateFields, patience: number) {
  /** Resources whose tails have grown long. */
  const long = new Set<Resource>();
  const write = writeDrafts(catalogue, privateFields, (resource) => long.add(resource));
  const waiting = new Set<Waiting>();
  let busy = false;
  let [commits, writes] = [0, 0];

  async function committed(drafts: readonly Draft[], tries = TRIES): Promise<Outcome[]> {
    let isCommitting = false;
    const node = primary();
    try {
      const outcomes = await node.transaction(
        (query) => write(query, drafts),
        () => {
          isCommitting = true;
        },
      );
      commits += 1;
      writes += drafts.length;
      const position = outcomes.some((outcome) => 'json' in outcome) ? await positionOf(node) : undefined;
      return outcomes.map((outcome) => ('json' in outcome && position ? { ...outcome, position } : outcome));
    } catch (error) {
      if (isLost(error)) {
        void node.look();
        throw unavailable(isCommitting ? UNKNOWN_OUTCOME : undefined);
      }
      if (tries > 1 && AGAIN.has((error as { code?: string }).code ?? '')) return committed(drafts, tries - 1);
      throw error;
    }
  }

  /** Where the log is after the commit; whoever reads from there on sees what was written. */
  async function positionOf(node: Node): Promise<string | undefined> {
    try {
      const [row] = await node.query(POSITION);
      return row?.[0]?.toString();
    } catch {
      // The record is durable all the same.
      return undefined;
    }
  }

  /** Each by itself, after it turned out that one of them cannot be written. */
  async function oneByOne(group: readonly Waiting[]): Promise<void> {
    for (const each of group) {
      await committed([each]).then(([outcome]) => each.resolve(outcome!), each.reject);
    }
  }

  async function next(): Promise<void> {
    const taken = firstOf(waiting);
    for (const each of taken) waiting.delete(each);
    const group = taken.filter(({ sender }) => !sender?.aborted);
    for (const { sender, resolve } of taken) if (sender?.aborted) resolve({ gone: true });
    if (group.length === 0) return;
    try {
      const outcomes = await committed(group);
      for (const [i, each] of group.entries()) each.resolve(outcomes[i]!);
    } catch (error) {
      if (group.length > 1 && OF_A_RECORD.test((error as { code?: string }).code ?? '')) await oneByOne(group);
      else for (const each of group) each.reject(error);
    }
  }

  /** Comes before the next group, so that a tail cannot outgrow those who would take it in. */
  async function takeTailsIn(): Promise<void> {
    for (const resource of long) {
      long.delete(resource);
      // A failure costs nothing but another try after the next create.
      await primary()
        .transaction((query) => takeTailIn(query, resource, TAIL / 2))
        .catch(() => undefined);
    }
  }

  async function work(): Promise<void> {
    busy = true;
    // Whatever else the sockets have brought by now joins the group.
    await new Promise(setImmediate);
    while (waiting.size > 0) {
      await next();
      await takeTailsIn().catch(() => undefined);
    }
    busy = false;
  }

  /** A commit waits without end for a standby that has to confirm it and is away, and all that come after wait too. */
  function giveUp(each: Waiting): void {
    const isUntouched = waiting.delete(each);
    each.reject(unavailable(isUntouched ? undefined : UNKNOWN_OUTCOME));
  }

  async function create(resource: Resource, values: DataRecord, once?: Once, sender?: AbortSignal): Promise<Outcome> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const each = { resource, values, once, sender, resolve, reject };
    waiting.add(each);
    if (!busy) void work();
    const timer = setTimeout(giveUp, patience, each);
    return promise.finally(() => clearTimeout(timer));
  }

  return { create, measures: () => commitMeasures(commits, writes) };
}

/** The next group. Of those with the same key only the first is in it: the others shall find what it has made. */
function firstOf(waiting: Iterable<Waiting>): Waiting[] {
  const keys = new Set<string>();
  const group: Waiting[] = [];
  for (const each of waiting) {
    if (group.length === MOST) break;
    if (each.once && keys.has(each.once.key)) continue;
    if (each.once) keys.add(each.once.key);
    group.push(each);
  }
  return group;
}
