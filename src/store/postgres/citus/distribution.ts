// Which tables are distributed over the workers of Citus, and how they are cut. Tables that nothing refers to, and in
// which no name has to be unique, are: they are those that grow. Every node has a copy of all others, so that what
// refers to them can be checked anywhere. Tables of our own (workforce_…) and sequences stay on the coordinator.
//
// Distributed tables are cut by blocks of ids that follow one another: a page of records that were created together is
// in one shard, or two, and so is a batch of creates. Cut by single ids, every page would be in all shards.
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

/** The column by which tables are distributed. */
export const BLOCK = 'block';
const BITS = 11;
/** Of so many blocks, shards are named; of more, all are asked. */
const MOST = 3;

export const blockSql = (id: string): string => `${id} >> ${BITS}`;

export const blockOf = (id: number): number => Math.floor(id / 2 ** BITS);

/** The blocks between two ids; `undefined` where they are too many. */
export function blocksBetween(first: number, last: number): number[] | undefined {
  const [from, to] = [blockOf(first), blockOf(last)];
  return to - from < MOST ? Array.from({ length: Math.max(1, to - from + 1) }, (_, at) => from + at) : undefined;
}
