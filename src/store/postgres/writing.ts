// The create operation: creates that arrive while others are being written go together in the next transaction, which
// checks them, gives them ids and writes them. None is answered before the commit; one that is alone waits for nothing.
import type { Catalogue, DataRecord, Resource } from '../../catalogue/resource.ts';
import { completed } from '../../contract/create-body.ts';
import { commitMeasures } from '../measure.ts';
import { quoted } from '../schema.ts';
import type { Once, Outcome, PrivateFields } from '../store.ts';
import { checkRelations, type Draft as Unkeyed } from './check-relations.ts';
import { unavailable } from './cluster.ts';
import { isLost, type Query } from './connection.ts';
import { keepKeys, usedKeys } from './idempotency.ts';
import { sealShared, TAIL, takeTailIn } from './kept-lists.ts';
import type { Node } from './node.ts';
import { rows } from './rows.ts';

type Draft = Unkeyed & { readonly once: Once | undefined };
type Waiting = Draft & { resolve(outcome: Outcome): void; reject(error: unknown): void };

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
  const check = checkRelations(catalogue);
  const writers = new Map(catalogue.map((resource) => [resource.name, rows(resource, privateFields[resource.name])]));
  /** Resources whose tails have grown long. */
  const long = new Set<Resource>();
  const waiting = new Set<Waiting>();
  let busy = false;
  let [commits, writes] = [0, 0];

  /** Writes those drafts that no key says were written before; what comes back is in their order. */
  async function writeOnce(query: Query, drafts: readonly Draft[]): Promise<Outcome[]> {
    const outcomes = await usedKeys(query, catalogue, drafts);
    const fresh = drafts.flatMap((draft, at) => (outcomes[at] ? [] : [{ ...draft, at }]));
    const written = await write(query, fresh);
    for (const [i, { at }] of fresh.entries()) outcomes[at] = written[i]!;
    await keepKeys(
      query,
      fresh.map(({ at, once, resource }) => ({ once, resource, outcome: outcomes[at]! })),
    );
    // What stands in the way may be the very record that another process has made with the key since.
    const refused = fresh.filter(({ at, once }) => once && 'faults' in outcomes[at]!);
    const made = await usedKeys(query, catalogue, refused);
    for (const [i, { at }] of refused.entries()) outcomes[at] = made[i] ?? outcomes[at];
    return outcomes as Outcome[];
  }

  /** Checks and writes the drafts in one transaction; what comes back is in their order. */
  async function write(query: Query, drafts: readonly Draft[]): Promise<Outcome[]> {
    if (drafts.length === 0) return [];
    const resources = catalogue.filter((resource) => drafts.some((draft) => draft.resource === resource));
    const now = `${new Date().toISOString().slice(0, 19)}Z`;
    const whole = drafts.map(({ resource, values }) => ({ resource, values: completed(resource, 0, values, now) }));
    const [faults, ...seals] = await Promise.all([
      check(query, whole),
      ...resources.map((resource) => sealShared(query, resource)),
    ]);
    const outcomes: Outcome[] = faults.map((each) => ({ faults: each }));
    const written = resources.map(async (resource, i) => {
      const mine = whole.flatMap((draft, at) => (draft.resource === resource && faults[at]!.length === 0 ? [at] : []));
      if (mine.length === 0) return;
      const ids = await query(`SELECT nextval('${quoted(`${resource.table}_ids`)}') FROM generate_series(1, $1)`, [
        mine.length,
      ]);
      const records: DataRecord[] = mine.map((at, k) => ({ ...whole[at]!.values, id: Number(ids[k]![0]) }));
      const writer = writers.get(resource.name)!;
      await writer.insert(query, records);
      for (const [k, at] of mine.entries()) {
        outcomes[at] = { id: records[k]!.id as number, json: writer.json(records[k]!) };
      }
      if ((records.at(-1)!.id as number) - Math.max(0, seals[i]!) >= TAIL) long.add(resource);
    });
    // When one fails the others are waited for: nothing may be sent any more once the transaction is given up.
    await Promise.all(written).finally(() => Promise.allSettled(written));
    return outcomes;
  }

  async function committed(drafts: readonly Draft[], tries = TRIES): Promise<Outcome[]> {
    let isCommitting = false;
    const node = primary();
    try {
      const outcomes = await node.transaction(
        (query) => writeOnce(query, drafts),
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
        throw unavailable(isCommitting ? UNKNOWN : undefined);
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
    const group = firstOf(waiting);
    for (const each of group) waiting.delete(each);
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
    each.reject(unavailable(isUntouched ? undefined : UNKNOWN));
  }

  async function create(resource: Resource, values: DataRecord, once?: Once): Promise<Outcome> {
    const { promise, resolve, reject } = Promise.withResolvers<Outcome>();
    const each = { resource, values, once, resolve, reject };
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

const UNKNOWN =
  'The database did not confirm the record, so whether it was written is not known. Send it again with the same Idempotency-Key; without one, look for it first.';
