// Large bodies are read one after the other, and other requests get several times as much time in between: parsing a body of 1 MiB can
// take 50 ms, and many may arrive at the same moment.
import { collectGarbage } from '../../store/shared/lane/garbage.ts';

/** From so many bytes on. */
const LARGE = 32 * 1024;
/** How much longer than reading a body the pause after it is. */
const PAUSE = 3;

let last: Promise<void> = Promise.resolve();

export const isLarge = (bytes: number): boolean => bytes >= LARGE;

/** Resolves when it is this body's turn. What is then done with it at once, is done before the next. */
export async function largeBodyTurn(): Promise<void> {
  const before = last;
  const { promise, resolve } = Promise.withResolvers<void>();
  last = promise;
  await before;
  const began = performance.now();
  setImmediate(() => {
    const took = performance.now() - began;
    setTimeout(() => {
      collectGarbage();
      setTimeout(resolve, PAUSE * took);
    }, took);
  });
}
