// Starts the service for a test in this process, on a free port and a real database. Every answer is checked against
// the OpenAPI document, and stop() fails if one did not match. command.ts starts the service as a process of its own.
import { readFileSync, rmSync } from 'node:fs';
import { brotliDecompressSync } from 'node:zlib';
import { directory } from '../../src/access/directory.ts';
import { catalogue as ours } from '../../src/catalogue/catalogue.ts';
import type { Catalogue } from '../../src/catalogue/resource.ts';
import { openapi } from '../../src/contract/documents/openapi.ts';
import { servedDocuments } from '../../src/contract/documents/served.ts';
import { demo } from '../../src/demo/demo.ts';
import { app } from '../../src/http/app.ts';
import { type ListenerSettings, type Listeners, listeners } from '../../src/http/response/listeners.ts';
import { listen } from '../../src/http/server.ts';
import { seed } from '../../src/jobs/seed.ts';
import { docsScript } from '../../src/serve/service.ts';
import type { Database } from '../../src/store/maintenance.ts';
import type { LongSettings } from '../../src/store/shared/lane/lane.ts';
import type { Awaitable, PrivateFields } from '../../src/store/store.ts';
import { demoDatabase, type Engine, emptyDatabase, LONG, newDatabase, openDatabase } from './databases.ts';
import { type OpenapiCheck, openapiCheck } from './openapi-check.ts';
import { repositoryFile } from './paths.ts';
import { remember } from './run/logs.ts';

export const TOKEN = 'test-token-0123456789';
/** The day on which the tests began: databases that are compared are made of the same. */
export const TODAY = new Date().toISOString().slice(0, 10);

export type Service = {
  /** The origin, without a slash at the end. */
  readonly url: string;
  readonly store: Database;
  readonly listeners: Listeners;
  stop(): Promise<void>;
};

export type ServiceOptions = {
  token?: string | undefined;
  filled?: boolean;
  /** Days of attendance in the demo data. Most of its records are attendance, so fewer days are filled in faster. */
  attendanceDays?: number;
  catalogue?: Catalogue;
  privateFields?: PrivateFields;
  /** Of a database that stays after stop(). Without it, a new database is made. */
  location?: string;
  engine?: Engine;
  /** How long questions are answered; few rows are quick unless it says otherwise. */
  long?: LongSettings;
  parts?: Pick<
    Parameters<typeof app>[0],
    | 'onAnswered'
    | 'limits'
    | 'bodySeconds'
    | 'questionSeconds'
    | 'streams'
    | 'mcp'
    | 'today'
    | 'insights'
    | 'console'
    | 'careers'
    | 'read'
    | 'documentsFor'
    | 'directory'
    | 'actorOf'
    | 'importer'
    | 'signIn'
    | 'onSignIn'
  >;
  /** Parts that need the database. */
  partsOf?: (store: Database) => ServiceOptions['parts'];
  listeners?: ListenerSettings;
  listening?: { behindProxy?: boolean; idleSeconds?: number };
};

/** As they are published, which takes less time than deriving them. A test of its own keeps the files up to date. */
const textOf = (name: string): string => readFileSync(repositoryFile(name), 'utf8');
const published = { openapi: textOf('generated/openapi.json'), swagger: textOf('generated/swagger.json') };
let publishedCheck: OpenapiCheck | undefined;

/** For another catalogue they are derived. */
function documentsOf(catalogue: Catalogue) {
  if (catalogue === ours) {
    publishedCheck ??= openapiCheck(published.openapi);
    return { texts: published, check: publishedCheck };
  }
  const text = JSON.stringify(openapi(catalogue, {}));
  return { texts: { openapi: text, swagger: '{}' }, check: openapiCheck(text) };
}

