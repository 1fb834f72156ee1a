// Checks the references of whole tables after a bulk write, which has foreign keys switched off.
import { type Resource, referencesOf } from '../../../catalogue/resource.ts';
import { quoted } from '../../shared/schema.ts';
import { StoreError } from '../../store.ts';
import type { Prepare } from '../connection/statements.ts';

/** Every distinct value is looked up once, in the order of its index. That is faster than SQLite's check of every row. `outcome`
 * ends the message. */
export function checkReferences(
  prepare: Prepare,
  resources: readonly Resource[],
  outcome = 'nothing was written',
): void {
  for (const resource of resources) {
    for (const { name, target } of referencesOf(resource)) {
      const [child, column, parent] = [resource.table, name, target.table].map(quoted);
      // NULL has to be left out: in SQL it is not "not in" an empty set.
      const missing = `SELECT DISTINCT ${column} FROM ${child} WHERE ${column} IS NOT NULL
        AND ${column} NOT IN (SELECT id FROM ${parent}) LIMIT 1`;
      const [broken] = prepare(missing).values();
      if (!broken) continue;
      const [[id]] = prepare(`SELECT min(id) FROM ${child} WHERE ${column} = ?`).values(broken[0] as number) as [
        [number],
      ];
      throw new StoreError(`The ${resource.one} ${id} has a reference to an id that no ${target.one} has; ${outcome}.`);
    }
  }
}
