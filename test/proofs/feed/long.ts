// The long form of feed.operations.ts, npm run test:feed: 64 writers, on each engine, for about MINUTES each; prints the figures.
import { expect, test } from 'bun:test';
import { databaseSetting, emptyDatabase } from '../../harness/databases.ts';
import { TOKEN } from '../../harness/service.ts';
import { spawnServices, stopServices } from '../../harness/service-processes.ts';
import { consumersKilled } from './scenario.ts';

const MINUTES = Number(process.env.MINUTES ?? 3);
const WRITERS = Number(process.env.FEED_WRITERS ?? 64);
const SEED = Number(process.env.FEED_SEED ?? Date.now() % 2 ** 31);

test.each([
  ['embedded', 1, '2'],
  ['postgresql', 2, '1'],
] as const)(
  `on the %s database (seed ${SEED})`,
  async (engine, count, workers) => {
    const environment = {
      ...databaseSetting(await emptyDatabase(engine)),
      WORKFORCE_API_TOKEN: TOKEN,
      WORKFORCE_DEMO: '0',
      WORKFORCE_WORKERS: workers,
      WORKFORCE_LOG: 'off',
      WORKFORCE_WEBHOOKS: 'off',
    };
    const services = await spawnServices(count, environment);
    const end = performance.now() + 60_000 * MINUTES;
    try {
      for (let seed = SEED; performance.now() < end; seed++) {
        const figures = await consumersKilled({ services, environment, seed, writers: WRITERS, rounds: 6 });
        console.log(`${engine}, seed ${seed}: ${JSON.stringify(figures)}`);
        expect(figures.kills).toBeGreaterThan(2);
      }
    } finally {
      await stopServices(services);
    }
  },
  60_000 * (MINUTES + 10),
);
