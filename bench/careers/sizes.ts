// Measures how the pages of a site grow with its jobs.
import type { Databases } from '../data/databases.ts';
import type { Running } from '../load/processes.ts';
import { CONNECTIONS, measureInterleaved } from '../load/rounds.ts';
import type { Bar, Section } from '../report/result.ts';
import { ratio, stat } from '../report/stats.ts';
import { startService } from '../subjects/service.ts';
import { careersDatabase, jobPath, jobs, SITE } from './data.ts';
import type { CareersOptions } from './options.ts';
import { cached, cold, numbered, requireSame } from './subjects.ts';

type Kind = { readonly name: string; readonly path: string; readonly load: typeof cached };

/** Of these a site of one page is measured too. */
const SITE_PAGES: readonly Kind[] = [
  { name: 'site page, cached', path: SITE, load: cached },
  { name: 'site page, cold', path: SITE, load: cold },
  // There are not so many pages, so it is the last one.
  { name: 'site page, made each time', path: `${SITE}?page=`, load: numbered },
];
const KINDS: readonly Kind[] = [
  ...SITE_PAGES,
  { name: 'job page, cached', path: jobPath(7), load: cached },
  { name: 'job page, cold', path: jobPath(7), load: cold },
  { name: 'filtered by workplace, cold', path: `${SITE}?remote=hybrid`, load: cold },
  { name: 'filtered by department and workplace, cold', path: `${SITE}?department=Finance&remote=hybrid`, load: cold },
  { name: 'searched for a word, cold', path: `${SITE}?q=senior`, load: cold },
  { name: 'searched for another number each time', path: `${SITE}?q=`, load: numbered },
];
const SIZES = ['small', 'page', 'large'] as const;
type SizeName = (typeof SIZES)[number];

export async function sizes(databases: Databases, options: CareersOptions): Promise<Section> {
  const services: Partial<Record<SizeName, Running>> = {};
  for (const size of SIZES) services[size] = await startService(await careersDatabase(databases, jobs[size]));
  const subjects = [];
  for (const kind of KINDS)
    for (const size of sizesOf(kind)) {
      const { name, path, load } = kind;
      const { url } = services[size]!;
      if (load === cold) await requireSame(url, path);
      subjects.push(load(label(name, size), url, path));
    }
  const rates = await measureInterleaved(subjects, options);
  await Promise.all(SIZES.map((size) => services[size]!.stop()));

  const times = (kind: string, size: SizeName) => rates(label(kind, size)).map((rate) => 1e6 / rate);
  const compared = (kind: string, size: SizeName) => ({
    name: `${kind}: time at ${count('large')} jobs / at ${count(size)}`,
    value: ratio(times(kind, 'large'), times(kind, size)),
    unit: '×' as const,
  });
  const ratios = (isBar: boolean) =>
    KINDS.filter(({ load }) => (load !== numbered) === isBar).flatMap((kind) =>
      sizesOf(kind).flatMap((size) => (size === 'large' ? [] : [compared(kind.name, size)])),
    );
  return {
    title: 'As a site grows',
    how: `${CONNECTIONS} connections, one process for each site; the time of a page is that of the process. Cold: with another query each time, so that the cache of answers never has it, while the page was made before. A site of ${count('page')} jobs has as many rows on its page as one of ${count('large')}, one of ${count('small')} has fewer, and menus grow with the places that there are; so pages that are made each time have no target.`,
    bars: ratios(true).map((each): Bar => ({ ...each, target: 1.3, want: 'at most' })),
    figures: [
      ...ratios(false),
      ...subjects.map(({ name }) => ({
        name,
        value: stat(rates(name).map((rate) => 1e6 / rate)),
        unit: 'µs' as const,
      })),
    ],
    notes: [],
  };
}

const sizesOf = (kind: Kind): readonly SizeName[] => (SITE_PAGES.includes(kind) ? SIZES : ['small', 'large']);
const count = (size: SizeName): string => jobs[size].toLocaleString('en');
const label = (kind: string, size: SizeName): string => `${kind}, ${count(size)} jobs`;
