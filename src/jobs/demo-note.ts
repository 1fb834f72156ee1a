// The note that a database holds demo data. Real people are not mixed with invented ones.
import { BEFORE_ALL, type ImportSession } from '../store/maintenance.ts';

const DEMO = 'demo';

export const noteDemo = (session: ImportSession): unknown =>
  session.note([{ kind: DEMO, resource: '', name: '', id: null }]);

/** Where all demo records are gone, so is the note at the next import. */
export async function hasDemo(session: ImportSession, isDryRun: boolean): Promise<boolean> {
  if ((await session.noted(DEMO, '', [''])).size === 0) return false;
  if (Object.values(session.newest).some((id) => id !== BEFORE_ALL)) return true;
  if (!isDryRun) await session.forgetNotes(DEMO);
  return false;
}
