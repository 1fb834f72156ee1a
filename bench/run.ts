// `npm run bench`: measures section by section, prints each bar with its target, and writes results.md and results.svg.
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { type Databases, openDatabases } from './data/databases.ts';
import { hasStopped, moveToLoadCore, stopAll, stopForGood } from './load/processes.ts';
import { requireWrk } from './load/wrk.ts';
import { logProgress } from './log-progress.ts';
import { BenchError, type Options, parseOptions, type SectionName } from './options.ts';
import { chart } from './report/chart.ts';
import { machine } from './report/machine.ts';
import { barLine, type Results, report } from './report/report.ts';
import { passes, type Section } from './report/result.ts';
import { access } from './sections/access.ts';
import { aggregates } from './sections/aggregates.ts';
import { citus } from './sections/citus.ts';
import { creates } from './sections/creates.ts';
import { feed } from './sections/feed.ts';
import { heavy } from './sections/heavy.ts';
import { imports } from './sections/imports.ts';
import { insights } from './sections/insights.ts';
import { limits } from './sections/limits.ts';
import { memory } from './sections/memory.ts';
import { peers } from './sections/peers.ts';
import { postgresql } from './sections/postgresql.ts';
import { search } from './sections/search.ts';
import { sizes } from './sections/sizes.ts';

const measures: Record<SectionName, (databases: Databases, options: Options) => Promise<Section>> = {
  limits,
  peers,
  sizes,
  search,
  heavy,
  aggregates,
  insights,
  creates,
  imports,
  feed,
  access,
  memory,
  postgresql,
  citus,
};

async function measure(databases: Databases, options: Options): Promise<Results> {
  const sections: Section[] = [];
  const failures: string[] = [];
  for (const name of options.sections) {
    logProgress(`${name}:`);
    try {
      const section = await measures[name](databases, options);
      sections.push(section);
      for (const bar of section.bars) logProgress(`  ${passes(bar) ? 'pass' : 'FAIL'}  ${barLine(bar).join('  ')}`);
      for (const note of section.notes) logProgress(`  ${note}`);
    } catch (error) {
      // Stopped by a signal. Half of the measurements must not replace the results of a whole run.
      if (hasStopped()) throw new BenchError('stopped, nothing written');
      const reason = error instanceof Error ? error.message : String(error);
      failures.push(`${name}: ${reason}`);
      logProgress(`  not measured: ${reason}`);
      await stopAll();
    }
  }
  const rounds = `Interleaved, ${options.rounds} rounds of ${options.seconds} s each.`;
  return { sections, failures, machine: machine(databases.folder), rounds, trial: options.isTrial };
}

async function write(results: Results, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  const caption = results.machine
    .slice(0, 3)
    .map(([, text]) => text)
    .join(' · ');
  await Bun.write(join(folder, 'results.md'), report(results));
  await Bun.write(join(folder, 'results.svg'), chart(results.sections, caption));
  logProgress(`written: ${join(folder, 'results.md')} and results.svg`);
}

async function main(): Promise<number> {
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
    const results = await measure(databases, options);
    await write(results, options.results);
    return results.failures.length > 0 ? 1 : 0;
  } finally {
    await end();
  }
}

try {
  process.exit(await main());
} catch (error) {
  console.error(error instanceof BenchError ? `bench: ${error.message}` : error);
  process.exit(1);
}
