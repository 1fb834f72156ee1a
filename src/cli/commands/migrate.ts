// `workforce migrate`: brings the database to this version, and writes demo data into an empty one where that is
// wanted, without serving. For deployments in which the serving role may not change tables. With --distribute, the
// tables go to the workers of Citus.
import { readSettings } from '../../config.ts';
import type { Database } from '../../store/maintenance.ts';
import { distribute } from '../../store/open.ts';
import { type Values, wholeNumber } from '../options/command.ts';
import { UsageError } from '../options/exit-codes.ts';
import { say } from '../terminal/output.ts';
import { withDatabase } from '../with-database.ts';
import { isEmpty, NEXT_STEP, writeDemo } from './seed.ts';

export async function migrate(values: Values): Promise<void> {
  const isDistributed = values.distribute !== undefined;
  if (values.shards !== undefined && !isDistributed) throw new UsageError('--shards is for --distribute.');
  const shards = wholeNumber('shards', values.shards ?? '32', 1);
  const settings = readSettings(process.env);
  const upgrade = async (database: Database) => {
    if (settings.demo && (await isEmpty(database))) await writeDemo(database);
    if (isDistributed) await distribute(settings, shards, say);
    say('The database is up to date.');
    if (await isEmpty(database)) say(NEXT_STEP);
  };
  await withDatabase(settings, upgrade, { change: 'all' });
}
