// Webhooks as an operator has them: the command beside a running service, and the receiver of the guide, run as it is
// printed there.
import { afterAll, expect, test } from 'bun:test';
import { readFileSync, writeFileSync } from 'node:fs';
import { runHere } from '../cli/run-here.ts';
import { run, type Spawned, spawnService } from '../harness/command.ts';
import { databaseSetting, eitherEngine, emptyDatabase } from '../harness/databases.ts';
import { freePort } from '../harness/free-port.ts';
import { repositoryFile } from '../harness/paths.ts';
import { post, TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { prometheusText } from '../serve/prometheus-text.ts';
import { type Entry, secretFile, startReceiver } from './receiver.ts';

const children: Bun.Subprocess[] = [];
afterAll(async () => {
  for (const child of children) child.kill('SIGKILL');
  await Promise.all(children.map((child) => child.exited));
});

/** The code block of the guide, as a process that listens. */
function startGuideReceiver(secret: string, port: number): Bun.Subprocess<'ignore', 'pipe', 'inherit'> {
  const guide = readFileSync(repositoryFile('docs/guides/webhooks.md'), 'utf8');
  const file = `${temporaryFolder()}/receiver.mjs`;
  const [, code = ''] = /^```js\n([\s\S]*?)^```$/m.exec(guide) ?? [];
  writeFileSync(file, code);
  const child = Bun.spawn([Bun.which('node') ?? process.execPath, file], {
    env: { WEBHOOK_SECRET: secret, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  children.push(child);
  return child;
}

async function serving(environment: Record<string, string>): Promise<Spawned> {
  const settings = { WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_DEMO: '0', WORKFORCE_WEBHOOKS: 'any' };
  const service = await spawnService({ ...settings, ...environment });
  children.push(service.process);
  return service;
}

const createLeave = (service: Spawned, reason: string) =>
  post(service, '/api/v1/leave', { leave_type: 'annual', reason }).then((response) => response.json());

test.each(eitherEngine)(
  'the receiver of the guide gets every change, and nothing that is not signed (%s)',
  async (engine) => {
    const environment = databaseSetting(await emptyDatabase(engine));
    const service = await serving({ ...environment, WORKFORCE_WORKERS: '2' });
    const port = freePort();
    const url = `http://localhost:${port}/hook`;
    const added = await run(['webhooks', 'add', 'crm', url, '--resources', 'leave'], environment);
    const [, secret = ''] = /^Its secret, which is not shown again: (whsec_\S+)$/m.exec(added.stdout) ?? [];
    const receiver = startGuideReceiver(secret, port);
    const answers = (init: RequestInit = {}) => fetch(url, { method: 'POST', body: '{"data":[]}', ...init });
    await waitUntil('the receiver', () =>
      answers().then(
        () => true,
        () => false,
      ),
    );
    const lines = linesOf(receiver.stdout);
    const first = await createLeave(service, 'a reason');
    expect(await entryIn(lines)).toMatchObject({ kind: 'created', resource: 'leave', id: first.id, record: first });
    await run(['erase', 'leave', String(first.id), '--yes'], environment);
    expect(await entryIn(lines)).toMatchObject({ kind: 'erased', resource: 'leave', id: first.id, record: null });

    const forged = { 'webhook-id': 'msg_1', 'webhook-timestamp': String(Math.floor(Date.now() / 1000)) };
    expect((await answers({ headers: { ...forged, 'webhook-signature': 'v1,AAAA' } })).status).toBe(401);
    const tried = await run(['webhooks', 'test', 'crm'], { ...environment, WORKFORCE_WEBHOOKS: 'any' });
    expect(tried).toEqual({
      code: 0,
      stdout: expect.stringMatching(/^crm: answered 204, after \d+ ms\.\n$/),
      stderr: '',
    });
    expect(await run(['webhooks', 'test', 'crm'], environment)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^workforce: crm: localhost leads to \S+, a private address /),
    });
    service.process.kill('SIGTERM');
    expect(await service.ended).toBe(0);
    expect(service.errors()).toBe('');
  },
);

async function* linesOf(stream: ReadableStream<Uint8Array>): AsyncGenerator<string, undefined> {
  let text = '';
  const decoder = new TextDecoder();
  for await (const chunk of stream) {
    const lines = (text + decoder.decode(chunk, { stream: true })).split('\n');
    text = lines.pop()!;
    yield* lines;
  }
}

async function entryIn(lines: AsyncGenerator<string, undefined>): Promise<Entry> {
  return JSON.parse((await lines.next()).value!);
}

test('a failing endpoint is told in the log, the metrics and the list, and replayed when it is well', async () => {
  const environment = databaseSetting(await emptyDatabase('embedded'));
  const metrics = freePort();
  const service = await serving({ ...environment, WORKFORCE_WORKERS: '1', WORKFORCE_METRICS_PORT: String(metrics) });
  const receiver = startReceiver();
  receiver.answer = () => 410;
  const { id } = await createLeave(service, 'before');
  const webhooks = (...words: string[]) => run(['webhooks', ...words], environment);
  const secret = ['--secret-file', await secretFile()];
  expect(await webhooks('add', 'crm', receiver.url, '--from', 'beginning', ...secret)).toEqual({
    code: 0,
    stdout: 'Added. Every record there is goes to it, and then what changes.\n',
    stderr: '',
  });
  await receiver.received(1);
  await waitUntil('the line of the log', () => service.errors() !== '');
  expect(service.errors()).toBe(
    'workforce: Webhook crm is parked: answered 410: it wants no more; "workforce webhooks resume crm" goes on where it stopped.\n',
  );
  const sample = async (name: string) =>
    prometheusText(await (await fetch(`http://127.0.0.1:${metrics}/metrics`)).text()).get(name)!.samples;
  await waitUntil('the metric', async () => (await sample('workforce_webhook_parked'))[0]?.value === 1);
  const failed = (await sample('workforce_webhook_deliveries_total')).find(({ labels }) => labels.outcome === 'failed');
  expect(failed).toMatchObject({ labels: { endpoint: 'crm' }, value: 1 });
  const { stdout } = await webhooks('list', '--json');
  expect(stdout).not.toContain('whsec_');
  expect(JSON.parse(stdout)).toEqual({
    data: [
      {
        name: 'crm',
        state: expect.stringMatching(/^parked since \d{4}-/),
        last: expect.stringContaining('answered 410'),
        failures: 1,
        next: null,
        url: receiver.url,
        resources: 'all',
        private_fields: 'hidden',
        cursor: expect.any(String),
      },
    ],
  });
  expect((await webhooks('list')).stdout).toMatch(/^name +state .*\ncrm +parked since /);

  receiver.answer = () => 200;
  expect(await webhooks('resume', 'crm')).toMatchObject({ code: 0, stdout: 'crm goes on where it has stopped.\n' });
  const [first, again] = await receiver.received(2);
  expect(again).toEqual(first!);
  await webhooks('replay', 'crm', '--after', 'beginning');
  const replayed = (await receiver.received(3))[2]!;
  expect([replayed.id !== first!.id, replayed.data.map((entry) => entry.id)]).toEqual([true, [id]]);
  await webhooks('replay', 'crm', '--after', 'now');
  await webhooks('remove', 'crm');
  expect(await webhooks('list')).toMatchObject({ stdout: expect.stringMatching(/^There are no webhooks; /) });
  await receiver.stop();
});

const REFUSED: [string, string[], number, RegExp][] = [
  ['a password', ['add', 'a', 'https://b:c@a.example/'], 2, /URL is an address such as/],
  ['a resource that is none', ['add', 'a', 'https://a.example/', '--resources', 'leaf'], 2, /did you mean leave\?/],
  ['an option of another action', ['list', '--after', 'now'], 2, /"webhooks list" takes no --after/],
  ['replay from a place that is none', ['replay', 'crm', '--after', 'zz.zz'], 4, /--after is no place in the changes/],
  ['an endpoint that there is not', ['resume', 'other'], 3, /There is no webhook with this name/],
  ['a name that is taken', ['add', 'crm', 'https://a.example/'], 1, /There is a webhook with this name/],
];

const refusing = emptyDatabase('embedded').then(async (location) => {
  await run(['migrate'], { ...databaseSetting(location), WORKFORCE_DEMO: '0' });
  await run(['webhooks', 'add', 'crm', 'https://crm.example/'], databaseSetting(location));
  return databaseSetting(location);
});

test.each(REFUSED)('%s is refused', async (_, words, code, message) => {
  const { stdout, stderr, code: ended } = await runHere(['webhooks', ...words], await refusing);
  expect([stdout, ended, stderr]).toEqual(['', code, expect.stringMatching(message)]);
  expect(stderr.trim().split('\n').length).toBe(1);
});
