// How a question is answered in a process that others wait for. It is begun at once or, where it may take a while,
// between requests. When it is not answered within a few milliseconds it waits for a place in the lane for long
// questions, and is answered there in slices.
import type { Resource } from '../../../catalogue/resource.ts';
import { namedCondition, referringTo } from '../../../contract/request/conditions.ts';
import type { Selection } from '../../../contract/request/list-query.ts';
import type { RowLimits } from '../../../contract/request/row-limits.ts';
import { type Asker, GONE } from '../../../fairness/asker.ts';
import { collectGarbage } from '../../../fairness/garbage.ts';
import { atOnce, inSlices, type Steps } from '../../../fairness/slices.ts';
import { type TurnLimits, turns } from '../../../fairness/turns.ts';
import { rowsKey } from '../../shared/access/row-limits.ts';
import { adviceOn, type Lane, type LongSettings } from '../../shared/lane/lane.ts';
import type { Awaitable } from '../../store.ts';
import type { Tables } from '../columns/table.ts';
import { readMeta } from '../connection/meta.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';
import type { Plan } from './plan.ts';

/** Where long questions are answered. Without it everything is answered at once, however long it takes. */
export type LongWay = { readonly lane: Lane } & Pick<LongSettings, 'quickRows'>;

export type Question<T> = {
  readonly resource: Resource;
  /** What tells it from other questions about the resource. */
  key(): string;
  readonly selection: Selection & { readonly sort?: readonly unknown[]; readonly offset: number };
  readonly asker: Asker | undefined;
  readonly runs: Plan['runs'];
  /** What the answer takes in the cache; without it, it is not cached. */
  readonly bytes?: (value: T) => number;
  /** It looks at many groups, and they are garbage afterwards. */
  readonly leavesGarbage?: true;
  steps(): Steps<T>;
};

/** `state`: of the data that it was made of. */
type Made<T> = { readonly value: T; readonly state: string };

/** How long a question may take outside the lane, in milliseconds. */
const QUICK = 3;

/** Questions are looked at one at a time, a few milliseconds of them between requests. */
const BETWEEN_REQUESTS: TurnLimits = {
  ...{ places: 1, waiting: 256, slice: 4, retryAfter: 1 },
  busy: 'Too many lists are being asked for at the same time. Try again shortly.',
};

export function answering(
  { prepare, snapshot, tables }: { readonly prepare: Prepare; readonly snapshot: Snapshot; readonly tables: Tables },
  long: LongWay | undefined,
) {
  const line = turns(BETWEEN_REQUESTS);

  /** The runtime takes new connections and answers their first requests in one go, and would keep everybody waiting for
   * as long as connections keep coming. So the work is done a moment later, and not at all for a client that is gone by
   * then. */
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
    const others = referringTo(selection.conditions).map((each) => `${tables.of(each).newest} `);
    return `${newest} ${others.join('')}${generation} ${selection.terms.length > 0 ? (readMeta(prepare, 'private') ?? '') : ''}`;
  }

  /** When records that were there have changed while others had their turn, it begins again. */
  function* ofOneState<T>(question: Question<T>): Steps<Made<T>> {
    for (;;) {
      const [generation, state, steps] = [tables.generation(), stateOf(question), question.steps()];
      while (tables.generation() === generation) {
        const { done, value } = steps.next();
        if (done) return { value, state };
        yield;
      }
    }
  }

  /** Takes steps until it is answered, or its time is over. */
  function quickly<T>(steps: Steps<Made<T>>): Made<T> | undefined {
    const until = performance.now() + QUICK;
    for (let done = 0; long?.quickRows === undefined ? performance.now() < until : done < long.quickRows; done++) {
      const next = steps.next();
      if (next.done) return next.value;
    }
    return undefined;
  }

  const slowly = <T>(steps: Steps<T>, signal?: AbortSignal): Promise<T> =>
    inSlices(steps, { signal, resumed: snapshot.refresh });

  function inLane<T>({ lane }: LongWay, question: Question<T>, begun: Steps<Made<T>>): Promise<T> {
    const { key, resource, asker, selection, bytes, leavesGarbage } = question;
    // Where it has to wait it begins again: what it has found so far would take memory meanwhile.
    let steps = lane.isFree() ? begun : undefined;
    const run = (signal: AbortSignal) => {
      snapshot.refresh();
      const own = steps ?? ofOneState(question);
      // Held here no longer, so that its groups are garbage once it is answered.
      steps = undefined;
      return slowly(own, signal).finally(() => {
        // Many groups are much garbage. Reading columns makes none.
        if (leavesGarbage) setImmediate(collectGarbage);
      });
    };
    const answer = lane.ask({
      key: `${resource.name} ${key()}`,
      state: stateOf(question),
      asker,
      advice: adviceOn(selection),
      bytes,
      run,
    });
    return answer.then(({ value }) => value);
  }

  function find<T>(question: Question<T>, way: LongWay): Awaitable<T> {
    snapshot.refresh();
    const steps = ofOneState(question);
    const made = quickly(steps);
    return made ? made.value : inLane(way, question, steps);
  }

  return {
    /** Runs work in slices, outside the lane. */
    slowly,
    /** Something that several questions can be answered from, of the state that the data has now. */
    cached<T>(question: Pick<Question<T>, 'resource' | 'selection'>, key: string) {
      const [name, state] = [`${question.resource.name} ${key}`, stateOf(question)];
      return {
        value: long?.lane.cache.find<T>(name, state),
        store: (value: T, bytes: number) => long?.lane.cache.store(name, state, value, bytes),
      };
    },
    ask<T>(question: Question<T>): Awaitable<T> {
      snapshot.refresh();
      const { resource, key, asker, bytes, runs } = question;
      if (!long || runs === 'at once') return atOnce(question.steps());
      const known = bytes && long.lane.cache.find(`${resource.name} ${key()}`, stateOf(question));
      if (known !== undefined) return known as never;
      return afterwards(asker, () => find(question, long)) as never;
    },
  };
}

/** Conditions and words as a text. */
export const selectionKey = ({ conditions, terms }: Selection, searchPrivate: boolean, rows?: RowLimits): string =>
  JSON.stringify([terms, conditions.map(namedCondition), searchPrivate, ...rowsKey(rows)]);
