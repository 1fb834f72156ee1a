// Nobody who follows the changes misses one or gets one twice, however often they are killed. long.ts does it for minutes.
import { expect, setDefaultTimeout, test } from 'bun:test';
import { databaseSetting, emptyDatabase } from '../../harness/databases.ts';
import { TOKEN } from '../../harness/service.ts';
import { spawnServices, stopServices } from '../../harness/service-processes.ts';
import { consumersKilled } from './scenario.ts';

setDefaultTimeout(120_000);

const SEED = Number(process.env.FEED_SEED ?? Date.now() % 2 ** 31);

test.each([
  ['embedded', 1, '2'],
  ['postgresql', 2, '1'],
] as const)(`on the %s database (seed ${SEED})`, async (engine, count, workers) => {
  const environment = {
    ...databaseSetting(await emptyDatabase(engine)),
    WORKFORCE_API_TOKEN: TOKEN,
    WORKFORCE_DEMO: '0',
    WORKFORCE_WORKERS: workers,
    WORKFORCE_LOG: 'off',
    WORKFORCE_WEBHOOKS: 'off',
  };
  const services = await spawnServices(count, environment);
  try {
    const figures = await consumersKilled({ services, environment, seed: SEED, writers: 8, rounds: 2 });
    expect(figures.kills).toBeGreaterThan(2);
  } finally {
    await stopServices(services);
  }
});
