// Temporary folders for tests. bunfig.toml loads this file before all tests, so that its afterAll runs after all of
// them.
import { afterAll } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUpNow } from './cleanup.ts';

const folders: string[] = [];
const ends: (() => unknown)[] = [];
/** In milliseconds. A server whose processes hang takes five seconds to end them. */
const CLEANUP_LIMIT = 120_000;

afterAll(async () => {
  for (const end of ends.splice(0).reverse()) await end();
  await cleanUpNow();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}, CLEANUP_LIMIT);

/** To be called after the tests of this file, the last one first. Helpers cannot say `afterAll`: files share what they
 * import. */
export const atEnd = (end: () => unknown): void => void ends.push(end);

/** A folder that is removed after the tests of this file. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'workforce-test-'));
  folders.push(folder);
  return folder;
}
