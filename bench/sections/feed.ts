// Measures the changes feed: how soon an event follows a 201, what quiet listeners cost others, what an entry takes on
// disk, and how fast a copy is made.
import { Database } from 'bun:sqlite';
import { cpSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { openEvents } from '../../test/feed/events.ts';
import { startPostgres } from '../../test/harness/postgres/postgres.ts';
import { type Databases, sizes } from '../data/databases.ts';
import { fillPostgres } from '../data/fill.ts';
import type { Running } from '../load/processes.ts';
import { request } from '../load/request.ts';
import { measureInterleaved, type Subject, sameRequest } from '../load/rounds.ts';
import type { Options } from '../options.ts';
import type { Bar, Section } from '../report/result.ts';
import { quantile, ratio, type Stat, stat } from '../report/stats.ts';
import { startPostgresService, startService, TOKEN } from '../subjects/service.ts';

const LISTENERS = 1000;
/** Creates whose event is waited for, in each round. */
const EVENTS = 100;
/** Creates one after another, each numbered alone. */
const ENTRIES = 3000;

export async function feed(databases: Databases, options: Options): Promise<Section> {
  const folder = databases.temporaryFolder();
  cpSync(await databases.filled(sizes.tenThousand), folder, { recursive: true });
  const embedded = await startService(folder, [], { WORKFORCE_WORKERS: '2' });
  const postgres = await startPostgres({ settings: { shared_buffers: '256MB' } });
  const database = await postgres.createDatabase();
  await fillPostgres(database, sizes.tenThousand);
  const pair = [await startPostgresService(database, [], 10), await startPostgresService(database, [], 10)] as const;
  try {
    const soon = await latencies(options.rounds, [
      ['embedded, two processes', embedded, embedded],
      ['PostgreSQL, two services', pair[0], pair[1]],
    ]);
    const rates = await measureInterleaved(await besideListeners(embedded), options);
    const copied = [await copyRate(embedded), await copyRate(pair[0])];
    const bytes = [await embeddedBytes(folder, embedded), await postgresBytes(database, pair)];
    const cost = (name: string, value: number): Bar => ({
      ...{ name: `an entry on disk, ${name}`, value: stat([value]), unit: 'B', target: 40, want: 'at most' },
    });
    return {
      title: 'The changes feed',
      how: `From the answer to a create to its event on another connection: ${EVENTS} creates one after another in each round, p99 of the round. ${LISTENERS.toLocaleString('en')} event streams that are quiet, beside get-one over 32 connections. Bytes: ${ENTRIES.toLocaleString('en')} creates one after another, of two resources in turns, each numbered before the next. A copy: the snapshot in pages of 1,000.`,
      bars: [
        ...soon.map(
          ({ name, p99 }): Bar => ({
            name: `201 to event, p99, ${name}`,
            value: p99,
            unit: 'ms',
            target: 250,
            want: 'under',
          }),
        ),
        {
          ...{ name: `get-one beside ${LISTENERS} listeners / without`, unit: '×', target: 0.95, want: 'at least' },
          value: ratio(rates('get-one, listeners'), rates('get-one')),
        },
        cost('embedded', bytes[0]!),
        cost('PostgreSQL', bytes[1]!),
      ],
      figures: [
        ...soon.map(({ name, p50 }) => ({ name: `201 to event, median, ${name}`, value: p50, unit: 'ms' as const })),
        { name: 'records copied, embedded', value: stat([copied[0]!]), unit: '/s' },
        { name: 'records copied, PostgreSQL', value: stat([copied[1]!]), unit: '/s' },
      ],
      notes: [],
    };
  } finally {
    for (const service of [embedded, ...pair]) await service.stop();
    await postgres.destroy();
  }
}

let slugs = 0;

async function create({ url }: Running, resource = 'organizations'): Promise<number> {
  const slug = `bench-${process.pid}-${slugs++}`;
  const body = resource === 'organizations' ? { name: 'Bench', slug } : { organization_id: 1, name: slug };
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const response = await fetch(`${url}/api/v1/${resource}`, { method: 'POST', headers, body: JSON.stringify(body) });
  return ((await response.json()) as { id: number }).id;
}

type Pair = readonly [name: string, writes: Running, listens: Running];

async function latencies(rounds: number, pairs: readonly Pair[]) {
  const measured = pairs.map(([name]) => ({ name, medians: [] as number[], worst: [] as number[] }));
  for (let round = 0; round < rounds; round++)
    for (const [i, [, writes, listens]] of pairs.entries()) {
      const times = (await eventTimes(writes, listens)).sort((a, b) => a - b);
      measured[i]!.medians.push(quantile(times, 0.5));
      measured[i]!.worst.push(quantile(times, 0.99));
    }
  return measured.map(({ name, medians, worst }): { name: string; p50: Stat; p99: Stat } => ({
    ...{ name, p50: stat(medians), p99: stat(worst) },
  }));
}

/** Milliseconds from each answer to its event. The event may come first. */
async function eventTimes(writes: Running, listens: Running): Promise<number[]> {
  const stream = await openEvents(`${listens.url}/api/v1/changes?after=now&resources=organizations`);
  await stream.next();
  const seen = new Map<number, number>();
  const answered: { id: number; at: number }[] = [];
  const reading = (async () => {
    while (seen.size < EVENTS) {
      const { event, data } = await stream.next();
      if (event === 'change') seen.set((data as { id: number }).id, performance.now());
    }
  })();
  for (let i = 0; i < EVENTS; i++) {
    const id = await create(writes);
    answered.push({ id, at: performance.now() });
    await Bun.sleep(10);
  }
  await reading;
  stream.close();
  return answered.map(({ id, at }) => Math.max(0, seen.get(id)! - at));
}

async function besideListeners({ url }: Running): Promise<Subject[]> {
  const { data } = (await (await request(`${url}/api/v1/organizations?limit=1`)).json()) as { data: { id: number }[] };
  const one = sameRequest('get-one', `${url}/api/v1/organizations/${data[0]!.id}`);
  return [
    one,
    {
      name: 'get-one, listeners',
      async measure(seconds) {
        const sockets = await Promise.all(Array.from({ length: LISTENERS }, () => listener(url)));
        const measured = await one.measure(seconds);
        for (const socket of sockets) socket.destroy();
        return measured;
      },
    },
  ];
}

/** A raw socket, because the runtime limits the requests of one process. */
function listener(url: string): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.write(`GET /api/v1/changes?after=now HTTP/1.1\r\nHost: ${hostname}\r\nAccept: text/event-stream\r\n\r\n`);
  return new Promise((resolve, reject) => {
    socket.once('data', () => resolve(socket));
    socket.once('error', reject);
  });
}

