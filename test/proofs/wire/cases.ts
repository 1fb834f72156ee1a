// Requests that two parsers might read differently. Each has the safe reading: the answers that are allowed, and the
// number of records afterwards.
import { TOKEN } from '../../harness/service.ts';

export type WireCase = {
  readonly name: string;
  readonly parts: readonly string[];
  /** Statuses of the answers, in order; one of these lists. */
  readonly answers: readonly (readonly number[])[];
  readonly records: number;
};

/** `markOf` gives a text for the records that a case would create, so that they can be counted. */
export function wireCases(markOf: (name: string) => string): WireCase[] {
  return [...lengths, ...encodings, ...chunks, ...behind, ...heads, ...hosts, ...methods, ...paths].map(
    ([name, make, answers, records = 0]) => {
      const made = make(create(markOf(name)));
      return { name, parts: typeof made === 'string' ? [made] : made, answers: lists(answers), records };
    },
  );
}

const lists = (answers: readonly (number | readonly number[])[]) =>
  answers.map((each) => (typeof each === 'number' ? [each] : each));

type Create = ReturnType<typeof create>;
type Row = readonly [string, (c: Create) => string | string[], (number | readonly number[])[], number?];

export function create(mark: string) {
  const body = JSON.stringify({ leave_type: mark });
  const head = (...fields: string[]) =>
    ['POST /api/v1/leave HTTP/1.1', 'Host: test', `Authorization: Bearer ${TOKEN}`, 'Content-Type: application/json']
      .concat(fields, '', '')
      .join('\r\n');
  const size = body.length.toString(16);
  const chunk = `${size}\r\n${body}\r\n`;
  return {
    ...{ body, size, chunk, head },
    n: body.length,
    sound: head(`Content-Length: ${body.length}`) + body,
    length: (value: string) => head(`Content-Length: ${value}`) + body,
    coded: (value: string, content = `${chunk}0\r\n\r\n`) => head(`Transfer-Encoding: ${value}`) + content,
    chunked: (content: string) => head('Transfer-Encoding: chunked') + content,
  };
}

