// The long form of feed.operations.ts, npm test -- feed: FEED_WRITERS (64) writers, on each engine for about MINUTES (2),
// and through a failover: three services on a primary and two synchronous standbys, of which one takes over. Prints the
// figures.
import { expect, test } from 'bun:test';
import { engines } from '../../harness/databases.ts';
import { SEED } from '../../harness/random/sample.ts';
import { stopServices } from '../../harness/service-processes.ts';
import { furthest } from '../cluster/scenario.ts';
import { closeStage, openStage, primaryKnown } from '../cluster/stage.ts';
import { printFigures } from '../figures.ts';
import { withServices } from '../served.ts';
import { consumersKilled } from './scenario.ts';

const MINUTES = Number(process.env.MINUTES ?? 2);
const WRITERS = Number(process.env.FEED_WRITERS ?? 64);
const LIMIT = 60_000 * (MINUTES + 10);

test.each(engines)(
  `on the %s database (seed ${SEED})`,
  (engine) =>
    withServices(engine, {}, async (on) => {
      const end = performance.now() + 60_000 * MINUTES;
      for (let seed = SEED; seed === SEED || performance.now() < end; seed++) {
        const figures = await consumersKilled({ ...on, seed, writers: WRITERS, rounds: 6 });
        printFigures(`feed ${engine}, seed ${seed}`, figures);
        expect(figures.kills).toBeGreaterThan(0);
      }
    }),
  LIMIT,
);

test(
  `consumers that are killed miss nothing while the primary is killed and a standby promoted (seed ${SEED})`,
  async () => {
    const stage = await openStage(0);
    try {
      const meanwhile = async () => {
        await stage.primary.kill('SIGKILL');
        await primaryKnown(stage, false);
        await (await furthest(stage.standbys)).promote();
        await primaryKnown(stage, true);
      };
      const { services, environment } = stage;
      const writers = Math.ceil(WRITERS / 4);
      printFigures(
        'feed, failover',
        await consumersKilled({ services, environment, seed: SEED, writers, rounds: 3, meanwhile }),
      );
      await stopServices(services);
    } finally {
      await closeStage(stage);
    }
  },
  LIMIT,
);
