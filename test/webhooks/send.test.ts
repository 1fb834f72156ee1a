// What goes into one message, which addresses are public, and one request to an endpoint that means no good: it is slow,
// redirects, floods, closes, speaks nonsense, or its name leads elsewhere a moment later.
import { afterAll, expect, test } from 'bun:test';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { Change, PrivateFields } from '../../src/store/store.ts';
import type { Webhook } from '../../src/store/webhooks.ts';
import { nextBatch } from '../../src/webhooks/deliver.ts';
import { isPublic } from '../../src/webhooks/public-address.ts';
import { type DeliveryAnswer, type SendOptions, send } from '../../src/webhooks/send.ts';
import { finished } from '../harness/command.ts';
import { freePort } from '../harness/free-port.ts';
import { repositoryFile } from '../harness/paths.ts';

const servers: Server[] = [];
afterAll(() => {
  for (const server of servers) server.close();
});

/** A server that does this with each connection. Returns its port. */
async function serve(onConnection: (socket: Socket) => void, host = '127.0.0.1'): Promise<number> {
  const server = createServer((socket) => {
    socket.on('error', () => undefined);
    onConnection(socket);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  return (server.address() as AddressInfo).port;
}

const post = (url: string, options: Partial<SendOptions> = {}): Promise<DeliveryAnswer> =>
  send({ url, headers: {}, body: '{"a":"ü"}' }, { allowPrivate: true, timeout: 10_000, ...options });

const answering = (text: string) => serve((socket) => socket.once('data', () => socket.end(text)));

const answers: [string, string, DeliveryAnswer][] = [
  ['an answer', 'HTTP/1.1 200 OK\r\n\r\n', { status: 200 }],
  ['one of HTTP/1.0 without a reason', 'HTTP/1.0 204\r\n\r\n', { status: 204 }],
  ['a status line alone', 'HTTP/1.1 500 No\r\n', { status: 500 }],
  ['a redirect', 'HTTP/1.1 302 Found\r\nLocation: http://169.254.169.254/\r\n\r\n', { status: 302 }],
  ['early hints before it', 'HTTP/1.1 103 Early\r\nLink: </a>\r\n\r\nHTTP/1.1 201 Created\r\n\r\n', { status: 201 }],
  ['nothing', '', { fault: 'it closed the connection without an answer' }],
  ['half a status line', 'HTTP/1.1 2', { fault: 'it closed the connection without an answer' }],
  ['another protocol', 'SSH-2.0-OpenSSH\r\n', { fault: 'what it answers is no HTTP' }],
  ['a status that is none', 'HTTP/1.1 999999 x\r\n\r\n', { fault: 'it closed the connection without an answer' }],
];

test.each(answers)('%s', async (_, text, expected) => {
  expect(await post(`http://127.0.0.1:${await answering(text)}/`)).toEqual(expected);
});

test('the request is whole and says where it goes', async () => {
  const { promise, resolve } = Promise.withResolvers<string>();
  const port = await serve((socket) => {
    let text = '';
    socket.on('data', (bytes) => {
      text += bytes.toString();
      if (!text.endsWith('}')) return;
      resolve(text);
      socket.end('HTTP/1.1 200 OK\r\n\r\n');
    });
  });
  await send(
    { url: `http://localhost:${port}/a%0d%0ab?c=d e#f`, headers: { 'webhook-id': 'msg_1' }, body: '{"a":"ü"}' },
    { allowPrivate: true, timeout: 10_000 },
  );
  const [head, body] = (await promise).split('\r\n\r\n') as [string, string];
  expect(head.split('\r\n')).toEqual([
    'POST /a%0d%0ab?c=d%20e HTTP/1.1',
    `Host: localhost:${port}`,
    expect.stringMatching(/^User-Agent: workforce\/[\d.]+$/),
    'Content-Type: application/json',
    'Content-Length: 10',
    'Connection: close',
    'webhook-id: msg_1',
  ]);
  expect(body).toBe('{"a":"ü"}');
});

test('an endpoint that does not answer in time is left', async () => {
  const { promise: closed, resolve } = Promise.withResolvers<void>();
  const port = await serve((socket) => socket.resume().on('close', resolve));
  expect(await post(`http://127.0.0.1:${port}/`, { timeout: 50 })).toEqual({ fault: 'no answer within 0.05 s' });
  await closed;
});

test('one that sends a byte now and then is left at the same time', async () => {
  const port = await serve((socket) => {
    const timer = setInterval(() => socket.write('H'), 5);
    socket.resume().on('close', () => clearInterval(timer));
  });
  const fault = (await post(`http://127.0.0.1:${port}/`, { timeout: 100 })) as { fault: string };
  expect(fault.fault).toMatch(/^(no answer within 0\.1 s|what it answers is no HTTP)$/);
});

test('one that floods is left when its status is known, or clearly none', async () => {
  for (const [start, expected] of [
    ['HTTP/1.1 200 OK\r\n', { status: 200 }],
    ['HTTP/1.1 103 Hint\r\n', { fault: 'what it answers is no HTTP' }],
  ] as const) {
    let sent = 0;
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const port = await serve((socket) => {
      const flood = () => {
        while (!socket.destroyed && socket.write('x: y\r\n'.repeat(10_000))) sent += 60_000;
      };
      socket.on('drain', flood).on('close', resolve);
      socket.once('data', () => {
        socket.write(start);
        flood();
      });
    });
    expect(await post(`http://127.0.0.1:${port}/`)).toEqual(expected);
    await closed;
    expect(sent).toBeLessThan(50e6);
  }
});

test('nobody there, and no such name', async () => {
  expect(await post(`http://127.0.0.1:${freePort()}/`)).toEqual({ fault: expect.stringContaining('ECONNREFUSED') });
  expect(await post('http://nobody.invalid/')).toEqual({ fault: expect.stringMatching(/\S/) });
  expect(await post('http://nobody.example/', { resolve: async () => [] })).toEqual({
    fault: 'nobody.example has no address',
  });
});

test('what others say is one line without controls', async () => {
  const resolve = () => Promise.reject(new Error(`evil\r\n\u001b[2Jlog\u202e${'x'.repeat(1000)}`));
  const { fault } = (await post('http://a.example/', { resolve })) as { fault: string };
  expect(fault).toMatch(/^evil \[2Jlog x+$/);
  expect(fault.length).toBe(200);
});

test('private addresses are refused before anything is sent, also when only one of several is private', async () => {
  let connections = 0;
  const port = await serve((socket) => {
    connections += 1;
    socket.destroy();
  });
  const strict = { allowPrivate: false };
  for (const host of ['127.0.0.1', 'localhost', '2130706433', '[::ffff:127.0.0.1]', '0'])
    expect(await post(`http://${host}:${port}/`, strict)).toEqual({
      fault: expect.stringContaining('a private address'),
    });
  for (const addresses of [['127.0.0.1'], ['192.0.2.1', '127.0.0.1'], ['1.1.1.1', '::1']])
    expect(await post(`http://a.example:${port}/`, { ...strict, resolve: async () => addresses })).toEqual({
      fault: expect.stringContaining('a private address'),
    });
  expect(connections).toBe(0);
});

test('a name that leads elsewhere after the check changes nothing: it is looked up once', async () => {
  const places: string[] = [];
  const port = await serve((socket) => {
    places.push(socket.localAddress!);
    socket.once('data', () => socket.end('HTTP/1.1 200 OK\r\n\r\n'));
  }, '0.0.0.0');
  let asked = 0;
  const resolve = async () => {
    asked += 1;
    return asked === 1 ? ['127.0.0.2'] : ['127.0.0.1'];
  };
  expect(await post(`http://localhost:${port}/`, { resolve })).toEqual({ status: 200 });
  expect([asked, places]).toEqual([1, ['127.0.0.2']]);
});

test('another address of the name is tried when one cannot be reached', async () => {
  const port = await answering('HTTP/1.1 200 OK\r\n\r\n');
  const resolve = async () => ['127.0.0.3', '127.0.0.1'];
  expect(await post(`http://a.example:${port}/`, { resolve })).toEqual({ status: 200 });
});

test('a request ends when the service stops', async () => {
  const stop = new AbortController();
  const port = await serve((socket) => void socket.once('data', () => stop.abort()));
  expect(await post(`http://127.0.0.1:${port}/`, { signal: stop.signal })).toEqual({ fault: 'stopped' });
});

test('certificates are checked against the name, and nothing is sent where they are wrong', async () => {
  const certificate = repositoryFile('test/harness/postgres/certificates/localhost.crt');
  const run = (environment: Record<string, string>) =>
    finished(
      Bun.spawn([process.execPath, repositoryFile('test/webhooks/tls.ts')], {
        env: { PATH: process.env.PATH!, ...environment },
        stdin: 'ignore',
        stdout: 'pipe',
        stderr: 'pipe',
      }),
    );
  const [unknown, known] = await Promise.all([run({}), run({ NODE_EXTRA_CA_CERTS: certificate })]);
  expect(JSON.parse(unknown.stdout)).toEqual({
    localhost: { fault: 'self signed certificate' },
    address: { fault: 'self signed certificate' },
    other: { fault: 'self signed certificate' },
    received: 0,
  });
  expect(JSON.parse(known.stdout)).toEqual({
    localhost: { status: 200 },
    address: { status: 200 },
    other: { fault: expect.stringContaining("does not match certificate's altnames") },
    received: 2,
  });
});

const departments = catalogue.find(({ name }) => name === 'departments')!;

/** A change of a department whose name has so many characters. */
const change = (id: number, length: number): Change => ({
  cursor: String(id),
  resource: departments,
  id,
  kind: 'created',
  at: '2026-11-18T10:00:00Z',
  json: JSON.stringify({ id, name: 'x'.repeat(length) }),
});

const batchOf = (changes: Change[], privateFields: PrivateFields = {}, mayReadPrivate = 0) =>
  nextBatch(
    {
      store: {
        changes: async () => ({ changes, cursor: changes.at(-1)!.cursor, upToDate: true }),
        newestChange: async () => changes.at(-1)!.cursor,
      } as unknown as Parameters<typeof nextBatch>[0]['store'],
      catalogue,
      privateFields,
    },
    { cursor: '0', until: null, resources: '', private: mayReadPrivate } as unknown as Webhook,
  );

test('an entry larger than a message is sent alone, and one that no longer fits goes into the next', async () => {
  const large = 300 * 1024;
  expect(await batchOf([change(1, large), change(2, 1)])).toMatchObject({ changes: 1, until: '1' });
  expect(await batchOf([change(1, 1), change(2, large), change(3, 1)])).toMatchObject({ changes: 1, until: '1' });
  expect(await batchOf([change(1, 1), change(2, 1)])).toMatchObject({ changes: 2, until: '2' });
});

test.each([
  [0, 'private'],
  [1, 'xxx'],
])('private fields are hidden, unless the endpoint may see them (%d)', async (mayReadPrivate, name) => {
  const batch = await batchOf([change(1, 3)], { departments: new Set(['name']) }, mayReadPrivate);
  expect(JSON.stringify(batch)).toContain(name);
  expect(JSON.stringify(batch).includes('xxx')).toBe(mayReadPrivate === 1);
});

/** The texts are those of URLs, which write an address in many ways. */
const addressIn = (host: string): string => new URL(`http://${host}/`).hostname.replace(/^\[|\]$/g, '');

const PUBLIC = [
  ...['1.1.1.1', '9.255.255.255', '11.0.0.0', '100.63.255.255', '100.128.0.0', '126.255.255.255', '128.0.0.1'],
  ...['169.253.255.255', '172.15.255.255', '172.32.0.0', '192.167.255.255', '192.169.0.0', '198.17.255.255'],
  ...['198.20.0.0', '223.255.255.255', '0x08080808', '134744072', '010.8.8.8'],
  ...['[2606:4700::1111]', '[2a00::1]', '[2001:4860:4860::8888]', '[::ffff:8.8.8.8]', '[64:ff9b::808:808]'],
];

const OTHERS = [
  ...['0', '0.0.0.0', '0.1.2.3', '10.0.0.1', '10.255.255.255', '100.64.0.1', '100.127.255.255'],
  ...['127.0.0.1', '127.1', '127.255.255.255', '2130706433', '0x7f000001', '0x7f.1', '017700000001', '0177.0.0.1'],
  ...['①②⑦.0.0.1', '127.0.0.1.', '169.254.169.254', '2852039166', '172.16.0.1', '172.31.255.255'],
  ...['192.0.0.1', '192.0.2.1', '192.88.99.1', '192.168.0.1', '198.18.0.1', '198.19.255.255', '198.51.100.1'],
  ...['203.0.113.1', '224.0.0.1', '239.255.255.255', '240.0.0.1', '255.255.255.255'],
  ...['[::]', '[::1]', '[::2]', '[::ffff:127.0.0.1]', '[::ffff:7f00:1]', '[::ffff:a9fe:a9fe]', '[::ffff:10.0.0.1]'],
  ...['[::127.0.0.1]', '[64:ff9b::7f00:1]', '[64:ff9b::10.0.0.1]', '[64:ff9b:1::1]', '[100::1]', '[2001::1]'],
  ...['[2001:db8::1]', '[2002:7f00:1::]', '[3fff::1]', '[4000::1]', '[fc00::1]', '[fd12:3456::1]', '[fe80::1]'],
  ...['[febf::1]', '[fec0::1]', '[ff02::1]', '[0:0:0:0:0:0:0:1]'],
];

test('every kind of address is public or not, however it is written', () => {
  for (const [hosts, expected] of [
    [PUBLIC, true],
    [OTHERS, false],
  ] as const)
    for (const host of hosts) expect([host, isPublic(addressIn(host))]).toEqual([host, expected]);
});

test('what is no address is not public', () => {
  for (const text of ['', 'localhost', '1.2.3', '1.2.3.4.5', 'fe80::1%eth0', '2606:4700::1111%1', 'g::1'])
    expect(isPublic(text)).toBe(false);
});
