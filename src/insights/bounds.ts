// The bounds of one question to a metric, however many aggregates it is made of: one time for all of them, memory for
// the groups that were found, and its client, who may leave. docs/design/overload.md has the whole picture.
import { invalidParameters, type Refusal } from '../contract/errors.ts';
import { AGGREGATE, countText, INSIGHT, LANE } from '../contract/limits.ts';
import type { Asker } from '../fairness/asker.ts';
import { collectGarbage } from '../fairness/garbage.ts';
import { type MemoryBudget, memoryBudget } from '../fairness/memory-budget.ts';
import { pauses } from '../fairness/slices.ts';
import { type Turns, turns } from '../fairness/turns.ts';
import { alternatives, late } from '../store/shared/lane/lane.ts';
import type { Question } from './question.ts';

export type Bounds = {
  /** On whose behalf the aggregates are asked: they end when the question does. */
  readonly asker: Asker;
  /** Lets others be answered. Throws when the question has to end. */
  pause(): Promise<void> | undefined;
  /** So many groups more are in memory. */
  hold(groups: number): void;
  /** So many groups are in the answer, each of them once in every period. */
  fits(groups: number): void;
};

/** What a group takes in memory, roughly, in bytes. */
const GROUP = 500;

/** `large`: turns for questions that take much memory: few have one at a time, fair by client, and quick ones need
 * none. */
export type Limits = { readonly memory: MemoryBudget; readonly seconds: number; readonly large: Turns };

/** For all questions of a process. `seconds`: of one question, and of one that waits for its turn. */
export const insightLimits = (seconds: number, memory: number = INSIGHT.memory): Limits => ({
  memory: memoryBudget({
    total: memory,
    least: GROUP,
    busy: 'Too many insights with many groups are being made at the same time. Try again shortly.',
  }),
  seconds,
  large: turns({
    places: INSIGHT.large,
    waiting: LANE.waiting,
    milliseconds: 1000 * seconds,
    busy: 'Too many large insights are being made at the same time. Try again shortly.',
    retryAfter: 1,
  }),
});

/** Answers the question within its bounds. Nothing of it is left afterwards, however it ended. */
export async function withinBounds<T>(
  question: Question,
  asker: Asker,
  { memory, seconds, large }: Limits,
  answer: (bounds: Bounds) => Promise<T>,
): Promise<T> {
  const end = question.isLarge ? await large.take({ asker, signal: asker.signal() }) : undefined;
  const over = new AbortController();
  const client = asker.signal();
  const leave = () => over.abort(client.reason);
  client.addEventListener('abort', leave);
  if (client.aborted) leave();
  const timer = setTimeout(
    () => over.abort(late(seconds, `It would be cheaper to ${advice(question)}.`)),
    1000 * seconds,
  );
  const reserved: (() => void)[] = [];
  let held = 0;
  try {
    return await answer({
      asker: {
        client: asker.client,
        signal: () => over.signal,
        apart: () => asker.apart?.(),
        ...(asker.id && { id: asker.id }),
      },
      pause: pauses(over.signal),
      hold(groups) {
        over.signal.throwIfAborted();
        held += groups;
        if (held > INSIGHT.groups)
          throw tooMany(question, `It would read more than ${countText(INSIGHT.groups)} groups`);
        reserved.push(memory.reserve(asker.client(), groups * GROUP, (reason) => over.abort(reason)));
      },
      fits(groups) {
        const periods = question.periods.length;
        if (groups * periods <= AGGREGATE.results) return;
        const entries = `${countText(groups)} groups in ${countText(periods)} periods are more than ${countText(AGGREGATE.results)} entries`;
        throw tooMany(question, entries);
      },
    });
  } catch (thrown) {
    throw over.signal.aborted ? over.signal.reason : thrown;
  } finally {
    clearTimeout(timer);
    client.removeEventListener('abort', leave);
    for (const release of reserved) release();
    if (end) {
      end();
      setImmediate(collectGarbage);
    }
  }
}

/** What of the question can be made smaller. */
const advice = ({ every, periods, groups, filters }: Question): string =>
  alternatives.format([
    ...(every && periods.length > 1 ? [`ask for longer periods than a ${every}`, 'ask for less time'] : []),
    ...(groups.length > 0 ? [`group by fewer or coarser fields than ${groups.join()}`] : []),
    filters === '' ? 'filter the records' : 'filter more of the records out',
  ]);

const tooMany = (question: Question, what: string): Refusal => {
  const name = question.groups.length > 0 ? 'group' : 'every';
  const input = name === 'group' ? question.groups.join() : question.every;
  return invalidParameters([
    { type: 'too_many_entries', loc: ['query', name], msg: `${what}: ${advice(question)}`, input },
  ]);
};
