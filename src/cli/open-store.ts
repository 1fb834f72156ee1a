// Opens the database that the settings name: the embedded one, or PostgreSQL.
import { catalogue } from '../catalogue/catalogue.ts';
import type { Settings } from '../config.ts';
import { openPostgres } from '../store/postgres/open-postgres.ts';
import { openSqlite } from '../store/sqlite/open-sqlite.ts';
import type { Store } from '../store/store.ts';

/** Says once in so many milliseconds that it is still waiting. */
const SAY_EVERY = 5000;

/** For a copy: what names the address on the command line, and whether a copy that is not finished may be opened. */
export type Opening = { readonly named?: string; readonly unfinished?: boolean };

export async function openStore(settings: Settings, opening: Opening = {}): Promise<Store> {
  const { databaseUrl: url, dataFolder, privateFields } = settings;
  if (url === undefined) return openSqlite(dataFolder, catalogue, privateFields, opening.unfinished);
  const { replicaUrls, maxLagSeconds, poolSize, statementTimeoutSeconds, databaseWaitSeconds: waitSeconds } = settings;
  const how = { url, replicaUrls, maxLagSeconds, poolSize, statementTimeoutSeconds, waitSeconds, ...opening };
  let said = Number.NEGATIVE_INFINITY;
  return openPostgres(how, catalogue, privateFields, (reason) => {
    if (performance.now() - said < SAY_EVERY) return;
    said = performance.now();
    console.error(`workforce: waiting for the database (${reason}).`);
  });
}
