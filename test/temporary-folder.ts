// Folders for tests. Loaded before all tests (bunfig.toml), so that its last words are spoken after all of them.
import { afterAll } from 'bun:test';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folders: string[] = [];

afterAll(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** A folder that goes when the tests have run. */
export function temporaryFolder(): string {
  const made = mkdtempSync(join(tmpdir(), 'workforce-test-'));
  folders.push(made);
  return made;
}
