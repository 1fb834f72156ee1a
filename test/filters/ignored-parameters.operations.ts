// Parameters that mean nothing: every answer to a read names those that it ignored, and `Prefer: handling=strict` makes
// them a fault.
import { afterAll, beforeAll, describe, expect, test } from 'bun:test';
import { parseQueryString } from '../../src/contract/request/parameters.ts';
import { eitherEngine } from '../harness/databases.ts';
import { fc } from '../harness/random/fc.ts';
import { exchange } from '../harness/raw-http.ts';
import { type Service, startService } from '../harness/service.ts';

const STRICT = { Prefer: 'handling=strict' };

/** What is asked, and which names the answer has. */
const ignored: [path: string, names: string | null][] = [
  ['jobs', null],
  ['jobs?status=open&limit=5&sort=id&q=&fields=id&expand=dept_id', null],
  ['jobs?status=&id[gte]=&dept_id.name=', null],
  ['jobs?foo=1&statu=open', 'foo, statu'],
  ['jobs?status%5Bgte%5D=a&id[foo]=1&id[=1', 'status[gte], id[foo], id['],
  ['employees?password_hash=x&password_hash[ne]=x', 'password_hash, password_hash[ne]'],
  ['leave?employee_id.dept_id.name=x', 'employee_id.dept_id.name'],
  ['jobs?__proto__=1&constructor=2&toString=3', '__proto__, constructor, toString'],
  ['jobs?=1&=2', '""'],
  // A single record has no filters and no pages.
  ['jobs/1?fields=id&expand=dept_id', null],
  ['jobs/1?status=open&limit=1&id=1', 'status, limit, id'],
  // A stream takes what a list takes.
  ['jobs?format=csv&status=open&limit=3', null],
  ['jobs?format=ndjson&foo=1&statu=open', 'foo, statu'],
  // Whatever a name consists of, the header is one line of ASCII.
  ['jobs?a%0d%0aSet-Cookie:%20b=1', 'a%0D%0ASet-Cookie%3A%20b'],
  ['jobs?a,b=1&c%20d=1&e%00f', 'a%2Cb, c%20d, e%00f'],
  ['jobs?%C3%A9=1&%F0%9F%98%80=1&%ff=1', '%C3%A9, %F0%9F%98%80, %EF%BF%BD'],
  [`jobs?${'x'.repeat(64)}=1&${'y'.repeat(65)}=1`, `${'x'.repeat(64)}, ${'y'.repeat(64)}...`],
  [`jobs?${'x'.repeat(63)}%F0%9F%98%80=1`, `${'x'.repeat(63)}...`],
  [`jobs?${each(20)}`, each(20).replaceAll('=1&', ', ').replace('=1', '')],
  [`jobs?${each(21)}`, `${each(20).replaceAll('=1&', ', ').replace('=1', '')}, ...`],
  [`jobs?${each(3000)}`, `${each(20).replaceAll('=1&', ', ').replace('=1', '')}, ...`],
];

/** So many parameters with different names. */
function each(count: number): string {
  return Array.from({ length: count }, (_, i) => `n${i}=1`).join('&');
}

/** What is asked, and every fault. */
const refused: [path: string, ...faults: [name: string, msg: string][]][] = [
  ['jobs?statu=open', ['statu', 'There is no parameter statu here (did you mean status?)']],
  ['attendance?att_dat=2026-11-13', ['att_dat', 'There is no parameter att_dat here (did you mean att_date?)']],
  ['leave?employee_id.branc=x', ['employee_id.branc', hint('employee_id.branc', 'employee_id.branch')]],
  ['jobs?opened_on[get]=2026-01-01', ['opened_on[get]', hint('opened_on[get]', 'opened_on[gte] or opened_on[gt]')]],
  ['jobs?limt=5&ofset=3', ['limt', hint('limt', 'limit')], ['ofset', hint('ofset', 'offset')]],
  ['jobs?=1', ['', 'There is no parameter "" here']],
  ['jobs/1?status=open', ['status', 'There is no parameter status here']],
  ['jobs?format=csv&statu=open', ['statu', hint('statu', 'status')]],
  [
    'jobs?limit=0&foo=1',
    ['limit', 'Input should be greater than or equal to 1'],
    ['foo', 'There is no parameter foo here'],
  ],
];

