// Measures aggregates: the first time beside DuckDB, asked again, after creates, and how long others wait.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import { type Databases, NoSpaceError, type Size, sizes } from '../data/databases.ts';
import { ALL_CORES, moveToServerCore, type Running, startServer } from '../load/processes.ts';
import { request, timedPage, totalOf } from '../load/request.ts';
import { SCHEDULE, timesOnSchedule } from '../load/schedule.ts';
import { logProgress } from '../log-progress.ts';
import type { Options } from '../options.ts';
import type { Bar, Figure, Section } from '../report/result.ts';
import { quantile, ratio, stat } from '../report/stats.ts';
import { installPeers } from '../subjects/peers.ts';
import { startOnAllCores, TOKEN } from '../subjects/service.ts';

const ATTENDANCE = '/api/v1/attendance';
const AGGREGATE = '/api/v1/aggregate/attendance';
const DUCKDB_PROGRAM = join(import.meta.dir, '..', 'subjects', 'peers', 'duckdb.mjs');
/** Requests for one time that is a median. */
const TIMES = 60;
const CREATES = 1000;

type Aggregate = { readonly name: string; readonly query: string; readonly duckdb: string };

const MONTH: Aggregate = {
  name: 'count by month',
  query: 'group=month(att_date)',
  duckdb: "SELECT date_trunc('month', att_date), count(*) FROM attendance GROUP BY 1",
};
const HOURS: Aggregate = {
  name: 'avg(hours) by status',
  query: 'group=status&measure=avg(hours)',
  duckdb: 'SELECT status, avg(hours) FROM attendance GROUP BY status',
};
const AGGREGATES: readonly Aggregate[] = [
  MONTH,
  HOURS,
  {
    name: 'median(hours) by status and month',
    query: 'group=status,month(att_date)&measure=median(hours)',
    duckdb: "SELECT status, date_trunc('month', att_date), median(hours) FROM attendance GROUP BY 1, 2",
  },
  {
    name: 'sum(hours) by branch of the employee',
    query: 'group=employee_id.branch&measure=sum(hours)',
    duckdb: 'SELECT branch, sum(hours) FROM attendance JOIN employees e ON e.id = employee_id GROUP BY 1',
  },
  {
    name: 'different employees by status',
    query: 'group=status&measure=distinct(employee_id)',
    duckdb: 'SELECT status, count(DISTINCT employee_id) FROM attendance GROUP BY 1',
  },
];
/** Milliseconds that the first answer may take. */
const MOST_FIRST = 150;

type Times = {
  readonly duckdb: number;
  readonly first: number;
  readonly again: number;
  readonly created: number;
};
type Round = {
  readonly page: number;
  readonly counted: number;
  readonly times: readonly Times[];
  readonly idle: number;
  readonly among: number;
};
type Measured = { readonly size: Size; readonly folder: string; readonly duckdb: Running; readonly rounds: Round[] };

export async function aggregates(databases: Databases, options: Options): Promise<Section> {
  const notes: string[] = [];
  const measured: Measured[] = [];
  for (const size of options.quick ? [sizes.tenThousand] : [sizes.million, sizes.tenMillion]) {
    const filled = await databases.filled(size).catch((error: unknown) => {
      if (!(error instanceof NoSpaceError)) throw error;
      notes.push(`Left out: ${error.message}.`);
    });
    if (!filled) continue;
    // A copy, because records are created in it.
    const folder = databases.temporaryFolder();
    cpSync(filled, folder, { recursive: true });
    measured.push({ size, folder, duckdb: await startDuckDb(folder, databases.temporaryFolder()), rounds: [] });
  }
  for (let round = 1; round <= options.rounds; round++) {
    for (const { folder, duckdb, rounds } of measured) rounds.push(await measureRound(folder, duckdb, options));
    logProgress(`  round ${round} of ${options.rounds}`);
  }
  await Promise.all(measured.map(({ duckdb }) => duckdb.stop()));
  return {
    title: 'Aggregates',
    how: `Among ${measured.map(({ size }) => size.name).join(' and ')} attendance records on the embedded engine with one worker, which is started again for each round. DuckDB has the columns that are asked for in memory, from the same rows, and all cores, as the service has until others ask, too. Each of its times is of the first run in a round too. A page is one of 50 records at a random offset; it and the aggregates that are asked again have another address each time, so that no whole answer is remembered, and are the median of ${TIMES} requests, one after the other. ${CREATES.toLocaleString('en')} creates: of leave requests, each of which makes every remembered answer of the service worthless. Others are ${SCHEDULE.connections} connections that get random records, one request due every ${SCHEDULE.everyMilliseconds} ms; they are measured alone, and while one client asks for ${HOURS.name} without pause, each time of other records, so that all of them are read.`,
    bars: measured.flatMap(bars),
    figures: measured.flatMap(figures),
    notes,
  };
}

async function measureRound(folder: string, duckdb: Running, { seconds }: Options): Promise<Round> {
  const service = await startOnAllCores(folder);
  try {
    return await measure(service, duckdb, seconds);
  } finally {
    await service.stop();
  }
}

