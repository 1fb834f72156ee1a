// `npm test -- mutants`: makes mutants of changed lines and of lines that are drawn, puts each into a copy of this tree and
// runs the tests nearest to it. Says which survive, and fails where fewer than 90 % are noticed. CONTRIBUTING.md has the
// options.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { cleanUpNow } from '../harness/cleanup.ts';
import { ROOT, repositoryFile } from '../harness/paths.ts';
import { installation } from '../harness/postgres/installation.ts';
import { sharedServer } from '../harness/postgres/postgres.ts';
import { SEED } from '../harness/random/sample.ts';
import { type Copy, makeCopy } from './copy.ts';
import { measureReach, type Near } from './nearest.ts';
import { type Mutant, mutantsOf, withMutant } from './operators.ts';
import { syntaxOf } from './syntax.ts';

/** The least share that has to be noticed. */
const LEAST = 0.9;
/** Of changed lines, in each part; the others are left out, by chance. */
const MOST_CHANGED = 100;
const PARTS = { server: ['src'], console: ['console/src', 'client/src'] } as const;
type PartName = keyof typeof PARTS;

function git(...args: string[]): string | undefined {
  const { exitCode, stdout } = Bun.spawnSync(['git', '-C', ROOT, ...args]);
  return exitCode === 0 ? stdout.toString().trim() : undefined;
}

/** Where this checkout left the main branch, or the commit before. */
function baseOfChange(): string {
  const base = git('merge-base', 'HEAD', 'origin/main');
  return base && base !== git('rev-parse', 'HEAD') ? base : 'HEAD~1';
}

/** `file:line` of each line that is new or another one since `base`. */
function changedLines(base: string): Set<string> {
  const difference = git('diff', '--unified=0', '--no-color', base, '--', 'src', 'console/src', 'client/src');
  if (difference === undefined) throw new Error(`git knows no ${base}.`);
  const lines = new Set<string>();
  let file = '';
  for (const text of difference.split('\n')) {
    file = /^\+\+\+ b\/(.*)$/.exec(text)?.[1] ?? file;
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(text) ?? [];
    for (let at = 0; first && at < Number(count); at++) lines.add(`${file}:${Number(first) + at}`);
  }
  return lines;
}

/** One mutant of each of `count` lines, the same ones for the same seed; a change elsewhere hardly changes which. A line
 * with many mutants is as likely as one with few. */
function sample(from: readonly Mutant[], count: number): Mutant[] {
  const rank = (salt: string, { id }: Mutant) => Number(Bun.hash.xxHash32(`${SEED} ${salt} ${id}`));
  const lines = Object.values(Object.groupBy(from, ({ file, line }) => `${file}:${line}`)) as Mutant[][];
  return lines
    .sort(([one], [other]) => rank('line', one!) - rank('line', other!))
    .slice(0, count)
    .map((own) => own.sort((one, other) => rank('mutant', one) - rank('mutant', other))[0]!);
}

const { values } = parseArgs({
  args: process.argv.slice(2).flatMap((each, at, all) => {
    const isBare = each === '--changed' && (all[at + 1] ?? '--').startsWith('--');
    return isBare ? [each, baseOfChange()] : [each];
  }),
  options: {
    changed: { type: 'string' },
    sample: { type: 'string' },
    only: { type: 'string', multiple: true },
    tests: { type: 'string', default: ROOT },
    among: { type: 'string', multiple: true, default: ['test/**/*.test.ts', 'test/**/*.operations.ts'] },
    jobs: { type: 'string', default: '1' },
  },
});
const jobs = Number(values.jobs);
const folder = resolve(values.tests);
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => process.exit(1));

const filesIn = (at: string, pattern: string) =>
  [...new Bun.Glob(pattern).scanSync(at)].filter((file) => !file.includes('node_modules')).sort();
const partOf = ({ file }: Mutant): PartName => (file.startsWith('src/') ? 'server' : 'console');

const sources = Object.values(PARTS)
  .flat()
  .flatMap((place) => filesIn(ROOT, `${place}/**/*.{ts,tsx}`))
  .filter((file) => !file.endsWith('.d.ts'));
const trees = await syntaxOf(new Map(sources.map((file) => [file, readFileSync(repositoryFile(file), 'utf8')])));
const mutants = [...trees].flatMap(([file, tree]) => mutantsOf(file, tree));

