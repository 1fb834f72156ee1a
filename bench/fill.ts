// Fills one database with demo data: the same size gives the same bytes on every machine.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Size } from './databases.ts';
import { run } from './processes.ts';
import { say } from './say.ts';

const MAIN = join(import.meta.dir, '..', 'src', 'main.ts');

export async function fill(folder: string, { employees, candidates, attendanceDays }: Size): Promise<void> {
  const words = { employees, candidates, 'attendance-days': attendanceDays, seed: 1, date: '2026-03-02' };
  const options = Object.entries(words).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const shown = setInterval(() => say(`  ${megabytes(folder)} MB so far`), 15_000);
  try {
    await run([process.execPath, MAIN, 'generate', ...options], { env: { WORKFORCE_DATA: folder } });
    say(`  ${megabytes(folder)} MB`);
  } finally {
    clearInterval(shown);
  }
}

const megabytes = (folder: string): string =>
  ['workforce.db', 'workforce.db-wal']
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size / 1e6, 0)
    .toFixed(0);
