// Fills a database with demo data. The same size gives the same records on every machine.
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../load/processes.ts';
import { logProgress } from '../log-progress.ts';
import type { Size } from './databases.ts';

const MAIN = join(import.meta.dir, '..', '..', 'src', 'main.ts');

type Numbers = Pick<Size, 'employees' | 'candidates' | 'attendanceDays'>;

function command({ employees, candidates, attendanceDays }: Numbers): string[] {
  const values = { employees, candidates, 'attendance-days': attendanceDays, seed: 1, date: '2026-03-02' };
  const options = Object.entries(values).flatMap(([name, value]) => [`--${name}`, String(value)]);
  return [process.execPath, MAIN, 'generate', ...options];
}

/** Does nothing where there are records already. */
export async function fillPostgres(url: string, size: Numbers & { readonly name: string }): Promise<void> {
  logProgress(`filling a PostgreSQL database: ${size.name} (${size.employees} employees, ${size.attendanceDays} days)`);
  await run(command(size), { env: { DATABASE_URL: url } }).catch((error: Error) => {
    if (!error.message.includes('has records already')) throw error;
  });
}

export async function fill(folder: string, size: Size): Promise<void> {
  const timer = setInterval(() => logProgress(`  ${megabytes(folder)} MB so far`), 15_000);
  try {
    await run(command(size), { env: { WORKFORCE_DATA: folder } });
    logProgress(`  ${megabytes(folder)} MB`);
  } finally {
    clearInterval(timer);
  }
}

const megabytes = (folder: string): string =>
  ['workforce.db', 'workforce.db-wal']
    .map((name) => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, size) => sum + size / 1e6, 0)
    .toFixed(0);
