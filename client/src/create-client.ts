// The client: one entry for each resource of the catalogue, and the health check.
import { type ClientOptions, connection } from './connection.ts';
import { askJson, creates, reads } from './operations.ts';
import { type Resources, resources } from './resources.ts';
import type { CallOptions, Health } from './types.ts';

export type Client = Resources & {
  /** How the service is. */
  health(options?: CallOptions): Promise<Health>;
};

export function createClient(options: ClientOptions): Client {
  const ask = connection(options);
  const perResource = Object.entries(resources).map(([name, { path, creatable }]) => [
    name,
    { ...reads(ask, path), ...(creatable && creates(ask, path)) },
  ]);
  const health = ({ signal }: CallOptions = {}) => askJson<Health>(ask, { path: 'health', signal });
  return { ...Object.fromEntries(perResource), health } as Client;
}
