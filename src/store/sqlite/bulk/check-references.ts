// Checks the references of whole tables after a bulk write, which has foreign keys switched off.
import { type Resource, referencesOf } from '../../../catalogue/resource.ts';
import { StoreError } from '../../store.ts';
import { idAt } from '../columns/blocks.ts';
import { placeOf, tables } from '../columns/table.ts';
import type { Prepare } from '../connection/statements.ts';

/** Every different value of a block is looked up once. `outcome` ends the message. */
export function checkReferences(
  prepare: Prepare,
  resources: readonly Resource[],
  outcome = 'nothing was written',
): void {
  const known = new Map<string, unknown>();
  const all = tables(prepare, (key, read) => {
    if (!known.has(key)) known.set(key, read());
    return known.get(key) as ReturnType<typeof read>;
  });
  for (const resource of resources) {
    const table = all.of(resource);
    for (const field of referencesOf(resource)) {
      const target = all.of(field.target);
      for (const block of table.blocks) {
        const { dictionary, codes } = table.column(block, field);
        const broken = dictionary.numbers!.findIndex((id) => !placeOf(target, id));
        if (broken < 0) continue;
        const id = idAt(block, codes().indexOf(broken + dictionary.nulls));
        throw new StoreError(
          `The ${resource.one} ${id} has a reference to an id that no ${field.target.one} has; ${outcome}.`,
        );
      }
    }
  }
}
