// What is sent to a service, in any amount. Every function returns the number of inputs. It throws at the first
// malformed answer, when a request was read in two ways, or when the service does not answer afterwards.

import { expect } from 'bun:test';
import { readdirSync, readFileSync } from 'node:fs';
import { randomFrom } from '../../harness/random/sample.ts';
import { create, wireCases } from './cases.ts';
import { nextInput } from './inputs.ts';
import { converse, strictAnswers } from './wire.ts';

type Target = { readonly url: string };

const STATUSES = new Set([100, 200, 201, 204, 304, 400, 401, 404, 405, 408, 413, 414, 417, 422, 431, 501, 505]);

/** Runs `work` for all items, `width` at a time. */
async function inParallel<T>(items: Iterable<T>, width: number, work: (item: T) => Promise<void>): Promise<void> {
  const queue = items[Symbol.iterator]();
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: width }, worker));
}

export async function expectAlive({ url }: Target): Promise<void> {
  const answer = await fetch(`${url}/api/v1/health`);
  expect([answer.status, (await answer.json()).status]).toEqual([200, 'ok']);
}

const created = async ({ url }: Target, mark: string): Promise<number> =>
  (await (await fetch(`${url}/api/v1/leave?limit=1&leave_type=${encodeURIComponent(mark)}`)).json()).meta.total;

let runs = 0;
/** A mark that no other record has. */
const newMark = (name: string) => `${name.replace(/\W+/g, '-').slice(0, 60)}-${process.pid}-${runs++}`;

/** Random bytes and damaged requests, each on a connection of its own. */
export async function fuzzed(target: Target, seed: number, count: number): Promise<Record<string, number>> {
  const next = randomFrom(seed);
  const seen: Record<string, number> = { inputs: 0, closed: 0 };
  const inputs = (function* () {
    for (let i = 0; i < count; i++) yield nextInput(next);
  })();
  const ids = new Set<string>();
  await inParallel(inputs, 64, async (parts) => {
    const heard = await converse(target.url, parts, { pause: 2, quiet: 20 });
    const sent = () => JSON.stringify(Buffer.concat(parts).toString('latin1').slice(0, 500));
    try {
      for (const { status, headers } of strictAnswers(heard.bytes, true, true)) {
        if (!STATUSES.has(status)) throw new Error(`Status ${status}`);
        seen[status] = (seen[status] ?? 0) + 1;
        const location = status === 201 ? headers.get('location')! : undefined;
        if (location !== undefined && ids.has(location)) throw new Error(`Two answers for ${location}`);
        if (location !== undefined) ids.add(location);
      }
    } catch (error) {
      throw new Error(`${(error as Error).message} to ${sent()} (seed ${seed})`);
    }
    seen.inputs! += 1;
    if (heard.closed && heard.bytes.length === 0) seen.closed! += 1;
  });
  await expectAlive(target);
  return seen;
}

/** Each case of the table, with its safe reading. */
export async function smuggled(target: Target): Promise<number> {
  const marks = new Map<string, string>();
  const cases = wireCases((name) => marks.set(name, newMark(name)).get(name)!);
  const wrong: unknown[] = [];
  await inParallel(cases, 8, async ({ name, parts, answers, records }) => {
    const statusesIn = (bytes: Buffer) => strictAnswers(bytes, name.includes('HEAD')).map(({ status }) => status);
    const isRead = (statuses: readonly number[]) => answers.some((each) => Bun.deepEquals(each, statuses));
    // After a last 400, or without an answer, the connection is closed, which is heard by itself.
    const isClosedAfter = (statuses: readonly number[]) => (statuses.at(-1) ?? 400) === 400;
    const isEnough = (bytes: Buffer) => {
      try {
        const statuses = statusesIn(bytes);
        return isRead(statuses) && !isClosedAfter(statuses);
      } catch {
        return false;
      }
    };
    const heard = await converse(target.url, parts, { pause: 60, quiet: 200, isEnough });
    const statuses = statusesIn(heard.bytes);
    const made = await created(target, marks.get(name)!);
    if (!isRead(statuses) || made !== records) wrong.push({ name, statuses, answers, made, records });
    if (isClosedAfter(statuses) && !heard.closed) wrong.push({ name, open: true });
  });
  expect(wrong).toEqual([]);
  await expectAlive(target);
  return cases.length;
}

