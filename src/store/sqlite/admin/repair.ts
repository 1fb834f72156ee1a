// Makes anew what follows from the records, a transaction each. Each begins with BEGIN IMMEDIATE, so it is safe while others
// serve from the file: their creates wait for it and are tried again, their reads go on from the state before, and after it
// they see that something was committed and read everything anew.
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import { lostKeys } from '../../shared/audit.ts';
import { type Finding, type Mended, resourcesOf } from '../../shared/findings.ts';
import { columnsOf, verdictOn } from '../../shared/row-audit.ts';
import type { PrivateFields } from '../../store.ts';
import { bulkTransaction } from '../bulk/bulk-transaction.ts';
import { rebuild } from '../bulk/bulk-writer.ts';
import type { Prepare } from '../connection/statements.ts';
import { forgetCounts } from '../read/incremental-counts.ts';
import { rowWriter } from '../write/row-writer.ts';
import { allIndexes, rowsOf } from './audit.ts';

export async function mend(
  file: string,
  catalogue: Catalogue,
  privateFields: PrivateFields,
  found: readonly Finding[],
): Promise<Mended[]> {
  const done: Mended[] = [];
  const step = async (what: string, run: (prepare: Prepare) => string): Promise<void> => {
    try {
      done.push({ what: await bulkTransaction(file, (_, prepare) => run(prepare)) });
    } catch (error) {
      done.push({ what, failed: (error as Error).message });
    }
  };
  if (found.some(({ sort }) => sort === 'file' || sort === 'copying')) return done;
  if (found.some(({ sort }) => sort === 'index')) await step('indexes', (prepare) => reindexed(prepare, catalogue));
  const rows = resourcesOf(found, 'json', 'text');
  for (const resource of catalogue.filter(({ name }) => rows.has(name)))
    await step(`records of ${resource.name}`, (prepare) => renewed(prepare, resource, privateFields[resource.name]));
  const lists = resourcesOf(found, 'count', 'landmark', 'search');
  for (const resource of catalogue.filter(({ name }) => lists.has(name) && !rows.has(name)))
    await step(`lists of ${resource.name}`, (prepare) => {
      rebuild(prepare, resource);
      return `Counts, landmarks and search index of ${resource.name} were made anew.`;
    });
  if (found.some(({ sort }) => sort === 'key')) await step('keys', (prepare) => forgotten(prepare, catalogue));
  return done;
}

function reindexed(prepare: Prepare, catalogue: Catalogue): string {
  const present = new Set(prepare('SELECT name FROM sqlite_schema').values().flat());
  for (const { name, sql } of allIndexes(catalogue)) if (!present.has(name)) prepare(sql).run();
  prepare('REINDEX').run();
  forgetCounts(prepare);
  return 'Indexes were made anew.';
}

/** Lists and search index may have been right about what was wrong. */
function renewed(prepare: Prepare, resource: Resource, hidden: ReadonlySet<string> | undefined): string {
  const verdict = verdictOn(resource, hidden);
  const writer = rowWriter(prepare, resource, hidden);
  let count = 0;
  for (const row of rowsOf(prepare, resource)(columnsOf(resource))) {
    const wrong = verdict(row);
    if (!wrong) continue;
    writer.renew(wrong.record);
    count += 1;
  }
  rebuild(prepare, resource);
  return `${count.toLocaleString('en')} of ${resource.name}: columns and texts were made anew, and lists and search index after them.`;
}

function forgotten(prepare: Prepare, catalogue: Catalogue): string {
  const { changes } = prepare(`DELETE FROM workforce_idempotency AS kept WHERE ${lostKeys(catalogue)}`).run();
  return `Keys of records that do not exist were forgotten: ${changes}.`;
}
