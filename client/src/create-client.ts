// The client: one property for each resource of the catalogue, the metrics, the changes, and the health check.
import type { Changes } from './changes/change-types.ts';
import { changes } from './changes/changes.ts';
import { type ClientOptions, connection } from './connection.ts';
import type { AsksInsights } from './insight-types.ts';
import { asksInsights, creates, reads, sendJson } from './operations.ts';
import { type Resources, resources } from './resources.ts';
import type { CallOptions, Health } from './types.ts';

export type Client = Resources &
  AsksInsights & {
    /** Everything that changed, and what changes, for whoever keeps a copy. */
    changes: Changes;
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
  return { ...Object.fromEntries(perResource), ...asksInsights(send), changes: changes(send), health } as Client;
}
