// Closes the database of a process that is about to end.
import { endLog } from '../log/log.ts';
import type { Database } from '../store/maintenance.ts';

/** At the end of a process the runtime closes every database that is open, and SQLite then writes its log into the
 * file. Where something else is in the file by now, such as a backup that was copied over it, only a process that is
 * killed leaves it alone. */
export async function closeForGood(database: Database): Promise<void> {
  const isOverwritten = database.isOverwritten();
  await database.close();
  if (!isOverwritten) return;
  await endLog();
  process.kill(process.pid, 'SIGKILL');
}
