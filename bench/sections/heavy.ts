// Measures heavy questions: how long each takes the first time and again, and how long others wait while they are
// asked.
import { join } from 'node:path';
import { type Databases, NoSpaceError, type Size, sizes } from '../data/databases.ts';
import type { Asked } from '../load/heavy-clients.ts';
import { heavyQuestions, type Question } from '../load/heavy-questions.ts';
import { LOAD_CORE, moveToServerCore, startServer } from '../load/processes.ts';
import { request, timedPage, totalOf } from '../load/request.ts';
import { SCHEDULE, timesOnSchedule } from '../load/schedule.ts';
import { logProgress } from '../log-progress.ts';
import type { Options } from '../options.ts';
import type { Bar, Figure, Section } from '../report/result.ts';
import { quantile, stat } from '../report/stats.ts';
import { startOnAllCores } from '../subjects/service.ts';

const CLIENTS = 4;
const CLIENT_PROGRAM = join(import.meta.dir, '..', 'load', 'heavy-clients.ts');
const EMPLOYEES = '/api/v1/employees';
/** Milliseconds. */
const TARGET = 100;
/** The first answers of a process are slower, whatever they are. */
const WARM_UP_SECONDS = 0.5;
const LATER_TIMES = 5;

type Times = { readonly name: string; first: number; again: number; later: number; matches: number };
type Waits = { readonly p50: number; readonly p99: number };
type Round = { readonly questions: readonly Times[]; readonly alone: Waits; readonly among: Waits; asked: Asked };
type Measured = { readonly size: Size; readonly folder: string; readonly rounds: Round[] };

export async function heavy(databases: Databases, options: Options): Promise<Section> {
  const notes: string[] = [];
  const measured: Measured[] = [];
  for (const size of options.quick ? [sizes.tenThousand] : [sizes.million, sizes.tenMillion]) {
    const folder = await databases.filled(size).catch((error: unknown) => {
      if (!(error instanceof NoSpaceError)) throw error;
      notes.push(`Left out: ${error.message}.`);
    });
    if (folder) measured.push({ size, folder, rounds: [] });
  }
  for (let round = 1; round <= options.rounds; round++) {
    for (const { folder, rounds } of measured) rounds.push(await measureRound(folder, round, options));
    logProgress(`  round ${round} of ${options.rounds}`);
  }
  return {
    title: 'Heavy questions',
    how: `Lists for which records have to be counted, walked or sorted, among ${measured.map(({ size }) => size.name).join(' and ')} attendance records on the embedded engine with one worker; the search is among the ${measured.map(({ size }) => size.employees.toLocaleString('en')).join(' and ')} employees. A service is started for each round, so that the first time is one, with all cores until others ask, too; then the same address is asked again, one request after another. Deep: at an offset of half of the attendance records. Others are ${SCHEDULE.connections} connections that get random employees, one request due every ${SCHEDULE.everyMilliseconds} ms, sent once its connection is free and counted with its whole wait from when it was due. They are measured alone, and while ${CLIENTS} clients in another process ask the same questions in turn and without pause, each time with another value or for another page, so that nothing is remembered. The clients stop with the schedule, or others would wait for ever for a service that cannot keep up.`,
    bars: [...measured.flatMap(firstBars), ...measured.map(bar)],
    figures: measured.flatMap(figures),
    notes: [...notes, ...measured.map(answered)],
  };
}

async function measureRound(folder: string, round: number, { rounds, seconds }: Options): Promise<Round> {
  const service = await startOnAllCores(folder);
  const employees = await totalOf(`${service.url}${EMPLOYEES}`);
  const others = (duration: number) =>
    timesOnSchedule(() => `${service.url}${EMPLOYEES}/${1 + Math.floor(Math.random() * employees)}`, duration);
  await others(WARM_UP_SECONDS);
  const questions: Times[] = [];
  for (const question of await heavyQuestions(service.url)) questions.push(await timesOf(question, service.url, round));
  moveToServerCore(service);
  const alone = waits(await others(seconds));
  const clients = await startServer([process.execPath, CLIENT_PROGRAM, service.url, String(CLIENTS)], {
    cores: LOAD_CORE,
  });
  // Other numbers than those above. Each round begins with another question, as some are over before all were asked.
  const asking = request(`${clients.url}/?from=${rounds + 1 + 3 * round}&seconds=${seconds}`);
  const [times, asked] = await Promise.all([others(seconds), asking.then((answer) => answer.json() as Promise<Asked>)]);
  await Promise.all([clients.stop(), service.stop()]);
  return { questions, alone, among: waits(times), asked };
}

async function timesOf({ name, path }: Question, service: string, round: number): Promise<Times> {
  const url = `${service}${path(round)}`;
  const first = await timedPage(url);
  const again = await timedPage(url);
  const later: number[] = [];
  for (let time = 0; time < LATER_TIMES; time++) later.push((await timedPage(url)).time);
  return { name, first: first.time, again: again.time, later: stat(later).median, matches: first.total };
}

function waits(times: readonly number[]): Waits {
  const sorted = [...times].sort((a, b) => a - b);
  return { p50: quantile(sorted, 0.5), p99: quantile(sorted, 0.99) };
}

/** Milliseconds that the first answer may take: of the first question, and of the others. */
const MOST_FIRST: Readonly<Record<string, readonly [number, number]>> = {
  [sizes.million.name]: [10, 150],
  [sizes.tenMillion.name]: [100, 150],
};

function firstBars({ size, rounds }: Measured): Bar[] {
  const most = MOST_FIRST[size.name];
  return (most ? (rounds[0]?.questions ?? []) : []).map(({ name }, at) => ({
    name: `${name}: first, ${size.name}`,
    value: stat(rounds.map(({ questions }) => questions[at]!.first)),
    unit: 'ms',
    target: most![at === 0 ? 0 : 1]!,
    want: 'at most',
  }));
}

const bar = ({ size, rounds }: Measured): Bar => ({
  name: `p99 of others while heavy questions are asked, ${size.name}`,
  value: stat(rounds.map(({ among }) => among.p99)),
  unit: 'ms',
  target: TARGET,
  want: 'under',
});

function figures({ size, rounds }: Measured): Figure[] {
  const figure = (name: string, of: (round: Round) => number, note = ''): Figure => ({
    name: `${name}, ${size.name}`,
    value: stat(rounds.map(of)),
    unit: 'ms',
    note,
  });
  const ofQuestions = (rounds[0]?.questions ?? []).flatMap(({ name, matches }, at) => {
    const later = stat(rounds.map(({ questions }) => questions[at]!.later)).median.toFixed(2);
    return [
      figure(`${name}: first`, ({ questions }) => questions[at]!.first, `${matches.toLocaleString('en')} matches`),
      figure(`${name}: again`, ({ questions }) => questions[at]!.again, `from the third time on ${later} ms`),
    ];
  });
  return [
    ...ofQuestions,
    figure('others alone: p50', ({ alone }) => alone.p50),
    figure('others alone: p99', ({ alone }) => alone.p99),
    figure('others among heavy: p50', ({ among }) => among.p50),
    figure('others among heavy: p99', ({ among }) => among.p99),
  ];
}

/** Others wait less when no heavy question is answered, so the results say how many were. */
function answered({ size, rounds }: Measured): string {
  const sum = (of: keyof Asked) => rounds.reduce((total, { asked }) => total + asked[of], 0);
  return `At ${size.name}, ${sum('answered').toLocaleString('en')} heavy questions were answered beside the others in ${sum('seconds').toFixed(0)} s and ${sum('refused').toLocaleString('en')} refused.`;
}
