// What one transaction does for the creates that go together in it: looks their keys up, checks them, gives them ids and
// writes them. When to begin and when to try again is decided in writing.ts.
import type { Catalogue, DataRecord, Resource } from '../../../catalogue/resource.ts';
import { withDefaults } from '../../../contract/request/create-body.ts';
import { agreement } from '../../shared/private-fields.ts';
import { quoted } from '../../shared/schema.ts';
import type { Once, Outcome, PrivateFields } from '../../store.ts';
import { metaOf } from '../admin/migrate.ts';
import type { Query } from '../connection/connection.ts';
import { checkRelations, type Draft as Unkeyed } from '../read/check-relations.ts';
import { keepKeys, usedKeys } from './idempotency.ts';
import { sealShared, TAIL } from './list-counters.ts';
import { rows } from './row-writer.ts';

export type Draft = Unkeyed & { readonly once: Once | undefined };

/** `onLongTail` is told of resources whose newest records should be taken into what is kept about lists. */
export function writeDrafts(
  catalogue: Catalogue,
  privateFields: PrivateFields,
  onLongTail: (resource: Resource) => void,
) {
  const check = checkRelations(catalogue);
  const agreed = agreement(privateFields);
  const writers = new Map(catalogue.map((resource) => [resource.name, rows(resource, privateFields[resource.name])]));

  /** Writes those drafts that no key says were written before; what comes back is in their order. */
  async function writeOnce(query: Query, drafts: readonly Draft[]): Promise<Outcome[]> {
    const outcomes = await usedKeys(query, catalogue, drafts);
    const fresh = drafts.flatMap((draft, at) => (outcomes[at] ? [] : [{ ...draft, at }]));
    const written = await write(query, fresh);
    for (const [i, { at }] of fresh.entries()) outcomes[at] = written[i]!;
    await keepKeys(
      query,
      fresh.map(({ at, once, resource }) => ({ once, resource, outcome: outcomes[at]! })),
    );
    // What stands in the way may be the very record that another process has made with the key since.
    const refused = fresh.filter(({ at, once }) => once && 'faults' in outcomes[at]!);
    const made = await usedKeys(query, catalogue, refused);
    for (const [i, { at }] of refused.entries()) outcomes[at] = made[i] ?? outcomes[at];
    return outcomes as Outcome[];
  }

  /** Checks and writes the drafts in one transaction; what comes back is in their order. */
  async function write(query: Query, drafts: readonly Draft[]): Promise<Outcome[]> {
    if (drafts.length === 0) return [];
    const resources = catalogue.filter((resource) => drafts.some((draft) => draft.resource === resource));
    const now = `${new Date().toISOString().slice(0, 19)}Z`;
    const whole = drafts.map(({ resource, values }) => ({ resource, values: withDefaults(resource, 0, values, now) }));
    const shares = resources.map((resource) => sealShared(query, resource));
    // Asked for behind the seals, which whoever changes what is private holds alone.
    const [faults, stored, ...seals] = await Promise.all([check(query, whole), metaOf(query, 'private'), ...shares]);
    for (const resource of resources) agreed(resource, 'create', stored);
    const outcomes: Outcome[] = faults.map((each) => ({ faults: each }));
    const written = resources.map(async (resource, i) => {
      const mine = whole.flatMap((draft, at) => (draft.resource === resource && faults[at]!.length === 0 ? [at] : []));
      if (mine.length === 0) return;
      const ids = await query(`SELECT nextval('${quoted(`${resource.table}_ids`)}') FROM generate_series(1, $1)`, [
        mine.length,
      ]);
      const records: DataRecord[] = mine.map((at, k) => ({ ...whole[at]!.values, id: Number(ids[k]![0]) }));
      const writer = writers.get(resource.name)!;
      await writer.insert(query, records);
      for (const [k, at] of mine.entries()) {
        outcomes[at] = { id: records[k]!.id as number, json: writer.json(records[k]!) };
      }
      if ((records.at(-1)!.id as number) - Math.max(0, seals[i]!) >= TAIL) onLongTail(resource);
    });
    // When one fails the others are waited for: nothing may be sent any more once the transaction is given up.
    await Promise.all(written).finally(() => Promise.allSettled(written));
    return outcomes;
  }

  return writeOnce;
}