/** Valid requests that are cut after every byte, by a close and by a reset: nothing is created from a part. */
export async function truncated(target: Target): Promise<number> {
  const mark = newMark('truncated');
  const { sound, chunked, chunk } = create(mark);
  const whole = [sound, chunked(`${chunk}0\r\n\r\n`)];
  // For the runtime, a chunked body is complete with the line of its last chunk, so here too.
  const enough = [sound.length, chunked(`${chunk}0\r\n`).length];
  const inputs = whole.flatMap((text, kind) =>
    Array.from({ length: enough[kind]! }, (_, at) => text.slice(0, at)).flatMap((part) =>
      (['end', 'reset'] as const).map((leave) => ({ part, leave })),
    ),
  );
  await inParallel(inputs, 32, async ({ part, leave }) => {
    const { bytes } = await converse(target.url, [part], { quiet: 5, leave });
    const accepted = strictAnswers(bytes).filter(({ status }) => status < 400);
    expect({ part, leave, accepted }).toEqual({ part, leave, accepted: [] });
  });
  expect(await created(target, mark)).toBe(0);
  await expectAlive(target);
  return inputs.length;
}

/** A busy machine may be silent for longer than a moment. */
const hasAnswers = (count: number) => (bytes: Buffer) => {
  try {
    return strictAnswers(bytes).length >= count;
  } catch {
    return false;
  }
};

/** Many reads on one connection, divided anywhere: the same answers in the same order as one by one. */
export async function pipelined(target: Target, seed: number, rounds: number): Promise<number> {
  const next = randomFrom(seed);
  const paths = [
    '/api/v1/departments/1',
    '/api/v1/departments/999',
    '/api/v1/health',
    '/api/v1/teams?limit=1',
    '/api',
    '/no',
  ];
  const request = (path: string) => `GET ${path} HTTP/1.1\r\nHost: test\r\nX-Request-Id: same\r\n\r\n`;
  const read = async (parts: readonly string[], count: number) => {
    const { bytes } = await converse(target.url, parts, { pause: 1, quiet: 60, isEnough: hasAnswers(count) });
    return strictAnswers(bytes).map(({ status, body }) => [status, body.toString()].join(' '));
  };
  const alone = new Map<string, string[]>();
  for (const path of paths) alone.set(path, await read([request(path)], 1));
  await inParallel(Array(rounds).keys(), 8, async () => {
    const asked = Array.from({ length: 1 + Math.floor(next() * 12) }, () => paths[Math.floor(next() * paths.length)]!);
    const text = asked.map(request).join('');
    const cuts = [0, ...Array.from({ length: 3 }, () => Math.floor(next() * text.length)), text.length].sort(
      (a, b) => a - b,
    );
    const parts = cuts
      .slice(1)
      .map((cut, i) => text.slice(cuts[i]!, cut))
      .filter((part) => part !== '');
    const answers = asked.flatMap((path) => alone.get(path)!);
    expect({ seed, parts, answers: await read(parts, asked.length) }).toEqual({ seed, parts, answers });
  });
  await expectAlive(target);
  return rounds;
}

/** Requests that come a byte at a time are answered when they are complete, and do not delay others. */
export async function slow(target: Target, connections: number, pause: number): Promise<number> {
  const mark = newMark('slow');
  const { sound } = create(mark);
  const all = Promise.all(
    Array.from({ length: connections }, async (_, i) => {
      const text = i % 2 === 0 ? 'GET /api/v1/health HTTP/1.1\r\nHost: test\r\n\r\n' : sound;
      const { bytes } = await converse(target.url, text.split(''), { pause, quiet: 500, isEnough: hasAnswers(1) });
      expect(strictAnswers(bytes).map(({ status }) => status)).toEqual([i % 2 === 0 ? 200 : 201]);
    }),
  );
  for (let i = 0; i < 5; i++) await expectAlive(target);
  await all;
  expect(await created(target, mark)).toBe(Math.floor(connections / 2));
  return connections;
}

/** Senders that close or reset right after sending: an answer or none, and a record for every 201. */
export async function halfOpen(target: Target, count: number): Promise<number> {
  const mark = newMark('half-open');
  const { sound } = create(mark);
  let told = 0;
  await inParallel(Array(count).keys(), 32, async (i) => {
    const text = i % 3 === 0 ? sound : 'GET /api/v1/departments HTTP/1.1\r\nHost: test\r\n\r\n';
    const leave = i % 2 === 0 ? 'end' : 'reset';
    const { bytes } = await converse(target.url, [text], { quiet: i % 5 === 0 ? 30 : 0, leave });
    told += strictAnswers(bytes).filter(({ status }) => status === 201).length;
  });
  expect(await created(target, mark)).toBeGreaterThanOrEqual(told);
  await expectAlive(target);
  return count;
}

/** The open files and sockets of a process, and its memory in MiB. */
export function held(pid: number): { handles: number; memory: number } {
  const pages = Number(readFileSync(`/proc/${pid}/statm`, 'utf8').split(' ')[1]);
  return { handles: readdirSync(`/proc/${pid}/fd`).length, memory: Math.round((pages * 4096) / 2 ** 20) };
}
