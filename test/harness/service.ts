// Starts the service for a test: in this process on a free port, or as a process of its own. Both answer on a real socket
// from a real database, embedded or PostgreSQL, that goes when the service stops. Every answer of the first kind is held against
// the OpenAPI document, and stop() fails when one was not as published.
import { rmSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { documents } from '../../scripts/documents.ts';
import { catalogue as ours } from '../../src/catalogue/catalogue.ts';
import type { Catalogue } from '../../src/catalogue/resource.ts';
import { openapi } from '../../src/contract/documents/openapi.ts';
import { demo } from '../../src/demo/demo.ts';
import { app } from '../../src/http/app.ts';
import { listen } from '../../src/http/server.ts';
import { seed } from '../../src/jobs/seed.ts';
import type { Database } from '../../src/store/maintenance.ts';
import { openPostgres } from '../../src/store/postgres/store.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import type { Awaitable, PrivateFields } from '../../src/store/store.ts';
import { MAIN } from './paths.ts';
import { freshDatabase } from './postgres/postgres.ts';
import { published } from './published.ts';
import { temporaryFolder } from './temporary-folder.ts';

export const TOKEN = 'test-token-0123456789';
export const TODAY = new Date().toISOString().slice(0, 10);

export type Service = {
  /** The origin, without a slash at the end. */
  readonly url: string;
  readonly store: Database;
  stop(): Promise<void>;
};

export type ServiceOptions = {
  token?: string | undefined;
  filled?: boolean;
  /** Of the demo company, which has most records there: fewer days are sooner filled in. */
  attendanceDays?: number;
  catalogue?: Catalogue;
  privateFields?: PrivateFields;
  /** Where the data is kept and stays: a folder, or the address of a PostgreSQL database. */
  place?: string;
  engine?: Engine;
  /** What stands around the app, and how it listens. */
  parts?: Pick<Parameters<typeof app>[0], 'onAnswered' | 'limits' | 'bodySeconds' | 'streams' | 'mcp'>;
  listening?: { behindProxy?: boolean; idleSeconds?: number };
};

/** The databases that everything has to be the same on. */
export const engines = ['embedded', 'postgresql'] as const;
export type Engine = (typeof engines)[number];

export const newPlace = async (engine: Engine): Promise<string> =>
  engine === 'embedded' ? temporaryFolder() : freshDatabase();

export const openPlace = async (
  place: string,
  catalogue: Catalogue = ours,
  privateFields: PrivateFields = {},
): Promise<Database> =>
  place.startsWith('postgres://')
    ? openPostgres({ ...POSTGRES, url: place }, { catalogue, privateFields })
    : openSqlite({ folder: place }, { catalogue, privateFields });

export const POSTGRES = {
  replicaUrls: [],
  maxLagSeconds: 5,
  poolSize: 4,
  statementTimeoutSeconds: 30,
  waitSeconds: 10,
};

const derived = documents();

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { filled = true, catalogue = ours, privateFields = {}, engine = 'embedded', attendanceDays = 20 } = options;
  const place = options.place ?? (await newPlace(engine));
  const token = 'token' in options ? options.token : TOKEN;
  const store = await openPlace(place, catalogue, privateFields);
  if (filled && (await store.counts()).employees === 0)
    await seed(store, catalogue, demo({ date: TODAY, attendanceDays }));
  const texts =
    catalogue === ours ? derived : { 'openapi.json': JSON.stringify(openapi(catalogue, {})), 'swagger.json': '{}' };
  const documented = published(texts['openapi.json']);
  const documents = { openapi: texts['openapi.json'], swagger: texts['swagger.json'] };
  const handle = app({ catalogue, store, token, privateFields, documents, ...options.parts });
  const faults: string[] = [];
  const watched = async (request: Request, client?: () => string): Promise<Response> => {
    const response = await handle(request, client);
    const href = request.url;
    const path = href.replace(/^[a-z]+:\/\/[^/]*|[?#].*$/g, '');
    const query = href.slice(href.indexOf('?'));
    const found = await documented.faults({ method: request.method, path, query }, await observable(response));
    faults.push(...found.map((fault) => `${request.method} ${href.slice(0, 200)} → ${response.status}: ${fault}`));
    return response;
  };
  const server = listen(watched, { port: 0, host: '127.0.0.1', ...options.listening });
  return {
    url: server.url.origin,
    store,
    stop: async () => {
      await server.stop();
      await store.close();
      if (!options.place && engine === 'embedded') rmSync(place, { recursive: true });
      if (faults.length > 0) throw new Error(`Not as published:\n${[...new Set(faults)].slice(0, 20).join('\n')}`);
    },
  };
}

/** An answer to look at while another goes out; of a stream the head alone, because whoever reads it sets its pace. */
const observable = (response: Response): Awaitable<Response> =>
  STREAM.test(response.headers.get('content-type') ?? '') ? new Response(null, response) : decoded(response.clone());

const STREAM = /^(text\/csv|application\/x-ndjson)/;

/** The answer as a client sees it after undoing the compression. */
async function decoded(response: Response): Promise<Response> {
  const encoding = response.headers.get('content-encoding');
  if (!encoding || !response.body) return response;
  const undo = { zstd: Bun.zstdDecompressSync, br: brotliDecompressSync, gzip: Bun.gunzipSync }[encoding]!;
  return new Response(undo(await response.bytes()) as Uint8Array<ArrayBuffer>, response);
}

export type Spawned = {
  readonly url: string;
  readonly process: Bun.Subprocess<'ignore', 'pipe', 'pipe'>;
  /** Everything it has said so far. */
  output(): string;
  errors(): string;
};

/** Runs a command to its end. */
export async function run(args: string[], environment: Record<string, string> = {}) {
  const child = spawn(args, environment);
  const [stdout, stderr, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ]);
  return { stdout, stderr, code };
}

/** Starts `workforce serve` and waits until it says where it listens. `under`: a command that runs another. */
export const spawnService = (environment: Record<string, string>, under: string[] = []): Promise<Spawned> =>
  launch(environment, { under }).listening;

type Launch = {
  /** A command that runs another. */
  under?: string[];
  /** It leads a process group, so that all its processes can be killed at once. */
  ownGroup?: boolean;
};

/** Starts `workforce serve`, for whoever cannot wait until it says where it listens. */
export function launch(environment: Record<string, string>, how: Launch = {}) {
  const child = spawn(['serve'], { PORT: '0', ...environment }, how);
  const listening = whenListening(child);
  listening.catch(() => undefined);
  return { process: child, listening };
}

async function whenListening(child: Spawned['process']): Promise<Spawned> {
  const said = { output: '', errors: '' };
  const url = await new Promise<string>((resolve, reject) => {
    const reading = [
      heard(child.stdout, (text) => {
        said.output += text;
        const found = /on (http:\/\/[^\s/]+)/.exec(said.output)?.[1];
        if (found) resolve(found);
      }),
      heard(child.stderr, (text) => {
        said.errors += text;
      }),
    ];
    Promise.all(reading).then(() => reject(new Error(`It did not start: ${said.output}${said.errors}`)));
  });
  return { url, process: child, output: () => said.output, errors: () => said.errors };
}

async function heard(stream: ReadableStream<Uint8Array>, hear: (text: string) => void): Promise<void> {
  const decoder = new TextDecoder();
  for await (const chunk of stream) hear(decoder.decode(chunk, { stream: true }));
}

function spawn(args: string[], environment: Record<string, string>, { under = [], ownGroup = false }: Launch = {}) {
  const { PATH = '', HOME = '' } = process.env;
  return Bun.spawn([...under, process.execPath, MAIN, ...args], {
    env: { PATH, HOME, ...environment },
    detached: ownGroup,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'pipe',
  });
}

/** Sends JSON the way a client would. */
export function post(
  service: { url: string },
  path: string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Response> {
  return fetch(`${service.url}${path}`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${TOKEN}`, 'Content-Type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
}
