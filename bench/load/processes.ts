// Starts and ends what the bench runs: servers on core 0, the load on core 1. It ends what it started and nothing else.
import { spawn, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { BenchError } from '../options.ts';

export type Running = { readonly pid: number; readonly url: string; stop(): Promise<void> };
type Child = ReturnType<typeof started>;

const children = new Set<Child>();
let ending = false;
const pinned = cpus().length > 1 && Bun.which('taskset') !== null;
const STARTED = /https?:\/\/(?:127\.0\.0\.1|localhost):(\d+)/;

export const pinning = pinned
  ? 'server on core 0, load on core 1, imports on all (taskset)'
  : 'not pinned: no taskset or one core only';

const SERVER_CORE = '0';
export const LOAD_CORE = '1';
const ALL_CORES = `0-${cpus().length - 1}`;

const onCores = (cores: string, command: readonly string[]): string[] =>
  pinned ? ['taskset', '-c', cores, ...command] : [...command];

/** Leaves core 0 to the servers: whatever the bench runs itself runs where the load runs. */
export function moveToLoadCore(): void {
  if (pinned) spawnSync('taskset', ['-a', '-cp', LOAD_CORE, String(process.pid)]);
}

function started(program: string, words: string[], options: { cwd?: string | undefined; env: Record<string, string> }) {
  if (ending) throw new BenchError('stopped');
  const child = spawn(program, words, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  return child;
}

/** Starts a server and waits for the line in which it says where it listens. */
export function startServer(
  command: readonly string[],
  { cwd, env = {} }: { cwd?: string; env?: Record<string, string> } = {},
): Promise<Running> {
  const [program = '', ...words] = onCores(SERVER_CORE, command);
  const child = started(program, words, { cwd, env: environment(env) });
  return new Promise((resolve, reject) => {
    let said = '';
    const hear = (chunk: Buffer) => {
      said = (said + chunk).slice(-4000);
      const port = STARTED.exec(said)?.[1];
      const running = { pid: child.pid!, url: `http://127.0.0.1:${port}`, stop: () => stop(child) };
      if (port) answering(running.url).then(() => resolve(running), reject);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', reject);
    child.once('exit', () => {
      children.delete(child);
      reject(new BenchError(`${command.slice(0, 3).join(' ')} ended before it listened:\n${said}`));
    });
  });
}

/** Some say where they listen a moment before they do. */
async function answering(url: string): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const answered = await fetch(url).catch(() => undefined);
    if (answered) return void (await answered.arrayBuffer());
    await Bun.sleep(25);
  }
  throw new BenchError(`${url} does not answer`);
}

/** Runs a command to its end and returns its output. A child is on the core of the bench unless its cores are set. */
export function run(
  command: readonly string[],
  { cores = ALL_CORES, env = {} }: { cores?: string; env?: Record<string, string> } = {},
) {
  const [program = '', ...words] = onCores(cores, command);
  const child = started(program, words, { env: environment(env) });
  return new Promise<string>((resolve, reject) => {
    let output = '';
    let complaints = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (complaints = (complaints + chunk).slice(-4000)));
    child.once('error', reject);
    child.once('close', (code) => {
      children.delete(child);
      if (code === 0) resolve(output);
      else reject(new BenchError(`${command.slice(0, 4).join(' ')} ended with ${code}: ${complaints || output}`));
    });
  });
}

/** Ends everything, and from now on nothing is started. */
export function endAll(): Promise<void> {
  ending = true;
  return stopAll();
}

export const isEnding = (): boolean => ending;

export const stopAll = async (): Promise<void> => void (await Promise.all([...children].map(stop)));

function stop(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const late = setTimeout(() => child.kill('SIGKILL'), 5000);
    child.once('exit', () => {
      clearTimeout(late);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

/** npm's own variables stay here: under them the service watches its parent. */
function environment(more: Record<string, string>): Record<string, string> {
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('npm_') && !name.startsWith('WORKFORCE_'),
  );
  return { ...(Object.fromEntries(own) as Record<string, string>), ...more };
}
