// How a question is answered in a process that others wait for. It is begun at once or, where it may take a while, between requests. When it is
// not answered within a few milliseconds it waits for a place in the lane for long questions, and is answered there in slices.
import type { Resource } from '../../../catalogue/resource.ts';
import { namedCondition } from '../../../contract/request/conditions.ts';
import type { Selection } from '../../../contract/request/list-query.ts';
import type { RowLimits } from '../../../contract/request/row-limits.ts';
import { type Asker, GONE } from '../../../fairness/asker.ts';
import { collectGarbage } from '../../../fairness/garbage.ts';
import { atOnce, inSlices, type Steps } from '../../../fairness/slices.ts';
import { type TurnLimits, turns } from '../../../fairness/turns.ts';
import { rowsKey } from '../../shared/access/row-limits.ts';
import { adviceOn } from '../../shared/lane/advice.ts';
import type { Lane, LongSettings } from '../../shared/lane/lane.ts';
import type { Awaitable } from '../../store.ts';
import { Changed, type Tables } from '../columns/table.ts';
import { readMeta } from '../connection/meta.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';

/** Where long questions are answered. Without it everything is answered at once, however long it takes. */
export type LongWay = { readonly lane: Lane } & Pick<LongSettings, 'quickRows'>;

export type Question<T> = {
  readonly resource: Resource;
  /** What tells it from other questions about the resource. */
  key(): string;
  readonly selection: Selection & { readonly sort?: readonly unknown[]; readonly offset: number };
  readonly asker: Asker | undefined;
  /** What the answer takes in the cache; without it, it is not cached. */
  readonly bytes?: (value: T) => number;
  /** It looks at many groups, and they are garbage afterwards. */
  readonly leavesGarbage?: true;
  steps(): Steps<T>;
};

/** `state`: of the data when it was begun. */
type Begun<T> = { readonly state: string; readonly steps: Steps<T> };

/** A resource with so few records is read at once, whatever is asked. */
const SMALL = 1000;
/** How long a question may take outside the lane, in milliseconds. */
const QUICK = 3;

/** Questions are looked at one at a time, a few milliseconds of them between requests. */
const BETWEEN_REQUESTS: TurnLimits = {
  ...{ places: 1, waiting: 256, slice: 4, retryAfter: 1 },
  busy: 'Too many lists are being asked for at the same time. Try again shortly.',
};

/** Something that several questions can be answered from. */
export type Cached<T> = {
  readonly value: T | undefined;
  /** Of the state that the data had when it was looked for. */
  store(value: T, bytes: number): void;
};

export type Answering = {
  cached<T>(question: Pick<Question<T>, 'resource' | 'selection'>, key: string): Cached<T>;
  ask<T>(question: Question<T>): Awaitable<T>;
  /** Runs work in slices, outside the lane. */
  slowly<T>(steps: Steps<T>): Promise<T>;
};

export function answering(
  { prepare, snapshot, tables }: { readonly prepare: Prepare; readonly snapshot: Snapshot; readonly tables: Tables },
  long: LongWay | undefined,
): Answering {
  const line = turns(BETWEEN_REQUESTS);

  /** The runtime takes new connections and answers their first requests in one go, and would keep everybody waiting for as long as
   * connections keep coming. So the work is done a moment later, and not at all for a client that is gone by then. */
  async function afterwards<T>(asker: Asker | undefined, work: () => T): Promise<Awaited<T>> {
    asker?.apart?.();
    const end = await line.take({ asker });
    try {
      if (asker?.signal().aborted) throw GONE;
      return work() as Awaited<T>;
    } finally {
      end();
    }
  }

  /** A text for the state of the data. Searches depend on the private fields too. */
  function stateOf({ resource, selection }: Pick<Question<unknown>, 'resource' | 'selection'>): string {
    const { newest, generation } = tables.of(resource);
    return `${newest} ${generation} ${selection.terms.length > 0 ? (readMeta(prepare, 'private') ?? '') : ''}`;
  }

  function whole<T>(question: Question<T>): T {
    return atOnce(question.steps());
  }

  /** Answers it, or returns how far it has come when its time is over. */
  function quickly<T>(question: Question<T>): { readonly value: T } | Begun<T> {
    const [state, steps] = [stateOf(question), question.steps()];
    const until = performance.now() + QUICK;
    for (let done = 0; long?.quickRows === undefined ? performance.now() < until : done < long.quickRows; done++) {
      const next = steps.next();
      if (next.done) return { value: next.value };
    }
    return { state, steps };
  }

  const slowly = <T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> =>
    inSlices(steps, { signal, resumed: snapshot.refresh });

  async function inLane<T>({ lane }: LongWay, question: Question<T>, begun: Begun<T> | undefined): Promise<T> {
    let before = begun;
    const run = async (signal: AbortSignal) => {
      snapshot.refresh();
      for (;;) {
        const { state, steps } = before ?? { state: stateOf(question), steps: question.steps() };
        before = undefined;
        try {
          const value = await slowly(steps, signal);
          return { value, state };
        } catch (error) {
          if (!(error instanceof Changed)) throw error;
          // Records that were there have changed, so it begins again.
          snapshot.refresh();
        } finally {
          // Many groups are much garbage. Reading columns makes none.
          if (question.leavesGarbage) setImmediate(collectGarbage);
        }
      }
    };
    const { key, resource, asker, selection, bytes } = question;
    const answer = await lane.ask({
      key: `${resource.name} ${key()}`,
      state: stateOf(question),
      asker,
      advice: adviceOn(selection),
      bytes,
      run,
    });
    return answer.value;
  }

  function find<T>(question: Question<T>, way: LongWay): Awaitable<T> {
    snapshot.refresh();
    const found = quickly(question);
    if ('value' in found) return found.value;
    // Where it has to wait it begins again: what it has found so far would take memory meanwhile.
    return inLane(way, question, way.lane.isFree() ? found : undefined);
  }

  return {
    slowly,
    cached<T>(question: Pick<Question<T>, 'resource' | 'selection'>, key: string) {
      const [name, state] = [`${question.resource.name} ${key}`, stateOf(question)];
      return {
        value: long?.lane.cache.find<T>(name, state),
        store: (value: T, bytes: number) => long?.lane.cache.store(name, state, value, bytes),
      };
    },
    ask(question) {
      snapshot.refresh();
      if (!long) return whole(question);
      const { resource, key, asker, bytes } = question;
      if (long.quickRows === undefined && tables.of(resource).total <= SMALL) return whole(question);
      const known = bytes && long.lane.cache.find(`${resource.name} ${key()}`, stateOf(question));
      if (known !== undefined) return known as never;
      return afterwards(asker, () => find(question, long)) as never;
    },
  };
}

/** Conditions and words as a text. */
export const selectionKey = ({ conditions, terms }: Selection, searchPrivate: boolean, rows?: RowLimits): string =>
  JSON.stringify([terms, conditions.map(namedCondition), searchPrivate, ...rowsKey(rows)]);
