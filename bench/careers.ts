// `npm run bench:careers`: measures public career sites and prints tables: a job page beside the limit of the runtime,
// small and large sites, feeds, and what a write costs the next visitor.
import { feeds } from './careers/feeds.ts';
import { type CareersOptions, type Part, parseOptions } from './careers/options.ts';
import { pages } from './careers/pages.ts';
import { sizes } from './careers/sizes.ts';
import { writes } from './careers/writes.ts';
import { printTable } from './console/table.ts';
import { type Databases, openDatabases } from './data/databases.ts';
import { moveToLoadCore, stopForGood } from './load/processes.ts';
import { requireWrk } from './load/wrk.ts';
import { logProgress } from './log-progress.ts';
import { BenchError } from './options.ts';
import { barLine, figureLine } from './report/report.ts';
import { passes, type Section } from './report/result.ts';

const measures: Record<Part, (databases: Databases, options: CareersOptions) => Promise<Section>> = {
  pages,
  sizes,
  feeds,
  writes,
};

/** What has a target first, then the figures behind it. */
function print({ title, how, bars, figures, notes }: Section): void {
  printTable(
    title,
    how,
    ['what', 'target', 'measured', 'spread', ''],
    [
      ...bars.map((bar) => [...barLine(bar), passes(bar) ? 'pass' : 'FAIL']),
      ...figures.map(figureLine).map(([name = '', ...rest]) => [name, '', ...rest]),
    ],
  );
  for (const note of notes) console.log(`\n${note}`);
  console.log();
}

async function main(): Promise<void> {
  const options = parseOptions(process.argv.slice(2));
  requireWrk();
  const databases = openDatabases(options);
  const end = async () => {
    await stopForGood();
    databases.remove();
  };
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => end().then(() => process.exit(130)));
  try {
    moveToLoadCore();
    for (const part of options.parts) {
      logProgress(`${part}:`);
      print(await measures[part](databases, options));
    }
  } finally {
    await end();
  }
}

try {
  await main();
  process.exit(0);
} catch (error) {
  console.error(error instanceof BenchError ? `bench: ${error.message}` : error);
  process.exit(1);
}
