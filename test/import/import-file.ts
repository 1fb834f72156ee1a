// Runs `workforce import` on files that a test writes, and gives what it said and what the database holds afterwards.
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { runHere } from '../cli/run-here.ts';
import { databaseSetting, openDatabase } from '../harness/databases.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';

export type Content = string | Uint8Array;

/** Writes files into a new folder. */
export function written(files: Record<string, Content>): string {
  const place = join(temporaryFolder(), crypto.randomUUID());
  mkdirSync(place);
  for (const [name, content] of Object.entries(files)) writeFileSync(join(place, name), content);
  return place;
}

/** Its paths are shown without their folder. */
export async function importFile(location: string, resource: string, content: Content, ...options: string[]) {
  const place = written({ 'staff.csv': content });
  const said = await runHere(['import', resource, join(place, 'staff.csv'), ...options], databaseSetting(location));
  const short = (text: string) => text.replaceAll(`${place}/`, '');
  return { code: said.code, stdout: short(said.stdout), stderr: short(said.stderr) };
}

/** Some fields of all records, in the order of ids. */
export async function stored(location: string, resource: string, fields: readonly string[]): Promise<unknown[][]> {
  const store = await openDatabase(location);
  try {
    const records: unknown[][] = [];
    const wanted = catalogue.find(({ name }) => name === resource)!;
    for await (const some of store.scan(wanted, { after: 0, upTo: Number.MAX_SAFE_INTEGER }))
      for (const text of some) {
        const record = JSON.parse(text);
        records.push(fields.map((field) => record[field]));
      }
    return records;
  } finally {
    await store.close();
  }
}
