// The changes feed for a client that is limited to some records: as if there were no others.
import type { Resource } from '../../catalogue/resource.ts';
import { Refusal } from '../../contract/errors.ts';
import type { RowLimits } from '../../contract/request/row-limits.ts';
import { visibleIds } from '../../store/shared/access/row-limits.ts';
import type { Changes, Store } from '../../store/store.ts';

/** A record that was updated or erased and cannot be seen now may have been seen before. To say so would tell of the others
 * too, so the client is told to begin again: then its copy is right. */
export async function visibleChanges(store: Store, page: Changes, rows: RowLimits): Promise<Changes> {
  const idsBy = new Map<Resource, number[]>();
  for (const { resource, id, json } of page.changes)
    if (rows[resource.name]) idsBy.set(resource, [...(idsBy.get(resource) ?? []), ...(json === null ? [] : [id])]);
  const visible = new Map<Resource, ReadonlySet<number>>();
  for (const [resource, ids] of idsBy) visible.set(resource, await visibleIds(store, resource, ids, rows));
  const changes = page.changes.filter(({ resource, id, kind }) => {
    if (visible.get(resource)?.has(id) ?? true) return true;
    if (kind === 'created') return false;
    throw new Refusal(
      'cursor_gone',
      'Records have changed that may have left those which this token sees. Begin again without `after`.',
    );
  });
  return { ...page, changes };
}
