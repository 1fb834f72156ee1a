// `workforce mcp`: a process whose output is the protocol and nothing else.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { organizations } from '../../src/catalogue/resources/organizations.ts';
import { runHere } from '../cli/run-here.ts';
import { run, spawnCommand } from '../harness/command.ts';
import { databaseSetting, demoDatabase, eitherEngine, newDatabase, openDatabase } from '../harness/databases.ts';
import { ROOT, repositoryFile } from '../harness/paths.ts';
import { type Service, startService, TOKEN } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { overCommand, overHttp, overStdio, READING, revisions } from './assistant.ts';

const PRIVATE = { WORKFORCE_PRIVATE_FIELDS: 'employees.base_salary' };
const privateFields = { employees: new Set(['base_salary']) };
const WRITES = { WORKFORCE_API_TOKEN: TOKEN };
const organization = (slug: string) => ({ resource: 'organizations', values: { name: slug, slug } });

describe.each(eitherEngine)('on the %s database', (engine) => {
  let location: string;
  let environment: Record<string, string>;
  beforeAll(async () => {
    location = await newDatabase(engine);
    environment = databaseSetting(location);
    await (await startService({ engine, location, privateFields })).stop();
  });

  test.each(revisions)('in the revision %p it reads, and private fields are null', async (revision) => {
    const assistant = await overStdio([], { ...environment, ...PRIVATE, ...WRITES }, revision);
    expect(await assistant.toolNames()).toEqual(READING);
    expect(assistant.client.getInstructions()).toMatch(/untrusted/);
    const { creates } = await assistant.call('describe_resources');
    expect(creates).toMatch(/^Nothing can be created: "workforce mcp" was started without --allow-writes/);
    const { total, data } = await assistant.call('list_records', { resource: 'employees', limit: 2 });
    expect([total, data.length, data[0].base_salary]).toEqual([240, 2, undefined]);
    const asked = { resource: 'employees', filters: { 'base_salary[gt]': 1 } };
    expect((await assistant.call('list_records', asked)).refused).toMatch(/private/);
    expect((await assistant.call('search_records', { q: 'engineer' })).results.length).toBeGreaterThan(2);
    await assistant.close();
  });

  test('with --allow-writes it creates records in the database, and private fields are still null', async () => {
    const assistant = await overStdio(['--allow-writes'], { ...environment, ...PRIVATE, ...WRITES });
    expect(await assistant.toolNames()).toEqual([...READING, 'create_record']);
    const made = await assistant.call('create_record', organization('made-here'));
    expect(await assistant.call('get_record', { resource: 'organizations', id: made.id })).toEqual(made);
    expect((await assistant.call('create_record', organization('made-here'))).refused).toMatch(/^slug: /);
    const asked = { resource: 'employees', id: 1, fields: ['base_salary'] };
    expect(await assistant.call('get_record', asked)).toEqual({ base_salary: null });
    await assistant.close();
    const store = await openDatabase(location, catalogue, privateFields);
    expect(await store.get(organizations, made.id)).toContain('made-here');
    await store.close();
  });
});

describe('with --url', () => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ privateFields });
  });
  afterAll(() => service.stop());

  test('it reads and creates through the service', async () => {
    const assistant = await overStdio(['--url', `${service.url}/`, '--allow-writes'], WRITES);
    const { total, data } = await assistant.call('list_records', { resource: 'employees', limit: 1 });
    expect([total, data[0].base_salary]).toEqual([240, undefined]);
    const made = await assistant.call('create_record', organization('made-elsewhere'));
    expect(await (await fetch(`${service.url}/api/v1/organizations/${made.id}`)).json()).toMatchObject(made);
    await assistant.close();
    const withWrongToken = await overStdio(['--url', service.url, '--allow-writes'], {
      WORKFORCE_API_TOKEN: 'another-token',
    });
    expect((await withWrongToken.call('create_record', organization('never'))).refused).toMatch(/not the write token/);
    await withWrongToken.close();
  });
});

describe('while a service uses the same database', () => {
  let data: string;
  let service: Service;
  beforeAll(async () => {
    data = await demoDatabase('embedded');
    service = await startService({ location: data });
  });
  afterAll(() => service.stop());

  test('it prints only protocol messages, and ends when its input ends', async () => {
    const child = spawnCommand(['mcp'], { WORKFORCE_DATA: data }, { stdin: 'pipe' });
    const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
    const lines = [
      'no JSON at all',
      '{"jsonrpc":"2.0","id":7,"method":"no/such"}',
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'initialize', params }),
      '{"jsonrpc":"2.0","method":"notifications/initialized"}',
      '{"jsonrpc":"2.0","id":2,"method":"tools/call","params":{"name":"get_record","arguments":{"resource":"jobs","id":1}}}',
    ];
    child.stdin.write(`${lines.join('\n')}\n`);
    child.stdin.flush();
    let said = '';
    for await (const chunk of child.stdout) {
      said += new TextDecoder().decode(chunk);
      if (said.includes('"id":2') && said.endsWith('\n')) break;
    }
    child.stdin.end();
    expect(await child.exited).toBe(0);
    const messages = said
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    expect(messages.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true);
    expect(messages.at(-1)).toMatchObject({
      id: 2,
      result: { content: [{ text: expect.stringMatching(/^\{"id":1,/) }] },
    });
  });

  test('it does not change which fields are private in the database', async () => {
    const { stderr, code } = await run(['mcp'], { WORKFORCE_DATA: data, ...PRIVATE });
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/no field is private in it: unset WORKFORCE_PRIVATE_FIELDS/),
    ]);
  });

  test('the configurations in the guide work', async () => {
    const root = ROOT.replace(/\/$/, '');
    const guide = await Bun.file(repositoryFile('docs/assistants.md')).text();
    const blocks = [...guide.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text]) =>
      text!
        .replaceAll('/path/to/workforce/data', data)
        .replaceAll('/path/to/workforce', root)
        .replaceAll('http://127.0.0.1:8080', service.url),
    );
    expect(blocks.length).toBe(3);
    for (const block of blocks) {
      const { command, args, env, url } = JSON.parse(block).mcpServers.workforce;
      const assistant = await (url ? overHttp(url.replace(/\/mcp$/, '')) : overCommand({ command, args, env }));
      expect((await assistant.call('get_record', { resource: 'jobs', id: 1 })).id).toBe(1);
      await assistant.close();
    }
  });
});

