// Which tables are distributed over the workers of Citus. Tables that nothing refers to, and in which no name has to be
// unique, are: they are those that grow. Every node has a copy of all others, so that what refers to them can be
// checked anywhere. Tables of our own (workforce_…) and sequences stay on the coordinator.
// docs/design/citus.md has the whole picture.
import { type Catalogue, type Resource, referencesOf } from '../../../catalogue/resource.ts';
import type { Model } from '../../shared/model.ts';
import type { Query } from '../connection/connection.ts';
import { readMeta } from '../connection/meta.ts';

/** The resources whose tables are distributed: none on plain PostgreSQL. */
export type Distribution = ReadonlySet<Resource>;

export type PostgresModel = Model & { readonly distributed: Distribution };

export function distributableIn(catalogue: Catalogue): Distribution {
  const referred = new Set(catalogue.flatMap((each) => referencesOf(each).map(({ target }) => target)));
  return new Set(catalogue.filter((each) => !referred.has(each) && each.unique.length === 0));
}

/** The key in workforce_meta, whose value is the number of shards. */
export const DISTRIBUTED = 'distributed';

export async function distributionOf(query: Query, catalogue: Catalogue): Promise<Distribution> {
  return (await readMeta(query, DISTRIBUTED)) === undefined ? new Set() : distributableIn(catalogue);
}
