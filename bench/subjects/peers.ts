// The peers: other servers with the same records. Finds those that can run here, installs them, and names their
// versions.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { PeerData } from '../data/peer-data.ts';
import { type Running, run, startServer } from '../load/processes.ts';
import { logProgress } from '../log-progress.ts';
import peerPackage from './peers/package.json';

const PEERS = join(import.meta.dir, 'peers');

export type Peer = { readonly name: string; readonly item: string; readonly page: string; start(): Promise<Running> };

export async function availablePeers(data: PeerData): Promise<{ found: Peer[]; missing: string[] }> {
  await installPeers();
  const node = (file: string, ...args: string[]) => startServer(['node', join(PEERS, file), ...args], production);
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

export async function installPeers(): Promise<void> {
  if (existsSync(join(PEERS, 'node_modules', '.package-lock.json'))) return;
  logProgress('installing the peers (better-sqlite3 may have to be compiled: some minutes)');
  await run(['npm', 'ci', '--prefix', PEERS, '--no-audit', '--no-fund']);
}

/** Without uvloop and httptools uvicorn is four times slower, and a comparison with that would not be fair. */
function pythonWithFastApi(): string | undefined {
  const needed = 'import fastapi, uvicorn, uvloop, httptools';
  const canImport = (python: string) => spawnSync(python, ['-c', needed]).status === 0;
  const { BENCH_PYTHON } = process.env;
  return (BENCH_PYTHON ? [BENCH_PYTHON] : ['python3', '/usr/bin/python3']).find(canImport);
}

/** A note for the results: Pydantic 1 of Debian is slower than what many installations have. */
export function fastApiCaveat(): string[] {
  const python = pythonWithFastApi();
  const old = python && spawnSync(python, ['-c', 'import pydantic; exit(pydantic.VERSION < "2")']).status === 1;
  return old
    ? [
        'FastAPI runs with Pydantic 1 here, which is plain Python in Debian; Pydantic 2 is compiled and faster. BENCH_PYTHON names another Python.',
      ]
    : [];
}

export function peerVersions(): string {
  const python = pythonWithFastApi();
  const program =
    'import sys, fastapi, uvicorn, pydantic; print("FastAPI", fastapi.__version__, "(uvicorn", uvicorn.__version__ + " with uvloop and httptools, Pydantic", pydantic.VERSION + ", Python", sys.version.split()[0] + ")")';
  const fastApi = python && spawnSync(python, ['-c', program], { encoding: 'utf8' }).stdout.trim();
  const packages = Object.entries(peerPackage.dependencies).map(([name, version]) => `${name} ${version}`);
  return [...packages, ...(fastApi ? [fastApi] : [])].join(', ');
}
