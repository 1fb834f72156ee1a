// Every route and format, for every scope: allowed, 401 or 403, exactly as docs/guides/access.md says.
// The routes are those of the service, so a new one that this file does not know fails here.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { routes } from '../../src/http/routes.ts';
import { insights } from '../../src/insights/insights.ts';
import { eitherEngine } from '../harness/databases.ts';
import { ALL, SEED } from '../harness/random/sample.ts';
import { type Service, TOKEN } from '../harness/service.ts';
import { type Given, withTokens } from './tokens.ts';

const NAMES = catalogue.map(({ name }) => name);
const CREATABLE = catalogue.filter(({ creatable }) => creatable).map(({ name }) => name);

/** What the clients of the matrix show, and which rights that gives them. */
type Client = {
  readonly name: string;
  readonly token?: string;
  readonly given: Rights | 'none' | 'wrong';
};
type Rights = Given & Required<Pick<Given, 'read' | 'create'>>;

const LIMITED: Record<string, Rights> = {
  everything: { read: 'all', private: 'all', create: 'all' },
  nothing: { read: [], create: [] },
  ...Object.fromEntries(NAMES.map((name) => [`read-${name}`, { read: [name], create: [] }])),
  ...Object.fromEntries(
    NAMES.map((name) => [`all-but-${name}`, { read: NAMES.filter((each) => each !== name), create: [] }]),
  ),
  ...Object.fromEntries(CREATABLE.map((name) => [`create-${name}`, { read: [], create: [name] }])),
};

/** Clients of every run; of the others it takes a quarter. */
const NAMED = new Set(['everything', 'nothing', 'read-departments', 'create-organizations']);

/** The resources that an address shows: all have to be read. 'something': any will do. Of an address that is not here
 * it is not known who may read it. */
function neededFor(path: string): readonly string[] | 'something' | 'nothing' | undefined {
  const [, resource] = /^\/api\/v1\/(?:aggregate\/|import\/)?([a-z-]+)(?:\/\{item_id\})?$/.exec(path) ?? [];
  if (resource && NAMES.includes(resource)) return [resource];
  const metric = insights.find(({ name }) => path === `/api/v1/insights/${name}`);
  if (metric) return [...new Set([metric.of, ...metric.reads.map((read) => read.split('.')[0]!)])];
  if (path === '/api/v1/org-chart') return ['employees'];
  if (path === '/calendar/who-is-out.ics') return ['leave', 'employees'];
  const any = [
    '/auth/kept',
    '/api/v1/import',
    '/api/v1/demo',
    '/api/v1/changes',
    '/api/v1/insights',
    '/api/v1/insights/{item_id}',
    '/api/v1/totals',
    '/mcp',
  ];
  if (any.includes(path)) return 'something';
  const open = [
    '/',
    '/api',
    '/api/v1/health',
    '/auth/me',
    '/api/docs',
    '/api/docs/scalar.js',
    '/api/openapi.json',
    '/swagger.json',
    '/llms.txt',
  ];
  if (open.includes(path) || /^\/(careers|robots\.txt|sitemap\.xml)/.test(path)) return 'nothing';
}

const XLSX = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

const FORMATS: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^\/api\/v1\/changes$/, ['application/json', 'text/event-stream']],
  [/^\/api\/v1\/(aggregate\/|insights\/)/, ['application/json', 'text/csv', XLSX]],
  [/^\/api\/v1\/(totals|org-chart)$/, ['application/json']],
  [/^\/api\/v1\/[a-z-]+$/, ['application/json', 'text/csv', 'application/x-ndjson', XLSX]],
];

