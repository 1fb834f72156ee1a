// Updates and erasures for tests: runs the jobs on a store, with the text of a file as the command line would read it.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../../src/catalogue/resource.ts';
import { filesOf } from '../../../src/cli/import/files.ts';
import { openFile } from '../../../src/cli/import/rows.ts';
import { eraseRecords, planErasure } from '../../../src/jobs/erase/erase-records.ts';
import { keyedRows } from '../../../src/jobs/import/source-ids.ts';
import { updateRecords } from '../../../src/jobs/import/update-records.ts';
import type { Database } from '../../../src/store/maintenance.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';

export const resourceNamed = (name: string) => catalogue.find((each) => each.name === name)!;

export type UpdateResult = {
  /** Added, changed, the same, not in the file. */
  readonly counts: readonly number[];
  /** `line field: reason`. */
  readonly faults: readonly string[];
  /** `+17` or `~17 field,field`. */
  readonly changes: readonly string[];
};

export async function update(
  store: Database,
  name: string,
  text: string,
  { key, dryRun = false }: { key?: string; dryRun?: boolean } = {},
): Promise<UpdateResult> {
  const path = join(temporaryFolder(), `${crypto.randomUUID()}.${text.startsWith('{') ? 'ndjson' : 'csv'}`);
  writeFileSync(path, text);
  const [file] = filesOf([name, path], undefined);
  const [faults, changes]: [string[], string[]] = [[], []];
  const resource = resourceNamed(name);
  const by = resource.fields.find((field) => field.name === key);
  const opened = await openFile({ ...file!, isPartial: true });
  const rows = () => opened.rows(() => undefined);
  const { updated } = await updateRecords(store, catalogue, [resource], {
    prepare: async (session) => [{ resource, rows: by ? keyedRows(session, resource, by, rows()) : rows() }],
    dryRun,
    onFault: (_, line, { loc, msg }) => faults.push(`${line} ${loc[1] ?? 'row'}: ${msg}`),
    onChange: (_, { before, record }) =>
      changes.push(
        before
          ? `~${record.id} ${resource.fields.flatMap((field) => (before[field.name] === record[field.name] ? [] : [field.name]))}`
          : `+${record.id}`,
      ),
    onAbsent: () => undefined,
    onProgress: () => undefined,
    signal: new AbortController().signal,
  });
  const { added, changed, same, absent } = updated[0]!;
  return { counts: [added, changed, same, absent], faults, changes };
}

export const csvOf = (records: readonly DataRecord[]): string => {
  const names = Object.keys(records[0]!);
  const cell = (value: unknown) => (value === null ? '' : `"${String(value).replaceAll('"', '""')}"`);
  return [names.join(','), ...records.map((record) => names.map((name) => cell(record[name] ?? null)).join(','))].join(
    '\n',
  );
};

export async function erase(store: Database, name: string, ids: readonly number[]) {
  const plan = await planErasure(store, catalogue, resourceNamed(name), ids);
  await eraseRecords(store, catalogue, plan);
  return plan;
}

export async function recordsOf(store: Database, name: string): Promise<DataRecord[]> {
  const found: DataRecord[] = [];
  for await (const texts of store.scan(resourceNamed(name), { after: 0, upTo: Number.MAX_SAFE_INTEGER }))
    found.push(...texts.map((text) => JSON.parse(text) as DataRecord));
  return found;
}