export async function startService(options: ServiceOptions = {}): Promise<Service> {
  const { filled = true, catalogue = ours, privateFields = {}, engine = 'embedded', attendanceDays = 20 } = options;
  const isPlain = catalogue === ours && Object.keys(privateFields).length === 0;
  const made = () => (filled ? demoDatabase(engine, attendanceDays) : emptyDatabase(engine));
  const location = options.location ?? (await (isPlain ? made() : newDatabase(engine)));
  const token = 'token' in options ? options.token : TOKEN;
  const store = await openDatabase(location, catalogue, privateFields, options.long);
  if (filled && (await store.counts()).employees === 0)
    await seed(store, catalogue, demo({ date: new Date().toISOString().slice(0, 10), attendanceDays }));
  const read = options.parts?.read ?? 'public';
  const { texts, check: usual } = documentsOf(catalogue);
  const documents = servedDocuments(texts, catalogue, { privateFields, read });
  // Where reads take a token, other answers are stated.
  const check = read === 'token' ? openapiCheck(documents.openapi) : usual;
  const listening = listeners(store, options.listeners);
  const known = directory(store.credentials);
  const parts = {
    catalogue,
    store,
    token,
    privateFields,
    documents,
    docsScript,
    listeners: listening,
    directory: known,
    savedViews: store.savedViews,
    // As long as a list may take: the usual ten seconds are few on a busy machine.
    questionSeconds: LONG.seconds,
  };
  const handle = app({ ...parts, ...options.parts, ...options.partsOf?.(store) });
  const faults: string[] = [];
  const checkedHandle = async (request: Request, client?: () => string): Promise<Response> => {
    const response = await handle(request, client);
    const href = request.url;
    remember('requests.log', `${request.method} ${href} ${response.status}\n`);
    const path = href.replace(/^[a-z]+:\/\/[^/]*|[?#].*$/g, '');
    const query = href.slice(href.indexOf('?'));
    const found = await check.faults({ method: request.method, path, query }, await copyToCheck(response));
    faults.push(...found.map((fault) => `${request.method} ${href.slice(0, 200)} → ${response.status}: ${fault}`));
    return response;
  };
  const server = listen(checkedHandle, { port: 0, host: '127.0.0.1', ...options.listening });
  return {
    url: server.url.origin,
    store,
    listeners: listening,
    stop: async () => {
      listening.stop();
      await server.stop();
      await store.close();
      if (!options.location && engine === 'embedded') rmSync(location, { recursive: true });
      if (faults.length > 0)
        throw new Error(`Not as openapi.json says:\n${[...new Set(faults)].slice(0, 20).join('\n')}`);
    },
  };
}

/** A copy of the answer to check. Of a stream only the head: its reader decides how fast it goes. */
const copyToCheck = (response: Response): Awaitable<Response> =>
  STREAM.test(response.headers.get('content-type') ?? '') ? new Response(null, response) : decoded(response.clone());

const STREAM = /^(text\/csv|application\/x-ndjson|text\/event-stream)/;

/** The answer with its compression undone. */
async function decoded(response: Response): Promise<Response> {
  const encoding = response.headers.get('content-encoding');
  if (!encoding || !response.body) return response;
  const undo = { zstd: Bun.zstdDecompressSync, br: brotliDecompressSync, gzip: Bun.gunzipSync }[encoding]!;
  return new Response(undo(await response.bytes()) as Uint8Array<ArrayBuffer>, response);
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

/** All records that a list has, read page by page. `path` may have a query. */
export async function allRecords<T = any>(
  service: { url: string },
  path: string,
  init: RequestInit = {},
): Promise<T[]> {
  const found: T[] = [];
  for (let total = 1; found.length < total; ) {
    const page = `${path}${path.includes('?') ? '&' : '?'}limit=200&offset=${found.length}`;
    const { data, meta } = await (await fetch(`${service.url}/api/v1/${page}`, init)).json();
    total = meta.total;
    if (data.length === 0 && found.length < total) throw new Error(`An empty page before the end of ${path}`);
    found.push(...data);
  }
  return found;
}
