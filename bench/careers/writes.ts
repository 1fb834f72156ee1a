// Measures what a write costs the next visitor: a job is put on a site, and its page is asked for twice.
import { cpSync } from 'node:fs';
import { join } from 'node:path';
import type { Databases } from '../data/databases.ts';
import type { Running } from '../load/processes.ts';
import { request } from '../load/request.ts';
import { logProgress } from '../log-progress.ts';
import { BenchError } from '../options.ts';
import type { Section } from '../report/result.ts';
import { ratio, stat } from '../report/stats.ts';
import { startService, TOKEN } from '../subjects/service.ts';
import { careersDatabase, jobs, SITE } from './data.ts';
import type { CareersOptions } from './options.ts';
import { withNumber } from './subjects.ts';

/** Writes in a round. */
const WRITES = 20;
const SIZES = ['small', 'large'] as const;
type SizeName = (typeof SIZES)[number];
type Times = { readonly write: number; readonly first: number; readonly second: number };

export async function writes(databases: Databases, options: CareersOptions): Promise<Section> {
  const services: Partial<Record<SizeName, Running>> = {};
  for (const size of SIZES) services[size] = await startService(await copyOf(databases, jobs[size]));
  let number = 0;
  const measured: Record<SizeName, Times[]> = { small: [], large: [] };
  for (let round = 0; round <= options.rounds; round++) {
    for (const size of SIZES) {
      const times: Times[] = [];
      for (let i = 0; i < WRITES; i++) times.push(await timesOf(services[size]!.url, ++number));
      const median = (of: keyof Times) => stat(times.map((each) => each[of])).median;
      // The first round warms up.
      if (round > 0) measured[size].push({ write: median('write'), first: median('first'), second: median('second') });
    }
    if (round > 0) logProgress(`  round ${round} of ${options.rounds}`);
  }
  await Promise.all(SIZES.map((size) => services[size]!.stop()));
  const of = (size: SizeName, time: keyof Times) => measured[size].map((each) => each[time]);
  return {
    title: 'After a write',
    how: `A job distribution is created, then the page of its site is asked for twice, by another address each time. One request after another on one connection; each time is the median of ${WRITES}.`,
    bars: [],
    figures: SIZES.flatMap((size) => {
      const name = (what: string) => `${what}, ${jobs[size].toLocaleString('en')} jobs`;
      return [
        { name: name('the create'), value: stat(of(size, 'write')), unit: 'ms' as const },
        { name: name('site page, first time after it'), value: stat(of(size, 'first')), unit: 'ms' as const },
        { name: name('site page, second time'), value: stat(of(size, 'second')), unit: 'ms' as const },
        { name: name('first / second'), value: ratio(of(size, 'first'), of(size, 'second')), unit: '×' as const },
      ];
    }),
    notes: [],
  };
}

/** It is written to, and a kept database must stay as it is. */
async function copyOf(databases: Databases, count: number): Promise<string> {
  const folder = join(databases.temporaryFolder(), 'written');
  cpSync(await careersDatabase(databases, count), folder, { recursive: true });
  return folder;
}

async function timesOf(url: string, number: number): Promise<Times> {
  const timed = async (ask: () => Promise<unknown>) => {
    const startedAt = performance.now();
    await ask();
    return performance.now() - startedAt;
  };
  const page = (n: number) => timed(async () => (await request(`${url}${withNumber(SITE, n)}`)).text());
  const write = await timed(() => create(url, number));
  return { write, first: await page(2 * number), second: await page(2 * number + 1) };
}

async function create(url: string, number: number): Promise<void> {
  const response = await fetch(`${url}/api/v1/job-distributions`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      ...{ job_posting_id: 1 + (number % jobs.small), career_site_id: 1, locale: 'en' },
      ...{ slug: `new-${number}`, status: 'published' },
    }),
  });
  if (response.status !== 201) throw new BenchError(`a create answers ${response.status}: ${await response.text()}`);
  await response.text();
}
