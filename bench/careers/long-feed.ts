// Measures a very long feed: its memory, and how long others wait while it is made.
import { join } from 'node:path';
import type { Databases } from '../data/databases.ts';
import { LOAD_CORE, run } from '../load/processes.ts';
import { resident } from '../load/resident.ts';
import { SCHEDULE, timesOnSchedule } from '../load/schedule.ts';
import { logProgress } from '../log-progress.ts';
import type { Figure, Unit } from '../report/result.ts';
import { quantile, stat } from '../report/stats.ts';
import { startService } from '../subjects/service.ts';
import { careersDatabase, jobPath, jobs, SITE } from './data.ts';
import type { CareersOptions } from './options.ts';
import { withNumber } from './subjects.ts';
import type { FileTimes } from './timed-file.ts';

const READER = join(import.meta.dir, 'reader.ts');
const NAME = `feed.xml of ${jobs.huge.toLocaleString('en')}`;

export const OTHERS = `Others are ${SCHEDULE.connections} connections that ask for the health or for a cold job page, one request due every ${SCHEDULE.everyMilliseconds} ms and counted with its whole wait from then on, while another process reads the ${NAME} jobs again and again. The first time is right after the start, when there is no list of jobs yet.`;

type Reading = { readonly files: readonly FileTimes[]; readonly others: readonly number[] };
type Round = {
  readonly start: Reading;
  /** Job pages and the health, without a feed and during one. */
  readonly pagesAlone: readonly number[];
  readonly pages: Reading;
  readonly healthAlone: readonly number[];
  readonly health: Reading;
  /** Megabytes. */
  readonly before: number;
  readonly after: number;
  readonly highest: number;
};

export async function veryLong(databases: Databases, { rounds, seconds }: CareersOptions): Promise<Figure[]> {
  const folder = await careersDatabase(databases, jobs.huge);
  const measured: Round[] = [];
  const most = Math.ceil(rounds / 2);
  for (let round = 1; round <= most; round++) {
    measured.push(await measure(folder, seconds));
    logProgress(`  very long feed, round ${round} of ${most}`);
  }
  return figures(measured);
}

async function measure(folder: string, seconds: number): Promise<Round> {
  const { url, pid, stop } = await startService(folder);
  let number = 0;
  const health = () => `${url}/api/v1/health`;
  const page = () => `${url}${withNumber(jobPath(7), ++number)}`;
  const reading = async (other: () => string, duration: number): Promise<Reading> => {
    const command = [process.execPath, READER, `${url}${SITE}/feed.xml`, String(duration)];
    const [output, others] = await Promise.all([run(command, { cores: LOAD_CORE }), timesOnSchedule(other, duration)]);
    return { files: JSON.parse(output), others };
  };
  const start = await reading(health, 3 * seconds);
  const pagesAlone = await timesOnSchedule(page, seconds);
  const healthAlone = await timesOnSchedule(health, seconds);
  const before = resident(pid, 'VmRSS');
  const pages = await reading(page, 2 * seconds);
  const during = await reading(health, 2 * seconds);
  const [after, highest] = [resident(pid, 'VmRSS'), resident(pid, 'VmHWM')];
  await stop();
  return { start, pagesAlone, pages, healthAlone, health: during, before, after, highest };
}

function figures(rounds: readonly Round[]): Figure[] {
  const figure = (what: string, of: (round: Round) => number, unit: Unit, note = ''): Figure => ({
    name: `${NAME}: ${what}`,
    value: stat(rounds.map(of)),
    unit,
    note,
  });
  const waits = (whose: string, of: (round: Round) => readonly number[]): Figure[] => {
    const wait = (share: number) => (round: Round) =>
      quantile(
        of(round).toSorted((a, b) => a - b),
        share,
      );
    return [
      figure(`${whose}, median`, wait(0.5), 'ms'),
      figure(`${whose}, p99`, wait(0.99), 'ms'),
      figure(`${whose}, longest`, wait(1), 'ms'),
    ];
  };
  const median = ({ files }: Reading, of: 'first' | 'whole') => stat(files.map((times) => times[of])).median;
  const megabytes = ((rounds[0]?.start.files[0]?.bytes ?? 0) / 1e6).toFixed(0);
  return [
    figure('whole, first time', ({ start }) => start.files[0]!.whole / 1000, 's', `${megabytes} MB are sent`),
    figure('first byte, first time', ({ start }) => start.files[0]!.first, 'ms'),
    figure('whole, later', ({ health }) => median(health, 'whole') / 1000, 's'),
    figure('first byte, later', ({ health }) => median(health, 'first'), 'ms'),
    figure('memory before', ({ before }) => before, 'MB', 'with the list of jobs'),
    figure('memory after', ({ after }) => after, 'MB'),
    figure('memory, highest since the start', ({ highest }) => highest, 'MB'),
    ...waits('health without it', ({ healthAlone }) => healthAlone),
    ...waits('health while it is made the first time', ({ start }) => start.others),
    ...waits('health while it is made later', ({ health }) => health.others),
    ...waits('job page without it', ({ pagesAlone }) => pagesAlone),
    ...waits('job page while it is made later', ({ pages }) => pages.others),
  ];
}
