// Memory for one sort of work, such as bodies that are arriving, shared fairly between clients. When it is used up, the
// client that holds most of it gives way, so that one client cannot keep the others from theirs.
import { Refusal } from '../contract/errors.ts';
import { ByClient } from './by-client.ts';

export type MemoryBudget = ReturnType<typeof memoryBudget>;

/** `total`: in bytes. `least`: what the smallest reservation costs, so that there is a limit to how many there can be.
 * `busy` and `headers`: said to a client that gets none. */
type MemoryLimits = {
  readonly total: number;
  readonly least: number;
  readonly busy: string;
  readonly headers?: Readonly<Record<string, string>>;
};

type Reservation = { readonly client: string; readonly cost: number; cancel(reason: Refusal): void };

export function memoryBudget({ total, least, busy, headers }: MemoryLimits) {
  const reserved = new ByClient<Reservation>();
  const refused = () => new Refusal('unavailable', busy, { headers: { 'Retry-After': '1', ...headers } });
  return {
    /** Reserves so many bytes, and returns a function that releases them. `cancel` is called when the work has to give
     * way to another client's. Throws when this client holds most of the memory itself. */
    reserve(client: string, bytes: number, cancel: (reason: Refusal) => void): () => void {
      const own: Reservation = { client, cost: Math.max(least, bytes), cancel };
      while (reserved.held + own.cost > total) {
        const given = reserved.givesWay(client, own.cost);
        if (!given) throw refused();
        reserved.remove(given, given.cost);
        given.cancel(refused());
      }
      reserved.add(own, own.cost);
      return () => void reserved.remove(own, own.cost);
    },
  };
}
