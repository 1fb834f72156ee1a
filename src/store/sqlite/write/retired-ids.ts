// The ids of erased records are never given to others: a client that still has such an id must not find another person
// there. Ids grow, so the greatest erased one is enough.
import type { Resource } from '../../../catalogue/resource.ts';
import { readMeta, writeMeta } from '../connection/meta.ts';
import type { Prepare } from '../connection/statements.ts';
import { newestId } from '../read/scan.ts';

const keyOf = ({ name }: Resource): string => `retired ${name}`;

/** 0 where none was erased. */
const retiredId = (prepare: Prepare, resource: Resource): number => Number(readMeta(prepare, keyOf(resource)) ?? 0);

/** The first id that no record has or had. */
export const nextId = (prepare: Prepare, resource: Resource): number =>
  Math.max(newestId(prepare, resource), retiredId(prepare, resource)) + 1;

export function retireIds(prepare: Prepare, resource: Resource, ids: readonly number[]): void {
  const greatest = ids.reduce((most, id) => Math.max(most, id), retiredId(prepare, resource));
  if (greatest > 0) writeMeta(prepare, keyOf(resource), String(greatest));
}
