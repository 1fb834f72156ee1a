// Answers that are read as a whole before they are sent take turns with streams: they give way, end with their client,
// and close what they read from.
import { expect, test } from 'bun:test';
import { STREAMS } from '../../src/contract/limits.ts';
import { streams } from '../../src/http/response/streams.ts';
import { waitUntil } from '../harness/wait-until.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const askerOf = (client: string, signal = new AbortController().signal) => ({
  client: () => client,
  signal: () => signal,
});

/** Batches that never end, and how many of them are open. */
function endless() {
  let open = 0;
  return {
    open: async () => {
      open += 1;
      return {
        next: async () => bytes('x'),
        close: () => {
          open -= 1;
        },
      };
    },
    count: () => open,
  };
}

const three = () => {
  const parts = ['a', 'b', 'c'];
  return { next: async () => (parts.length > 0 ? bytes(parts.shift()!) : undefined), close: () => undefined };
};

test('all parts, in their order', async () => {
  const whole = await streams().whole(async () => three(), askerOf('a'));
  expect(new TextDecoder().decode(whole)).toBe('abc');
});

test('one that has most turns gives way to another client', async () => {
  const { whole } = streams();
  const { open, count } = endless();
  const leaving = new AbortController();
  const greedy = Array.from({ length: STREAMS.places }, () => whole(open, askerOf('greedy', leaving.signal)));
  const ends = Promise.allSettled(greedy);
  await waitUntil('all of them to read', () => count() === STREAMS.places);
  expect((await whole(async () => three(), askerOf('other'))).length).toBe(3);
  expect(count()).toBe(STREAMS.places - 1);
  leaving.abort(new Error('gone'));
  const reasons = (await ends).map((end) =>
    end.status === 'rejected' ? (end.reason.code ?? end.reason.message) : 'done',
  );
  expect(reasons.sort()).toEqual([...Array(STREAMS.places - 1).fill('gone'), 'unavailable']);
  expect(count()).toBe(0);
});

test('one that fails closes what it reads, and gives its turn back', async () => {
  const { whole, measures } = streams();
  let isClosed = false;
  const close = () => {
    isClosed = true;
  };
  const next = async () => {
    throw new Error('broken');
  };
  expect(await whole(async () => ({ next, close }), askerOf('a')).catch(({ message }) => message)).toBe('broken');
  expect([isClosed, measures()[0]]).toEqual([true, expect.objectContaining({ name: 'workforce_streams' })]);
  expect((await whole(async () => three(), askerOf('a'))).length).toBe(3);
});
