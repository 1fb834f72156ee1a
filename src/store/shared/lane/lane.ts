// The lane for long questions: a question that cannot be answered in a bounded number of rows waits here for one of a
// few places, apart from the quick ones. A question ends when it is answered, when nobody waits for it any more, or
// when its time is over. Clients with the same question share one answer. docs/design/overload.md has the whole
// picture.
import { stateCache } from '../../../cache/state-cache.ts';
import { Refusal } from '../../../contract/errors.ts';
import { LANE } from '../../../contract/limits.ts';
import type { Selection } from '../../../contract/request/list-query.ts';
import { type Asker, GONE } from '../../../fairness/asker.ts';
import { UnderWay } from '../../../fairness/shared-work.ts';
import { turns } from '../../../fairness/turns.ts';
import { type Measure, measure } from '../measure.ts';

/** The result of a list question. Records are read by their ids afterwards, which is quick. */
export type Found = { readonly total: number; readonly ids: readonly number[] };

/** `state` names the data that the answer is about: as long as it is the same, the answer is. */
export type Result<T> = { readonly value: T; readonly state: string };

export type Question<T> = {
  /** The question as a text. */
  readonly key: string;
  /** The state of the data now: no answer may be older. */
  readonly state: string;
  /** Bytes of the answer in the cache; without it, it is not cached. */
  readonly bytes?: ((value: T) => number) | undefined;
  readonly asker?: Asker | undefined;
  /** Said when its time is over. */
  readonly advice: string;
  /** Has to end soon after the signal is aborted. */
  run(signal: AbortSignal): Promise<Result<T>>;
};

export type Lane = ReturnType<typeof lane>;

/** For a process that others wait for. `quickRows`: how many rows a question may read outside the lane, or on SQLite
 * how many steps it may take, where it is not the usual number. */
export type LongSettings = { readonly seconds: number; readonly quickRows?: number };

/** Bytes of the cached results. One entry may have as many groups as an aggregate, of a field and with a measure. */
const CACHE = { total: 24 * 1024 * 1024, entry: 20 * 1024 * 1024 };

/** How long a place stays empty after a question that was ended, in milliseconds. */
const PAUSE = 100;

export function lane({ places, seconds }: { readonly places: number; readonly seconds: number }) {
  const limits = { places, waiting: LANE.waiting, milliseconds: 1000 * seconds, busy: BUSY, retryAfter: 1 };
  const line = turns(limits);
  const cache = stateCache(CACHE);
  const underWay = new UnderWay();
  const outcomes = { answered: 0, shared: 0, late: 0, abandoned: 0, refused: 0 };

  async function answer<T>({ key, bytes, asker, advice, run }: Question<T>, over: AbortController): Promise<Result<T>> {
    let isBegun = false;
    const end = await line.take({ asker, signal: over.signal }).catch((reason) => {
      outcomes[reason === GONE ? 'abandoned' : 'refused'] += 1;
      throw reason;
    });
    // A client that has gone already is noticed now, before anything is begun.
    await new Promise((resolve) => setTimeout(resolve, 1));
    const timer = setTimeout(() => over.abort(late(seconds, advice)), 1000 * seconds);
    try {
      over.signal.throwIfAborted();
      isBegun = true;
      const found = await run(over.signal);
      outcomes.answered += 1;
      if (bytes) cache.store(key, found.state, found.value, bytes(found.value));
      return found;
    } finally {
      clearTimeout(timer);
      if (over.signal.aborted) outcomes[over.signal.reason === GONE ? 'abandoned' : 'late'] += 1;
      // Ending work is work: a client that asks and leaves without pause gets no further than this.
      if (isBegun && over.signal.aborted) setTimeout(end, PAUSE);
      else end();
    }
  }

  return {
    /** Results for the data as it is now. */
    cache,
    async ask<T>(question: Question<T>): Promise<Result<T>> {
      const { key, state, bytes } = question;
      // It may have been answered since the cache was looked at.
      const cached = bytes && cache.find<T>(key, state);
      if (cached !== undefined) return { value: cached, state };
      question.asker?.apart?.();
      // An answer that was begun when the data was the same is at least as new as this question.
      const sharedKey = `${state} ${key}`;
      if (underWay.has(sharedKey)) outcomes.shared += 1;
      return underWay.join(sharedKey, question.asker?.signal(), (over) => answer(question, over));
    },
    /** Whether a question would not have to wait. */
    isFree: (): boolean => line.running() < places && line.waiting() === 0,
    measures: (): Measure[] => [
      measure('gauge', 'workforce_long_questions_running', 'Long questions that are being answered.', line.running()),
      measure('gauge', 'workforce_long_questions_waiting', 'Long questions that wait for their turn.', line.waiting()),
      measure(
        'counter',
        'workforce_long_questions_total',
        'Long questions by how they ended.',
        Object.entries({ ...outcomes, remembered: cache.hits() }).map(([outcome, value]) => ({
          labels: { outcome },
          value,
        })),
      ),
    ],
  };
}

const BUSY =
  'Too many long questions are waiting. Try again shortly, or ask one that is answered from an index: by one filter, or sorted by one field.';

export const late = (seconds: number, advice: string): Refusal =>
  new Refusal('unavailable', `This question took longer than ${seconds} s and was given up. ${advice}`);

const FAR = 10_000;

type AdvisedQuery = Selection & { readonly sort?: readonly unknown[]; readonly offset: number };

export function adviceOn({ sort = [], conditions, terms, offset }: AdvisedQuery): string {
  const advice = [
    ...(sort.length > 1 ? ['sort by one field'] : []),
    ...(sort.length === 1 && conditions.length + terms.length > 0 ? ['leave out the order'] : []),
    ...(conditions.some((each) => 'value' in each) ? ['ask for a smaller range'] : []),
    ...(conditions.length > 1 ? ['filter by fewer fields or by a rarer value'] : []),
    ...(terms.length > 0 ? ['search for longer or rarer words'] : []),
    ...(offset > FAR ? ['go on from the last id with id[gt] instead of a large offset'] : []),
  ];
  return advice.length === 0 ? 'Ask for less at a time.' : `It would be cheaper to ${alternatives.format(advice)}.`;
}

export const alternatives = new Intl.ListFormat('en-GB', { type: 'disjunction' });
