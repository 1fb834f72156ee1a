// Clients that write and read until they are stopped, one request at a time each. Records what was acknowledged, what
// was refused and how, and how long readers had to wait for an answer.
import { expect } from 'bun:test';
import type { PostgresServer } from './postgres/server.ts';
import { post } from './service.ts';

const TEAMS = '/api/v1/organization-teams';
/** In milliseconds. An answer that takes longer counts as none. */
const ANSWER_LIMIT = 30_000;

export type Traffic = {
  /** The bodies of the 201 answers, by the name that was sent. */
  readonly acknowledged: ReadonlyMap<string, string>;
  /** Names of creates that were answered with "the outcome is not known". */
  readonly unknown: ReadonlySet<string>;
  /** Names of creates that were answered with "nothing was written". */
  readonly refused: ReadonlySet<string>;
  /** Answers that are always wrong. */
  readonly faults: readonly string[];
  figures(): Figures;
  /** Resolves when every writer has got a 201 and every reader a 200 for a request that it sent after this call. */
  served(): Promise<void>;
  stop(): Promise<void>;
};

export type Figures = {
  readonly reads: number;
  readonly creates: number;
  readonly refused: number;
  readonly unknown: number;
  /** In milliseconds: the longest time that a reader had no good answer. */
  readonly longestGap: number;
  /** In milliseconds: the slowest 503 to a create. */
  readonly slowestRefusal: number;
  /** In milliseconds: the slowest 201. */
  readonly slowestCreate: number;
};

/** Starts two readers and two writers for each of the services. */
export function startTraffic(services: readonly { url: string }[], organization: number): Traffic {
  const run = crypto.randomUUID();
  const acknowledged = new Map<string, string>();
  const [unknown, refused] = [new Set<string>(), new Set<string>()];
  const faults: string[] = [];
  let [reads, longestGap, slowestRefusal, slowestCreate, sent] = [0, 0, 0, 0, 0];
  let stopped = false;
  let awaited: { since: number; left: Set<string>; done(): void } | undefined;

  function serve(client: string, since: number): void {
    if (!awaited || since < awaited.since) return;
    awaited.left.delete(client);
    if (awaited.left.size === 0) awaited.done();
  }

  async function write(service: { url: string }, writer: string): Promise<void> {
    while (!stopped) {
      const name = `${run} ${++sent}`;
      const since = performance.now();
      const response = await answer(() => post(service, TEAMS, { organization_id: organization, name }));
      const body = (await response?.text()) ?? '';
      const took = performance.now() - since;
      if (response?.status === 201) {
        acknowledged.set(name, body);
        slowestCreate = Math.max(slowestCreate, took);
        serve(writer, since);
      } else if (response?.status === 503 && response.headers.get('Retry-After') && body.includes('"unavailable"')) {
        (body.includes('not known') ? unknown : refused).add(name);
        slowestRefusal = Math.max(slowestRefusal, took);
        await Bun.sleep(20);
      } else {
        faults.push(`create after ${Math.round(took)} ms: ${response?.status} ${body}`);
        await Bun.sleep(20);
      }
    }
  }

  async function read(service: { url: string }, reader: string): Promise<void> {
    let last = performance.now();
    for (let turn = 0; !stopped; turn++) {
      const since = performance.now();
      const path = turn % 2 ? `/api/v1/organizations/${organization}` : `${TEAMS}?limit=5`;
      const response = await answer(() => fetch(`${service.url}${path}`));
      const body = (await response?.text()) ?? '';
      longestGap = Math.max(longestGap, performance.now() - last);
      if (response?.status === 200) {
        reads++;
        last = performance.now();
        serve(reader, since);
      } else faults.push(`read: ${response?.status} ${body.slice(0, 200)}`);
      await Bun.sleep(5);
    }
  }

  async function answer(ask: () => Promise<Response>): Promise<Response | undefined> {
    const late = Promise.withResolvers<undefined>();
    const timer = setTimeout(() => late.resolve(undefined), ANSWER_LIMIT);
    const asked = ask().catch((error: Error) => new Response(`${error}`, { status: 599 }));
    return Promise.race([asked, late.promise]).finally(() => clearTimeout(timer));
  }

  const clients = new Map<string, Promise<void>>();
  for (const service of services) {
    for (const turn of [1, 2]) {
      for (const [name, work] of Object.entries({ write, read })) {
        const client = `${service.url} ${name} ${turn}`;
        clients.set(client, work(service, client));
      }
    }
  }
  return {
    acknowledged,
    unknown,
    refused,
    faults,
    figures: () => ({
      reads,
      creates: acknowledged.size,
      refused: refused.size,
      unknown: unknown.size,
      longestGap: Math.round(longestGap),
      slowestRefusal: Math.round(slowestRefusal),
      slowestCreate: Math.round(slowestCreate),
    }),
    served: () =>
      new Promise((resolve) => {
        awaited = { since: performance.now(), left: new Set(clients.keys()), done: resolve };
      }),
    async stop() {
      stopped = true;
      await Promise.all(clients.values());
    },
  };
}

/** Every acknowledged record is stored once, byte for byte. Nothing that was refused is stored, and nothing else. */
export async function expectExactly(server: PostgresServer, database: string, traffic: Traffic): Promise<void> {
  const [first] = [...traffic.acknowledged.keys()];
  const run = first!.split(' ')[0]!;
  const rows = await server.query(`SELECT id, name, json FROM organization_teams WHERE name LIKE '${run} %'`, database);
  const found = new Map(rows.map(({ name, json }) => [name as string, json as string]));
  expect(found.size).toBe(rows.length);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(rows.length);
  const lost = [...traffic.acknowledged].filter(([name, json]) => found.get(name) !== json);
  expect(lost).toEqual([]);
  const unexpected = [...found.keys()].filter((name) => !traffic.acknowledged.has(name) && !traffic.unknown.has(name));
  expect(unexpected).toEqual([]);
}
