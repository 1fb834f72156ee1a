// Measures the service on PostgreSQL: against the bare driver with the same statements, as the data grows, creates, and
// replicas.
import { join } from 'node:path';
import { cluster, startPostgres } from '../../test/harness/postgres/postgres.ts';
import type { Databases } from '../data/databases.ts';
import { fillPostgres } from '../data/fill.ts';
import { type Running, startServer } from '../load/processes.ts';
import { request, totalOf } from '../load/request.ts';
import { CONNECTIONS, measureInterleaved, type Subject, scatteredRequests } from '../load/rounds.ts';
import { type Measured, wrk } from '../load/wrk.ts';
import { BenchError, type Options } from '../options.ts';
import type { Bar, Section } from '../report/result.ts';
import { ratio, type Stat, stat } from '../report/stats.ts';
import { startPostgresService, TOKEN } from '../subjects/service.ts';

const PATH = '/api/v1/attendance';
const POOL = 10;
/** Named by their attendance records. */
const SMALL = { name: '10 thousand', employees: 600, candidates: 600, attendanceDays: 28 };
const LARGE = { name: '1 million', employees: 18_000, candidates: 2000, attendanceDays: 92 };

export async function postgresql(_databases: Databases, options: Options): Promise<Section> {
  const primary = await startPostgres({ settings: { shared_buffers: '512MB', max_wal_size: '4GB' } });
  const replicated = await cluster({ standbys: 2 });
  try {
    const small = await filled(await primary.createDatabase(), SMALL);
    const large = options.quick ? small : await filled(await primary.createDatabase(), LARGE);
    const copies = replicated.standbys.map((standby) => standby.url());
    const one = await filled(replicated.primary.url(), SMALL, copies.slice(0, 1));
    const two = await filled(replicated.primary.url(), SMALL, copies);
    return await measured([small, large, one, two], options);
  } finally {
    for (const server of [...replicated.standbys, replicated.primary, primary]) await server.destroy();
  }
}

type Target = { readonly url: string; readonly service: Running; readonly rows: number };

async function filled(url: string, size: typeof SMALL, replicas: readonly string[] = []): Promise<Target> {
  await fillPostgres(url, size);
  const service = await startPostgresService(url, replicas, POOL);
  const rows = await totalOf(`${service.url}${PATH}`);
  return { url, service, rows };
}

async function measured(targets: readonly [Target, Target, Target, Target], options: Options): Promise<Section> {
  const [small, large, one, two] = targets;
  const driver = await bareDriver(large);
  const before = await totalOf(`${small.service.url}/api/v1/leave`);
  const created = { answered: 0 };
  const subjects: Subject[] = [
    items('get-one', large),
    driver('bare driver, get-one', '/item'),
    pages('page', large),
    driver('bare driver, page', '/page'),
    pages(`page, ${SMALL.name}, 1 connection`, small, 1),
    pages(`page, ${LARGE.name}, 1 connection`, large, 1),
    creates('creates, 1 connection', small, 1, created),
    creates('creates, 64 connections', small, 64, created),
    items('get-one, one replica', one),
    items('get-one, two replicas', two),
    pages('page, one replica', one),
    pages('page, two replicas', two),
  ];
  const rates = await measureInterleaved(subjects, options);
  const written = (await totalOf(`${small.service.url}/api/v1/leave`)) - before;
  await Promise.all(targets.map(({ service }) => service.stop()));
  await driver.stop();
  if (written < created.answered)
    throw new BenchError(`${created.answered} creates were answered, ${written} are there`);

  const bar = (name: string, value: Stat, target: number, want: Bar['want']): Bar => ({
    name,
    value,
    unit: '×',
    target,
    want,
  });
  const overDriver = (name: string) => ratio(rates(name), rates(`bare driver, ${name}`));
  const times = (size: string) => rates(`page, ${size}, 1 connection`).map((rate) => 1 / rate);
  return {
    title: 'On PostgreSQL',
    how: `PostgreSQL 18 on the same machine, fsync on; it shares the core of the load, the service has its own. ${CONNECTIONS} connections, a pool of ${POOL}. The bare driver runs the statements that the service prepares, ${CONNECTIONS} at a time, without HTTP. Records and offsets at random among ${large.rows.toLocaleString('en')} attendance records, a page is 50 with their total; the smaller database has ${small.rows.toLocaleString('en')}. Nothing is cached by the service. Creates are leave requests, each answered after its durable commit. The replicas are two more servers on the same two cores, so they cannot make it faster here: the figures show what spreading reads over them costs.`,
    bars: options.quick
      ? []
      : [
          bar('PostgreSQL: get-one / bare driver', overDriver('get-one'), 0.6, 'at least'),
          bar('PostgreSQL: page / bare driver', overDriver('page'), 0.6, 'at least'),
          bar(
            `PostgreSQL: page with total, time at ${LARGE.name} / at ${SMALL.name}`,
            ratio(times(LARGE.name), times(SMALL.name)),
            1.5,
            'at most',
          ),
        ],
    figures: subjects.map(({ name }) => ({ name, value: stat(rates(name)), unit: '/s' })),
    notes: [`All ${created.answered.toLocaleString('en')} creates that were answered are in the lists afterwards.`],
  };
}

const items = (name: string, { service, rows }: Target): Subject =>
  scatteredRequests(name, service.url, { path: `${PATH}/`, first: 1, count: rows });

const pages = (name: string, { service, rows }: Target, connections = CONNECTIONS): Subject =>
  scatteredRequests(name, service.url, { connections, path: `${PATH}?`, first: 0, count: rows - 50, limits: [50, 1] });

function creates(name: string, { service }: Target, connections: number, created: { answered: number }): Subject {
  const script = { name: 'post', args: ['/api/v1/leave', TOKEN, SMALL.employees] } as const;
  return {
    name,
    measure: async (seconds) => {
      const result = await wrk({ url: service.url, connections, seconds, script });
      created.answered += result.requests;
      return result;
    },
  };
}

async function bareDriver({ url, rows }: Target) {
  const args = [url, rows, CONNECTIONS, POOL].map(String);
  const running = await startServer([
    process.execPath,
    join(import.meta.dir, '..', 'subjects', 'bare-driver.ts'),
    ...args,
  ]);
  const subject = (name: string, path: string): Subject => ({
    name,
    measure: async (seconds) => (await request(`${running.url}${path}?seconds=${seconds}`)).json() as Promise<Measured>,
  });
  return Object.assign(subject, { stop: running.stop });
}
