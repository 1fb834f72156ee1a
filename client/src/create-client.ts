// The client: one property for each resource of the catalogue, the metrics, the changes, and the health check.
import type { Changes } from './changes/change-types.ts';
import { changes } from './changes/changes.ts';
import { type ClientOptions, connection } from './connection.ts';
import type { AsksInsights } from './insight-types.ts';
import { asksInsights, creates, reads, sendJson } from './operations.ts';
import { type Records, type Resources, resources } from './resources.ts';
import type { CallOptions, Health } from './types.ts';

export type Client = Resources &
  AsksInsights & {
    /** Everything that changed, and what changes, for whoever keeps a copy. */
    changes: Changes;
    /** How many records of each resource there are for you, by the names that the service gives to them. */
    totals(options?: CallOptions): Promise<{ data: Partial<Record<keyof Records, number>> }>;
    /** The state of the service and its database. */
    health(options?: CallOptions): Promise<Health>;
  };

export function createClient(options: ClientOptions): Client {
  const send = connection(options);
  const perResource = Object.entries(resources).map(([name, { path, creatable }]) => [
    name,
    { ...reads(send, path), ...(creatable && creates(send, path)) },
  ]);
  const health = ({ signal }: CallOptions = {}) => sendJson<Health>(send, { path: 'health', signal });
  const totals = ({ signal }: CallOptions = {}) => sendJson(send, { path: 'totals', signal });
  return {
    ...Object.fromEntries(perResource),
    ...asksInsights(send),
    changes: changes(send),
    totals,
    health,
  } as Client;
}