async function measure(service: Running, duckdb: Running, seconds: number): Promise<Round> {
  const { url } = service;
  const records = await totalOf(`${url}${ATTENDANCE}?limit=1`);
  const others = (duration: number) =>
    timesOnSchedule(() => `${url}${ATTENDANCE}/${1 + Math.floor(Math.random() * records)}`, duration);
  await others(0.5);
  const page = () => medianOf(url, () => `${ATTENDANCE}?offset=${Math.floor(Math.random() * (records - 50))}`);
  const again = ({ query }: Aggregate) => medianOf(url, (at) => `${AGGREGATE}?${query}&limit=${LIMITS - at}`);
  const counts = () => medianOf(url, (at) => `${AGGREGATE}?group=status&limit=${LIMITS - at}`);
  await page();
  await counts();
  const counted = await counts();
  const firsts: Omit<Times, 'created'>[] = [];
  for (const each of AGGREGATES) {
    const other = await sqlTime(duckdb, each.duckdb);
    const { time: first } = await timedPage(`${url}${AGGREGATE}?${each.query}`);
    firsts.push({ duckdb: other, first, again: await again(each) });
  }
  const pages = await page();
  await createLeave(url);
  const created: number[] = [];
  for (const each of AGGREGATES) created.push(await again(each));
  moveToServerCore(service);
  const idle = p99(await others(seconds));
  const asking = askWithoutPause(url);
  const among = p99(await others(seconds));
  await asking.stop();
  return { page: pages, counted, times: firsts.map((each, at) => ({ ...each, created: created[at]! })), idle, among };
}

/** The largest limit. */
const LIMITS = 200;

async function medianOf(url: string, path: (at: number) => string): Promise<number> {
  const times: number[] = [];
  for (let at = 0; at < TIMES; at++) times.push((await timedPage(`${url}${path(at)}`)).time);
  return stat(times).median;
}

async function startDuckDb(folder: string, scratch: string): Promise<Running> {
  await installPeers();
  const command = [process.execPath, DUCKDB_PROGRAM, join(folder, 'workforce.db'), scratch];
  return await startServer(command, { cores: ALL_CORES });
}

async function sqlTime(server: Running, sql: string): Promise<number> {
  const answer = await request(`${server.url}/?sql=${encodeURIComponent(sql)}`);
  return ((await answer.json()) as { time: number }).time;
}

async function createLeave(url: string): Promise<void> {
  const headers = { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' };
  const body = JSON.stringify({ employee_id: 1, leave_type: 'annual', from_date: '2026-03-09', days: 1 });
  for (let at = 0; at < CREATES; at += 50)
    await Promise.all(
      Array.from({ length: 50 }, () =>
        fetch(`${url}/api/v1/leave`, { method: 'POST', headers, body }).then((each) => each.text()),
      ),
    );
}

/** Hours are kept in quarters, so a little more than none finds the same records for every number. */
function askWithoutPause(url: string): { stop(): Promise<void> } {
  let isOver = false;
  const over = new AbortController();
  const asked = (async () => {
    for (let number = 1; !isOver; number++) {
      const path = `${AGGREGATE}?${HOURS.query}&hours[gte]=${(number / 1e6).toFixed(6)}`;
      await fetch(`${url}${path}`, { signal: over.signal })
        .then((each) => each.text())
        .catch(() => undefined);
    }
  })();
  return {
    async stop() {
      isOver = true;
      over.abort();
      await asked;
    },
  };
}

const p99 = (times: readonly number[]): number =>
  quantile(
    [...times].sort((a, b) => a - b),
    0.99,
  );

function bars({ size, rounds }: Measured): Bar[] {
  const pages = rounds.map(({ page }) => page);
  const bar = (name: string, above: number[], below: number[], target: number, want: Bar['want']): Bar => ({
    name: `${name}, ${size.name}`,
    value: ratio(above, below),
    unit: '×',
    target,
    want,
  });
  const of = (at: number, name: keyof Times) => rounds.map(({ times }) => times[at]![name]);
  return [
    bar(
      'count by status / a page',
      rounds.map(({ counted }) => counted),
      pages,
      1.5,
      'at most',
    ),
    ...AGGREGATES.flatMap(({ name }, at) => [
      {
        name: `${name}, first time, ${size.name}`,
        value: stat(of(at, 'first')),
        unit: 'ms' as const,
        target: MOST_FIRST,
        want: 'at most' as const,
      },
      bar(`DuckDB / ${name}, first time`, of(at, 'duckdb'), of(at, 'first'), 1, 'at least'),
      bar(`${name}, again / a page`, of(at, 'again'), pages, 2, 'at most'),
      bar(`${name}, after ${CREATES} creates / a page`, of(at, 'created'), pages, 2, 'at most'),
    ]),
    bar(
      'p99 of others during aggregates / alone',
      rounds.map(({ among }) => among),
      rounds.map(({ idle }) => idle),
      3,
      'under',
    ),
  ];
}

function figures({ size, rounds }: Measured): Figure[] {
  const figure = (name: string, of: (round: Round) => number): Figure => ({
    name: `${name}, ${size.name}`,
    value: stat(rounds.map(of)),
    unit: 'ms',
  });
  return [
    figure('a page', ({ page }) => page),
    figure('count by status', ({ counted }) => counted),
    ...AGGREGATES.flatMap(({ name }, at) => [
      figure(`${name}, DuckDB`, ({ times }) => times[at]!.duckdb),
      figure(`${name}, first time`, ({ times }) => times[at]!.first),
      figure(`${name}, again`, ({ times }) => times[at]!.again),
    ]),
    figure('p99 of others alone', ({ idle }) => idle),
    figure('p99 of others during aggregates', ({ among }) => among),
  ];
}
