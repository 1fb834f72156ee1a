// The databases that tests run on, of both engines. A location is a folder (embedded) or a URL (PostgreSQL).
import { copyFileSync, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { catalogue as ours } from '../../src/catalogue/catalogue.ts';
import type { Catalogue } from '../../src/catalogue/resource.ts';
import { demo } from '../../src/demo/demo.ts';
import { type Batches, seed } from '../../src/jobs/seed.ts';
import type { Database } from '../../src/store/maintenance.ts';
import { openPostgres } from '../../src/store/postgres/store.ts';
import type { LongSettings } from '../../src/store/shared/lane/lane.ts';
import { databaseFile } from '../../src/store/sqlite/database-file.ts';
import { openSqlite } from '../../src/store/sqlite/store.ts';
import type { PrivateFields } from '../../src/store/store.ts';
import { freshDatabase } from './postgres/postgres.ts';
import { ALL, SEED } from './random/sample.ts';
import { temporaryFolder } from './temporary-folder.ts';

export type Engine = 'embedded' | 'postgresql';

/** The service behaves the same on each of them. run.ts says so where PostgreSQL cannot be started. */
export const engines: readonly Engine[] = process.env.TEST_WITHOUT_POSTGRES ? ['embedded'] : ['embedded', 'postgresql'];

/** One of them, for what is decided above the store: bytes of both are compared elsewhere. The seed decides which, or
 * TEST_ENGINE, with which CI repeats on the other one what `npm test` has tried on the first. With TEST_ALL both. */
export const eitherEngine: readonly Engine[] = ALL
  ? engines
  : engines.filter(
      (engine, i) => engine === process.env.TEST_ENGINE || (!process.env.TEST_ENGINE && i === SEED % engines.length),
    );

export const POSTGRES = {
  replicaUrls: [],
  maxLagSeconds: 5,
  poolSize: 4,
  statementTimeoutSeconds: 30,
  waitSeconds: 10,
};

/** The location of a new, empty database. */
export const newDatabase = async (engine: Engine): Promise<string> =>
  engine === 'embedded' ? temporaryFolder() : freshDatabase();

/** The location of a new database with the demo data of today. */
export function demoDatabase(engine: Engine, attendanceDays = 20): Promise<string> {
  const date = new Date().toISOString().slice(0, 10);
  return preparedDatabase(engine, `${date}-${attendanceDays}`, demo({ date, attendanceDays }));
}

/** The location of a new database without records, which may have its tables already: opening it makes what is
 * missing. */
export const emptyDatabase = (engine: Engine): Promise<string> => preparedDatabase(engine, 'empty');

/** Copied from what run.ts has made, if it has. That takes a tenth of the time of making it. */
async function preparedDatabase(engine: Engine, name: string, batches?: Batches): Promise<string> {
  const made = join(process.env.TEST_DATABASES ?? '/nowhere', name, engine === 'embedded' ? 'workforce.db' : engine);
  if (existsSync(made) && engine === 'postgresql') return freshDatabase(readFileSync(made, 'utf8'));
  const location = await newDatabase(engine);
  if (existsSync(made)) copyFileSync(made, databaseFile(location));
  else if (batches) {
    const store = await openDatabase(location);
    await seed(store, ours, batches);
    await store.close();
  }
  return location;
}

const isPostgres = (location: string): boolean => location.startsWith('postgres://');

/** Few rows are quick, so that most lists of the tests are long questions. */
export const LONG: LongSettings = { seconds: 60, quickRows: 40 };

export const openDatabase = async (
  location: string,
  catalogue: Catalogue = ours,
  privateFields: PrivateFields = {},
  long: LongSettings | undefined = LONG,
): Promise<Database> =>
  isPostgres(location)
    ? openPostgres({ ...POSTGRES, url: location, long }, { catalogue, privateFields })
    : openSqlite({ folder: location, long: catalogue === ours ? long : undefined }, { catalogue, privateFields });

/** The setting that makes a command use this database. */
export const databaseSetting = (location: string): Record<string, string> =>
  isPostgres(location) ? { DATABASE_URL: location } : { WORKFORCE_DATA: location };
