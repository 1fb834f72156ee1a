// Reads the records of a resource in the order of their ids, for copies; and the newest and the next ids.
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import { BEFORE_ALL, type NewestIds } from '../../maintenance.ts';
import { quoted } from '../../shared/schema.ts';
import { readMeta, writeMeta } from '../connection/meta.ts';
import type { Snapshot } from '../connection/snapshot.ts';
import type { Prepare } from '../connection/statements.ts';

const BATCH = 4000;

/** BEFORE_ALL when there is no record. */
export const newestId = (prepare: Prepare, { table }: Resource): number =>
  (prepare(`SELECT max(id) FROM ${quoted(table)}`).values()[0]?.[0] as number | null) ?? BEFORE_ALL;

export const newestIds = (prepare: Prepare, catalogue: Catalogue): NewestIds =>
  Object.fromEntries(catalogue.map((resource) => [resource.name, newestId(prepare, resource)]));

export async function* scan(
  prepare: Prepare,
  snapshot: Snapshot,
  { table }: Resource,
  { after, upTo }: { readonly after: number; readonly upTo: number },
): AsyncGenerator<readonly string[]> {
  const page = `SELECT id, json FROM ${quoted(table)} WHERE id > ? AND id <= ? ORDER BY id LIMIT ${BATCH}`;
  for (let from = after; ; ) {
    snapshot.refresh();
    const found = prepare(page).values(from, upTo) as [number, string][];
    if (found.length === 0) return;
    from = found.at(-1)![0];
    yield found.map(([, json]) => json);
    // Lets signals through.
    await new Promise(setImmediate);
  }
}

// The ids of erased records are never given to others: a client that still has such an id must not find another person
// there. Ids grow, so the greatest erased one is enough.
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
