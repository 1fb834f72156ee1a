// How proofs serve each engine: by several processes.
import { databaseSetting, type Engine, emptyDatabase } from '../harness/databases.ts';
import { TOKEN } from '../harness/service.ts';
import { spawnServices, stopServices } from '../harness/service-processes.ts';

export type Served = {
  readonly location: string;
  readonly services: readonly { readonly url: string }[];
  readonly environment: Record<string, string>;
};

/** `settings`: more of the service. `use` runs while it serves an empty database. */
export async function withServices(
  engine: Engine,
  settings: Record<string, string>,
  use: (on: Served) => Promise<void>,
): Promise<void> {
  const location = await emptyDatabase(engine);
  const [count, workers] = engine === 'embedded' ? [1, '2'] : [2, '1'];
  const environment = {
    ...databaseSetting(location),
    ...{ WORKFORCE_API_TOKEN: TOKEN, WORKFORCE_DEMO: '0', WORKFORCE_LOG: 'off', WORKFORCE_WORKERS: workers },
    ...{ WORKFORCE_WEBHOOKS: 'off', ...settings },
  };
  const services = await spawnServices(count, environment);
  try {
    await use({ location, services, environment });
  } finally {
    await stopServices(services);
  }
}