async function copyRate({ url }: Running): Promise<number> {
  const began = performance.now();
  let [count, after, isOver] = [0, '', false];
  while (!isOver) {
    const page = await request(`${url}/api/v1/changes?limit=1000${after && `&after=${after}`}`);
    const { data, meta } = (await page.json()) as { data: unknown[]; meta: { cursor: string; up_to_date: boolean } };
    [count, after, isOver] = [count + data.length, meta.cursor, meta.up_to_date];
  }
  return (1000 * count) / (performance.now() - began);
}

/** Two resources in turns, so that no two entries are one run. */
async function createAlone(service: Running, afterEach: () => Promise<unknown>): Promise<void> {
  for (let i = 0; i < ENTRIES; i++) {
    await create(service, i % 2 === 0 ? 'organizations' : 'organization-teams');
    await afterEach();
  }
}

/** By how much the pages of the table have grown. */
async function embeddedBytes(folder: string, service: Running): Promise<number> {
  const sizeOf = (): number => {
    const database = new Database(join(folder, 'workforce.db'), { readonly: true });
    const [row] = database.query("SELECT sum(pgsize) FROM dbstat WHERE name = 'workforce_changes'").values();
    database.close();
    return Number(row![0]);
  };
  const before = sizeOf();
  await createAlone(service, async () => undefined);
  return (sizeOf() - before) / ENTRIES;
}

/** By how much the table and its index have grown. What is pending is vacuumed, as the server does by itself every
 * minute. */
async function postgresBytes(url: string, [service, other]: readonly Running[]): Promise<number> {
  const sql = new Bun.SQL(url);
  const sizeOf = async (): Promise<number> => {
    await sql`VACUUM workforce_pending`;
    const [row] = await sql`SELECT pg_relation_size('workforce_changes') + pg_relation_size('workforce_changes_pkey')
      + pg_relation_size('workforce_pending') AS size`;
    return Number(row.size);
  };
  const before = await sizeOf();
  await createAlone(service!, () => request(`${other!.url}/api/v1/changes?after=now`));
  const after = await sizeOf();
  await sql.end();
  return (after - before) / ENTRIES;
}
