// Fills a database with a company to attack: of any size, and with long feeds on its career sites.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run } from '../../harness/command.ts';
import { databaseSetting } from '../../harness/databases.ts';
import { temporaryFolder } from '../../harness/temporary-folder.ts';
import { COMPANY_DAY } from './questions.ts';

export type Size = { readonly employees: number; readonly days: number };

/** The languages that every open job is published in on the first site, as if a translator had been at work. */
const LOCALES = ['en', 'de', 'fr', 'es', 'pt', 'it', 'nl', 'pl', 'ja', 'ar'];

/** The same records each time, in one month. */
export async function fill(location: string, { employees, days }: Size): Promise<void> {
  const command = async (...args: string[]): Promise<string> => {
    const { code, stdout, stderr } = await run(args, databaseSetting(location));
    if (code !== 0) throw new Error(`The database was not filled: ${stderr}`);
    return stdout;
  };
  const size = ['--employees', `${employees}`, '--attendance-days', `${days}`, '--date', COMPANY_DAY];
  await command('generate', ...size);
  const jobs = (await command('export', 'jobs', '--status', 'open', '--fields', 'id')).trim().split('\r\n').slice(1);
  const file = join(temporaryFolder(), 'job-distributions.csv');
  const rows = jobs.flatMap((job) =>
    LOCALES.map((locale) => `${job},1,${locale},opening-${job},published,${COMPANY_DAY}T00:00:00Z`),
  );
  writeFileSync(file, ['job_posting_id,career_site_id,locale,slug,status,published_at', ...rows, ''].join('\n'));
  await command('import', 'job-distributions', file, '--keep-demo');
}
