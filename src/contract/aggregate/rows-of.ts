// The address of the records behind a group: a list whose total is exactly the count of the group.
import type { Value } from '../../catalogue/kinds.ts';
import type { Reference } from '../../catalogue/resource.ts';
import type { AggregateQuery } from '../request/aggregate-query.ts';
import { selectionText } from '../request/canonical-query.ts';
import type { Condition, PlainCondition } from '../request/conditions.ts';
import type { Selection } from '../request/list-query.ts';
import { conditionsOf } from './buckets.ts';

/** `path`: the address of the list. `keys`: those of the group; none for all records. */
export function rowsAddress(path: string, query: AggregateQuery, keys: readonly Value[] = []): string {
  const conditions = new Map(query.conditions.map((condition) => [nameOf(condition), condition]));
  for (const [at, key] of keys.entries()) {
    const grouping = query.groups[at]!;
    for (const plain of conditionsOf(grouping, key)) add(conditions, plain, grouping.via);
  }
  const text = selectionText({ terms: query.terms, conditions: [...conditions.values()] } satisfies Selection);
  return text === '' ? path : `${path}?${text}`;
}

/** The name of its parameter. */
export const nameOf = (condition: Condition): string =>
  condition.operator === 'hop'
    ? `${condition.field.name}.${nameOf(condition.there)}`
    : `${condition.field.name}${condition.operator === 'in' ? '' : `[${condition.operator}]`}`;

/** A parameter is there once, so of two bounds the narrower one stays. A value of the group is one of those that were
 * asked for, except for a day of the week between them: no record is on it, and so none is found by the day and a
 * missing date. */
function add(conditions: Map<string, Condition>, plain: PlainCondition, via: Reference | undefined): void {
  const condition: Condition = via ? { field: via, operator: 'hop', there: plain } : plain;
  const name = nameOf(condition);
  const before = conditions.get(name);
  const other = before?.operator === 'hop' ? before.there : before;
  const isNarrower = other && 'value' in other && 'value' in plain && isInside(other, plain);
  if (!isNarrower) conditions.set(name, condition);
  if (other?.operator === 'weekday' && plain.operator === 'weekday' && !other.values.includes(plain.values[0]!))
    add(conditions, { field: plain.field, operator: 'in', values: [null] }, via);
}

const isInside = (
  { operator, value }: { readonly operator: string; readonly value: string | number },
  other: { readonly value: string | number },
): boolean => (operator === 'gte' ? value > other.value : value < other.value);
