// Rebuilds everything derived from the records, a transaction each. It is safe while others serve from the file: each
// transaction begins with BEGIN IMMEDIATE, so creates wait and are tried again, and reads go on from the snapshot
// before.
import type { Catalogue, Resource } from '../../../catalogue/resource.ts';
import { countText } from '../../../contract/limits.ts';
import type { NewEntry } from '../../audit-log.ts';
import { auditedColumns, orphanedKeys, rowAudit } from '../../shared/audit/audit.ts';
import { type Category, CHANGES_BEGUN, type Finding, type Repaired, resourcesOf } from '../../shared/audit/findings.ts';
import { ERASURES_FINISHED } from '../../shared/bulk/erasures.ts';
import { ChangesOfSession } from '../../shared/changes/runs.ts';
import { hiddenIn, type Model } from '../../shared/model.ts';
import { newGeneration } from '../columns/blocks.ts';
import { rebuildColumns } from '../columns/writer.ts';
import type { Prepare } from '../connection/statements.ts';
import { bulkTransaction } from '../connection/transaction.ts';
import { rebuildSearchIndex } from '../search/search-index.ts';
import { appendChanges, beginChanges } from '../write/changes.ts';
import { rowWriter } from '../write/row-writer.ts';
import { appendEntries } from '../write/table.ts';
import { allIndexes, rowsOf } from './audit.ts';
import { scrub } from './scrub.ts';

/** `entryOf`: the entry of the audit log for a repair; `undefined` where there is none. */
export async function repair(
  file: string,
  model: Model,
  found: readonly Finding[],
  entryOf: ((what: string) => NewEntry) | undefined,
): Promise<Repaired[]> {
  const { catalogue } = model;
  const done: Repaired[] = [];
  const step = async (what: string, run: (prepare: Prepare) => string): Promise<void> => {
    try {
      const said = await bulkTransaction(file, ({ prepare }) => {
        const text = run(prepare);
        if (entryOf) appendEntries(prepare, [entryOf(text)]);
        return text;
      });
      done.push({ what: said });
    } catch (error) {
      done.push({ what, failed: (error as Error).message });
    }
  };
  const has = (category: Category) => found.some((each) => each.category === category);
  if (has('file') || has('copying')) return done;
  if (has('index')) await step('indexes', (prepare) => rebuildIndexes(prepare, catalogue));
  // The repairs of records are told in it.
  if (has('changes'))
    await step('the changes feed', (prepare) => {
      beginChanges(prepare, true);
      return CHANGES_BEGUN;
    });
  const rows = resourcesOf(found, 'json', 'text');
  for (const resource of catalogue.filter(({ name }) => rows.has(name)))
    await step(`records of ${resource.name}`, (prepare) => rewriteRows(prepare, resource, hiddenIn(model, resource)));
  const lists = resourcesOf(found, 'column', 'search');
  for (const resource of catalogue.filter(({ name }) => lists.has(name) && !rows.has(name)))
    await step(`lists of ${resource.name}`, (prepare) => {
      rebuildLists(prepare, resource);
      return `Columns and search index of ${resource.name} were rebuilt.`;
    });
  if (has('key')) await step('keys', (prepare) => deleteKeys(prepare, catalogue));
  if (has('erasure'))
    await scrub(file).then(
      () => done.push({ what: ERASURES_FINISHED }),
      (error) => done.push({ what: 'the files', failed: (error as Error).message }),
    );
  return done;
}

function rebuildLists(prepare: Prepare, resource: Resource): void {
  rebuildColumns(prepare, resource);
  rebuildSearchIndex(prepare, resource);
}

function rebuildIndexes(prepare: Prepare, catalogue: Catalogue): string {
  const present = new Set(prepare('SELECT name FROM sqlite_schema').values().flat());
  for (const { name, sql } of allIndexes(catalogue)) if (!present.has(name)) prepare(sql).run();
  prepare('REINDEX').run();
  newGeneration(prepare);
  return 'Indexes were rebuilt.';
}

/** Columns and search index may agree with the wrong values, so they are rebuilt too. */
function rewriteRows(prepare: Prepare, resource: Resource, hidden: ReadonlySet<string> | undefined): string {
  const faultOf = rowAudit(resource, hidden);
  const writer = rowWriter(prepare, resource, hidden);
  const changed = new ChangesOfSession([resource]);
  let count = 0;
  for (const row of rowsOf(prepare, resource)(auditedColumns(resource))) {
    const fault = faultOf(row);
    if (!fault) continue;
    writer.update(fault.record);
    changed.add(resource, 'updated', [fault.record.id as number]);
    count += 1;
  }
  rebuildLists(prepare, resource);
  appendChanges(prepare, changed.runs(), Number.POSITIVE_INFINITY);
  return `${countText(count)} of ${resource.name}: columns and texts were rebuilt, and lists and search index after them.`;
}

function deleteKeys(prepare: Prepare, catalogue: Catalogue): string {
  const { changes } = prepare(`DELETE FROM workforce_idempotency WHERE ${orphanedKeys(catalogue)}`).run();
  return `Keys of records that do not exist were forgotten: ${changes}.`;
}
