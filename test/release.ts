// `npm test -- release`: every suite that takes long, one after the other, and the bench with ten million records. Writes
// bench/release.md: what ran, how long it took and which figures it printed. `-- --short` bounds each to minutes, and
// names of suites after that run only these.
import { writeFileSync } from 'node:fs';
import { machine } from '../bench/report/machine.ts';
import { ROOT, repositoryFile } from './harness/paths.ts';
import { suites } from './suites.ts';

type Proof = {
  /** The name of a suite, or of a script of package.json. */
  readonly name: string;
  /** What bounds it in the short form. */
  readonly short?: Readonly<Record<string, string>>;
};

const proofs: readonly Proof[] = [
  { name: 'quick' },
  { name: 'rest' },
  { name: 'engines' },
  { name: 'dates' },
  { name: 'packages' },
  { name: 'crash', short: { KILLS: '30' } },
  { name: 'disk', short: { WORKERS: '1' } },
  { name: 'wire', short: { INPUTS: '10000' } },
  { name: 'access', short: { MINUTES: '1' } },
  { name: 'feed', short: { MINUTES: '1' } },
  { name: 'cluster', short: { ROUNDS: '1', MINUTES: '2' } },
  { name: 'soak', short: { MINUTES: '3' } },
  { name: 'overload', short: { SECONDS: '2' } },
  { name: 'model', short: { MODEL_STEPS: '2000' } },
  { name: 'changes', short: { CHANGES_RUNS: '20' } },
  { name: 'aggregate', short: { AGGREGATE_RUNS: '10' } },
  { name: 'insights', short: { INSIGHT_RUNS: '30' } },
  { name: 'random', short: { TEST_FACTOR: '2' } },
  { name: 'browser', short: { TEST_FACTOR: '1' } },
  { name: 'contract', short: { RUNS: '10' } },
  { name: 'clients' },
  { name: 'proxy' },
  { name: 'xlsx', short: { ROWS: '40000' } },
  { name: 'citus' },
  { name: 'mutants' },
  { name: 'bench' },
];

const words = process.argv.slice(2);
const isShort = words.includes('--short');
const named = words.filter((word) => word !== '--short');
const unknown = named.filter((name) => !proofs.some((proof) => proof.name === name));
if (unknown.length > 0) {
  console.error(
    `There is no proof named ${unknown.join(', ')}. There are: ${proofs.map(({ name }) => name).join(', ')}.`,
  );
  process.exit(2);
}

type Outcome = { readonly name: string; readonly passed: boolean; readonly minutes: string; readonly figures: string };

let running: Bun.Subprocess<'ignore', 'pipe', 'pipe'> | undefined;
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.on(signal, () => {
    isStopped = true;
    running?.kill(signal);
  });

/** Passes on what a process prints, and returns it without what the runner says of tests that pass. */
async function passOn(from: ReadableStream<Uint8Array>, to: NodeJS.WriteStream): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  for await (const bytes of from) {
    to.write(bytes);
    text += decoder.decode(bytes, { stream: true });
  }
  return Bun.stripANSI(text);
}

/** Of what the runner says, only what a reader of figures wants. */
const LEFT_OUT =
  /^(\(pass\)|bun test |\$ |> |TEST_|Once more, alone|\S+\.(test|rest|long|citus)\.tsx?:$|\s*$| *0 fail$| *\d+ expect)/;
const figuresIn = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !LEFT_OUT.test(line))
    .map((line) => line.slice(0, 400).trimEnd())
    .slice(-80)
    .join('\n');

async function outcomeOf({ name, short }: Proof): Promise<Outcome> {
  const since = performance.now();
  const isSuite = name in suites;
  const command = isSuite
    ? [repositoryFile('test/run.ts'), name]
    : [repositoryFile('bench/run.ts'), ...(isShort ? ['--quick'] : [])];
  console.log(`\n${name}`);
  running = Bun.spawn([process.execPath, ...command], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...(isShort && short), ...process.env },
  });
  const said = await Promise.all([passOn(running.stdout, process.stdout), passOn(running.stderr, process.stderr)]);
  const passed = (await running.exited) === 0;
  const minutes = ((performance.now() - since) / 60_000).toFixed(1);
  return { name, passed, minutes, figures: said.map(figuresIn).filter(Boolean).join('\n') };
}

function reportOf(outcomes: readonly Outcome[]): string {
  const chosen = proofs.filter(({ name }) => named.length === 0 || named.includes(name));
  const rest = chosen.slice(outcomes.length).map(({ name }) => `| ${name} | not run | |`);
  const rows = outcomes.map(
    ({ name, passed, minutes }) => `| ${name} | ${passed ? 'passed' : '**failed**'} | ${minutes} |`,
  );
  const details = outcomes.map(({ name, figures }) => `## ${name}\n\n\`\`\`text\n${figures}\n\`\`\`\n`);
  return `# Release proofs

Written by \`npm test -- release${isShort ? ' --short' : ''}\`.

${machine(ROOT)
  .map(([what, text]) => `- ${what}: ${text}`)
  .join('\n')}

| suite | result | minutes |
|---|---|---|
${[...rows, ...rest].join('\n')}

${details.join('\n')}`;
}

const outcomes: Outcome[] = [];
for (const proof of proofs) {
  if (named.length > 0 && !named.includes(proof.name)) continue;
  const outcome = await outcomeOf(proof);
  if (isStopped) break;
  outcomes.push(outcome);
  // After each, so that one that is interrupted keeps what it has seen.
  writeFileSync(repositoryFile('bench/release.md'), reportOf(outcomes));
}
console.log(
  `\n${outcomes.map(({ name, passed, minutes }) => `${passed ? 'passed' : 'FAILED'}  ${name}  ${minutes} min`).join('\n')}`,
);
process.exit(!isStopped && outcomes.every(({ passed }) => passed) ? 0 : 1);
