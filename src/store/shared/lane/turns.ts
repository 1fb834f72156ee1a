// Turns of something that few can have at a time, shared fairly between clients: whoever has the fewest is next, and of these whoever
// has gone without for longest. Many people may share an address, so a client may have all turns while nobody else wants one.
import { Refusal } from '../../../contract/errors.ts';
import { afterWaiting } from '../../../trace/span.ts';
import type { Asker } from '../../store.ts';

/** Nobody hears it, so one is enough: making an error costs as much as answering a quick question. */
export const GONE = new Refusal('unavailable', 'The client is gone.');

export type TurnLimits = {
  /** Turns at the same time. */
  readonly places: number;
  /** How many may wait for one. The client with the most waiting gives way. */
  readonly waiting: number;
  /** How long one waits at most. */
  readonly milliseconds: number;
  /** Said to whoever gets no turn, and after how many seconds to try again. */
  readonly busy: string;
  readonly retryAfter: number;
};

export type TurnOptions = {
  readonly asker?: Asker | undefined;
  /** Aborted when the turn is no longer wanted. */
  readonly signal?: AbortSignal | undefined;
  /** Called when this turn has to be given to a client that has none, because its own client has most of them. Without it the turn
   * is kept to its end. */
  readonly giveWay?: (() => void) | undefined;
};

export type Turns = {
  /** Resolves with a function that ends the turn. Rejects when there is none to have. */
  take(options?: TurnOptions): Promise<() => void>;
  running(): number;
  waiting(): number;
};

type Turn = { readonly client: string; readonly giveWay: (() => void) | undefined };
type Waiting = Turn & { start(): void; refuse(): void };

export function turns({ places, waiting: most, milliseconds, busy, retryAfter }: TurnLimits): Turns {
  const running = new Set<Turn>();
  const queue = new Set<Waiting>();
  /** When each client that is here last got a turn, as a number that grows. */
  const lastTurn = new Map<string, number>();
  let count = 0;

  const refused = () => new Refusal('unavailable', busy, { headers: { 'Retry-After': String(retryAfter) } });

  function begin(turn: Turn): () => void {
    running.add(turn);
    lastTurn.set(turn.client, ++count);
    return () => {
      if (!running.delete(turn)) return;
      forget(turn.client);
      next();
    };
  }

  function forget(client: string): void {
    const isHere = [...running, ...queue].some((each) => each.client === client);
    if (!isHere) lastTurn.delete(client);
  }

  function next(): void {
    while (running.size < places && queue.size > 0) {
      const held = heldBy(running);
      const rank = ({ client }: Waiting) => (held.get(client) ?? 0) * 2 ** 40 + (lastTurn.get(client) ?? 0);
      const chosen = [...queue].reduce((best, each) => (rank(each) < rank(best) ? each : best));
      queue.delete(chosen);
      chosen.start();
    }
  }

  /** The client with the most waiting loses the newest of these, unless it is the one that asks. */
  function makeRoom(client: string): void {
    if (queue.size < most) return;
    const held = heldBy(queue);
    const greediest = mostIn(held);
    if (greediest === undefined || held.get(greediest)! <= (held.get(client) ?? 0) + 1) throw refused();
    [...queue].findLast((each) => each.client === greediest)!.refuse();
  }

  /** Asks the client that has more turns than it would share to give up its newest. */
  function askToGiveWay(client: string): void {
    const held = heldBy(running);
    const greediest = mostIn(held);
    if (greediest === undefined || held.get(greediest)! <= (held.get(client) ?? 0) + 1) return;
    [...running].findLast((each) => each.client === greediest && each.giveWay)?.giveWay?.();
  }

  return {
    async take({ asker, signal, giveWay } = {}) {
      signal?.throwIfAborted();
      const turn = { client: asker?.client() ?? '', giveWay };
      if (running.size < places && queue.size === 0) return begin(turn);
      makeRoom(turn.client);
      const { promise, resolve, reject } = Promise.withResolvers<() => void>();
      const leave = (reason: unknown) => {
        if (!queue.delete(waiting)) return;
        forget(turn.client);
        reject(reason);
      };
      const waiting: Waiting = {
        ...turn,
        start: afterWaiting({ name: 'wait for a turn' }, () => resolve(begin(turn))),
        refuse: () => leave(refused()),
      };
      queue.add(waiting);
      const onAbort = () => leave(signal!.reason);
      signal?.addEventListener('abort', onAbort);
      const timer = setTimeout(waiting.refuse, milliseconds);
      askToGiveWay(turn.client);
      return promise.finally(() => {
        clearTimeout(timer);
        signal?.removeEventListener('abort', onAbort);
      });
    },
    running: () => running.size,
    waiting: () => queue.size,
  };
}

function heldBy(turns: Iterable<Turn>): Map<string, number> {
  const held = new Map<string, number>();
  for (const { client } of turns) held.set(client, (held.get(client) ?? 0) + 1);
  return held;
}

function mostIn(held: ReadonlyMap<string, number>): string | undefined {
  let most: string | undefined;
  for (const [client, count] of held) if (most === undefined || count > held.get(most)!) most = client;
  return most;
}
