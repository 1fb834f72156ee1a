// Measures feeds and sitemaps: the time of an entry in a long one and in a short one, and the first byte.
import { type SiteFile, siteFiles } from '../../src/careers/addresses.ts';
import type { Databases } from '../data/databases.ts';
import type { Running } from '../load/processes.ts';
import { request } from '../load/request.ts';
import { logProgress } from '../log-progress.ts';
import { BenchError } from '../options.ts';
import type { Figure, Section, Unit } from '../report/result.ts';
import { ratio, stat } from '../report/stats.ts';
import { startService } from '../subjects/service.ts';
import { careersDatabase, jobs, SITE } from './data.ts';
import { OTHERS, veryLong } from './long-feed.ts';
import type { CareersOptions } from './options.ts';
import { withNumber } from './subjects.ts';
import { type FileTimes, timedFile } from './timed-file.ts';

/** What each entry of a file begins with. */
const ENTRY: Readonly<Record<SiteFile, RegExp>> = {
  'feed.xml': /<item>/g,
  'feed.json': /^\{"id":/gm,
  'indeed.xml': /<job>/g,
  'linkedin.xml': /<job>/g,
  'sitemap.xml': /<url>/g,
};
/** Short files that one time is the median of. */
const REPEATED = 25;

type Round = Record<SiteFile, Record<'short' | 'long', FileTimes>>;

export async function feeds(databases: Databases, options: CareersOptions): Promise<Section> {
  const [short, long] = [await started(databases, jobs.small), await started(databases, jobs.large)];
  const rounds: Round[] = [];
  for (let round = 1; round <= options.rounds; round++) {
    const times: Partial<Round> = {};
    for (const file of siteFiles)
      times[file] = { short: await shortTimes(short, file, round), long: await fileTimes(long, file, round) };
    rounds.push(times as Round);
    logProgress(`  round ${round} of ${options.rounds}`);
  }
  await Promise.all([short.stop(), long.stop()]);

  const many = jobs.large.toLocaleString('en');
  const of = (file: SiteFile, size: 'short' | 'long', time: 'first' | 'whole') =>
    rounds.map((times) => times[file][size][time]);
  const entry = (file: SiteFile, size: 'short' | 'long') =>
    of(file, size, 'whole').map((time) => (1000 * time) / (size === 'short' ? jobs.small : jobs.large));
  const figure = (name: string, values: number[], unit: Unit): Figure => ({ name, value: stat(values), unit });
  return {
    title: 'Feeds and sitemaps',
    how: `Never from the cache: another query each time. The time of an entry is the whole time by the number of entries; that of the short ones has a whole request in it. ${OTHERS}`,
    bars: siteFiles.map((file) => ({
      name: `${file}: time of an entry among ${many} / among ${jobs.small}`,
      value: ratio(entry(file, 'long'), entry(file, 'short')),
      unit: '×',
      target: 1.3,
      want: 'at most',
    })),
    figures: [
      ...siteFiles.flatMap((file) => [
        figure(`${file}: an entry among ${many}`, entry(file, 'long'), 'µs'),
        figure(`${file}: an entry among ${jobs.small}`, entry(file, 'short'), 'µs'),
        figure(`${file}: first byte of ${many}`, of(file, 'long', 'first'), 'ms'),
        figure(`${file}: first byte of ${jobs.small}`, of(file, 'short', 'first'), 'ms'),
      ]),
      ...(await veryLong(databases, options)),
    ],
    notes: [],
  };
}

/** The first request makes the list of jobs. */
async function started(databases: Databases, count: number): Promise<Running> {
  const service = await startService(await careersDatabase(databases, count));
  for (const file of siteFiles) {
    const text = await (await request(`${service.url}${SITE}/${file}`)).text();
    const entries = text.match(ENTRY[file])?.length;
    // A sitemap has the site too.
    if (entries !== (file === 'sitemap.xml' ? count + 1 : count))
      throw new BenchError(`${file} of ${count} jobs has ${entries} entries`);
  }
  return service;
}

const fileTimes = ({ url }: Running, file: SiteFile, number: number): Promise<FileTimes> =>
  timedFile(`${url}${withNumber(`${SITE}/${file}`, number)}`);

async function shortTimes(service: Running, file: SiteFile, round: number): Promise<FileTimes> {
  const times: FileTimes[] = [];
  for (let i = 0; i < REPEATED; i++) times.push(await fileTimes(service, file, round * REPEATED + i));
  const median = (of: (times: FileTimes) => number) => stat(times.map(of)).median;
  return { first: median(({ first }) => first), whole: median(({ whole }) => whole), bytes: times[0]!.bytes };
}
