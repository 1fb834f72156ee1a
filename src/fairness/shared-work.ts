// Work that many ask for at once is done once for all of them.
import { GONE } from './asker.ts';

/** For questions with few answers, such as how far the records have come: callers that ask while an answer is under way
 * share the next one. So no answer was begun before it was asked for. */
export function inTurns<T>(ask: () => Promise<T>): () => Promise<T> {
  let running: Promise<T> | undefined;
  let next: Promise<T> | undefined;

  function begin(): Promise<T> {
    next = undefined;
    const mine = ask().finally(() => {
      if (running === mine) running = undefined;
    });
    running = mine;
    return mine;
  }

  return () => {
    if (next) return next;
    if (!running) return begin();
    next = running.then(begin, begin);
    return next;
  };
}

type Work<T> = { readonly answer: Promise<T>; readonly over: AbortController; askers: number };

/** Work by a text that names the answer and the state of the data. */
export class UnderWay {
  readonly #works = new Map<string, Work<unknown>>();

  has(key: string): boolean {
    return this.#works.get(key)?.over.signal.aborted === false;
  }

  /** Joins the work that is under way, or begins it. When the last of those who wait has left, `over` is aborted with
   * `GONE`. */
  join<T>(key: string, signal: AbortSignal | undefined, begin: (over: AbortController) => Promise<T>): Promise<T> {
    const work = (this.has(key) ? this.#works.get(key)! : this.#begin(key, begin)) as Work<T>;
    work.askers += 1;
    if (!signal) return work.answer;
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const leave = () => {
      work.askers -= 1;
      if (work.askers === 0) work.over.abort(GONE);
      reject(GONE);
    };
    signal.addEventListener('abort', leave);
    if (signal.aborted) leave();
    work.answer.then(resolve, reject).finally(() => signal.removeEventListener('abort', leave));
    return promise;
  }

  #begin<T>(key: string, begin: (over: AbortController) => Promise<T>): Work<T> {
    const over = new AbortController();
    const answer = begin(over).finally(() => {
      if (this.#works.get(key) === work) this.#works.delete(key);
    });
    const work: Work<T> = { answer, over, askers: 0 };
    this.#works.set(key, work as Work<unknown>);
    return work;
  }
}
