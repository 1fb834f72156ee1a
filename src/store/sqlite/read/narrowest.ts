// Which conditions of a query leave the fewest records: these are found through their index, and the others are checked on each.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Resource } from '../../../catalogue/resource.ts';
import type { Condition } from '../../../contract/request/conditions.ts';
import type { Selection } from '../../../contract/request/list-query.ts';
import { isCounted } from '../../shared/list-counters.ts';
import { whereSql } from '../../shared/list-sql.ts';
import { quoted } from '../../shared/schema.ts';
import { sqlite } from '../dialect.ts';
import type { Narrowest, ReadContext } from './context.ts';
import { storedTotal } from './landmark-page.ts';

export function narrowest(context: ReadContext, resource: Resource, query: Selection): Narrowest {
  const whole = wholeOf(context, resource);
  let best: Narrowest = { conditions: [], rows: whole };
  const indexed = query.conditions.filter(usesIndex);
  for (const field of new Set(indexed.map((each) => each.field))) {
    const conditions = indexed.filter((each) => each.field === field);
    const rows = lengthOf(context, resource, conditions);
    if (rows < best.rows || best.conditions.length === 0) best = { conditions, rows };
  }
  return best;
}

/** Whether an index leads to the records that meet the condition, without a look at others. */
export const usesIndex = ({ field: { name, index, sort }, operator }: Condition): boolean =>
  operator !== 'ne' && operator !== 'weekday' && (name === 'id' || index !== undefined || sort);

export const wholeOf = (context: ReadContext, resource: Resource): number =>
  storedTotal(context, resource, { terms: [], conditions: [] })!;

function lengthOf(context: ReadContext, resource: Resource, conditions: readonly Condition[]): number {
  const { prepare, budget } = context;
  const values = conditions.flatMap((each): readonly Value[] => (each.operator === 'in' ? each.values : []));
  budget.rows(values.length);
  for (const each of conditions) {
    if (each.operator !== 'hop') continue;
    // All records that meet it there are found first.
    const { rows } = narrowest(context, each.field.target, { conditions: [each.there], terms: [] });
    if (rows > budget.left()) return Number.POSITIVE_INFINITY;
    budget.rows(rows);
  }
  if (conditions.length === 1 && isCounted(conditions[0]!.field)) {
    const stored = storedTotal(context, resource, { terms: [], conditions });
    if (stored !== undefined) return stored;
  }
  const most = budget.left();
  const { sql, parameters } = whereSql(sqlite, { conditions, terms: [] }, { searchPrivate: false });
  const end = Number.isFinite(most) ? ` LIMIT ${Math.ceil(most) + 1}` : '';
  const [[count]] = prepare(`SELECT count(*) FROM (SELECT 1 FROM ${quoted(resource.table)}${sql}${end})`).values(
    ...parameters,
  ) as [[number]];
  return count > most ? Number.POSITIVE_INFINITY : count;
}
