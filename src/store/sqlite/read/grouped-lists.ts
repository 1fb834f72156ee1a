// A whole resource sorted by a field that has list counters: the counters tell in which of its values an offset lies, so that only the
// records with that value have to be put in order. Sorted by that field alone they are in the order of ids already.
import type { Value } from '../../../catalogue/kinds.ts';
import type { Field, Resource } from '../../../catalogue/resource.ts';
import type { ListQuery } from '../../../contract/request/list-query.ts';
import type { Found } from '../../shared/lane/lane.ts';
import { counterKey, isCounted } from '../../shared/list-counters.ts';
import type { Page } from '../../store.ts';
import type { ReadContext } from './context.ts';
import { oneList } from './landmark-page.ts';

/** One value of a field, and how many records have it. */
export type Group = { readonly value: Value; readonly count: number };

type FindIds = (context: ReadContext, resource: Resource, query: ListQuery, searchPrivate: boolean) => Found;

/** `undefined`: the list is sorted by no such field, or is no whole resource. */
export function groupedIds(
  context: ReadContext,
  resource: Resource,
  query: ListQuery,
  findIds: FindIds,
): number[] | undefined {
  const [first, ...rest] = query.sort ?? [];
  if (!first || rest.length === 0 || rest[0]!.field.name === 'id' || !isGrouped(query)) return undefined;
  const groups = groupsOf(context, resource, first.field);
  const ids: number[] = [];
  for (const part of partsOf(first.descending ? groups.toReversed() : groups, query)) {
    const condition = { field: first.field, operator: 'in', values: [part.value] } as const;
    const { offset, limit } = part;
    ids.push(
      ...findIds(context, resource, { ...query, conditions: [condition], sort: rest, offset, limit }, false).ids,
    );
  }
  return ids;
}

/** Sorted by such a field alone, with or without `id` as the last field. */
export function groupedPage(context: ReadContext, resource: Resource, query: ListQuery): Page | undefined {
  const [first, second] = query.sort ?? [];
  if (!first || (second && second.field.name !== 'id') || !isGrouped(query)) return undefined;
  const { field, descending } = first;
  const groups = groupsOf(context, resource, field);
  const total = groups.reduce((sum, { count }) => sum + count, 0);
  // Records with one value are a list with landmarks, in the order of ids or backwards.
  const id = { field: resource.fields[0]!, descending: true };
  const order = (second?.descending ?? descending) ? { sort: [id] } : {};
  const items: Uint8Array[] = [];
  for (const { value, offset, limit } of partsOf(descending ? groups.toReversed() : groups, query)) {
    if (items.length > 0) items.push(COMMA);
    const part = { terms: [], conditions: [], offset, limit, ...order };
    items.push(oneList(context, resource, part, { field: field.name, key: counterKey(value), value }, undefined).items);
  }
  return { total, items: items.length === 1 ? items[0]! : Buffer.concat(items) };
}

const COMMA = new TextEncoder().encode(',');

const isGrouped = ({ sort, conditions, terms }: ListQuery): boolean =>
  isCounted(sort![0]!.field) && conditions.length + terms.length === 0;

/** What a page takes from each group. */
function* partsOf(groups: readonly Group[], { offset, limit }: Pick<ListQuery, 'offset' | 'limit'>) {
  let [skip, left] = [offset, limit];
  for (const { value, count } of groups) {
    if (left === 0) return;
    if (skip < count) {
      const taken = Math.min(left, count - skip);
      yield { value, offset: skip, limit: taken };
      left -= taken;
    }
    skip = Math.max(0, skip - count);
  }
}

const GROUPS = `SELECT value, count FROM workforce_counts WHERE resource = ? AND field = ? ORDER BY value ->> '$'`;
const AS_MANY = 'SELECT count(*) FROM (SELECT 1 FROM workforce_counts WHERE resource = ? AND field = ? LIMIT ?)';

/** In the order of the values. */
export function groupsOf(
  { prepare, memoize, budget }: ReadContext,
  { name }: Resource,
  { name: field }: Field,
): Group[] {
  return memoize(`groups ${name} ${field}`, () => {
    if (Number.isFinite(budget.left()))
      budget.rows(prepare(AS_MANY).values(name, field, budget.left() + 1)[0]![0] as number);
    const rows = prepare(GROUPS).values(name, field) as [string, number][];
    return rows.map(([value, count]) => ({ value: JSON.parse(value) as Value, count }));
  })!;
}
