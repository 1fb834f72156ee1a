// Starts and stops the processes of the bench: servers on core 0, the load on core 1. It stops only what it started.
import { spawn, spawnSync } from 'node:child_process';
import { cpus } from 'node:os';
import { BenchError } from '../options.ts';

export type Running = { readonly pid: number; readonly url: string; stop(): Promise<void> };
type Child = ReturnType<typeof spawnChild>;

const children = new Set<Child>();
let isStopping = false;
const pinned = cpus().length > 1 && Bun.which('taskset') !== null;
const LISTENING = /https?:\/\/(?:127\.0\.0\.1|localhost):(\d+)/;

export const pinning = pinned
  ? 'server on core 0, load on core 1, imports on all (taskset)'
  : 'not pinned: no taskset or one core only';

const SERVER_CORE = '0';
export const LOAD_CORE = '1';
export const ALL_CORES = `0-${cpus().length - 1}`;

const onCores = (cores: string, command: readonly string[]): string[] =>
  pinned ? ['taskset', '-c', cores, ...command] : [...command];

function move(pid: number, cores: string): void {
  if (pinned) spawnSync('taskset', ['-a', '-cp', cores, String(pid)]);
}

/** Moves the bench itself to the core of the load, so that core 0 is free for the servers. */
export const moveToLoadCore = (): void => move(process.pid, LOAD_CORE);

/** Moves a server that had all cores to its own, before others load it. */
export const moveToServerCore = ({ pid }: Running): void => move(pid, SERVER_CORE);

function spawnChild(
  program: string,
  args: string[],
  options: { cwd?: string | undefined; env: Record<string, string> },
) {
  if (isStopping) throw new BenchError('stopped');
  const child = spawn(program, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
  children.add(child);
  return child;
}

/** Starts a server and waits until it has printed its address and answers there. */
export function startServer(
  command: readonly string[],
  { cwd, env = {}, cores = SERVER_CORE }: { cwd?: string; env?: Record<string, string>; cores?: string } = {},
): Promise<Running> {
  const [program = '', ...args] = onCores(cores, command);
  const child = spawnChild(program, args, { cwd, env: environment(env) });
  return new Promise((resolve, reject) => {
    let output = '';
    const onOutput = (chunk: Buffer) => {
      output = (output + chunk).slice(-4000);
      const port = LISTENING.exec(output)?.[1];
      const running = { pid: child.pid!, url: `http://127.0.0.1:${port}`, stop: () => stop(child) };
      if (port) waitForAnswer(running.url).then(() => resolve(running), reject);
    };
    child.stdout.on('data', onOutput);
    child.stderr.on('data', onOutput);
    child.once('error', reject);
    child.once('exit', () => {
      children.delete(child);
      reject(new BenchError(`${command.slice(0, 3).join(' ')} ended before it listened:\n${output}`));
    });
  });
}

/** Some servers print their address a moment before they listen. */
async function waitForAnswer(url: string): Promise<void> {
  for (let attempt = 0; attempt < 400; attempt++) {
    const answer = await fetch(url).catch(() => undefined);
    if (answer) return void (await answer.arrayBuffer());
    await Bun.sleep(25);
  }
  throw new BenchError(`${url} does not answer`);
}

/** Runs a command to its end and returns its output. Without `cores` it may use all of them. */
export function run(
  command: readonly string[],
  { cores = ALL_CORES, env = {} }: { cores?: string; env?: Record<string, string> } = {},
) {
  const [program = '', ...args] = onCores(cores, command);
  const child = spawnChild(program, args, { env: environment(env) });
  return new Promise<string>((resolve, reject) => {
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk) => (output += chunk));
    child.stderr.on('data', (chunk) => (errors = (errors + chunk).slice(-4000)));
    child.once('error', reject);
    child.once('close', (code) => {
      children.delete(child);
      if (code === 0) resolve(output);
      else reject(new BenchError(`${command.slice(0, 4).join(' ')} ended with ${code}: ${errors || output}`));
    });
  });
}

/** Stops everything. From then on nothing can be started. */
export function stopForGood(): Promise<void> {
  isStopping = true;
  return stopAll();
}

export const hasStopped = (): boolean => isStopping;

export const stopAll = async (): Promise<void> => void (await Promise.all([...children].map(stop)));

function stop(child: Child): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    const timer = setTimeout(() => child.kill('SIGKILL'), 5000);
    child.once('exit', () => {
      clearTimeout(timer);
      resolve();
    });
    child.kill('SIGTERM');
  });
}

/** Without the variables of npm, because with them the service watches its parent; and without settings of the
 * service. */
function environment(more: Record<string, string>): Record<string, string> {
  const own = Object.entries(process.env).filter(
    ([name]) => !name.startsWith('npm_') && !name.startsWith('WORKFORCE_'),
  );
  return { ...(Object.fromEntries(own) as Record<string, string>), ...more };
}
