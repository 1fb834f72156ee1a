// `npm test -- mutants`: puts the faults of faults.ts into a copy of this tree, one at a time, and runs the tests that
// have to notice each. `--only 3..9` takes some of them. Fails where a fault no longer fits its file, and where too few
// are noticed.
import { cpSync, mkdtempSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import { cleanUpNow, startCleanup } from '../harness/cleanup.ts';
import { ROOT } from '../harness/paths.ts';
import { installation } from '../harness/postgres/installation.ts';
import { sharedServer } from '../harness/postgres/postgres.ts';
import { type Fault, fits, partOf } from './fault.ts';
import { faults } from './faults.ts';

/** The least share of the faults that has to be noticed. */
const LEAST = { server: 0.9, console: 0.8 };
/** In milliseconds, for the tests of one fault. */
const LIMIT = 300_000;
/** Of another place, or too large to copy. */
const LEFT_OUT = new Set(['node_modules', '.git', 'dist']);

type Outcome = 'noticed' | 'SURVIVED' | 'the text no longer fits' | 'its tests fail without it';

const { values } = parseArgs({ options: { only: { type: 'string' } } });
const [first = 1, last = first] = values.only?.split('..').map(Number) ?? [1, faults.length];
const chosen = faults.map((fault, at) => ({ fault, number: at + 1 })).slice(first - 1, last);

const tree = mkdtempSync(join(tmpdir(), 'workforce-mutants-'));
startCleanup(['sh', '-c', 'cat >/dev/null; rm -rf "$1"', 'remove', tree]);
cpSync(ROOT, tree, { recursive: true, filter: (path) => !LEFT_OUT.has(basename(path)) });
symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
const url = process.env.TEST_DATABASE_URL ?? (await sharedServer()).url();
/** All cases: a fault that only some of them notice must not survive by chance. */
const environment = {
  ...process.env,
  ...{ TEST_ALL: '1', TEST_DATABASE_URL: url, TEST_POSTGRES: (await installation()).home },
};

/** Ends the tests that are under way. */
let running: (() => void) | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    running?.();
    process.exit(1);
  });

/** Whether the tests of the copy pass. Those that do not end are taken for failed. */
async function passes(tests: readonly string[]): Promise<boolean> {
  const files = tests.map((file) => `./${file}`);
  const child = Bun.spawn([process.execPath, 'test', '--bail', '--timeout', '120000', ...files], {
    ...{ cwd: tree, env: environment, detached: true },
    stdio: ['ignore', 'ignore', 'ignore'],
  });
  const end = () => process.kill(-child.pid, 'SIGKILL');
  running = end;
  const timer = setTimeout(end, LIMIT);
  const code = await child.exited;
  running = undefined;
  clearTimeout(timer);
  return code === 0;
}

const unchanged = new Map<string, Promise<boolean>>();

/** Asked once for each file, and never while there is a fault in the copy. */
function passesUnchanged(test: string): Promise<boolean> {
  const known = unchanged.get(test) ?? passes([test]);
  unchanged.set(test, known);
  return known;
}

async function outcomeOf({ file, line, changed, tests }: Fault): Promise<Outcome> {
  const path = join(tree, file);
  const text = readFileSync(path, 'utf8');
  if (!fits(text, line)) return 'the text no longer fits';
  for (const each of tests) if (!(await passesUnchanged(each))) return 'its tests fail without it';
  writeFileSync(
    path,
    text.replace(line, () => changed),
  );
  const isUnnoticed = await passes(tests);
  writeFileSync(path, text);
  return isUnnoticed ? 'SURVIVED' : 'noticed';
}

const outcomes: { readonly fault: Fault; readonly number: number; readonly outcome: Outcome }[] = [];
for (const { fault, number } of chosen) {
  const since = performance.now();
  const outcome = await outcomeOf(fault);
  outcomes.push({ fault, number, outcome });
  const seconds = Math.round((performance.now() - since) / 1000);
  console.log(
    `${String(number).padStart(3)}  ${outcome}  ${fault.file}: ${fault.what ?? `${fault.line} → ${fault.changed}`}  (${seconds} s)`,
  );
}

console.log('\n            noticed  survived  not tried');
let isEnough = true;
for (const part of ['server', 'console'] as const) {
  const own = outcomes.filter(({ fault }) => partOf(fault) === part);
  const count = (wanted: Outcome) => own.filter(({ outcome }) => outcome === wanted).length;
  const noticed = count('noticed');
  const survived = own.filter(({ outcome }) => outcome === 'SURVIVED');
  const figures = [noticed, survived.length, own.length - noticed - survived.length];
  console.log(
    `${part.padEnd(9)}${figures.map((figure) => String(figure).padStart(10)).join('')}   ${LEAST[part] * 100} % are wanted; survived: ${survived.map(({ number, fault }) => (fault.explained ? `${number} (${fault.explained})` : number)).join(', ') || 'none'}`,
  );
  if (count('the text no longer fits') > 0 || noticed < LEAST[part] * own.length) isEnough = false;
}
await cleanUpNow();
process.exit(isEnough ? 0 : 1);
