// Nobody who follows the changes misses one or gets one twice, however often they are killed. long.ts does it for
// minutes.

import { expect, setDefaultTimeout, test } from 'bun:test';
import { SEED } from '../../harness/random/sample.ts';
import { consumersKilled, SERVED, withServices } from './scenario.ts';

setDefaultTimeout(120_000);

test.each(SERVED)(`on the $engine database (seed ${SEED})`, (served) =>
  withServices(served, async (on) => {
    const figures = await consumersKilled({ ...on, seed: SEED, writers: 8, rounds: 2 });
    expect(figures.kills).toBeGreaterThan(2);
  }),
);
