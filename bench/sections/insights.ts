// Measures insights: each metric the first time and again, beside the bare statements of its formula, and how long
// others wait.
import { join } from 'node:path';
import { type Databases, sizes } from '../data/databases.ts';
import { ALL_CORES, type Running, startServer } from '../load/processes.ts';
import { request, totalOf } from '../load/request.ts';
import { SCHEDULE, timesOnSchedule } from '../load/schedule.ts';
import { logProgress } from '../log-progress.ts';
import type { Options } from '../options.ts';
import type { Section } from '../report/result.ts';
import { quantile, ratio, stat } from '../report/stats.ts';
import { startService } from '../subjects/service.ts';

const BARE_PROGRAM = join(import.meta.dir, '..', 'subjects', 'bare-group-by.ts');
/** Where the bare statements take longer than the service usually waits for any, it is given more time. */
const SECONDS = 60;
/** Milliseconds that the first answer may take. */
const MOST_FIRST = 200;

const employed = (day: string) =>
  `date_of_joining <= '${day}' AND (termination_date IS NULL OR termination_date >= '${day}')`;
const days = (from: string, to: string) => `julianday(${to}) - julianday(${from})`;
/** The values in the middle are looked up in all of them in order. */
const ordered = (value: string, rest: string) => `SELECT ${value} AS v FROM ${rest} ORDER BY v`;
const repeated = (table: string, fields: string) =>
  `SELECT count(*) FROM (SELECT 1 FROM ${table} GROUP BY ${fields} HAVING count(*) > 1)`;

/** Statements with the same numbers, for a last day and the twelve months before it. */
const statements = (today: string, from: string): Record<string, readonly string[]> => {
  const within = (field: string) => `${field} BETWEEN '${from}' AND '${today}'`;
  const headcount = `SELECT count(*) FROM employees WHERE ${employed(today)}`;
  const left = `SELECT count(*) FROM employees WHERE ${within('termination_date')}`;
  const hired = `applications WHERE status = 'hired' AND ${within('stage_entered_on')}`;
  return {
    headcount: [headcount],
    joiners: [`SELECT count(*) FROM employees WHERE ${within('date_of_joining')}`],
    leavers: [left],
    turnover: [left, ...Array.from({ length: 12 }, () => headcount)],
    'new-hire-attrition': [90, 365].map(
      (most) =>
        `SELECT count(*), sum(${days('date_of_joining', 'termination_date')} <= ${most}) FROM employees WHERE ${within('date_of_joining')} AND date_of_joining < date('${today}', '-${most} days')`,
    ),
    tenure: [
      ordered(
        days('date_of_joining', `min(coalesce(termination_date, '${today}'), '${today}')`),
        `employees WHERE date_of_joining <= '${today}'`,
      ),
    ],
    absence: [
      `SELECT sum(status = 'absent'), count(*) FROM attendance WHERE ${within('att_date')}`,
      `SELECT sum(days) FROM leave WHERE leave_type = 'sick' AND status = 'approved' AND ${within('from_date')}`,
    ],
    'who-is-out': [
      `SELECT count(*), count(DISTINCT employee_id) FROM leave WHERE status = 'approved' AND from_date <= '${today}' AND (to_date IS NULL OR to_date >= '${today}')`,
    ],
    'time-to-hire': [ordered(days('applied_on', 'stage_entered_on'), hired)],
    'time-to-fill': [
      ordered(
        days('opened_on', 'stage_entered_on'),
        `applications JOIN jobs ON jobs.id = job_id WHERE applications.status = 'hired' AND ${within('stage_entered_on')}`,
      ),
    ],
    funnel: [`SELECT job_id, stage, count(*) FROM applications WHERE ${within('applied_on')} GROUP BY 1, 2`],
    'offer-acceptance': [
      `SELECT sum(status = 'hired'), count(*) FROM applications WHERE ${within('stage_entered_on')} AND (status = 'hired' OR stage = 'offer' AND status IN ('rejected', 'withdrawn'))`,
    ],
    'source-quality': [
      `SELECT source, count(*), sum(applications.status = 'hired'), avg(rating) FROM applications JOIN candidates ON candidates.id = candidate_id WHERE ${within('applied_on')} GROUP BY 1`,
    ],
    stuck: [`SELECT stage_entered_on, count(*) FROM applications WHERE status = 'active' GROUP BY 1`],
    'open-roles': [
      `SELECT count(*), sum(headcount - filled), sum(target_date < '${today}') FROM jobs WHERE status = 'open'`,
    ],
    'job-visibility': [
      'SELECT d.id, d.status, published_at, is_active, j.status, title, location, remote_policy, brand_id FROM job_distributions d JOIN jobs j ON j.id = job_posting_id JOIN career_sites s ON s.id = career_site_id',
    ],
    'pay-gap': [
      `SELECT branch, gender, avg(base_salary) FROM employees WHERE employment_type = 'full_time' AND ${employed(today)} GROUP BY 1, 2`,
      ordered('base_salary', `employees WHERE employment_type = 'full_time' AND ${employed(today)}`),
    ],
    'span-of-control': [`SELECT manager_id, count(*) FROM employees WHERE ${employed(today)} GROUP BY 1`],
    // The searches for duplicates only, which nearly all of the time is for.
    'data-quality': [
      ...['code', 'email', 'first_name, last_name, date_of_joining'].map((fields) => repeated('employees', fields)),
      ...['email', 'first_name, last_name, phone'].map((fields) => repeated('candidates', fields)),
    ],
  };
};

