// `workforce migrate`: brings the database to this version, and writes demo data into an empty one where that is wanted, without
// serving. For deployments in which the serving role may not change tables.
import { readSettings } from '../../config.ts';
import { openDatabase } from '../../store/open.ts';
import { say } from '../terminal/output.ts';
import { isEmpty, NEXT_STEP, writeDemo } from './seed.ts';

export async function migrate(): Promise<void> {
  const settings = readSettings(process.env);
  const database = await openDatabase(settings, { change: 'all' });
  try {
    if (settings.demo && (await isEmpty(database))) await writeDemo(database, settings);
    say('The database is up to date.');
    if (await isEmpty(database)) say(NEXT_STEP);
  } finally {
    await database.close();
  }
}
