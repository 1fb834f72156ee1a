// Work in pieces: of all such work in a process one piece is done at a time, and others get a turn before the next.
import { expect, test } from 'bun:test';
import { othersFirst, pauses } from '../../src/fairness/slices.ts';

const WORKS = 8;
const PIECES = 5;

test('others get a turn between any two pieces, whoever does them', async () => {
  const seen: string[] = [];
  let isOver = false;
  const others = () => {
    seen.push('others');
    if (!isOver) setImmediate(others);
  };
  setImmediate(others);
  const work = async (name: string) => {
    for (let piece = 0; piece < PIECES; piece++) {
      await othersFirst();
      seen.push(name);
    }
  };
  await Promise.all(Array.from({ length: WORKS }, (_, i) => work(`work ${i}`)));
  isOver = true;
  const pieces = seen.flatMap((name, at) => (name === 'others' ? [] : [at]));
  expect(pieces).toHaveLength(WORKS * PIECES);
  expect(pieces.filter((at) => seen[at + 1]?.startsWith('work'))).toEqual([]);
  // In turns: nobody has two pieces before all have had one.
  expect(new Set(pieces.slice(0, WORKS).map((at) => seen[at])).size).toBe(WORKS);
});

test('a pause comes after a while, and ends work that is no longer wanted', async () => {
  const over = new AbortController();
  const pause = pauses(over.signal);
  await Bun.sleep(3);
  const first = pause();
  expect(first).toBeInstanceOf(Promise);
  await first;
  over.abort(new Error('gone'));
  await Bun.sleep(3);
  await expect(Promise.resolve(pause())).rejects.toThrow('gone');
});
