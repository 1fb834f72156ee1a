// The client: one property for each resource of the catalogue, the metrics, the changes, and the health check.
import type { Changes } from './changes/change-types.ts';
import { changes } from './changes/changes.ts';
import { type ClientOptions, connection } from './connection.ts';
import type { AsksInsights } from './insight-types.ts';
import { asksInsights, creates, reads, sendJson } from './operations.ts';
import { queryString } from './query-string.ts';
import { type Records, type Resources, resources } from './resources.ts';
import type { CallOptions, Health, OrgChart, OrgChartQuery } from './types.ts';

export type Client = Resources &
  AsksInsights & {
    /** Everything that changed, and what changes, for whoever keeps a copy. */
    changes: Changes;
    /** How many records of each resource there are for you, by the names that the service gives to them. */
    totals(options?: CallOptions): Promise<{ data: Partial<Record<keyof Records, number>> }>;
    /** A part of the tree of the people who are employed today, with the sizes of all branches. All filters of
     * employees can be added. */
    orgChart(query?: OrgChartQuery, options?: CallOptions): Promise<OrgChart>;
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
  const orgChart = (query: OrgChartQuery = {}, { signal }: CallOptions = {}) =>
    sendJson<OrgChart>(send, { path: `org-chart${queryString(query)}`, signal });
  return {
    ...Object.fromEntries(perResource),
    ...asksInsights(send),
    changes: changes(send),
    totals,
    orgChart,
    health,
  } as Client;
}
