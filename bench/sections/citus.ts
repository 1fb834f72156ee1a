// Measures the service on tables that are distributed over two workers, beside the same on plain PostgreSQL. Only when
// asked for: it needs a PostgreSQL that has the Citus extension.
import { join } from 'node:path';
import { addressesOf, createDatabase, startCitus } from '../../test/harness/postgres/citus.ts';
import { startPostgres } from '../../test/harness/postgres/postgres.ts';
import type { Databases } from '../data/databases.ts';
import { fillPostgres } from '../data/fill.ts';
import { type Running, run } from '../load/processes.ts';
import { totalOf } from '../load/request.ts';
import { CONNECTIONS, measureInterleaved, type Subject, scatteredRequests } from '../load/rounds.ts';
import { wrk } from '../load/wrk.ts';
import { BenchError, type Options } from '../options.ts';
import type { Section } from '../report/result.ts';
import { ratio, stat } from '../report/stats.ts';
import { startPostgresService, TOKEN } from '../subjects/service.ts';

const PATH = '/api/v1/attendance';
const POOL = 10;
const SHARDS = 8;
const SIZE = { name: '250 thousand', employees: 4500, candidates: 2000, attendanceDays: 92 };
const SMALL = { name: '10 thousand', employees: 600, candidates: 600, attendanceDays: 28 };
const MAIN = join(import.meta.dir, '..', '..', 'src', 'main.ts');
const SETTINGS = { shared_buffers: '256MB', max_wal_size: '4GB' };

type Target = { readonly name: string; readonly service: Running; readonly rows: number };

export async function citus(_databases: Databases, options: Options): Promise<Section> {
  const size = options.quick ? SMALL : SIZE;
  const { bin, ...cluster } = await startCitus({ settings: SETTINGS });
  const alone = await startPostgres({ settings: SETTINGS, bin });
  const targets: Target[] = [];
  try {
    const distributed = await createDatabase(addressesOf(cluster));
    for (const [name, url] of [
      ['plain', await alone.createDatabase()],
      ['distributed', distributed],
    ] as const) {
      await fillPostgres(url, size);
      if (name === 'distributed')
        await run([process.execPath, MAIN, 'migrate', '--distribute', '--shards', String(SHARDS)], {
          env: { DATABASE_URL: url },
        });
      const service = await startPostgresService(url, [], POOL);
      targets.push({ name, service, rows: await totalOf(`${service.url}${PATH}`) });
    }
    return await measured(targets, size, options);
  } finally {
    await Promise.all(targets.map(({ service }) => service.stop()));
    await Promise.all([alone, cluster.coordinator, ...cluster.workers].map((server) => server.destroy()));
  }
}

async function measured(targets: readonly Target[], size: typeof SIZE, options: Options): Promise<Section> {
  const before = await Promise.all(targets.map(({ service }) => totalOf(`${service.url}/api/v1/leave`)));
  const created = targets.map(() => ({ answered: 0 }));
  const kinds = targets.map((target, at) => subjectsOf(target, size, created[at]!));
  const rates = await measureInterleaved(
    kinds[0]!.flatMap((_, at) => kinds.map((each) => each[at]!)),
    options,
  );
  for (const [at, { service, name }] of targets.entries()) {
    const written = (await totalOf(`${service.url}/api/v1/leave`)) - before[at]!;
    if (written < created[at]!.answered)
      throw new BenchError(`${name}: ${created[at]!.answered} creates were answered, ${written} are there`);
  }
  const names = kinds[0]!.map(({ name }) => name.replace(', plain', ''));
  return {
    title: 'Distributed over two workers',
    how: `PostgreSQL 15 with Citus, a coordinator and two workers, ${SHARDS} shards, beside one server of the same PostgreSQL, all on the same two cores, fsync on: the machines that it is made for are missing here, and what is left is the cost of asking them. ${CONNECTIONS} connections unless it says otherwise, a pool of ${POOL}. Records, offsets and people at random among ${targets[0]!.rows.toLocaleString('en')} attendance records; a page is 50 with its total.`,
    bars: names.map((name) => ({
      name: `${name}: distributed / plain`,
      value: ratio(rates(`${name}, distributed`), rates(`${name}, plain`)),
      unit: '×',
      target: 0.1,
      want: 'at least',
    })),
    figures: kinds.flat().map(({ name }) => ({ name, value: stat(rates(name)), unit: '/s' })),
    notes: ['All creates that were answered are in the lists afterwards.'],
  };
}

function subjectsOf({ name, service, rows }: Target, size: typeof SIZE, created: { answered: number }): Subject[] {
  const walk = (what: string, path: string, count: number, more: object = {}) =>
    scatteredRequests(`${what}, ${name}`, service.url, { path, first: 1, count, ...more });
  const creates = (connections: number): Subject => ({
    name: `creates over ${connections}, ${name}`,
    measure: async (seconds) => {
      const script = { name: 'post', args: ['/api/v1/leave', TOKEN, size.employees] } as const;
      const result = await wrk({ url: service.url, connections, seconds, script });
      created.answered += result.requests;
      return result;
    },
  });
  return [
    walk('get-one', `${PATH}/`, rows),
    walk('page', `${PATH}?`, rows - 50, { first: 0, limits: [50, 1] }),
    walk('page over 1', `${PATH}?`, rows - 50, { first: 0, limits: [50, 1], connections: 1 }),
    walk('page of one employee', `${PATH}?employee_id=`, size.employees),
    walk('get-one of employees', '/api/v1/employees/', size.employees),
    walk(
      'aggregate of one employee',
      `/api/v1/aggregate/attendance?group=status&measure=avg(hours)&employee_id=`,
      size.employees,
    ),
    creates(1),
    creates(64),
  ];
}
