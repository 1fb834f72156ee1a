// Who is measured, and how each is started: this service, the static limit, and peers on the same records.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PeerData } from '../data/peer-data.ts';
import { type Running, run, startServer } from '../load/processes.ts';
import { say } from '../say.ts';
import peerPackage from './peers/package.json';

export const TOKEN = 'a-token-of-the-bench';
const PEERS = join(import.meta.dir, 'peers');

/** Makes every sync of a file take a millisecond longer, as on an ordinary disk; `undefined` where strace is missing. */
export function slowDisk(): string[] | undefined {
  if (!Bun.which('strace')) return undefined;
  const inject = 'inject=fsync,fdatasync:delay_enter=1000';
  return ['strace', '-D', '-f', '-qq', '--seccomp-bpf', '-e', 'trace=fsync,fdatasync', '-e', inject, '-o', '/dev/null'];
}

const SERVE = [process.execPath, join(import.meta.dir, '..', '..', 'src', 'main.ts'), 'serve'];
const usual = {
  ...{ PORT: '0', HOST: '127.0.0.1', NODE_ENV: 'production' },
  ...{ WORKFORCE_DEMO: '0', WORKFORCE_WORKERS: '1', WORKFORCE_API_TOKEN: TOKEN },
  // The others do not log either.
  WORKFORCE_LOG: 'off',
};

export const startService = (
  folder: string,
  through: readonly string[] = [],
  more: Record<string, string> = {},
): Promise<Running> => startServer([...through, ...SERVE], { env: { ...usual, WORKFORCE_DATA: folder, ...more } });

export const startPostgresService = (url: string, replicas: readonly string[], pool: number): Promise<Running> =>
  startServer(SERVE, {
    env: { ...usual, DATABASE_URL: url, DATABASE_REPLICA_URLS: replicas.join(','), WORKFORCE_POOL_SIZE: String(pool) },
  });

export async function startStatic(file: string, item: Response, page: Response): Promise<Running> {
  const answer = async (response: Response) => ({ body: await response.text(), headers: kept(response.headers) });
  await Bun.write(file, JSON.stringify({ item: await answer(item), page: await answer(page) }));
  return startServer([process.execPath, join(import.meta.dir, 'static.ts'), file]);
}

/** The headers of an answer that the runtime does not write itself. */
function kept(headers: Headers): Record<string, string> {
  const own = new Set(['date', 'content-length', 'connection', 'content-encoding', 'transfer-encoding']);
  return Object.fromEntries([...headers].filter(([name]) => !own.has(name)));
}

export type Peer = { readonly name: string; readonly item: string; readonly page: string; start(): Promise<Running> };

export async function peers(data: PeerData): Promise<{ found: Peer[]; missing: string[] }> {
  await installPeers();
  const node = (file: string, ...words: string[]) => startServer(['node', join(PEERS, file), ...words], production);
  const production = { env: { NODE_ENV: 'production' } };
  const found: Peer[] = [
    { name: 'Fastify', item: '/employees/17', page: '/employees', start: () => node('fastify.mjs', data.sqlite) },
    {
      name: 'json-server',
      item: '/employees/17',
      page: '/employees?_page=1&_limit=50',
      start: () => node('json-server.mjs', data.json),
    },
  ];
  const python = pythonWithFastApi();
  if (!python)
    return {
      found,
      missing: [
        'FastAPI is left out: no python3 here can import fastapi, uvicorn, uvloop and httptools (apt-get install python3-fastapi uvicorn python3-uvloop python3-httptools).',
      ],
    };
  const start = () => startServer([python, join(PEERS, 'fastapi_peer.py'), data.sqlite]);
  return { found: [...found, { name: 'FastAPI', item: '/employees/17', page: '/employees', start }], missing: [] };
}

async function installPeers(): Promise<void> {
  if (existsSync(join(PEERS, 'node_modules', '.package-lock.json'))) return;
  say('installing the peers (better-sqlite3 may have to be compiled: some minutes)');
  await run(['npm', 'ci', '--prefix', PEERS, '--no-audit', '--no-fund']);
}

/** Without uvloop and httptools uvicorn is four times slower: nothing to compare with. */
function pythonWithFastApi(): string | undefined {
  const needed = 'import fastapi, uvicorn, uvloop, httptools';
  const able = (python: string) => spawnSync(python, ['-c', needed]).status === 0;
  const { BENCH_PYTHON } = process.env;
  return (BENCH_PYTHON ? [BENCH_PYTHON] : ['python3', '/usr/bin/python3']).find(able);
}

/** Debian's Pydantic 1 is plain Python; who compares has to know that there is a faster one. */
export function fastApiCaveat(): string[] {
  const python = pythonWithFastApi();
  const old = python && spawnSync(python, ['-c', 'import pydantic; exit(pydantic.VERSION < "2")']).status === 1;
  return old
    ? [
        'FastAPI runs with Pydantic 1 here, which is plain Python in Debian; Pydantic 2 is compiled and faster. BENCH_PYTHON names another Python.',
      ]
    : [];
}

/** What the peers are, by their own word. */
export function peerVersions(): string {
  const python = pythonWithFastApi();
  const ask =
    'import sys, fastapi, uvicorn, pydantic; print("FastAPI", fastapi.__version__, "(uvicorn", uvicorn.__version__ + " with uvloop and httptools, Pydantic", pydantic.VERSION + ", Python", sys.version.split()[0] + ")")';
  const fastApi = python && spawnSync(python, ['-c', ask], { encoding: 'utf8' }).stdout.trim();
  const packages = Object.entries(peerPackage.dependencies).map(([name, version]) => `${name} ${version}`);
  return [...packages, ...(fastApi ? [fastApi] : [])].join(', ');
}
