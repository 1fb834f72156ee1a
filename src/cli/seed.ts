// `workforce seed`: fills an empty database with demo data and ends. Ctrl-C leaves it empty.
import { catalogue } from '../catalogue/catalogue.ts';
import { readSettings } from '../config.ts';
import type { DemoOptions } from '../demo/demo.ts';
import { canBuild } from '../store/sqlite/build-sqlite.ts';
import { openSqlite } from '../store/sqlite/open-sqlite.ts';
import { StoreError } from '../store/store.ts';
import { buildDemo } from './build-demo.ts';
import type { Command } from './command.ts';
import { fillDemo, fillStore, isEmpty } from './fill-demo.ts';

export const seed: Command = { about: 'fill an empty database with demo data', run: () => seedWith({}) };

export async function seedWith(options: Partial<DemoOptions>): Promise<void> {
  const settings = readSettings(process.env);
  const { dataFolder, privateFields } = settings;
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new StoreError('Interrupted; nothing was written.'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  if (canBuild(dataFolder)) {
    return fillDemo((company, how) => buildDemo(settings, company, how), options, interruption.signal);
  }
  const store = openSqlite(dataFolder, catalogue, privateFields);
  try {
    if (!(await isEmpty(store))) {
      throw new StoreError(
        `The database in ${dataFolder} has records already; only an empty one can be filled (set WORKFORCE_DATA).`,
      );
    }
    await fillStore(store, options, interruption.signal);
  } finally {
    await store.close();
  }
}
