// Opens the database that the settings name: the embedded one, or PostgreSQL.
import { catalogue } from '../catalogue/catalogue.ts';
import type { Settings } from '../config.ts';
import { openPostgres } from '../store/postgres/open-postgres.ts';
import { openSqlite } from '../store/sqlite/open-sqlite.ts';
import type { Store } from '../store/store.ts';

/** Says once in so many milliseconds that it is still waiting. */
const SAY_EVERY = 5000;

export async function openStore(settings: Settings): Promise<Store> {
  const { databaseUrl: url, dataFolder, privateFields } = settings;
  if (url === undefined) return openSqlite(dataFolder, catalogue, privateFields);
  const { replicaUrls, maxLagSeconds, poolSize, statementTimeoutSeconds, databaseWaitSeconds: waitSeconds } = settings;
  const how = { url, replicaUrls, maxLagSeconds, poolSize, statementTimeoutSeconds, waitSeconds };
  let said = Number.NEGATIVE_INFINITY;
  return openPostgres(how, catalogue, privateFields, (reason) => {
    if (performance.now() - said < SAY_EVERY) return;
    said = performance.now();
    console.error(`workforce: waiting for the database (${reason}).`);
  });
}