function chosen(): Mutant[] {
  if (values.only) {
    const only = new Set(values.only);
    return mutants.filter(({ id, file, line }) => only.has(id) || only.has(`${file}:${line}`));
  }
  const isDefault = values.changed === undefined && values.sample === undefined;
  const base = values.changed ?? (isDefault ? baseOfChange() : undefined);
  const changed = base === undefined ? new Set<string>() : changedLines(base);
  const counts = (values.sample ?? (isDefault ? '40,20' : '')).split(',').map(Number);
  return (Object.keys(PARTS) as PartName[]).flatMap((part, at) => {
    const own = mutants.filter((each) => partOf(each) === part);
    const ofChange = own.filter(({ file, line }) => changed.has(`${file}:${line}`));
    const tried = ofChange.length <= MOST_CHANGED ? ofChange : sample(ofChange, MOST_CHANGED);
    if (base !== undefined)
      console.log(`${part}: ${tried.length} of ${ofChange.length} mutants of lines that are not as in ${base}`);
    return [...new Set([...tried, ...sample(own, counts[at] ?? 0)])];
  });
}

const selected = chosen();
console.log(`${selected.length} of ${mutants.length} mutants; TEST_SEED=${SEED} takes the same ones.`);
process.env.TEST_DATABASE_URL ??= (await sharedServer()).url();
process.env.TEST_POSTGRES ??= (await installation()).home;
const files = values.among.flatMap((pattern) => filesIn(folder, pattern));
const nearest = await measureReach(trees, { folder, files, jobs });

type Outcome = { readonly kind: 'noticed' | 'SURVIVED' | 'not reached'; readonly by: string };
const outcomes = new Map<Mutant, Outcome>();
const describe = ({ id, file, line, before, after }: Mutant): string => {
  const short = (text: string) => text.replace(/\s+/g, ' ').slice(0, 100);
  return `${id}  ${file}:${line}  ${short(before)} → ${short(after)}`;
};

/** All cases: a mutant that only some of them notice must not survive by chance. */
const ALL_CASES = { TEST_ALL: '1', TEST_SEED: String(SEED) };
const passing = new Map<string, Promise<boolean>>();
const runOf = (copy: Copy, { test, milliseconds }: Near) => copy.passes(test, 60_000 + 10 * milliseconds, ALL_CASES);

async function outcomeOf(mutant: Mutant, copy: Copy): Promise<Outcome> {
  const { file } = mutant;
  const text = trees.get(file)!.text;
  const put = async (content: string) => {
    copy.write(file, content);
    return partOf(mutant) === 'server' || (await copy.buildConsole());
  };
  const near = nearest(mutant);
  if (near.length === 0) return { kind: 'not reached', by: '' };
  const tried: string[] = [];
  try {
    for (const each of near) {
      if (!(await put(withMutant(text, mutant)))) return { kind: 'noticed', by: 'the build of the console' };
      if (await runOf(copy, each)) {
        tried.push(each.test);
        continue;
      }
      await put(text);
      const passes = passing.get(each.test) ?? runOf(copy, each);
      passing.set(each.test, passes);
      if (await passes) return { kind: 'noticed', by: each.test };
      console.log(`${each.test} fails without a mutant, and is left out.`);
    }
  } finally {
    await put(text);
  }
  return { kind: 'SURVIVED', by: tried.join(' ') };
}

const queue = [...selected];
async function work(): Promise<void> {
  const copy = makeCopy(folder);
  for (let mutant = queue.shift(); mutant; mutant = queue.shift()) {
    const since = performance.now();
    const outcome = await outcomeOf(mutant, copy);
    outcomes.set(mutant, outcome);
    const seconds = Math.round((performance.now() - since) / 1000);
    console.log(`${outcome.kind}  ${describe(mutant)}  (${outcome.by}, ${seconds} s)`);
  }
}
await Promise.all(Array.from({ length: Math.min(jobs, selected.length) }, work));

let isEnough = true;
for (const part of Object.keys(PARTS) as PartName[]) {
  const own = selected.filter((each) => partOf(each) === part);
  const noticed = own.filter((each) => outcomes.get(each)!.kind === 'noticed').length;
  if (noticed < LEAST * own.length) isEnough = false;
  const share = own.length === 0 ? '' : `, ${((100 * noticed) / own.length).toFixed(1)} %`;
  console.log(`${part}: ${noticed} of ${own.length} are noticed${share}; ${LEAST * 100} % are wanted`);
}
for (const kind of ['SURVIVED', 'not reached'] as const)
  for (const mutant of selected.filter((each) => outcomes.get(each)!.kind === kind)) {
    const lines = readFileSync(join(ROOT, mutant.file), 'utf8').split('\n');
    console.log(`${kind}  ${describe(mutant)}\n      ${lines[mutant.line - 1]!.trim()}`);
  }
await cleanUpNow();
process.exit(isEnough ? 0 : 1);
