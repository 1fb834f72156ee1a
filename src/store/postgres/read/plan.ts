// How a list or an aggregate would be read, as `--explain` prints it. The ways are chosen in listStatement() and in
// planOf() of aggregates.
import type { Resource } from '../../../catalogue/resource.ts';
import type { AggregateQuery } from '../../../contract/request/aggregate-query.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import type { PrintedPlan } from '../../maintenance.ts';
import { planOf } from '../aggregate/aggregates.ts';
import { FEW } from '../lane/long-page.ts';
import { listStatement } from './list-page.ts';

const LANE = `in the lane, unless at most ${FEW} records can match`;

export function printedPlan(
  resource: Resource,
  query: ListQuery | AggregateQuery,
  isDistributed: boolean,
): PrintedPlan {
  const engine = 'postgresql';
  if (!('groups' in query)) {
    const statement = listStatement(resource, query, false, isDistributed);
    if (!statement) return { engine, way: 'nothing' };
    const { way, finds, isQuick, sql, parameters } = statement;
    return { engine, way, finds, runs: isQuick ? 'at once' : LANE, sql, parameters };
  }
  const plan = planOf({ resource, query, isDistributed, searchPrivate: false, rows: undefined });
  if (plan.way === 'nothing') return { engine, way: plan.way };
  const { sql, parameters } = plan.statement;
  return { engine, way: plan.way, runs: plan.way === 'counters' ? 'at once' : LANE, sql, parameters };
}
