// The long form of feed.operations.ts, npm test -- feed: 64 writers, on each engine, for about MINUTES each; prints the
// figures.

import { expect, test } from 'bun:test';
import { SEED } from '../../harness/random/sample.ts';
import { consumersKilled, SERVED, withServices } from './scenario.ts';

const MINUTES = Number(process.env.MINUTES ?? 3);
const WRITERS = Number(process.env.FEED_WRITERS ?? 64);

test.each(SERVED)(
  `on the $engine database (seed ${SEED})`,
  (served) =>
    withServices(served, async (on) => {
      const end = performance.now() + 60_000 * MINUTES;
      for (let seed = SEED; performance.now() < end; seed++) {
        const figures = await consumersKilled({ ...on, seed, writers: WRITERS, rounds: 6 });
        console.log(`${served.engine}, seed ${seed}: ${JSON.stringify(figures)}`);
        expect(figures.kills).toBeGreaterThan(2);
      }
    }),
  60_000 * (MINUTES + 10),
);
