// The changes feed for a client that is limited to some records: as if there were no others.
import type { Resource } from '../../catalogue/resource.ts';
import { Refusal } from '../../contract/errors.ts';
import type { Condition } from '../../contract/request/conditions.ts';
import type { RowLimits } from '../../contract/request/row-limits.ts';
import { visibleIds } from '../../store/shared/access/row-limits.ts';
import type { Changes, Store } from '../../store/store.ts';
import type { Listener } from './listeners.ts';

export type Limited = {
  /** Those that the client is told of. */
  readonly resources: readonly Resource[];
  readonly rows: RowLimits;
};

/** The resources whose records decide which of these are there: limits lead to them, one hop after another. */
export function decidingFor({ resources, rows }: Limited): ReadonlySet<Resource> {
  const deciding = new Set<Resource>();
  const add = (condition: Condition): void => {
    if (condition.operator !== 'hop') return;
    deciding.add(condition.field.target);
    add(condition.there);
  };
  for (const { name } of resources) for (const each of rows[name] ?? []) add(each);
  return deciding;
}

/** `page`: of the resources and of those that decide. A record that was updated or erased and cannot be seen now may
 * have been seen before, and one that decides may have shown or hidden others, which are not in the feed. To say so
 * would tell of the others too, so the client is told to begin again: then its copy is right. */
export async function visibleChanges(store: Store, page: Changes, limits: Limited): Promise<Changes> {
  const { resources, rows } = limits;
  const deciding = decidingFor(limits);
  if (page.changes.some(({ resource, kind }) => kind !== 'created' && deciding.has(resource))) throw gone();
  const told = page.changes.filter(({ resource }) => resources.includes(resource));
  const idsBy = new Map<Resource, number[]>();
  for (const { resource, id, json } of told)
    if (rows[resource.name]) idsBy.set(resource, [...(idsBy.get(resource) ?? []), ...(json === null ? [] : [id])]);
  const visible = new Map<Resource, ReadonlySet<number>>();
  for (const [resource, ids] of idsBy) visible.set(resource, await visibleIds(store, resource, ids, rows));
  const changes = told.filter(({ resource, id, kind }) => {
    if (visible.get(resource)?.has(id) ?? true) return true;
    if (kind === 'created') return false;
    throw gone();
  });
  return { ...page, changes };
}

const gone = (): Refusal =>
  new Refusal(
    'cursor_gone',
    'Records have changed that may have left those which this token sees. Begin again without `after`.',
  );

/** A change that the client cannot see does not end a wait. */
export function limitedListener(listener: Listener, seen: (page: Changes) => Promise<Changes>): Listener {
  return {
    ...listener,
    async next(query, milliseconds) {
      const until = performance.now() + milliseconds;
      for (let { after } = query; ; ) {
        const left = Math.max(0, until - performance.now());
        const page = await seen(await listener.next({ ...query, after }, left));
        if (page.changes.length > 0 || !page.upToDate || left === 0 || listener.signal.aborted) return page;
        after = page.cursor;
      }
    },
  };
}
