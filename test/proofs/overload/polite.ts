// What others get while a service is attacked: clients that send a request every few milliseconds, each on one
// connection that stays open, from an address that is not the attacker's.
import { type Connection, openConnection } from '../../harness/connection.ts';
import { randomFrom, SEED } from '../../harness/random/sample.ts';
import type { Answer } from '../../harness/raw-http.ts';

export type Served = {
  readonly requests: number;
  readonly failed: readonly string[];
  /** In milliseconds, of every request that was sent or should have been. */
  readonly p50: number;
  readonly p99: number;
  readonly worst: number;
};

const chance = randomFrom(SEED);
const ADDRESS = '127.0.0.2';
/** In milliseconds. An answer that takes longer counts as none. */
const ANSWER_LIMIT = 100_000;
/** In milliseconds between two requests of a client. */
const READ_EVERY = 10;
const WRITE_EVERY = 100;
const READERS = 2;
const WARM = 100;

type Request = { readonly name: string; readonly status: number; send(connection: Connection): Promise<Answer> };

export const get = (path: string): Request => ({ name: path, status: 200, send: (connection) => connection.get(path) });
const leave = { leave_type: 'annual', reason: 'Among others' };
const create: Request = {
  name: 'a create',
  status: 201,
  send: (connection) => connection.post('/api/v1/leave', leave),
};

async function readsOf(url: string): Promise<(() => Request)[]> {
  const { meta } = await (await fetch(`${url}/api/v1/employees?limit=1`)).json();
  return [
    () => get(`/api/v1/employees/${1 + Math.floor(chance() * meta.total)}`),
    () => get('/api/v1/health'),
    () => get('/api/v1/employees?limit=20'),
    () => get('/api/v1/attendance?status=present&limit=20'),
  ];
}

/** Sends some of these requests, one after the other: then a service has what it needs at any time. */
export async function warmUp(url: string): Promise<void> {
  const reads = await readsOf(url);
  const connection = await openConnection(url, ADDRESS);
  for (let turn = 0; turn < WARM; turn++) await reads[turn % reads.length]!().send(connection);
  await create.send(connection);
  connection.close();
}

/** Returns a function that stops them and tells what they got. */
export async function startPolite(url: string): Promise<() => Promise<Served>> {
  const reads = await readsOf(url);
  return startClients(url, [
    ...Array.from({ length: READERS }, (_, reader) => inTurn(READ_EVERY, reads, reader)),
    inTurn(WRITE_EVERY, [() => create]),
  ]);
}

/** A client that sends these requests again and again, one every so many milliseconds. */
type Client = { readonly every: number; next(): Request };

export function inTurn(every: number, requests: readonly (() => Request)[], from = 0): Client {
  let turn = from;
  return { every, next: () => requests[turn++ % requests.length]!() };
}

export function startClients(url: string, clients: readonly Client[]): () => Promise<Served> {
  const [failed, waits] = [[] as string[], [] as number[]];
  let requests = 0;

  /** Sends on schedule. What falls due while an answer is awaited is not sent, but waits as long as it would have to at
   * least: a service that stands still for a second keeps a hundred requests waiting, not one. */
  function start({ every, next }: Client): () => Promise<void> {
    const due: number[] = [];
    let connection: Connection | undefined;
    let sending: Promise<void> | undefined;
    /** Whether we gave up, and not the service. */
    let isLate = false;

    async function send({ name, status, send }: Request): Promise<void> {
      requests += 1;
      const late = setTimeout(() => {
        isLate = true;
        connection?.close();
      }, ANSWER_LIMIT);
      try {
        connection ??= await openConnection(url, ADDRESS);
        const answer = await send(connection);
        if (answer.status !== status) throw new Error(`${answer.status} ${answer.body.slice(0, 200)}`);
      } catch (error) {
        failed.push(`${name}: ${isLate ? `no answer in ${ANSWER_LIMIT} ms` : error}`);
        connection?.close();
        [connection, isLate] = [undefined, false];
      }
      clearTimeout(late);
    }

    async function sendInTime(request: Request): Promise<void> {
      await send(request);
      const now = performance.now();
      waits.push(...due.splice(0).map((since) => now - since));
      sending = undefined;
    }

    const timer = setInterval(() => {
      due.push(performance.now());
      sending ??= sendInTime(next());
    }, every);
    return async () => {
      clearInterval(timer);
      await sending;
      connection?.close();
    };
  }

  const stops = clients.map(start);
  return async () => {
    await Promise.all(stops.map((stop) => stop()));
    return { requests, failed, ...summary(waits) };
  };
}

function summary(waits: readonly number[]) {
  const sorted = Float64Array.from(waits).sort();
  const at = (share: number) => Number((sorted[Math.floor(share * (sorted.length - 1))] ?? 0).toFixed(1));
  return { p50: at(0.5), p99: at(0.99), worst: at(1) };
}
