// Turns of something that few can have at a time, shared fairly between clients: the client that has the fewest is
// next.
import { Refusal } from '../contract/errors.ts';
import { afterWaiting } from '../trace/span.ts';
import type { Asker } from './asker.ts';
import { ByClient } from './by-client.ts';

export type TurnLimits = {
  /** Turns at the same time. */
  readonly places: number;
  /** How many may wait for one. The client with the most waiting gives way. */
  readonly waiting: number;
  /** How long one waits at most; without it, as long as it takes. */
  readonly milliseconds?: number;
  /** Turns begin between requests, and after so many milliseconds of them others are answered. */
  readonly slice?: number;
  /** Said to a client that gets no turn, and after how many seconds to try again. */
  readonly busy: string;
  readonly retryAfter: number;
};

type TurnOptions = {
  readonly asker?: Asker | undefined;
  /** Aborted when the turn is no longer wanted. */
  readonly signal?: AbortSignal | undefined;
  /** Called when this turn has to be given to a client that has none, because its own client has most of them. Without
   * it the turn is kept to its end. */
  readonly giveWay?: (() => void) | undefined;
};

export type Turns = ReturnType<typeof turns>;

type Turn = { readonly client: string; readonly giveWay: (() => void) | undefined };
type Waiting = Turn & { start(): void; refuse(): void };

export function turns({ places, waiting: most, milliseconds, slice, busy, retryAfter }: TurnLimits) {
  const running = new ByClient<Turn>();
  const waiting = new ByClient<Waiting>();
  /** Until then turns may begin, where they begin between requests. */
  let until = slice === undefined ? Number.POSITIVE_INFINITY : 0;
  let beginsSoon = false;

  const refused = () => new Refusal('unavailable', busy, { headers: { 'Retry-After': String(retryAfter) } });

  function begin(turn: Turn): () => void {
    running.add(turn);
    return () => {
      if (!running.remove(turn)) return;
      waiting.putLast(turn.client);
      next();
    };
  }

  function next(): void {
    const isDue = () => running.held < places && waiting.held > 0;
    while (isDue() && performance.now() < until) waiting.takeNext(running)!.start();
    if (isDue()) nextSoon();
  }

  function nextSoon(): void {
    if (beginsSoon) return;
    beginsSoon = true;
    setImmediate(() => {
      beginsSoon = false;
      until = performance.now() + slice!;
      next();
    });
  }

  function makeRoom(client: string): void {
    if (waiting.held < most) return;
    const given = waiting.givesWay(client);
    if (!given) throw refused();
    given.refuse();
  }

  return {
    /** Resolves with a function that ends the turn. Rejects when there is none to have. */
    async take({ asker, signal, giveWay }: TurnOptions = {}): Promise<() => void> {
      signal?.throwIfAborted();
      const turn = { client: asker?.client() ?? '', giveWay };
      if (slice === undefined && running.held < places && waiting.held === 0) return begin(turn);
      makeRoom(turn.client);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const leave = (reason: unknown) => {
        if (waiting.remove(own)) reject(reason);
      };
      const own: Waiting = {
        ...turn,
        start: afterWaiting({ name: 'wait for a turn' }, () => resolve(begin(turn))),
        refuse: () => leave(refused()),
      };
      waiting.add(own);
      if (slice === undefined) running.givesWay(turn.client)?.giveWay?.();
      else nextSoon();
      if (!signal && milliseconds === undefined) return promise;
      const onAbort = () => leave(signal!.reason);
      signal?.addEventListener('abort', onAbort);
      const timer = milliseconds === undefined ? undefined : setTimeout(own.refuse, milliseconds);
      return promise.finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      });
    },
    running: (): number => running.held,
    waiting: (): number => waiting.held,
  };
}
