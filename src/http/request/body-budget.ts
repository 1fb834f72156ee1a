// The memory for bodies that are still arriving, shared fairly between clients. A body takes part of it from its first byte to its
// last, and nothing else: requests in flight are counted when their bodies are read. When it is used up, the client that holds most
// of it gives way, so that one client cannot keep the others from sending. Many people may share an address, so a client may use all
// of it while nobody else needs any.
import { Refusal } from '../../contract/errors.ts';
import { BODY_BYTES } from '../../contract/limits.ts';

/** In bytes. */
const BUDGET = 32 * BODY_BYTES;
/** A small body costs at least this much, so that there is a limit to how many there can be: 512. */
const MIN_COST = 64 * 1024;

export type BodyBudget = {
  /** Reserves memory for a body of at most so many bytes, and returns a function that releases it. `cancel` is called when the body
   * has to give way to another client's. Throws when this client holds most of the memory itself. */
  reserve(client: () => string, bytes: number, cancel: (reason: Refusal) => void): () => void;
};

type Reservation = {
  readonly cost: number;
  client(): string;
  /** The client, once it was looked up. */
  name?: string;
  cancel(reason: Refusal): void;
};

export function bodyBudget(total = BUDGET): BodyBudget {
  const reservations = new Set<Reservation>();
  let used = 0;

  function release(reservation: Reservation): void {
    if (reservations.delete(reservation)) used -= reservation.cost;
  }

  /** Cancels the newest body of the client that holds most, unless that is the one that asks. The clients are looked up here only:
   * room is hardly ever short. */
  function makeRoom(asking: string, cost: number): void {
    const clients = new Map<string, { held: number; newest: Reservation }>();
    for (const reservation of reservations) {
      reservation.name ??= reservation.client();
      const { name } = reservation;
      clients.set(name, { held: (clients.get(name)?.held ?? 0) + reservation.cost, newest: reservation });
    }
    const heaviest = [...clients.values()].reduce((most, each) => (each.held > most.held ? each : most));
    if (heaviest.held <= (clients.get(asking)?.held ?? 0) + cost) throw tooMany();
    release(heaviest.newest);
    heaviest.newest.cancel(tooMany());
  }

  return {
    reserve(client, bytes, cancel) {
      const cost = Math.max(MIN_COST, bytes);
      while (used + cost > total) makeRoom(client(), cost);
      const reservation: Reservation = { cost, client, cancel };
      reservations.add(reservation);
      used += cost;
      return () => release(reservation);
    },
  };
}

/** The rest of the body is not read, so the connection is closed. */
const tooMany = () =>
  new Refusal('unavailable', 'Too many bodies are being sent at the same time. Try again shortly.', {
    headers: { 'Retry-After': '1', Connection: 'close' },
  });
