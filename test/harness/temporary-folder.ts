// Folders for tests. Loaded before all tests (bunfig.toml), so that its last words are spoken after all of them: what tests
// have made goes then.
import { afterAll } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { doneNow } from './afterwards.ts';

const folders: string[] = [];
/** Milliseconds. A server whose processes hang ends them after five seconds. */
const PATIENCE = 120_000;

afterAll(async () => {
  await doneNow();
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
}, PATIENCE);

/** A folder that goes when the tests have run. */
export function temporaryFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'workforce-test-'));
  folders.push(made);
  return made;
}