/** Sends messages as lines and ends the input at once. */
async function sendAndEnd(args: string[], environment: Record<string, string>, messages: object[]) {
  const child = spawnCommand(['mcp', ...args], environment, { stdin: 'pipe' });
  const params = { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'raw', version: '1' } };
  const all = [{ id: 1, method: 'initialize', params }, { method: 'notifications/initialized' }, ...messages];
  child.stdin.write(all.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join(''));
  child.stdin.end();
  return { child, answers: new Response(child.stdout).text().then(byId) };
}

const byId = (lines: string) =>
  new Map(
    lines
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .map(({ id, ...answer }) => [id, answer]),
  );

const toolCall = (id: number, name: string, input: object) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: input },
});

describe('input that ends at once', () => {
  test.each(eitherEngine)('what was asked before is answered and done (%s)', async (engine) => {
    const location = await newDatabase(engine);
    await (await startService({ engine, location, filled: false })).stop();
    const creates = Array.from({ length: 20 }, (_, i) =>
      toolCall(i + 10, 'create_record', organization(`at-once-${i}`)),
    );
    const messages = [
      ...creates,
      { id: 'list', method: 'tools/list' },
      toolCall(2, 'search_records', { q: 'an' }),
      { id: 'none', method: 'no/such' },
      { method: 'notifications/cancelled', params: { requestId: 12 } },
    ];
    const environment = { ...databaseSetting(location), ...WRITES };
    const { child, answers } = await sendAndEnd(['--allow-writes'], environment, messages);
    const answered = await answers;
    expect(await child.exited).toBe(0);
    const ids = [1, 2, 'list', 'none', ...creates.map(({ id }) => id)];
    for (const id of ids.filter((each) => each !== 12)) expect(answered.has(id)).toBe(true);
    const store = await openDatabase(location);
    expect((await store.counts()).organizations).toBeGreaterThanOrEqual(19);
    await store.close();
  });

  test('a slow service is waited for, unless a signal ends it', async () => {
    let asked = 0;
    const { promise: permitted, resolve: permit } = Promise.withResolvers<void>();
    const slow = Bun.serve({
      port: 0,
      async fetch() {
        asked += 1;
        await permitted;
        return Response.json({ id: 7 });
      },
    });
    const get = [toolCall(2, 'get_record', { resource: 'jobs', id: 7 })];
    const [patient, stopped] = await Promise.all([1, 2].map(() => sendAndEnd(['--url', slow.url.href], {}, get)));
    await waitUntil('both calls', async () => asked === 2);
    stopped!.child.kill('SIGTERM');
    expect(await stopped!.child.exited).toBe(0);
    permit();
    expect((await patient!.answers).get(2).result.content[0].text).toContain('"id":7');
    expect(await patient!.child.exited).toBe(0);
    await slow.stop(true);
  });
});

test('a description is given without values where the service cannot count them', async () => {
  const service = await startService({ filled: false });
  // As a service of an older version answers.
  const older = Bun.serve({
    port: 0,
    fetch: (request) => {
      const { pathname } = new URL(request.url);
      if (!pathname.includes('/aggregate/')) return fetch(service.url + pathname);
      return Response.json({ error: { code: 'not_found', message: 'Nothing is here.' } }, { status: 404 });
    },
  });
  const assistant = await overStdio(['--url', `http://127.0.0.1:${older.port}`], {});
  const { fields } = await assistant.call('describe_resources', { resource: 'leave' });
  expect(fields.map(({ name }: { name: string }) => name)).toContain('status');
  expect(fields.filter((field: object) => 'values' in field)).toEqual([]);
  await assistant.close();
  await older.stop(true);
  await service.stop();
});

test('every tool is in the guide', async () => {
  const guide = await Bun.file(repositoryFile('docs/assistants.md')).text();
  const rows = [...guide.matchAll(/^\| `(\w+)` \|/gm)].map(([, name]) => name!);
  expect(rows).toEqual([...READING, 'create_record']);
});

const refusals: [args: string[], environment: Record<string, string>, ending: number, says: RegExp][] = [
  [['--allow-writes'], {}, 6, /--allow-writes needs .*WORKFORCE_API_TOKEN/],
  [['--url', 'somewhere'], {}, 2, /--url .*http:\/\/host:8080/],
  [[], { WORKFORCE_DATA: '/nowhere/at/all' }, 1, /no database in \/nowhere\/at\/all/],
];
test.each(refusals)('%j %j ends with one line', async (args, environment, ending, says) => {
  const { stdout, stderr, code } = await runHere(['mcp', ...args], environment);
  expect([stdout, code, stderr.trimEnd().split('\n').length]).toEqual(['', ending, 1]);
  expect(stderr).toMatch(says);
});
