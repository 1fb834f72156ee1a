// Temporary folders for tests. bunfig.toml loads this file before all tests, so that its afterAll runs after all of them.
import { afterAll } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cleanUpNow } from './cleanup.ts';

const folders: string[] = [];
/** In milliseconds. A server whose processes hang takes five seconds to end them. */
const CLEANUP_LIMIT = 120_000;

afterAll(async () => {
  await cleanUpNow();
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
}, CLEANUP_LIMIT);

/** A folder that is removed after the tests. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'workforce-test-'));
  folders.push(folder);
  return folder;
}
