// `workforce seed`: fills an empty database with demo data and ends. Ctrl-C leaves it empty.
import { readSettings } from '../../config.ts';
import type { DemoOptions } from '../../demo/demo.ts';
import { openStore } from '../../serve/open-store.ts';
import { canBuild } from '../../store/sqlite/bulk/new-database.ts';
import { StoreError } from '../../store/store.ts';
import { buildDemo } from '../seed/build-demo.ts';
import { fillDemo, fillStore, isEmpty } from '../seed/fill-demo.ts';

export const seed = (): Promise<void> => seedWith({});

export async function seedWith(options: Partial<DemoOptions>): Promise<void> {
  const settings = readSettings(process.env);
  const { dataFolder, databaseUrl } = settings;
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new StoreError('Interrupted; nothing was written.'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  if (databaseUrl === undefined && canBuild(dataFolder)) {
    return fillDemo((company, how) => buildDemo(settings, company, how), options, interruption.signal);
  }
  const store = await openStore(settings);
  try {
    if (!(await isEmpty(store))) {
      const [where, setting] = databaseUrl
        ? ['The database', 'DATABASE_URL']
        : [`The database in ${dataFolder}`, 'WORKFORCE_DATA'];
      throw new StoreError(`${where} has records already; only an empty one can be filled (set ${setting}).`);
    }
    await fillStore(store, options, interruption.signal);
  } finally {
    await store.close();
  }
}
