// Stops an import into a database that holds demo data, and says how to go on.
import type { Settings } from '../../config.ts';
import { hasDemo } from '../../jobs/demo-note.ts';
import { ownService } from '../../serve/own-service.ts';
import type { ImportSession } from '../../store/maintenance.ts';
import type { Values } from '../options/command.ts';
import { CommandError } from '../options/exit-codes.ts';

export async function refuseDemo(
  session: ImportSession,
  values: Values,
  { databaseUrl, dataFolder }: Settings,
): Promise<void> {
  if (values['keep-demo'] !== undefined || !(await hasDemo(session, values['dry-run'] !== undefined))) return;
  if (ownService())
    throw new CommandError(
      'failed',
      'The database holds demo data, and real people are not mixed with invented ones; nothing was imported. keep_demo=true imports into it all the same.',
    );
  const [where, instead] =
    databaseUrl === undefined
      ? [
          `The database in ${dataFolder}`,
          'Give WORKFORCE_DATA=./company to import and serve: a folder without a database',
        ]
      : ['The database', 'Make another one, and give it as DATABASE_URL to import and serve: an empty database'];
  throw new CommandError(
    'failed',
    `${where} holds demo data, and real people are not mixed with invented ones; nothing was imported. ${instead} starts empty with what you import. --keep-demo imports into this one all the same.`,
  );
}
