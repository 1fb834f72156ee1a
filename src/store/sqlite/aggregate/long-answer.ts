// Which records an aggregate is about, as SQL, and what a reader process answers: a tally that can be merged with later records, or,
// where there are many groups, the page that was asked for.
import type { Resource } from '../../../catalogue/resource.ts';
import { LIMIT } from '../../../contract/limits.ts';
import type { AggregateQuery } from '../../../contract/request/aggregate-query.ts';
import { operandsOf } from '../../shared/aggregate/aggregate-sql.ts';
import { type Aggregates, type AnsweredGroup, finished, type GroupLimit } from '../../shared/aggregate/finish.ts';
import type { Tally } from '../../shared/aggregate/tally.ts';
import { rowsToCheck, whereSql } from '../../shared/list-sql.ts';
import { sqlite } from '../dialect.ts';
import { TOO_LONG } from '../read/budget.ts';
import type { ReadContext } from '../read/context.ts';
import type { FindIds } from '../read/find-ids.ts';
import { narrowest, wholeOf } from '../read/narrowest.ts';
import { type Narrowed, tallyOf } from './tally.ts';

/** Groups that the process which answers others puts in order. */
export const FEW_GROUPS: GroupLimit = { most: 2000, refuse: () => TOO_LONG };
/** Groups in one message. */
const PART = 1000;
/** Matches of a search that are looked up by their ids. Of more, all records are read. */
const MAX_MATCHES = 100_000;

export type AggregateAnswer = { readonly tally: Tally } | { readonly page: Aggregates };

export type AggregateReads = { readonly context: ReadContext; readonly find: FindIds };
/** `after`: only records with greater ids. */
export type AggregateOptions = { readonly searchPrivate: boolean; readonly after?: number | undefined };

/** Throws when it would read more than the budget allows. */
export function tallyHere(
  { context }: AggregateReads,
  resource: Resource,
  query: AggregateQuery,
  options: AggregateOptions,
): Tally {
  const { budget, prepare } = context;
  if (options.after === undefined && query.terms.length > 0) budget.rows(wholeOf(context, resource));
  return tallyOf(prepare, resource, query, whereOf(context, resource, query, options));
}

/** In a reader process, where there is no budget. */
export function longAggregate(
  reads: AggregateReads,
  resource: Resource,
  query: AggregateQuery,
  options: AggregateOptions,
  sendPart: (groups: readonly AnsweredGroup[]) => void,
): AggregateAnswer {
  const { context } = reads;
  const matches = matchesOf(reads, resource, query, options);
  const where = matches ?? whereOf(context, resource, query, options);
  const tally = tallyOf(context.prepare, resource, query, where);
  const isWanted = options.after !== undefined || (tally.isMergeable && isFew());
  if (isWanted) return { tally };
  const { groups, ...rest } = finished(query, operandsOf(resource, query), tally);
  for (let at = 0; at + PART < groups.length; at += PART) sendPart(groups.slice(at, at + PART));
  const sent = groups.length > PART ? Math.floor((groups.length - 1) / PART) * PART : 0;
  return { page: { ...rest, groups: groups.slice(sent) } };

  function isFew(): boolean {
    try {
      finished({ ...query, offset: 0, limit: LIMIT.maximum }, operandsOf(resource, query), tally, FEW_GROUPS);
      return true;
    } catch (thrown) {
      if (thrown === TOO_LONG) return false;
      throw thrown;
    }
  }
}

/** The records that a search finds, where they are few enough to be listed. */
function matchesOf(
  { context, find }: AggregateReads,
  resource: Resource,
  query: AggregateQuery,
  { searchPrivate, after }: AggregateOptions,
): Narrowed | undefined {
  if (query.terms.length === 0 || after !== undefined) return undefined;
  const { terms, conditions } = query;
  const ids = [...find.all(context, resource, { terms, conditions, limit: MAX_MATCHES + 1, offset: 0 }, searchPrivate)];
  if (ids.length > MAX_MATCHES) return undefined;
  return { sql: ' WHERE id IN (SELECT value FROM json_each(?1))', parameters: [JSON.stringify(ids)], isNarrow: true };
}

/** For each record: itself, what its conditions lead to, and what its groups do. */
export const rowsToLookUp = (
  { conditions, groups }: AggregateQuery,
  found: AggregateQuery['conditions'] = [],
): number => rowsToCheck(conditions, found) + groups.filter(({ via }) => via).length;

/** An index that leads to a larger share of the records than one in so many is no shorter way than reading them all. */
const INDEX_SHARE = 4;

function whereOf(
  context: ReadContext,
  resource: Resource,
  query: AggregateQuery,
  { searchPrivate, after }: AggregateOptions,
): Narrowed {
  const { budget } = context;
  if (after !== undefined) {
    const extra = ['id > ?', after] as const;
    return { ...whereSql(sqlite, query, { searchPrivate, extra, withoutIndex: () => true }), isNarrow: true };
  }
  const narrow = narrowest(context, resource, query);
  budget.rows(narrow.rows * rowsToLookUp(query, narrow.conditions));
  const isShorter = narrow.rows * INDEX_SHARE <= wholeOf(context, resource);
  const withoutIndex = (each: AggregateQuery['conditions'][number]) => !isShorter || !narrow.conditions.includes(each);
  const isNarrow = isShorter && narrow.conditions.length > 0;
  return { ...whereSql(sqlite, query, { searchPrivate, withoutIndex }), isNarrow };
}
