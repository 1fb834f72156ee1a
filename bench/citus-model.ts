// `npm run bench:citus`: measures what a request costs the coordinator and the workers of a distributed database, in
// time of processors, for several numbers of shards; fits a line through it; checks the line where it was not fitted;
// and says from it what a coordinator and 2 to 32 workers would answer with 10, 100 and 1,000 million attendance
// records. Needs a PostgreSQL that has the Citus extension.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { addressesOf, type CitusCluster, createDatabase, startCitus } from '../test/harness/postgres/citus.ts';
import type { PostgresServer } from '../test/harness/postgres/server.ts';
import { fillPostgres } from './data/fill.ts';
import { run } from './load/processes.ts';
import { totalOf } from './load/request.ts';
import { type Subject, scatteredRequests } from './load/rounds.ts';
import { wrk } from './load/wrk.ts';
import { logProgress } from './log-progress.ts';
import { startPostgresService, TOKEN } from './subjects/service.ts';

const MAIN = join(import.meta.dir, '..', 'src', 'main.ts');
const SIZE = { name: '60 thousand', employees: 1200, candidates: 600, attendanceDays: 92 };
/** The line is fitted to the first ones and checked at the last. */
const FITTED = [4, 8, 24];
const CHECKED = 16;
const SECONDS = 4;
/** Processors of a machine in the tables, and the part of them that is used before answers wait. */
const CORES = 16;
const USED = 0.7;
/** Ticks of /proc in a second. */
const TICKS = 100;

/** Milliseconds of processors for one request. */
type Cost = { readonly coordinator: number; readonly workers: number };
type Costs = Readonly<Record<string, Cost>>;
let rows = 0;

const ticksOf = (server: PostgresServer): number =>
  server.processes().reduce((sum, { pid }) => {
    const [, , ...rest] = readFileSync(`/proc/${pid}/stat`, 'utf8')
      .replace(/\(.*\)/, 'name')
      .split(' ');
    return sum + Number(rest[11]) + Number(rest[12]);
  }, 0);

async function costsWith(cluster: CitusCluster, shards: number): Promise<Costs> {
  const url = await createDatabase(addressesOf(cluster));
  await fillPostgres(url, SIZE);
  await run([process.execPath, MAIN, 'migrate', '--distribute', '--shards', String(shards)], {
    env: { DATABASE_URL: url },
  });
  const service = await startPostgresService(url, [], 4);
  rows = await totalOf(`${service.url}/api/v1/attendance`);
  const costs: Record<string, Cost> = {};
  for (const { name, measure } of subjectsOf(service.url, rows)) {
    await measure(1);
    const before = [ticksOf(cluster.coordinator), ...cluster.workers.map(ticksOf)];
    const { requests } = await measure(SECONDS);
    const after = [ticksOf(cluster.coordinator), ...cluster.workers.map(ticksOf)];
    const [coordinator = 0, ...workers] = after.map((ticks, at) => ((ticks - before[at]!) * 1000) / TICKS / requests);
    costs[name] = { coordinator, workers: workers.reduce((sum, each) => sum + each, 0) };
  }
  await service.stop();
  return costs;
}

function subjectsOf(url: string, rows: number): Subject[] {
  const walk = (name: string, path: string, count: number, more: object = {}) =>
    scatteredRequests(name, url, { connections: 4, path, first: 1, count, ...more });
  return [
    walk('get-one', '/api/v1/attendance/', rows),
    walk('page', '/api/v1/attendance?', rows - 50, { first: 0, limits: [50, 1] }),
    walk('page of one employee', '/api/v1/attendance?employee_id=', SIZE.employees),
    {
      name: 'create',
      measure: (seconds) =>
        wrk({
          url,
          connections: 32,
          seconds,
          script: { name: 'post', args: ['/api/v1/leave', TOKEN, SIZE.employees] },
        }),
    },
    {
      name: 'aggregate of all',
      // Another condition each time, so that nothing is remembered.
      measure: (seconds) =>
        scatteredRequests('', url, {
          connections: 2,
          path: '/api/v1/aggregate/attendance?group=status&measure=avg(hours)&id[gt]=',
          first: 1,
          count: 1000,
        }).measure(seconds),
    },
  ];
}

/** `fixed + perShard * shards`, by least squares. */
function lineThrough(points: readonly (readonly [shards: number, cost: number])[]) {
  const mean = (values: readonly number[]) => values.reduce((sum, each) => sum + each, 0) / values.length;
  const [x, y] = [mean(points.map(([shards]) => shards)), mean(points.map(([, cost]) => cost))];
  const slope =
    points.reduce((sum, [shards, cost]) => sum + (shards - x) * (cost - y), 0) /
    points.reduce((sum, [shards]) => sum + (shards - x) ** 2, 0);
  const perShard = Math.max(0, slope);
  return { fixed: Math.max(0, y - perShard * x), perShard };
}

type Line = ReturnType<typeof lineThrough>;
const at = ({ fixed, perShard }: Line, shards: number): number => fixed + perShard * shards;

const cluster = await startCitus({ settings: { fsync: 'off', shared_buffers: '256MB' } });
const measured = new Map<number, Costs>();
for (const shards of [...FITTED, CHECKED]) {
  logProgress(`${shards} shards:`);
  measured.set(shards, await costsWith(cluster, shards));
}
const names = Object.keys(measured.get(CHECKED)!);
const lines = new Map(
  names.map((name) => {
    const line = (part: keyof Cost) =>
      lineThrough(FITTED.map((shards) => [shards, measured.get(shards)![name]![part]]));
    return [name, { coordinator: line('coordinator'), workers: line('workers') }] as const;
  }),
);
const shown = (value: number): string => (value >= 100 ? value.toFixed(0) : value.toPrecision(2));
console.log(
  `\n| request | coordinator, ms | workers together, ms | at ${CHECKED} shards: said | measured |\n|---|---|---|---|---|`,
);
for (const [name, { coordinator, workers }] of lines) {
  const { coordinator: c, workers: w } = measured.get(CHECKED)![name]!;
  const said = ({ fixed, perShard }: Line) => `${shown(fixed)} + ${shown(perShard)} × shards`;
  console.log(
    `| ${name} | ${said(coordinator)} | ${said(workers)} | ${shown(at(coordinator, CHECKED))} / ${shown(at(workers, CHECKED))} | ${shown(c)} / ${shown(w)} |`,
  );
}
console.log(
  `\nRequests a second before the coordinator or the workers are ${USED * 100} % busy, ${CORES} processors each, 32 shards or two for each worker:\n`,
);
console.log(`| million records | workers | ${names.join(' | ')} |\n|---|---|${names.map(() => '---').join('|')}|`);
for (const million of [10, 100, 1000])
  for (const workers of [2, 8, 32]) {
    const shards = Math.max(32, 2 * workers);
    const cells = names.map((name) => {
      const { coordinator, workers: spread } = lines.get(name)!;
      // An aggregate reads every record; the others read as many whatever the size is.
      const growth = name === 'aggregate of all' ? (million * 1e6) / rows : 1;
      const [here, there] = [at(coordinator, shards), spread.fixed * growth + spread.perShard * shards];
      const limits = [(1000 * CORES * USED) / here, (1000 * CORES * USED * workers) / there];
      return `${shown(Math.min(...limits))} (${limits[0]! <= limits[1]! ? 'coordinator' : 'workers'})`;
    });
    console.log(`| ${million} | ${workers} | ${cells.join(' | ')} |`);
  }
await Promise.all([cluster.coordinator, ...cluster.workers].map((node) => node.destroy()));
