// Compares the page of a job with the limit of the runtime: a bare function of Bun.serve that returns the same bytes.
import { join } from 'node:path';
import type { Databases } from '../data/databases.ts';
import { request } from '../load/request.ts';
import { CONNECTIONS, measureInterleaved, scatteredRequests } from '../load/rounds.ts';
import type { Bar, Section } from '../report/result.ts';
import { ratio, stat } from '../report/stats.ts';
import { startService, startStatic } from '../subjects/service.ts';
import { careersDatabase, jobPath, jobs, SITE } from './data.ts';
import type { CareersOptions } from './options.ts';
import { cached, cold, requireSame } from './subjects.ts';

const JOB = jobPath(17);

export async function pages(databases: Databases, options: CareersOptions): Promise<Section> {
  const { url, stop } = await startService(await careersDatabase(databases, jobs.large));
  await requireSame(url, JOB);
  const [job, site] = [await request(`${url}${JOB}`), await request(`${url}${SITE}`)];
  const bytes = job.headers.get('Content-Length');
  const limit = await startStatic(join(databases.temporaryFolder(), 'static.json'), job, site);
  const subjects = [
    cached('bare handler', limit.url, '/handler/item'),
    cached('cached job page', url, JOB),
    cold('bare handler, another query each time', limit.url, '/handler/item'),
    cold('cold job page', url, JOB),
    scatteredRequests('cold page of any job', url, { path: JOB.replace(/\d+$/, ''), first: 1, count: jobs.large }),
  ];
  const rates = await measureInterleaved(subjects, options);
  await Promise.all([stop(), limit.stop()]);

  const bar = (name: string, below: string, target: number): Bar => ({
    name: `${name} / ${below}`,
    value: ratio(rates(name), rates(below)),
    unit: '×',
    target,
    want: 'at least',
  });
  return {
    title: 'A job page against the limit of the runtime',
    how: `${CONNECTIONS} connections, one process each. The limit is bare Bun.serve with a function that returns the same ${bytes} bytes with the same headers, ready-made. Cold: with another query each time, so that the cache of answers never has it, while the page was made before. Any job: all ${jobs.large.toLocaleString('en')} in a scattered order, more than are kept, so each page is made of its records.`,
    bars: [
      bar('cached job page', 'bare handler', 0.7),
      bar('cold job page', 'bare handler, another query each time', 0.2),
    ],
    figures: [
      ...subjects.map(({ name }) => ({ name, value: stat(rates(name)), unit: '/s' as const })),
      {
        name: 'cold page of any job / bare handler, another query each time',
        value: ratio(rates('cold page of any job'), rates('bare handler, another query each time')),
        unit: '×',
      },
    ],
    notes: [],
  };
}
