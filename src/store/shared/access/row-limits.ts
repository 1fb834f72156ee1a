// Row limits on their way into a question: the limits of its resource are added to its conditions, and references are
// followed only to records that the caller may see. docs/design/row-limits.md has the whole picture.
import { createHash } from 'node:crypto';
import type { Resource } from '../../../catalogue/resource.ts';
import { type Condition, namedCondition } from '../../../contract/request/conditions.ts';
import type { Selection } from '../../../contract/request/list-query.ts';
import type { RowLimits } from '../../../contract/request/row-limits.ts';
import type { Awaitable, Store } from '../../store.ts';
import { recordsIn } from '../record-text.ts';

/** The question with the limits as conditions. Without limits it is the same object. */
export function limited<Query extends Selection>({ name }: Resource, query: Query, rows: RowLimits | undefined): Query {
  if (!rows) return query;
  const among = <C extends Condition>(condition: C): C => {
    if ('referring' in condition) {
      const referring = condition.referring.map((each) => ({
        ...each,
        conditions: [...each.conditions.map(among), ...(rows[each.from.name] ?? [])],
      }));
      return { ...condition, referring };
    }
    const limits = condition.operator === 'hop' ? rows[condition.field.target.name] : undefined;
    return limits && condition.operator === 'hop' ? { ...condition, among: limits } : condition;
  };
  return { ...query, conditions: [...query.conditions.map(among), ...(rows[name] ?? [])] };
}

/** The end of every key of a cached or shared answer: callers with different limits share none. Without limits it is
 * empty. */
export function rowsKey(rows: RowLimits | undefined): readonly string[] {
  if (!rows) return [];
  const all = Object.entries(rows).map(([name, conditions]) => [name, conditions.map(namedCondition)]);
  return [createHash('sha256').update(JSON.stringify(all)).digest('base64url')];
}

const decoder = new TextDecoder();

/** Those of the ids whose records are there for the caller. */
export function visibleIds(
  store: Pick<Store, 'list'>,
  resource: Resource,
  ids: readonly number[],
  rows: RowLimits,
): Awaitable<ReadonlySet<number>> {
  if (ids.length === 0) return new Set();
  const condition = { field: resource.fields[0]!, operator: 'in', values: ids } as const;
  const query = { terms: [], conditions: [condition], limit: ids.length, offset: 0 };
  const found = store.list(resource, query, { rows });
  const idsIn = ({ items }: { readonly items: Uint8Array }) =>
    new Set(recordsIn(decoder.decode(items)).map(({ id }) => id as number));
  return found instanceof Promise ? found.then(idsIn) : idsIn(found);
}
