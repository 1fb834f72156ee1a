// Large bodies are read one after the other, in turns of clients, and other requests get several times as much time in
// between: parsing a body of 1 MiB can take 50 ms, and many may arrive at the same moment.
import type { Asker } from '../../fairness/asker.ts';
import { collectGarbage } from '../../fairness/garbage.ts';
import { type Turns, turns } from '../../fairness/turns.ts';

/** From so many bytes on. */
const LARGE = 32 * 1024;
/** How much longer than reading a body the pause after it is. */
const PAUSE = 3;

export const isLarge = (bytes: number): boolean => bytes >= LARGE;

/** `waiting`: as many as there is memory for. */
export const largeBodies = (waiting: number, busy: string): Turns => turns({ places: 1, waiting, busy, retryAfter: 1 });

/** Resolves when it is this body's turn. Work that its caller then does at once is done before the next body. */
export async function largeBodyTurn(line: Turns, asker: Asker): Promise<void> {
  const end = await line.take({ asker });
  const began = performance.now();
  setImmediate(() => {
    const took = performance.now() - began;
    setTimeout(() => {
      collectGarbage();
      setTimeout(end, PAUSE * took);
    }, took);
  });
}