function hint(name: string, meant: string): string {
  return `There is no parameter ${name} here (did you mean ${meant}?)`;
}

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ engine });
  });
  afterAll(async () => {
    await service.stop();
  });

  async function ask(path: string, init: RequestInit = {}) {
    const { status, headers, ...answer } = await fetch(`${service.url}/api/v1/${path}`, {
      ...init,
      // Compression comes with the cache, and has tags of its own.
      headers: { 'Accept-Encoding': 'identity', ...init.headers },
    }).then(async (response) => ({
      status: response.status,
      headers: response.headers,
      text: await response.text(),
    }));
    const [names, applied] = [headers.get('workforce-ignored'), headers.get('preference-applied')];
    return { status, names, applied, tag: headers.get('etag'), ...answer };
  }

  test.each(ignored)('%s', async (path, names) => {
    // Several times, because later answers may come from the cache, compressed or not.
    for (let round = 0; round < 3; round++) {
      for (const init of [
        {},
        { method: 'HEAD' },
        { headers: { 'Accept-Encoding': 'gzip' } },
        { headers: { 'If-None-Match': '*' } },
        { headers: { Prefer: 'handling=lenient' } },
      ]) {
        const answer = await ask(path, init);
        const isUnchanged = 'If-None-Match' in (init.headers ?? {}) && !path.includes('format');
        expect({ ...init, ...answer, tag: '', text: '' }).toEqual({
          ...init,
          status: isUnchanged ? 304 : 200,
          names,
          applied: null,
          tag: '',
          text: '',
        });
      }
    }
  });

  test.each(refused)('%s, when the client is strict', async (path, ...faults) => {
    for (let round = 0; round < 2; round++) {
      const answer = await ask(path, { headers: STRICT });
      expect([answer.status, answer.names, answer.applied]).toEqual([422, null, 'handling=strict']);
      const { detail } = JSON.parse(answer.text) as { detail: { type: string; loc: string[]; msg: string }[] };
      expect(detail.map(({ loc, msg }) => [loc[1]!, msg])).toEqual(faults);
      expect(detail.every(({ type, loc }) => loc[0] === 'query' && type !== '')).toBe(true);
      const head = await ask(path, { method: 'HEAD', headers: STRICT });
      expect([head.status, head.applied, head.text]).toEqual([422, 'handling=strict', '']);
    }
  });

  test('the two are never mixed up, whoever asks first, and differ in nothing else', async () => {
    for (const [path, first] of [
      ['jobs?foo=1&limit=3', STRICT],
      ['jobs?foo=2&limit=3', {}],
      ['jobs/2?foo=1', STRICT],
      ['jobs/2?foo=2', {}],
      ['jobs?limit=2', STRICT],
      ['jobs?format=csv&status=open', {}],
    ] as const) {
      const known = await ask(path.replace('foo', 'bar'));
      for (const headers of [first, {}, STRICT, {}, {}, STRICT, STRICT, {}]) {
        const [isStrict, isUnknown] = ['Prefer' in headers, path.includes('foo')];
        const { status, names, applied, tag, text } = await ask(path, { headers });
        expect({ path, status, names, applied }).toEqual({
          path,
          status: isStrict && isUnknown ? 422 : 200,
          names: isUnknown && !isStrict ? 'foo' : null,
          applied: isStrict ? 'handling=strict' : null,
        });
        if (status === 200) expect({ path, tag, text }).toEqual({ path, tag: known.tag, text: known.text });
      }
    }
  });

  const preferences: [header: string, isStrict: boolean][] = [
    ['handling=strict', true],
    ['Handling=STRICT', true],
    ['handling="strict"', true],
    ['respond-async, wait=10, handling=strict', true],
    ['return=minimal\r\nPrefer: handling=strict', true],
    ['handling=lenient, handling=strict', false],
    ['handling=lenient', false],
    ['return=representation; handling=strict', false],
    ['', false],
    [`${'x'.repeat(3000)}, handling=strict`, true],
  ];

  test.each(preferences)('Prefer: %s', async (preference, isStrict) => {
    const head = `GET /api/v1/jobs?foo=1&limit=1 HTTP/1.1\r\nHost: test\r\nConnection: close\r\nPrefer: ${preference}\r\n\r\n`;
    const text = await exchange(service.url, head);
    expect(text).toStartWith(`HTTP/1.1 ${isStrict ? 422 : 200} `);
    const [applied, names] = [/^preference-applied: (.*)\r$/im, /^workforce-ignored: (.*)\r$/im].map(
      (line) => line.exec(text)?.[1],
    );
    expect([applied, names]).toEqual(isStrict ? ['handling=strict', undefined] : [undefined, 'foo']);
  });

  test('of thousands of names a strict client is told the first fifty, and how many more there are', async () => {
    const { status, text } = await ask(`jobs?${each(3000)}`, { headers: STRICT });
    const { detail, more } = JSON.parse(text);
    expect([status, detail.length, more]).toEqual([422, 50, 2950]);
  });
});

const piece = fc.oneof(
  fc.constantFrom(...'& = + % ? %F0 %e2%82%ac %zz %2 %26 %3D %2B a é %00 [gte]'.split(' ')),
  fc.string({ maxLength: 3, unit: 'binary' }),
);

test('names and values are read as URLSearchParams reads them', () => {
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
      const query = pieces.join('').toWellFormed();
      const expected = [...new URLSearchParams(`&${query}`)];
      expect(parseQueryString(query).map(({ name, value }) => [name, value] as [string, string])).toEqual(expected);
    }),
    { numRuns: 2000 },
  );
});

test.each(['%F0', 'a=%F0', 'a=1', '+'])('%s thousands of times', (pair) => {
  const parsed = parseQueryString(Array(8000).fill(pair).join('&'));
  expect(parsed).toHaveLength(8000);
  expect(new Set(parsed.map((each) => JSON.stringify(each))).size).toBe(1);
});
