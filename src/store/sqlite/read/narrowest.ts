// Which conditions of a query leave the fewest records: these are found through their index, and the others are checked on each.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Field, Resource } from '../../../catalogue/resource.ts';
import { type Condition, canBeMissing, takesMissing } from '../../../contract/request/conditions.ts';
import type { Selection } from '../../../contract/request/list-query.ts';
import { isCounted } from '../../shared/list-counters.ts';
import { whereSql } from '../../shared/list-sql.ts';
import { quoted } from '../../shared/schema.ts';
import { sqlite } from '../dialect.ts';
import type { Narrowest, ReadContext } from './context.ts';
import { storedTotal } from './landmark-page.ts';

export function narrowest(context: ReadContext, resource: Resource, query: Selection): Narrowest {
  let best: Narrowest = { conditions: [], rows: wholeOf(context, resource) };
  for (const conditions of walksIn(query.conditions)) {
    const rows = lengthOf(context, resource, conditions, best.rows);
    if (rows < best.rows || (rows === best.rows && best.conditions.length === 0)) best = { conditions, rows };
  }
  return best;
}

/** Whether an index leads to the records that meet the condition, without a look at others. */
export const usesIndex = ({ field: { name, index, sort }, operator }: Condition): boolean =>
  !WITHOUT_INDEX.has(operator) && (name === 'id' || index !== undefined || sort);

const WITHOUT_INDEX: ReadonlySet<Condition['operator']> = new Set(['ne', 'weekday', 'before', 'not_before']);

/** What one walk along an index can meet: the ends of a range, or any other condition by itself. Of more conditions SQLite would
 * use the index for one, and might read all of its records to find none that meets the others. */
function walksIn(conditions: readonly Condition[]): (readonly Condition[])[] {
  const walks = new Map<Field, Ends>();
  const others: Condition[][] = [];
  for (const condition of conditions.filter(usesIndex)) {
    const end = endIn(condition);
    if (end) walks.set(condition.field, narrowed(walks.get(condition.field) ?? {}, end));
    else others.push([condition]);
  }
  const ranges = [...walks.values()].map(({ lower, upper }) => [lower, upper].flatMap((end) => end?.condition ?? []));
  return [...others, ...ranges];
}

/** One end of a range. `excludes`: the value itself lies outside. */
type End = { side: 'lower' | 'upper'; value: string | number; excludes: boolean; condition: Condition };
type Ends = { readonly lower?: End; readonly upper?: End };

/** A range that also takes missing values is none, unless there are no missing values. */
function endIn(condition: Condition): End | undefined {
  if (!('value' in condition) || (takesMissing(condition) && canBeMissing(condition.field))) return undefined;
  const { operator, value } = condition;
  return {
    side: operator.startsWith('g') ? 'lower' : 'upper',
    value,
    excludes: !/^[gl]te/.test(operator),
    condition,
  };
}

function narrowed(ends: Ends, end: End): Ends {
  const before = ends[end.side];
  const isBeyond =
    end.side === 'lower' ? end.value > (before?.value ?? end.value) : end.value < (before?.value ?? end.value);
  const isNarrower = !before || isBeyond || (end.value === before.value && end.excludes);
  return isNarrower ? { ...ends, [end.side]: end } : ends;
}

/** The conditions on a field whose records lie side by side in its index; none when there are no such conditions. */
export const stretchOn = (name: string, conditions: readonly Condition[]): readonly Condition[] =>
  walksIn(conditions.filter(({ field }) => field.name === name)).find(isStretch) ?? [];

/** Whether the records that one walk meets lie side by side in the index. */
export const isStretch = (walk: readonly Condition[]): boolean =>
  walk.length > 0 && walk.every((each) => endIn(each) || (each.operator === 'in' && new Set(each.values).size === 1));

export const wholeOf = (context: ReadContext, resource: Resource): number =>
  storedTotal(context, resource, { terms: [], conditions: [] })!;

/** Infinity: more than `most`, or than the budget allows to count. */
function lengthOf(context: ReadContext, resource: Resource, conditions: readonly Condition[], most: number): number {
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
  const counted = Math.min(most, Math.floor(budget.left()));
  const { sql, parameters } = whereSql(sqlite, { conditions, terms: [] }, { searchPrivate: false });
  const found = `SELECT 1 FROM ${quoted(resource.table)}${sql} LIMIT ${sqlite.parameter(parameters.push(counted + 1))}`;
  const [[count]] = prepare(`SELECT count(*) FROM (${found})`).values(...parameters) as [[number]];
  budget.steps(count);
  return count > counted ? Number.POSITIVE_INFINITY : count;
}
