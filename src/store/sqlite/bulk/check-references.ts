// Checks the references of whole tables after a bulk write, which has foreign keys switched off.
import { type Reference, type Resource, referencesOf } from '../../../catalogue/resource.ts';
import { StoreError } from '../../store.ts';
import { type Block, idAt, placeOf } from '../columns/blocks.ts';
import { valueAt } from '../columns/dictionary.ts';
import { type Table, tables } from '../columns/table.ts';
import type { Prepare } from '../connection/statements.ts';

/** Every different value of a block is looked up once. `outcome` ends the message. */
export function checkReferences(
  prepare: Prepare,
  resources: readonly Resource[],
  outcome = 'nothing was written',
): void {
  const cache = new Map<string, unknown>();
  const all = tables(prepare, (key, read) => {
    if (!cache.has(key)) cache.set(key, read());
    return cache.get(key) as ReturnType<typeof read>;
  });
  for (const resource of resources) {
    const table = all.of(resource);
    for (const field of referencesOf(resource)) {
      const target = all.of(field.target);
      for (const block of table.blocks) {
        const row = brokenRow(table, block, field, target);
        if (row === undefined) continue;
        throw new StoreError(
          `The ${resource.one} ${idAt(block, row)} has a reference to an id that no ${field.target.one} has; ${outcome}.`,
        );
      }
    }
  }
}

/** The first record with a reference that leads nowhere. */
function brokenRow(table: Table, block: Block, field: Reference, target: Table): number | undefined {
  const column = table.column(block, field);
  const [codes, { dictionary }] = [column.codes(), column];
  const isKnown = new Uint8Array(dictionary.size);
  isKnown.fill(1, 0, dictionary.nulls);
  for (let row = 0; row < codes.length; row++) {
    const code = codes[row]!;
    if (isKnown[code] === 1) continue;
    if (!placeOf(target.blocks, valueAt(dictionary, code) as number)) return row;
    isKnown[code] = 1;
  }
  return undefined;
}
