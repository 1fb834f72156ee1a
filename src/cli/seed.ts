// `workforce seed`: fills an empty database with demo data and ends. Ctrl-C leaves it empty.
import { catalogue } from '../catalogue/catalogue.ts';
import { readSettings } from '../config.ts';
import type { DemoOptions } from '../demo/demo.ts';
import { buildSqlite, canBuild } from '../store/sqlite/build-sqlite.ts';
import { openSqlite } from '../store/sqlite/open-sqlite.ts';
import { type Store, StoreError } from '../store/store.ts';
import type { Command } from './command.ts';
import { fillDemo, isEmpty } from './fill-demo.ts';

export const seed: Command = { about: 'fill an empty database with demo data', run: () => seedWith({}) };

export async function seedWith(options: Partial<DemoOptions>): Promise<void> {
  const { dataFolder, privateFields } = readSettings(process.env);
  const interruption = new AbortController();
  const interrupt = () => interruption.abort(new StoreError('Interrupted; nothing was written.'));
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, interrupt);
  if (canBuild(dataFolder)) {
    const build = (...[batches, how]: Parameters<Store['load']>) =>
      buildSqlite(dataFolder, catalogue, privateFields, batches, how ?? {});
    return fillDemo(build, options, interruption.signal);
  }
  const store = openSqlite(dataFolder, catalogue, privateFields);
  try {
    if (!(await isEmpty(store))) {
      throw new StoreError(
        `The database in ${dataFolder} has records already; only an empty one can be filled (set WORKFORCE_DATA).`,
      );
    }
    await fillDemo(store.load, options, interruption.signal);
  } finally {
    await store.close();
  }
}
