// What the parts of a read share.
import type { Resource } from '../../../catalogue/resource.ts';
import type { Condition } from '../../../contract/request/conditions.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import type { Lane } from '../../shared/lane/lane.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';
import type { Readers } from '../lane/readers.ts';
import type { Budget } from './budget.ts';

export type ReadContext = {
  readonly prepare: Prepare;
  readonly memoize: Snapshot['memoize'];
  /** For lists that have no counter. */
  readonly counts: IncrementalCounts;
  /** What the question may read. */
  readonly budget: Budget;
};

/** Where long questions are answered. Without it everything is answered here, however long it takes. */
export type LongWay = {
  readonly lane: Lane;
  readonly readers: Readers;
  readonly quickRows?: number | undefined;
};

export type IncrementalCounts = {
  /** `narrow`: the conditions whose index is used. */
  count(
    budget: Budget,
    resource: Resource,
    query: Pick<ListQuery, 'conditions' | 'terms'>,
    searchPrivate: boolean,
    narrow: Narrowest,
  ): number;
  /** Takes what another process has counted in this state of the data. */
  remember(resource: Resource, query: Pick<ListQuery, 'conditions' | 'terms'>, total: number, state: DataState): void;
};

/** What a resource consists of: as long as both are the same, its records are. */
export type DataState = { readonly newest: number; readonly generation: string };

export type Narrowest = {
  /** The conditions on one field; none when there is no condition at all. */
  readonly conditions: readonly Condition[];
  /** How many records meet them. Infinity: more than the budget allows to count. */
  readonly rows: number;
};
