// Removes the bytes of deleted rows from the tables. The log, replicas and backups of the server are the operator's.
import type { Resource } from '../../../catalogue/resource.ts';
import { quoted } from '../../shared/schema.ts';
import { isForbidden, isTimeout } from '../connection/errors.ts';
import type { Server } from '../connection/server.ts';

const OWN_TABLES = ['workforce_list_counters', 'workforce_landmarks', 'workforce_idempotency', 'workforce_notes'];

export async function scrub(server: Server, resources: readonly Resource[]): Promise<void> {
  for (const table of [...resources.map((resource) => resource.table), ...OWN_TABLES])
    await server.query(`VACUUM ANALYZE ${quoted(table)}`).catch((error) => {
      // The server does it by itself later.
      if (!isTimeout(error) && !isForbidden(error)) throw error;
    });
}
