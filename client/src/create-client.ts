// The client: one property for each resource of the catalogue, and the health check.
import { type ClientOptions, connection } from './connection.ts';
import { creates, reads, sendJson } from './operations.ts';
import { type Resources, resources } from './resources.ts';
import type { CallOptions, Health } from './types.ts';

export type Client = Resources & {
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
  return { ...Object.fromEntries(perResource), health } as Client;
}
