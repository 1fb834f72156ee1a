// Runs `workforce import` and `workforce seed` for the service, each as a process of its own: the code of the command
// line writes the records, other clients do not wait for the processor, and ending the process leaves nothing behind.
import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type { Environment } from '../config/parse.ts';
import type { Settings } from '../config.ts';
import { messageOf, Refusal } from '../contract/errors.ts';
import type { Importer, Running } from '../http/context.ts';
import { log } from '../log/log.ts';
import type { Actor, Awaitable } from '../store/store.ts';
import { ACTOR_MARK, type CommandMessage } from './own-service.ts';
import { PROGRAM } from './program.ts';
import { uploadFolder } from './uploads.ts';

/** `undefined` where no files are taken. */
export function importer(
  {
    importMegabytes,
    importMinutes,
    importMemory,
    databaseUrl,
    dataFolder,
  }: Pick<Settings, 'importMegabytes' | 'importMinutes' | 'importMemory' | 'databaseUrl' | 'dataFolder'>,
  given: Environment = process.env,
  program: readonly string[] = PROGRAM,
): Importer | undefined {
  if (importMegabytes === 0) return undefined;
  const data = resolve(dataFolder);
  // The command has another working folder.
  const environment = { ...given, WORKFORCE_DATA: data };
  const ends = { minutes: importMinutes, megabytes: importMemory };
  return {
    bytes: importMegabytes * 1_000_000,
    async begin() {
      // One import at a time into a database.
      const place = await placed(() => uploadFolder(databaseUrl ?? data));
      if (!place) return undefined;
      const { folder, end } = place;
      return {
        async create(name) {
          const file = await placed(() => open(join(folder, name), 'wx', 0o600));
          return { write: (bytes) => placed(() => file.writeFile(bytes)), close: () => placed(() => file.close()) };
        },
        run: (args, actor, on, signal) => run([...program, ...args], { folder, environment, actor, ends }, on, signal),
        end,
      };
    },
  };
}

/** Files lie in the folder for temporary files meanwhile, which in a container may be missing or read-only. */
async function placed<T>(make: () => Awaitable<T>): Promise<T> {
  try {
    return await make();
  } catch (error) {
    log.error(
      `No file can be put in: ${tmpdir()} cannot be written to (${messageOf(error)}). TMPDIR names another folder.`,
    );
    throw new Refusal('unavailable', 'The service has no room for files that are put in; its log says why.');
  }
}

type Place = {
  readonly folder: string;
  readonly environment: Environment;
  readonly actor: Actor | undefined;
  readonly ends: Ends;
};
type Ends = { readonly minutes: number; readonly megabytes: number };

async function run(
  command: readonly string[],
  { folder, environment, actor, ends }: Place,
  on: Parameters<Running['run']>[2],
  signal: AbortSignal,
): ReturnType<Running['run']> {
  signal.throwIfAborted();
  const child = Bun.spawn([...command], {
    cwd: folder,
    env: { ...environment, [ACTOR_MARK]: JSON.stringify(actor ?? null) },
    stdio: ['ignore', 'pipe', 'pipe'],
    ipc: ({ done, of }: CommandMessage) => on.progress?.(done, of),
  });
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop, { once: true });
  const began = performance.now();
  let excess: string | undefined;
  const watch = setInterval(() => {
    const isEnding = excess !== undefined;
    excess ??= excessOf(performance.now() - began, memoryOf(child.pid), ends);
    if (excess) child.kill(isEnding ? 'SIGKILL' : 'SIGTERM');
  }, WATCH_EVERY);
  try {
    const [, said] = await Promise.all([eachLine(child.stdout, on.line), new Response(child.stderr).text()]);
    const code = await child.exited;
    signal.throwIfAborted();
    // As where the file is refused.
    if (excess && code !== 0) return { code: 4, messages: [excess] };
    const lines = said.split('\n').filter((line) => line !== '');
    const messages = lines.flatMap((line) => /^workforce: (.*)/.exec(line)?.[1] ?? []);
    // Without a message for people the error is unexpected, and its text may hold values of records.
    if (code !== 0 && messages.length === 0) log.error('A command of the service failed.', { stack: said });
    return { code, messages };
  } finally {
    signal.removeEventListener('abort', stop);
    clearInterval(watch);
  }
}

/** In milliseconds. A command has so long to end by itself. */
const WATCH_EVERY = 1000;

/** Why a command has to end; nothing of it is stored then. */
const excessOf = (milliseconds: number, bytes: number, { minutes, megabytes }: Ends): string | undefined =>
  milliseconds > 60_000 * minutes
    ? `The import took longer than ${minutes} min (WORKFORCE_IMPORT_MINUTES), and nothing of it is stored; send the file in parts.`
    : bytes > 1e6 * megabytes
      ? `The import took more than ${megabytes} MB of memory (WORKFORCE_IMPORT_MEMORY_MB), and nothing of it is stored; send the file in parts.`
      : undefined;

/** In bytes; 0 where the system does not tell, which only Linux does. */
function memoryOf(pid: number): number {
  try {
    return 1024 * Number(/^VmRSS:\s*(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

async function eachLine(bytes: ReadableStream<Uint8Array>, take: (line: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  let rest = '';
  for await (const some of bytes) {
    const lines = (rest + decoder.decode(some, { stream: true })).split('\n');
    rest = lines.pop()!;
    for (const line of lines) take(line);
  }
  if (rest !== '') take(rest);
}
