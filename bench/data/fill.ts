// Fills one database with demo data: the same size gives the same bytes on every machine.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../load/processes.ts';
import { say } from '../say.ts';
import type { Size } from './databases.ts';

const MAIN = join(import.meta.dir, '..', '..', 'src', 'main.ts');

type Numbers = Pick<Size, 'employees' | 'candidates' | 'attendanceDays'>;

function command({ employees, candidates, attendanceDays }: Numbers): string[] {
  const words = { employees, candidates, 'attendance-days': attendanceDays, seed: 1, date: '2026-03-02' };
  const options = Object.entries(words).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return [process.execPath, MAIN, 'generate', ...options];
}

/** Unless it is filled already. */
export async function fillPostgres(url: string, size: Numbers & { readonly name: string }): Promise<void> {
  say(`filling a PostgreSQL database: ${size.name} (${size.employees} employees, ${size.attendanceDays} days)`);
  await run(command(size), { env: { DATABASE_URL: url } }).catch((error: Error) => {
    if (!error.message.includes('has records already')) throw error;
  });
}

export async function fill(folder: string, size: Size): Promise<void> {
  const shown = setInterval(() => say(`  ${megabytes(folder)} MB so far`), 15_000);
  try {
    await run(command(size), { env: { WORKFORCE_DATA: folder } });
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