setDefaultTimeout(600_000);

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  let clients: Client[];
  let paths: { readonly path: string; readonly hasGet: boolean; readonly hasPost: boolean }[];

  beforeAll(async () => {
    const made = await withTokens(LIMITED, {
      engine,
      attendanceDays: 1,
      parts: { mcp: 'writes', careers: { publicUrl: () => '' } },
    });
    service = made.service;
    clients = [
      { name: 'nobody', given: 'none' },
      { name: 'a wrong token', token: 'not-the-token', given: 'wrong' },
      { name: 'a well-formed wrong token', token: made.unknown, given: 'wrong' },
      { name: 'an expired token', token: made.expired, given: 'wrong' },
      { name: 'a revoked token', token: made.revoked, given: 'wrong' },
      { name: 'the write token', token: TOKEN, given: LIMITED.everything! },
      ...Object.entries(LIMITED)
        .filter(([name], at) => ALL || NAMED.has(name) || at % 4 === SEED % 4)
        .map(([name, given]) => ({ name, token: made.tokens[name]!, given })),
    ];
    const { exact, items } = routes(contextOf(service), () => new Response());
    paths = [
      ...[...exact].map(([path, route]) => ({ path, hasGet: !!route.GET, hasPost: !!route.POST })),
      ...[...items].map(([path, route]) => ({
        path: `${path}/{item_id}`,
        hasGet: !!route.GET,
        hasPost: !!route.POST,
      })),
    ];
  });
  afterAll(() => service.stop());

  test('this file knows who may read each address', () => {
    expect(paths.map(({ path }) => path).filter((path) => neededFor(path) === undefined)).toEqual([]);
  });

  test('reads', async () => {
    const wrong: string[] = [];
    let [allowed, asked] = [0, 0];
    for (const { name, token, given } of clients)
      for (const { path } of paths.filter((each) => each.hasGet && isWorthAsking(name, each.path))) {
        const formats = FORMATS.find(([pattern]) => pattern.test(path))?.[1] ?? ['application/json'];
        for (const accept of formats)
          for (const method of accept === 'application/json' && neededFor(path) !== 'nothing'
            ? ['GET', 'HEAD']
            : ['GET']) {
            const response = await fetch(`${service.url}${path.replace('{item_id}', '1')}`, {
              method,
              headers: { Accept: accept, ...(token && { Authorization: `Bearer ${token}` }) },
            });
            const end = accept === 'text/event-stream' ? response.body?.cancel() : response.arrayBuffer();
            await end;
            const expected = expectedFor(neededFor(path)!, given);
            const isRight = expected
              ? response.status === expected.status
              : ![401, 403].includes(response.status) && response.status < 500;
            const challenge = response.headers.get('www-authenticate') ?? undefined;
            if (!isRight || challenge !== expected?.challenge)
              wrong.push(`${name}: ${method} ${path} ${accept} → ${response.status} ${challenge}`);
            asked += 1;
            if (!expected) allowed += 1;
          }
      }
    expect(wrong).toEqual([]);
    expect(Math.min(allowed, asked - allowed)).toBeGreaterThan(clients.length);
  });

  test('creates', async () => {
    const wrong: string[] = [];
    for (const { name, token, given } of clients)
      for (const resource of NAMES) {
        const response = await fetch(`${service.url}/api/v1/${resource}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', ...(token && { Authorization: `Bearer ${token}` }) },
          body: '{"nothing":"of it"}',
        });
        await response.arrayBuffer();
        const may = typeof given === 'object' && (given.create === 'all' || given.create?.includes(resource));
        const denied = typeof given === 'object' ? 403 : 401;
        const expected = CREATABLE.includes(resource)
          ? may
            ? 422
            : denied
          : expectedFor([resource], given)
            ? denied
            : 405;
        if (response.status !== expected)
          wrong.push(`${name}: POST ${resource} → ${response.status} instead of ${expected}`);
        const scope = response.headers.get('www-authenticate');
        if (response.status === 403 && !/scope="(create|read):[a-z-]+"$/.test(scope!)) wrong.push(`${name}: ${scope}`);
      }
    expect(wrong).toEqual([]);
  });

  test('tools for assistants have the rights of their client', async () => {
    const call = async (token: string | undefined, name: string, input: object) => {
      const response = await fetch(`${service.url}/mcp`, {
        method: 'POST',
        headers: {
          Accept: 'application/json, text/event-stream',
          'Content-Type': 'application/json',
          ...(token && { Authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: input } }),
      });
      return { status: response.status, text: await response.text() };
    };
    const reader = clients.find(({ name }) => name === 'read-departments');
    expect((await call(undefined, 'list_records', { resource: 'departments' })).status).toBe(401);
    const own = await call(reader!.token, 'list_records', { resource: 'departments', limit: 1 });
    expect(own.text).toContain('Executive Office');
    const other = await call(reader!.token, 'list_records', { resource: 'employees' });
    expect(other.text).toContain('read:employees');
    const made = await call(reader!.token, 'create_record', { resource: 'organizations', values: { name: 'x' } });
    expect(made.text).toContain('create_record not found');
    const creator = clients.find(({ name }) => name === 'create-organizations')!;
    expect((await call(creator.token, 'create_record', { resource: 'organizations', values: {} })).status).toBe(403);
  });
});

/** What is open is open to all, and a token without one right is told apart from one with all by that right alone. */
function isWorthAsking(client: string, path: string): boolean {
  const needed = neededFor(path)!;
  if (needed === 'nothing') return client === 'nobody' || client === 'a wrong token' || client === 'nothing';
  const [, missing] = /^all-but-(.*)$/.exec(client) ?? [];
  return missing === undefined || needed === 'something' || needed.includes(missing);
}

/** Only the addresses count. */
const contextOf = ({ store, listeners }: Service) =>
  ({
    ...{
      catalogue,
      store,
      savedViews: store.savedViews,
      listeners,
      token: TOKEN,
      read: 'token',
      privateFields: {},
      varies: '',
    },
    ...{ documents: { openapi: '', swagger: '' }, mcp: 'writes', careers: { publicUrl: () => '' } },
  }) as unknown as Parameters<typeof routes>[0];

/** `undefined`: it is answered. */
function expectedFor(needed: readonly string[] | 'something' | 'nothing', given: Client['given']) {
  if (needed === 'nothing') return undefined;
  const realm = 'Bearer realm="workforce"';
  if (given === 'none') return { status: 401, challenge: realm };
  if (given === 'wrong') return { status: 401, challenge: `${realm}, error="invalid_token"` };
  if (given.read === 'all') return undefined;
  const missing =
    needed === 'something'
      ? given.read.length > 0
        ? []
        : ['read']
      : NAMES.filter((name) => needed.includes(name) && !given.read.includes(name)).map((name) => `read:${name}`);
  return missing.length === 0
    ? undefined
    : { status: 403, challenge: `${realm}, error="insufficient_scope", scope="${missing.join(' ')}"` };
}
