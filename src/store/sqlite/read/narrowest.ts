// Which conditions of a query leave the fewest records: these are found through their index, and the others are checked on each.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Field, Resource } from '../../../catalogue/resource.ts';
import type { Condition, ListQuery } from '../../../contract/request/list-query.ts';
import { isCounted } from '../../shared/list-counters.ts';
import { whereSql } from '../../shared/list-sql.ts';
import { quoted } from '../../shared/schema.ts';
import { sqlite } from '../dialect.ts';
import type { Narrowest, ReadContext } from './context.ts';
import { storedTotal } from './landmark-page.ts';

export function narrowest(context: ReadContext, resource: Resource, query: ListQuery): Narrowest {
  const whole = wholeOf(context, resource);
  let best: Narrowest = { conditions: [], rows: whole };
  for (const field of new Set(query.conditions.map((each) => each.field))) {
    if (!hasIndex(field)) continue;
    const conditions = query.conditions.filter((each) => each.field === field);
    const rows = lengthOf(context, resource, conditions);
    if (rows < best.rows || best.conditions.length === 0) best = { conditions, rows };
  }
  return best;
}

/** Without an index, counting would read all records. */
const hasIndex = ({ name, filter, sort }: Field): boolean => name === 'id' || filter || sort;

export const wholeOf = (context: ReadContext, resource: Resource): number =>
  storedTotal(context, resource, { terms: [], conditions: [] })!;

function lengthOf(context: ReadContext, resource: Resource, conditions: readonly Condition[]): number {
  const { prepare, budget } = context;
  const values = conditions.flatMap((each): readonly Value[] => (each.operator === 'in' ? each.values : []));
  budget.rows(values.length);
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
