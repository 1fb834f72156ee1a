// The ids of erased records are never given to others: a client that still has such an id must not find another person
// there. Ids grow, so the greatest erased one is enough.
import type { Resource } from '../../../catalogue/resource.ts';
import type { Query } from '../connection/connection.ts';
import { readMeta, writeMeta } from '../connection/meta.ts';
import { newestId } from '../read/scan.ts';

const keyOf = ({ name }: Resource): string => `retired ${name}`;

/** 0 where none was erased. */
const retiredId = async (query: Query, resource: Resource): Promise<number> =>
  Number((await readMeta(query, keyOf(resource))) ?? 0);

/** The first id that no record has or had. */
export const nextId = async (query: Query, resource: Resource): Promise<number> =>
  Math.max(await newestId(query, resource), await retiredId(query, resource)) + 1;

export async function retireIds(query: Query, resource: Resource, ids: readonly number[]): Promise<void> {
  const greatest = ids.reduce((most, id) => Math.max(most, id), await retiredId(query, resource));
  if (greatest > 0) await writeMeta(query, keyOf(resource), String(greatest));
}