type Round = { readonly bare: number; readonly first: number; readonly again: number };

export async function insights(databases: Databases, options: Options): Promise<Section> {
  const size = options.quick ? sizes.tenThousand : sizes.tenMillion;
  const folder = await databases.filled(size);
  const rounds: Record<string, Round[]> = {};
  const waits: { idle: number; among: number }[] = [];
  for (let round = 1; round <= Math.min(options.rounds, 3); round++) {
    const limit = { WORKFORCE_STATEMENT_TIMEOUT_SECONDS: String(SECONDS) };
    const service = await startService(folder, [], limit, ALL_CORES);
    const bare = await startServer([process.execPath, BARE_PROGRAM, join(folder, 'workforce.db')]);
    try {
      waits.push(await measure(service, bare, options.seconds, rounds));
    } finally {
      await Promise.all([bare.stop(), service.stop()]);
    }
    logProgress(`  round ${round}`);
  }
  const names = Object.keys(rounds);
  return {
    title: 'Insights',
    how: `Each metric without parameters among ${size.employees.toLocaleString('en')} employees and ${size.name} attendance records, on the embedded engine with one worker, which is started again for each round and has all cores, as users start it. Bare: the statements of its formula in the same SQLite on the same file, in a process of its own, without addresses, names and exact decimals. Others are ${SCHEDULE.connections} connections that get random records, one request due every ${SCHEDULE.everyMilliseconds} ms: alone, and while all metrics are asked for the first time, one after the other.`,
    bars: [
      {
        name: 'p99 of others during insights / alone',
        value: ratio(
          waits.map(({ among }) => among),
          waits.map(({ idle }) => idle),
        ),
        unit: '×',
        target: 3,
        want: 'under',
      },
      ...names.map((name) => ({
        name: `${name}, first time`,
        value: stat(rounds[name]!.map(({ first }) => first)),
        unit: 'ms' as const,
        target: MOST_FIRST,
        want: 'at most' as const,
      })),
    ],
    figures: names.flatMap((name) => {
      const of = (part: keyof Round) => rounds[name]!.map((round) => round[part]);
      return [
        { name: `${name}, bare`, value: stat(of('bare')), unit: 'ms' as const },
        { name: `${name}, first time / bare`, value: ratio(of('first'), of('bare')), unit: '×' as const },
        { name: `${name}, again / bare`, value: ratio(of('again'), of('bare')), unit: '×' as const },
      ];
    }),
    notes: [],
  };
}

async function measure(service: Running, bare: Running, seconds: number, rounds: Record<string, Round[]>) {
  const { url } = service;
  const records = await totalOf(`${url}/api/v1/attendance?limit=1`);
  const one = () => `${url}/api/v1/attendance/${1 + Math.floor(Math.random() * records)}`;
  await timesOnSchedule(one, 1);
  const idle = p99(await timesOnSchedule(one, Math.max(seconds, 3)));
  const today = new Date().toISOString().slice(0, 10);
  const from = `${Number(today.slice(0, 4)) - 1}${today.slice(4)}`;
  const among: number[] = [];
  for (const [name, sqls] of Object.entries(statements(today, from))) {
    const before = await bareTime(bare, sqls);
    const asked = timed(`${url}/api/v1/insights/${name}`);
    const waiting = (async () => {
      let isOver = false;
      asked.finally(() => {
        isOver = true;
      });
      while (!isOver) among.push(...(await timesOnSchedule(one, 0.2)));
    })();
    const first = await asked;
    await waiting;
    const after = await bareTime(bare, sqls);
    const again = await timed(`${url}/api/v1/insights/${name}`);
    rounds[name] = [...(rounds[name] ?? []), { bare: (before + after) / 2, first, again }];
  }
  return { idle, among: p99(among) };
}

async function timed(url: string): Promise<number> {
  const startedAt = performance.now();
  await (await request(url)).arrayBuffer();
  return performance.now() - startedAt;
}

async function bareTime(bare: Running, sqls: readonly string[]): Promise<number> {
  let time = 0;
  for (const sql of sqls) {
    const answer = await request(`${bare.url}/?sql=${encodeURIComponent(sql)}`);
    time += ((await answer.json()) as { time: number }).time;
  }
  return time;
}

const p99 = (times: readonly number[]): number =>
  quantile(
    [...times].sort((a, b) => a - b),
    0.99,
  );
