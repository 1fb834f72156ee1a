// What services say while a test that has failed is run once more, alone: run.ts prints its end if it fails again.
import { appendFileSync, existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

export function remember(name: string, text: string): void {
  if (process.env.TEST_LOGS) appendFileSync(join(process.env.TEST_LOGS, name), text);
}

/** The last lines of every service. */
export function serviceLogs(folder: string, count = 60): string {
  if (!existsSync(folder)) return '';
  const endOf = (name: string) =>
    readFileSync(join(folder, name), 'utf8').trimEnd().split('\n').slice(-count).join('\n');
  return readdirSync(folder)
    .map((name) => `${name}:\n${endOf(name)}`)
    .join('\n\n');
}
