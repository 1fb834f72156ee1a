// Starts this service and the limit of the runtime.
import { join } from 'node:path';
import { ALL_CORES, type Running, startServer } from '../load/processes.ts';

export const TOKEN = 'a-token-of-the-bench';

/** Makes every sync of a file take a millisecond longer, as on an ordinary disk; `undefined` where strace is
 * missing. */
export function slowDisk(): string[] | undefined {
  if (!Bun.which('strace')) return undefined;
  const inject = 'inject=fsync,fdatasync:delay_enter=1000';
  return ['strace', '-D', '-f', '-qq', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync', '-e', inject, '-o', '/dev/null'];
}

const SERVE = [process.execPath, join(import.meta.dir, '..', '..', 'src', 'main.ts'), 'serve'];
const ENVIRONMENT = {
  ...{ PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'production' },
  ...{ WORKFORCE_DEMO: '0', WORKFORCE_WORKERS: '1', WORKFORCE_API_TOKEN: TOKEN },
  // The peers do not log either.
  WORKFORCE_LOG: 'off',
};

/** `wrapper` is a command that runs the service. */
export const startService = (
  folder: string,
  wrapper: readonly string[] = [],
  more: Record<string, string> = {},
  cores?: string,
): Promise<Running> =>
  startServer([...wrapper, ...SERVE], {
    env: { ...ENVIRONMENT, WORKFORCE_DATA: folder, ...more },
    ...(cores && { cores }),
  });

/** With all cores, as users start it: for the time of first answers, while nobody else asks. */
export const startOnAllCores = (folder: string): Promise<Running> => startService(folder, [], {}, ALL_CORES);

export const startPostgresService = (
  url: string,
  replicas: readonly string[],
  pool: number,
  more: Record<string, string> = {},
): Promise<Running> =>
  startServer(SERVE, {
    env: {
      ...ENVIRONMENT,
      DATABASE_URL: url,
      DATABASE_REPLICA_URLS: replicas.join(','),
      WORKFORCE_POOL_SIZE: String(pool),
      ...more,
    },
  });

export async function startStatic(file: string, item: Response, page: Response): Promise<Running> {
  const parts = async (response: Response) => ({
    body: await response.text(),
    headers: headersToCopy(response.headers),
  });
  await Bun.write(file, JSON.stringify({ item: await parts(item), page: await parts(page) }));
  return startServer([process.execPath, join(import.meta.dir, 'static.ts'), file]);
}

/** Without the headers that the runtime writes itself. */
function headersToCopy(headers: Headers): Record<string, string> {
  const written = new Set(['date', 'content-length', 'connection', 'content-encoding', 'transfer-encoding']);
  return Object.fromEntries([...headers].filter(([name]) => !written.has(name)));
}
