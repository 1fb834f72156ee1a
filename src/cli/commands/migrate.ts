// `workforce migrate`: brings the database to this version, and fills it where it is empty and demo data is wanted, without
// serving. For deployments in which those who serve may not change tables.
import { readSettings } from '../../config.ts';
import { openStore } from '../../serve/open-store.ts';
import { fillStore, isEmpty } from '../seed/fill-demo.ts';
import { say } from '../terminal/output.ts';

export async function migrate(): Promise<void> {
  const settings = readSettings(process.env);
  const store = await openStore(settings, { change: 'all' });
  try {
    if (settings.demo && (await isEmpty(store))) await fillStore(store);
    say('The database is up to date.');
  } finally {
    await store.close();
  }
}
