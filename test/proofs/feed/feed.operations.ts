// Nobody who follows the changes misses one or gets one twice, however often they are killed. long.ts does it for
// minutes.
import { setDefaultTimeout, test } from 'bun:test';
import { eitherEngine } from '../../harness/databases.ts';
import { SEED } from '../../harness/random/sample.ts';
import { withServices } from '../served.ts';
import { consumersKilled } from './scenario.ts';

setDefaultTimeout(240_000);

test.each(eitherEngine)(`on the %s database (seed ${SEED})`, (engine) =>
  withServices(engine, {}, async (on) => {
    await consumersKilled({ ...on, seed: SEED, writers: 8, rounds: 2 });
  }),
);
