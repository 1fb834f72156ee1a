// Memory for one sort of work, such as bodies that are arriving, shared fairly between clients. When it is used up, the client that
// holds most of it gives way, so that one client cannot keep the others from theirs. Many people may share an address, so a client may
// use all of it while nobody else needs any.
import { Refusal } from '../../../contract/errors.ts';

export type MemoryBudget = {
  /** Reserves so many bytes, and returns a function that releases them. `cancel` is called when the work has to give way to another
   * client's. Throws when this client holds most of the memory itself. */
  reserve(client: () => string, bytes: number, cancel: (reason: Refusal) => void): () => void;
};

/** `total`: in bytes. `least`: what the smallest reservation costs, so that there is a limit to how many there can be. `busy` and
 * `headers`: said to a client that gets none. */
export type MemoryLimits = {
  readonly total: number;
  readonly least: number;
  readonly busy: string;
  readonly headers?: Readonly<Record<string, string>>;
};

type Reservation = {
  readonly cost: number;
  client(): string;
  /** The client, once it was looked up. */
  name?: string;
  cancel(reason: Refusal): void;
};

export function memoryBudget({ total, least, busy, headers }: MemoryLimits): MemoryBudget {
  const reservations = new Set<Reservation>();
  let used = 0;

  const refused = () => new Refusal('unavailable', busy, { headers: { 'Retry-After': '1', ...headers } });

  function release(reservation: Reservation): void {
    if (reservations.delete(reservation)) used -= reservation.cost;
  }

  /** Cancels the newest work of the client that holds most, unless that is the one that asks. The clients are looked up here only:
   * room is hardly ever short. */
  function makeRoom(asking: string, cost: number): void {
    const clients = new Map<string, { held: number; newest: Reservation }>();
    for (const reservation of reservations) {
      reservation.name ??= reservation.client();
      const { name } = reservation;
      clients.set(name, { held: (clients.get(name)?.held ?? 0) + reservation.cost, newest: reservation });
    }
    const heaviest = [...clients.values()].reduce((most, each) => (each.held > most.held ? each : most));
    if (heaviest.held <= (clients.get(asking)?.held ?? 0) + cost) throw refused();
    release(heaviest.newest);
    heaviest.newest.cancel(refused());
  }

  return {
    reserve(client, bytes, cancel) {
      const cost = Math.max(least, bytes);
      while (used + cost > total) makeRoom(client(), cost);
      const reservation: Reservation = { cost, client, cancel };
      reservations.add(reservation);
      used += cost;
      return () => release(reservation);
    },
  };
}
