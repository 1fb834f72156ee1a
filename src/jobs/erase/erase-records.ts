// Erases records for good. The parts of an erased record are erased with it; other records that refer to one lose that
// reference.
import type { Catalogue, DataRecord, Field, Resource } from '../../catalogue/resource.ts';
import { isPart, referencesOf } from '../../catalogue/resource.ts';
import type { Database, ImportSession } from '../../store/maintenance.ts';
import { type Actor, StoreError } from '../../store/store.ts';
import { noteErased } from '../erased-people.ts';

/** The changes that an erasure makes. */
export type ErasePlan = {
  readonly resource: Resource;
  /** The ids that were asked for and are there. */
  readonly ids: readonly number[];
  /** The records themselves, then those that are parts of them, by resource. */
  readonly erased: ReadonlyMap<Resource, readonly number[]>;
  /** The records that lose a reference. */
  readonly cleared: readonly { readonly resource: Resource; readonly field: Field; readonly ids: readonly number[] }[];
  /** The ids that were asked for and are not there. */
  readonly missing: readonly number[];
};

/** How many records are read at a time. */
const IDS = 5000;

export async function planErasure(
  database: Pick<Database, 'importInto'>,
  catalogue: Catalogue,
  resource: Resource,
  ids: readonly number[],
): Promise<ErasePlan> {
  let plan: ErasePlan | undefined;
  await database.importInto({ resources: [], writes: false, done: 'erased' }, async (session) => {
    plan = await planOf(session, catalogue, resource, ids);
  });
  return plan!;
}

/** The entry of the audit log about records that stay. */
const CLEARED = 'references to what was erased';

/** Erases the records of the plan, unless records have been added since that the plan does not list. */
export async function eraseRecords(
  database: Pick<Database, 'importInto' | 'scrub'>,
  catalogue: Catalogue,
  plan: ErasePlan,
  actor?: Actor,
): Promise<void> {
  const audit = actor && { actor, detail: plan.cleared.length > 0 ? CLEARED : undefined };
  await database.importInto({ resources: catalogue, done: 'erased', audit }, async (session) => {
    const now = await planOf(session, catalogue, plan.resource, plan.ids);
    if (textOf(now) !== textOf(plan))
      throw new StoreError('What refers to it has changed meanwhile; nothing was erased. Run the command again.');
    for (const { resource: owner, field, ids: referring } of now.cleared) await clear(session, owner, field, referring);
    for (const [owner, gone] of now.erased) {
      await noteErased(session, owner, gone);
      await session.erase(owner, gone);
    }
    await session.complete();
  });
  await database.scrub();
}

async function planOf(
  session: ImportSession,
  catalogue: Catalogue,
  resource: Resource,
  asked: readonly number[],
): Promise<ErasePlan> {
  const there = await session.stored(resource, asked);
  const ids = [...new Set(asked)].filter((id) => there.has(id));
  const erased = new Map<Resource, Set<number>>([[resource, new Set(ids)]]);
  const queue: [Resource, readonly number[]][] = [[resource, ids]];
  const mentions: { resource: Resource; field: Field; ids: readonly number[] }[] = [];
  for (let next = queue.shift(); next; next = queue.shift()) {
    const [target, gone] = next;
    for (const owner of catalogue) {
      for (const field of referencesOf(owner).filter((each) => each.target === target)) {
        const referring = [...(await session.idsBy(owner, field, gone)).values()].flat();
        if (!isPart(field)) {
          mentions.push({ resource: owner, field, ids: referring });
          continue;
        }
        const known = erased.get(owner) ?? new Set<number>();
        erased.set(owner, known);
        const fresh = referring.filter((id) => !known.has(id));
        for (const id of fresh) known.add(id);
        if (fresh.length > 0) queue.push([owner, fresh]);
      }
    }
  }
  const cleared = mentions
    .map(({ ids: referring, ...rest }) => ({
      ...rest,
      ids: referring.filter((id) => !erased.get(rest.resource)?.has(id)),
    }))
    .filter(({ ids: referring }) => referring.length > 0);
  const lists = [...erased].map(([owner, set]) => [owner, [...set].sort((a, b) => a - b)] as const);
  return {
    resource,
    ids,
    erased: new Map(lists.filter(([owner, list]) => owner === resource || list.length > 0)),
    cleared,
    missing: asked.filter((id) => !there.has(id)),
  };
}

async function clear(
  session: ImportSession,
  resource: Resource,
  { name }: Field,
  ids: readonly number[],
): Promise<void> {
  for (let from = 0; from < ids.length; from += IDS) {
    const stored = await session.stored(resource, ids.slice(from, from + IDS));
    const records = [...stored.values()].map((json) => ({ ...(JSON.parse(json) as DataRecord), [name]: null }));
    await session.update(resource, records);
  }
}

/** For comparing two plans. */
const textOf = ({ erased, cleared }: ErasePlan): string =>
  JSON.stringify([
    [...erased].map(([{ name }, ids]) => [name, ids]),
    cleared.map(({ resource, field, ids }) => [resource.name, field.name, ids]),
  ]);
