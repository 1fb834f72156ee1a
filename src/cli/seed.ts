// `workforce seed`: fills an empty database with demo data and ends.
import { catalogue } from '../catalogue/catalogue.ts';
import { readSettings } from '../config.ts';
import { openSqlite } from '../store/sqlite/open-sqlite.ts';
import { StoreError } from '../store/store.ts';
import { fillDemo, isEmpty } from './fill-demo.ts';

export async function seed(): Promise<void> {
  const settings = readSettings(process.env);
  const store = openSqlite(settings.dataFolder, catalogue, settings.privateFields);
  try {
    if (!(await isEmpty(store))) {
      throw new StoreError(
        `The database in ${settings.dataFolder} has records already; seed fills only an empty one (set WORKFORCE_DATA).`,
      );
    }
    await fillDemo(store);
  } finally {
    await store.close();
  }
}
