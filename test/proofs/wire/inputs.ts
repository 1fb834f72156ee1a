// Bytes that no client would send, from a seed: random bytes, and valid requests that were damaged.
import { create } from './cases.ts';

export type Random = () => number;

const below = (next: Random, most: number) => Math.floor(next() * most);
const pick = <T>(next: Random, from: readonly T[]): T => from[below(next, from.length)]!;

const FIELDS = [
  'Host: test',
  'Accept-Encoding: gzip, br, zstd',
  'If-None-Match: "x"',
  'X-Request-Id: a-1',
  'Range: bytes=0-1',
];
const TARGETS = [
  '/',
  '/api',
  '/api/v1/health',
  '/api/v1/departments?limit=2&q=a',
  '/api/v1/employees/3',
  '/nowhere',
  '/swagger.json',
];

export const FUZZ_MARK = 'wire-fuzz';
const { sound, chunked, chunk, head } = create(FUZZ_MARK);
const templates = [
  ...TARGETS.map((target) => `GET ${target} HTTP/1.1\r\n${FIELDS.join('\r\n')}\r\n\r\n`),
  'OPTIONS /api/v1/leave HTTP/1.1\r\nHost: test\r\nOrigin: https://a.example\r\n\r\n',
  ...[sound, sound, chunked(`${chunk}0\r\n\r\n`), chunked(`3;a=b\r\n{"a\r\n0\r\n\r\n`)],
  head('Expect: 100-continue', 'Content-Length: 2', 'Connection: close'),
];

const nasty = [
  ...['\r\n', '\n', '\r', '\0', ' ', '\t', ':', '\r\n\r\n', '\x7f', '\xff\xfe', '%00', '%', '..', '//', '?', '#', ','],
  ...[
    'Content-Length: 3\r\n',
    'Content-Length: -1\r\n',
    'Transfer-Encoding: chunked\r\n',
    'Host: x\r\n',
    'Connection: close\r\n',
  ],
  ...[
    'Connection: keep-alive, close\r\n',
    'Expect: 100-continue\r\n',
    'Upgrade: websocket\r\n',
    'HTTP/1.0',
    'HTTP/9.9',
    'ffffffff\r\n',
  ],
  ...['0\r\n\r\n', 'GET / HTTP/1.1\r\n\r\n', '9'.repeat(30), 'A'.repeat(5000), 'X: 1\r\n'.repeat(120)],
];

const noise = (next: Random, length: number): string =>
  String.fromCharCode(...Array.from({ length }, () => below(next, 256)));

/** Makes one random change to a text. */
const damages: readonly ((text: string, next: Random) => string)[] = [
  (text, next) => spliced(text, next, 1, String.fromCharCode(below(next, 256))),
  (text, next) => spliced(text, next, 0, pick(next, nasty)),
  (text, next) => spliced(text, next, below(next, 30), ''),
  (text, next) => spliced(text, next, below(next, 8), noise(next, below(next, 8))),
  (text, next) => text.slice(0, below(next, text.length)),
  (text, next) => {
    const lines = text.split('\r\n');
    const from = below(next, lines.length);
    return lines.toSpliced(below(next, lines.length), 0, lines[from]!).join('\r\n');
  },
  (text, next) => text + pick(next, templates),
  (text, next) => text.replace(/\d+/, () => String(below(next, 2 ** 31) - 5)),
];

function spliced(text: string, next: Random, gone: number, put: string): string {
  const at = below(next, text.length + 1);
  return text.slice(0, at) + put + text.slice(at + gone);
}

/** The next input, divided into the parts that are sent one by one. */
export function nextInput(next: Random): Buffer[] {
  let text: string;
  if (next() < 0.2) {
    text = noise(next, below(next, 600)).replaceAll(String.fromCharCode(below(next, 256)), pick(next, nasty));
  } else {
    text = pick(next, templates);
    for (let times = 1 + below(next, 4); times > 0; times--) text = pick(next, damages)(text, next);
  }
  const bytes = Buffer.from(text, 'latin1');
  if (next() < 0.8) return [bytes];
  const cut = below(next, bytes.length + 1);
  return [bytes.subarray(0, cut), bytes.subarray(cut)];
}