const get = (...fields: string[]) => ['GET /api/v1/health HTTP/1.1', 'Host: test', ...fields, '', ''].join('\r\n');
const other = (line: string, body: string) => `${line}\r\nHost: test\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
const REFUSED = [400];

/** A row for each text: what is sent with it in its place has to be refused. */
const refusedWith = (texts: readonly string[], name: string, make: (text: string) => (c: Create) => string): Row[] =>
  texts.map((text): Row => [`${name} ${JSON.stringify(text.slice(0, 50))}`, make(text), REFUSED]);

const lengths: Row[] = [
  ['a plain length', ({ sound }) => sound, [201], 1],
  ['a length after a tab', ({ head, n, body }) => head(`Content-Length:\t${n}\t`) + body, [201], 1],
  ['a length with a zero first', ({ length, n }) => length(`0${n}`), [201], 1],
  ['the same length twice', ({ head, n, body }) => head(`Content-Length: ${n}`, `Content-Length: ${n}`) + body, [422]],
  ['two lengths', ({ head, n, body }) => head(`Content-Length: ${n}`, 'Content-Length: 5') + body, REFUSED],
  [
    'two lengths, the other first',
    ({ head, n, body }) => head('Content-Length: 0', `Content-Length: ${n}`) + body,
    REFUSED,
  ],
  ['a length over the limit twice', ({ head }) => head('Content-Length: 2000000', 'Content-Length: 2000000'), [422]],
  ['a list of lengths', ({ length, n }) => length(`${n}, ${n}`), REFUSED],
  ...refusedWith(
    [...'+N|-N|0xN|N.0|N;|N ,|1 N|"N"|1e1|| |N\x0b|N\0|٣|18446744073709551634'.split('|'), `1${'0'.repeat(40)}`],
    'a length of',
    (text) =>
      ({ length, n }) =>
        length(text.replace('N', `${n}`)),
  ),
  ['a length beyond 32 bits', ({ length, n }) => length(`${2 ** 32 + n}`), [413]],
  ['a length with a space before its colon', ({ head, n, body }) => head(`Content-Length : ${n}`) + body, REFUSED],
  ['a length on a folded line', ({ head, n, body }) => head(`Content-Length:\r\n ${n}`) + body, REFUSED],
  ['a length behind a bare line feed', ({ head, n, body }) => head(`X: a\nContent-Length: ${n}`) + body, REFUSED],
  ['a length behind a bare return', ({ head, n, body }) => head(`X: a\rContent-Length: ${n}`) + body, REFUSED],
  ['two hosts for a create', ({ head, n, body }) => head('Host: other', `Content-Length: ${n}`) + body, REFUSED],
];

const encodings: Row[] = [
  ...['chunked', 'Chunked', '\tchunked'].map(
    (text): Row => [`encoding ${JSON.stringify(text)}`, (c) => c.coded(text), [201], 1],
  ),
  ...['chunked,', ',chunked', ', chunked ,'].map((text): Row => [`encoding ${text}`, (c) => c.coded(text), [422, 400]]),
  ...refusedWith(
    [
      ...'xchunked|chunkedx|identity|gzip, chunked|chunked, gzip|chunked, chunked|chunked, identity|"chunked"'.split(
        '|',
      ),
      ...['chunked;q=1', '\x0bchunked', 'chunked\0', '', '\r\n chunked'],
      ...['chunked', 'x'].map((second) => `chunked\r\nTransfer-Encoding: ${second}`),
      'identity\r\nTransfer-Encoding: chunked',
    ],
    'encoding',
    (text) => (c) => c.coded(text),
  ),
  ['a length and chunks', (c) => c.head(`Content-Length: ${c.n}`, 'Transfer-Encoding: chunked') + c.body, REFUSED],
  [
    'chunks and a length',
    (c) => `${c.head('Transfer-Encoding: chunked', `Content-Length: ${c.n}`)}${c.chunk}0\r\n\r\n`,
    REFUSED,
  ],
  [
    'a length, chunks and a create behind',
    (c) => `${c.head('Content-Length: 4', 'Transfer-Encoding: chunked')}0\r\n\r\n${c.sound}`,
    REFUSED,
  ],
  [
    'a length, chunks spelt oddly and a create behind',
    (c) => `${c.head('Content-Length: 5', 'Transfer-Encoding : chunked')}0\r\n\r\n${c.sound}`,
    REFUSED,
  ],
  ['a length and xchunked', (c) => c.head(`Content-Length: ${c.n}`, 'Transfer-Encoding: xchunked') + c.body, REFUSED],
  ['chunks in HTTP/1.0', (c) => c.coded('chunked').replace('HTTP/1.1', 'HTTP/1.0'), REFUSED],
];

const chunks: Row[] = [
  ...refusedWith(
    ['0x', '+', '-', ' ', '1 ', 'g', '\0', '"', '_'],
    'a size behind',
    (text) => (c) => c.chunked(`${text}${c.chunk}0\r\n\r\n`),
  ),
  ...refusedWith(
    [' ', '\t', 'h', '\0', ',', ';a\rb', '\n'],
    'a size before',
    (text) => (c) => c.chunked(`${c.size}${text}\r\n${c.body}\r\n0\r\n\r\n`),
  ),
  ...refusedWith(
    ['10000000000000000', 'ffffffffffffffff', 'fffffffffffffffff0'],
    'a size of',
    (text) => (c) => c.chunked(`${text}\r\n${c.body}\r\n0\r\n\r\n`),
  ),
  ['no size', (c) => c.chunked(`\r\n${c.body}\r\n0\r\n\r\n`), REFUSED],
  ['an extension', (c) => c.chunked(`${c.size};a=b;c="d"\r\n${c.body}\r\n0;e\r\n\r\n`), [201], 1],
  ['zeros before a size', (c) => c.chunked(`${'0'.repeat(12)}${c.chunk}0\r\n\r\n`), [201], 1],
  ['line feeds between chunks', (c) => c.chunked(`${c.size}\n${c.body}\n0\n\n`), REFUSED],
  ['an extension that ends in a line feed', (c) => c.chunked(`${c.size};a\n${c.body}\r\n0\r\n\r\n`), REFUSED],
  ...refusedWith(
    ['', 'xx', '\n', '\r', '\r\r\n'],
    'a chunk before',
    (text) => (c) => c.chunked(`${c.size}\r\n${c.body}${text}0\r\n\r\n`),
  ),
  ['a chunk longer than its size', (c) => c.chunked(`${(c.n - 2).toString(16)}\r\n${c.body}\r\n0\r\n\r\n`), REFUSED],
  ['a trailer', (c) => c.chunked(`${c.chunk}0\r\nX-Trailer: 1\r\n\r\n`), REFUSED],
  ['a length as trailer', (c) => c.chunked(`${c.chunk}0\r\nContent-Length: 5\r\n\r\n`), REFUSED],
  ['a trailer and a create behind', (c) => c.chunked(`${c.chunk}0\r\nX-Trailer: 1\r\n\r\n${c.sound}`), REFUSED],
  ['garbage for the last line', (c) => c.chunked(`${c.chunk}0\r\nxx${c.sound}`), REFUSED],
  ['a line feed for the last line', (c) => c.chunked(`${c.chunk}0\n\n${c.sound}`), REFUSED],
];

/** Bodies that look like requests are still bodies, whenever they arrive. */
const behind: Row[] = [
  ['garbage behind a create', ({ sound }) => `${sound}garbage\r\n\r\n`, REFUSED],
  ['a create behind a create', ({ sound }) => sound + sound, [[]]],
  [
    'a create behind the last one',
    ({ head, n, body, sound }) => `${head(`Content-Length: ${n}`, 'Connection: close')}${body}${sound}`,
    [201],
    1,
  ],
  ['a create in the body of a read', ({ sound }) => other('GET /api/v1/health HTTP/1.1', sound), [200]],
  ['a create in the body of HEAD', ({ sound }) => other('HEAD /api/v1/health HTTP/1.1', sound), [200]],
  ['a create in the body of OPTIONS', ({ sound }) => other('OPTIONS /api/v1/leave HTTP/1.1', sound), [204]],
  ['a create in the body of nothing', ({ sound }) => other('POST /nowhere HTTP/1.1', sound), [404]],
  ['a create in the body of what is not allowed', ({ sound }) => other('PUT /api/v1/leave HTTP/1.1', sound), [405]],
  ['a create in the body of one without a token', ({ sound }) => other('POST /api/v1/leave HTTP/1.1', sound), [401]],
  ['a create in a body that is too large', ({ head, sound }) => head('Content-Length: 2000000') + sound, [413]],
  [
    'a create in the chunks of a read',
    ({ sound }) => `${get('Transfer-Encoding: chunked')}${sound.length.toString(16)}\r\n${sound}\r\n0\r\n\r\n`,
    [200],
  ],
  ...['GET /api/v1/health', 'POST /nowhere', 'POST /api/v1/leave'].map((line, i): Row => {
    const late = ({ sound }: Create) => [
      `${line} HTTP/1.1\r\nHost: test\r\nContent-Length: ${sound.length}\r\n\r\n`,
      sound,
    ];
    return [`a create as the late body of ${line}`, late, [[200, 404, 401][i]!]];
  }),
  [
    'a create as the late body of one that is too large',
    ({ head, sound }) => [head('Content-Length: 2000000'), sound],
    [413],
  ],
  [
    'a body that was waited for',
    ({ head, n, body }) => [head('Expect: 100-continue', `Content-Length: ${n}`), body],
    [[100, 201]],
    1,
  ],
  ['a length that is another header', ({ head, n, body }) => head(`Content_Length: ${n}`) + body, [[422, 400], 400]],
];

const heads: Row[] = [
  ...refusedWith(
    'X : 1| X: 1|X|: 1|X: a\r\n b|X: a\0b|X: a\x01b|X\x01: 1|X\xe9: 1|X: a\nY: b|X: a\rY: b|(X): 1'.split('|'),
    'the field',
    (field) => () => get(field),
  ),
  ['an absolute address', () => get().replace(' /', ' http://test/'), [200]],
  ['an address of another host', () => get().replace(' /', ' http://other/'), [200]],
  ['an authority for an address', () => get().replace(/ \S+ /, ' test:80 '), REFUSED],
  ['a tunnel', () => 'CONNECT test:80 HTTP/1.1\r\nHost: test:80\r\n\r\n', [404, 400]],
  ['HTTP/0.9', () => 'GET /api/v1/health\r\n\r\n', [505, 400]],
  ...['HTTP/1.2', 'HTTP/2.0', 'HTTP/11', 'http/1.1', 'HTTPS/1.1', 'HTTP/1.1 '].map(
    (v): Row => [`version ${v}|`, () => get().replace('HTTP/1.1', v), [505, 400]],
  ),
  ['HTTP/1.0', () => get().replace('HTTP/1.1', 'HTTP/1.0'), [200]],
  ['the preface of HTTP/2', () => 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', [400, 505]],
  ['a TLS greeting', () => '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n', [[], 400]],
  ['two spaces', () => get().replace(' ', '  '), REFUSED],
  ['tabs for spaces', () => get().replaceAll(' ', '\t'), [400, 505]],
  ['line feeds alone', () => get().replaceAll('\r\n', '\n'), [400, 505]],
  ['an upgrade', () => get('Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c', 'HTTP2-Settings: AAMAAABk'), [200]],
];

const hosts: Row[] = [
  ...['Host: test', 'Host: other', 'host: test:80'].map(
    (field): Row => [`two hosts, the other one ${field}`, () => get(field), REFUSED],
  ),
  ...['test, other', 'te st', 'test/x', 'user@test', 'test?x', 'te\xfcst', 'test\\x', '<test>'].map(
    (host): Row => [`the host ${JSON.stringify(host)}`, () => get().replace('Host: test', `Host: ${host}`), REFUSED],
  ),
  ...['', 'test:8080', '127.0.0.1:80', '[::1]', '[::1]:80', 'my_host.example', 'xn--tst-hoa.example'].map(
    (host): Row => [`the host ${JSON.stringify(host)}`, () => get().replace('Host: test', `Host: ${host}`), [200]],
  ),
  ['no host', () => get().replace('Host: test\r\n', ''), REFUSED],
];

/** The runtime knows the registered methods. It gives no other one to the service, but closes the connection without an
 * answer. */
const methods: Row[] = [
  ...['PUT', 'PATCH', 'DELETE', 'TRACE', 'PROPFIND', 'QUERY', 'SEARCH', 'MKCOL', 'PURGE', 'REPORT'].map(
    (method): Row => [`the method ${method}`, () => get().replace('GET', method), [405]],
  ),
  ...['BREW', 'get', 'Get', 'GETX', 'POSTS', 'X'].map(
    (method): Row => [`the method ${method}`, () => get().replace('GET', method), [[]]],
  ),
  ['a create with the method post', ({ sound }) => sound.replace('POST', 'post'), [[]]],
  ['a create behind an unknown method', ({ sound }) => get().replace('GET', 'BREW') + sound, [[]]],
  [
    'a preflight for an unknown method',
    () => get('Origin: https://a.example', 'Access-Control-Request-Method: BREW').replace('GET', 'OPTIONS'),
    [204],
  ],
];

/** The runtime resolves dots and turns backslashes into slashes, as browsers do, before the service sees an address. It
 * decodes nothing else. */
const paths: Row[] = (
  [
    ['/api/v1/employees/../health', 200],
    ['/api/v1/employees/%2e%2e/health', 200],
    ['/api/v1/employees/.%2E/health', 200],
    ['/api/./v1/%2e/health', 200],
    ['/../../api/v1/health', 200],
    ['/api\\v1\\health', 200],
    ['/api\\v1\\employees\\..\\health', 200],
    ['/api/v1/%5chealth', 404],
    ['/api/v1%2fhealth', 404],
    ['/%61pi/v1/health', 404],
    ['//api/v1/health', 404],
    ['/api//v1/health', 404],
    ['/api/v1/health%00', 404],
    ['/api/v1/health;x=1', 404],
    ['/API/v1/health', 404],
  ] as const
).map(([path, status]): Row => [`the path ${path}`, () => get().replace('/api/v1/health', path), [status]]);
