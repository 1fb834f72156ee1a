// `workforce seed` and `workforce generate`: write demo data into an empty database and end. Ctrl-C leaves it empty.
// Serve and migrate do the same at the first start.
import { catalogue } from '../../catalogue/catalogue.ts';
import { kinds } from '../../catalogue/kinds.ts';
import { readSettings, type Settings } from '../../config.ts';
import { Refusal } from '../../contract/errors.ts';
import { counted } from '../../contract/words.ts';
import { type DemoOptions, demo, demoSize } from '../../demo/demo.ts';
import { seed as writeBatches } from '../../jobs/seed.ts';
import { ownService } from '../../serve/own-service.ts';
import type { Database, Maintenance } from '../../store/maintenance.ts';
import { hasDatabase, type KeepsAudit, openDatabase, openImportTarget, requireWritable } from '../../store/open.ts';
import { type Store, StoreError } from '../../store/store.ts';
import { commandAudit } from '../command-actor.ts';
import { type Values, wholeNumber } from '../options/command.ts';
import { UsageError } from '../options/exit-codes.ts';
import { progress, say } from '../terminal/output.ts';
import { interruptSignal } from '../terminal/terminal.ts';

export const seed = (): Promise<void> => seedWith({});

async function seedWith(options: Partial<DemoOptions>): Promise<void> {
  const settings = readSettings(process.env);
  requireWritable(settings);
  const signal = interruptSignal(new StoreError('Interrupted; nothing was written.'));
  const target = hasDatabase(settings) ? await openEmpty(settings) : await openImportTarget(settings);
  try {
    await writeDemo(target, { ...options, signal });
  } finally {
    await target.close();
  }
}

async function openEmpty(settings: Settings): Promise<Database> {
  const database = await openDatabase(settings);
  if (await isEmpty(database)) return database;
  await database.close();
  if (ownService) throw new StoreError('The database has records already; only an empty one is filled with demo data.');
  const [where, setting] = settings.databaseUrl
    ? ['The database', 'DATABASE_URL']
    : [`The database in ${settings.dataFolder}`, 'WORKFORCE_DATA'];
  throw new StoreError(`${where} has records already; only an empty one can be filled (set ${setting}).`);
}

/** Writes the demo company, all of it or nothing, and shows how it goes. */
export async function writeDemo(
  target: Pick<Maintenance, 'importInto'> & KeepsAudit,
  {
    signal,
    tell = say,
    ...options
  }: Partial<DemoOptions> & { signal?: AbortSignal; tell?: (text: string) => void } = {},
): Promise<void> {
  const company = { date: new Date().toISOString().slice(0, 10), ...options };
  const shown = progress('Filling the database with demo data', demoSize(company), { tell });
  const audit = commandAudit(target, { as: 'seed', detail: 'demo data' });
  const onProgress = (written: number) => {
    shown.step(written);
    ownService?.tell({ done: written, of: demoSize(company) });
  };
  const how = { onProgress, signal, isDemo: true, audit };
  const written = await writeBatches(target, catalogue, demo(company), how);
  // Another process may have been first.
  ownService?.tell({ done: written, of: written });
  if (written > 0) shown.end(`Filled the database with ${counted(written, 'demo record')}`);
}

export const NEXT_STEP =
  'The database is empty: "workforce import" brings in your files (docs/guides/own-data.md), "workforce seed" demo data.';

/** Another process that fills the database makes everyone wait, perhaps for longer than a query may take: then it is
 * tried again. */
export async function isEmpty(store: Pick<Store, 'counts'>, tries = 60): Promise<boolean> {
  try {
    return Object.values(await store.counts()).every((count) => count === 0);
  } catch (error) {
    if (!(error instanceof Refusal) || tries === 1) throw error;
    await Bun.sleep(1000);
    return isEmpty(store, tries - 1);
  }
}

export const generate = (values: Values): Promise<void> => seedWith(demoOptions(values));

function demoOptions(values: Values): Partial<DemoOptions> {
  const number = (name: string, minimum: number) =>
    values[name] === undefined ? undefined : wholeNumber(name, values[name], minimum);
  const date = values.date;
  if (date !== undefined && (date.length !== 10 || !new RegExp(kinds.date!.schema.pattern!).test(date))) {
    throw new UsageError(`--date is "${date}", but it is a real day such as 2026-03-04.`);
  }
  const given = {
    employees: number('employees', 1),
    candidates: number('candidates', 0),
    attendanceDays: number('attendance-days', 0),
    seed: number('seed', 0),
    date,
  };
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined));
}
