// Opens the database that the settings name: the embedded one, or PostgreSQL.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../catalogue/catalogue.ts';
import type { Settings } from '../config.ts';
import type { Change } from '../store/shared/migration.ts';
import { DATABASE_FILE, openSqlite } from '../store/sqlite/store.ts';
import { type Store, StoreError } from '../store/store.ts';

/** Says once in so many milliseconds that it is still waiting. */
const SAY_EVERY = 5000;

/** For a copy: what names the address on the command line, and whether a copy that is not finished may be opened. `change`:
 * what may be, to open it; without a word, what another version has made otherwise. */
export type Opening = { readonly named?: string; readonly unfinished?: boolean; readonly change?: Change };

/** For commands that are of no use without one: opening would make one. */
export function expectDatabase({ databaseUrl, dataFolder }: Settings): void {
  if (databaseUrl === undefined && !existsSync(join(dataFolder, DATABASE_FILE)))
    throw new StoreError(`There is no database in ${dataFolder} (set WORKFORCE_DATA).`);
}

export async function openStore(settings: Settings, { change = 'version', ...opening }: Opening = {}): Promise<Store> {
  const { databaseUrl: url, dataFolder, privateFields } = settings;
  if (url === undefined) return openSqlite(dataFolder, catalogue, privateFields, opening.unfinished, change);
  const { replicaUrls, maxLagSeconds, poolSize, statementTimeoutSeconds, databaseWaitSeconds: waitSeconds } = settings;
  const how = { url, replicaUrls, maxLagSeconds, poolSize, statementTimeoutSeconds, waitSeconds, change, ...opening };
  // Loaded where it is needed: the embedded database starts sooner without it.
  const { openPostgres } = await import('../store/postgres/store.ts');
  let said = Number.NEGATIVE_INFINITY;
  return openPostgres(how, catalogue, privateFields, (reason) => {
    if (performance.now() - said < SAY_EVERY) return;
    said = performance.now();
    console.error(`workforce: waiting for the database (${reason}).`);
  });
}
