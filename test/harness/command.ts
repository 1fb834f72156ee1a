// Runs the commands of `workforce` as processes of their own: to their end, as a service, or on a terminal.
import { tmpdir } from 'node:os';
import { clockEnvironment } from './clock.ts';
import { MAIN } from './paths.ts';
import { remember } from './run/logs.ts';

type Environment = Record<string, string>;

type SpawnOptions<Input> = {
  /** A command that runs another one, such as strace. */
  under?: string[];
  /** Whether it leads a process group, so that all its processes can be killed at once. */
  ownGroup?: boolean;
  stdin?: Input;
  /** Another entry point, such as that of another checkout. */
  main?: string;
  /** What is run instead of an entry point, such as the executable. */
  program?: readonly string[];
  cwd?: string;
};

/** Starts a command. Of our own environment it sees only PATH, HOME and where temporary files go. */
export function spawnCommand<Input extends 'ignore' | 'pipe' = 'ignore'>(
  args: string[],
  environment: Environment,
  {
    under = [],
    ownGroup = false,
    stdin,
    main = MAIN,
    program = [process.execPath, main],
    cwd,
  }: SpawnOptions<Input> = {},
): Bun.Subprocess<Input, 'pipe', 'pipe'> {
  const { PATH = '', HOME = '', TMPDIR = tmpdir() } = process.env;
  return Bun.spawn([...under, ...program, ...args], {
    env: { PATH, HOME, TMPDIR, ...clockEnvironment, ...environment },
    ...(cwd !== undefined && { cwd }),
    detached: ownGroup,
    stdin: stdin ?? ('ignore' as Input),
    stdout: 'pipe',
    stderr: 'pipe',
  });
}

/** Runs a command to its end. `under`: a command that runs it. */
export const run = (args: string[], environment: Environment = {}, main: string = MAIN, under: string[] = []) =>
  finished(spawnCommand(args, environment, { main, under }));

/** What a command has said when it has ended. */
export async function finished(child: Bun.Subprocess<'ignore' | 'pipe', 'pipe', 'pipe'>) {
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr: readable(stderr), code };
}

/** The events of a log, as a terminal shows them: tests are about what is said. That every line is JSON has a test of
 * its own. */
export const readable = (text: string): string =>
  text.replace(/^\{"time":"[^"]*","level":.*\}$/gm, (line) => {
    const { message, request_id: id, stack } = JSON.parse(line);
    return `workforce: ${message}${id ? `  ${id}` : ''}${stack ? `\n${stack}` : ''}`;
  });

/** Runs a command on a terminal, as people do. `onShown` gets all that was shown so far, and may
 * change the terminal or type something. */
export async function runOnTerminal(
  args: string[],
  columns: number,
  environment: Environment,
  onShown: (terminal: Bun.Terminal, shown: string) => void = () => undefined,
) {
  let shown = '';
  const decoder = new TextDecoder();
  const { promise: read, resolve: end } = Promise.withResolvers<void>();
  const child = Bun.spawn([process.execPath, MAIN, ...args], {
    env: { PATH: process.env.PATH!, TERM: 'xterm', ...clockEnvironment, ...environment },
    terminal: {
      cols: columns,
      rows: 24,
      data(terminal, bytes) {
        shown += decoder.decode(bytes, { stream: true });
        onShown(terminal, shown);
      },
      exit: () => end(),
    },
  });
  const code = await child.exited;
  // All that it has said, which may come after its exit.
  await read;
  child.terminal!.close();
  return { code, shown, lines: shown.replaceAll('\r\n', '\n').split('\n').slice(0, -1) };
}

export type Spawned = {
  readonly url: string;
  readonly process: Bun.Subprocess<'ignore', 'pipe', 'pipe'>;
  /** Its standard output so far. */
  output(): string;
  /** Its standard error so far. */
  errors(): string;
  /** Its exit code, when it has ended and all that it has said is read. */
  readonly ended: Promise<number>;
};

/** Starts `workforce serve` and waits until it prints its address. */
export const spawnService = (environment: Environment, under: string[] = [], main: string = MAIN): Promise<Spawned> =>
  launchService(environment, { under, main }).listening;

/** Starts `workforce serve` without waiting. `listening` resolves when it has printed its address. */
export function launchService(environment: Environment, options: SpawnOptions<'ignore'> = {}) {
  const child = spawnCommand(['serve'], { PORT: '0', ...environment }, options);
  const listening = whenListening(child);
  listening.catch(() => undefined);
  return { process: child, listening };
}

async function whenListening(child: Spawned['process']): Promise<Spawned> {
  let [output, errors] = ['', ''];
  const { promise: url, resolve, reject } = Promise.withResolvers<string>();
  const reading = Promise.all([
    readText(child.stdout, (text) => {
      output += text;
      remember(`service-${child.pid}.log`, text);
      const found = /on (http:\/\/[^\s/]+)/.exec(output)?.[1];
      if (found) resolve(found);
    }),
    readText(child.stderr, (text) => {
      errors += text;
      remember(`service-${child.pid}.log`, text);
    }),
  ]);
  reading.then(() => reject(new Error(`The service did not start: ${output}${errors}`)));
  const ended = reading.then(() => child.exited);
  return { url: await url, process: child, output: () => output, errors: () => readable(errors), ended };
}

async function readText(stream: ReadableStream<Uint8Array>, onText: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) onText(decoder.decode(chunk, { stream: true }));
}
