// A database with an endpoint, and deliveries that are quick: they look every few milliseconds and wait as long as a
// test says.
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import type { Database } from '../../src/store/maintenance.ts';
import type { Webhook } from '../../src/store/webhooks.ts';
import { TIMES, type Times } from '../../src/webhooks/back-off.ts';
import { type Deliveries, type DeliveryOptions, startDeliveries } from '../../src/webhooks/deliveries.ts';
import { type Engine, emptyDatabase, openDatabase } from '../harness/databases.ts';
import { atEnd } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { type Receiver, SECRET, startReceiver } from './receiver.ts';

export const leave = catalogue.find(({ name }) => name === 'leave')!;
export const organizations = catalogue.find(({ name }) => name === 'organizations')!;

export const QUICK: Times = { ...TIMES, look: 5, waits: [1] };

export function newReceiver(): Receiver {
  const receiver = startReceiver();
  atEnd(() => receiver.stop());
  return receiver;
}

export async function open(location: string): Promise<Database> {
  const database = await openDatabase(location);
  atEnd(() => database.close());
  return database;
}

export async function newWorld(engine: Engine): Promise<{ location: string; database: Database }> {
  const location = await emptyDatabase(engine);
  return { location, database: await open(location) };
}

export function deliveries(database: Database, options: Partial<DeliveryOptions> = {}): Deliveries {
  const started = startDeliveries({
    store: database,
    webhooks: database.webhooks,
    catalogue,
    privateFields: {},
    allowPrivate: true,
    times: QUICK,
    ...options,
  });
  atEnd(() => started.stop());
  return started;
}

/** From now on, unless it says otherwise. */
export async function addWebhook(database: Database, url: string, values: Partial<Webhook> = {}): Promise<void> {
  const { cursor } = await database.changes({ after: 'now', resources: catalogue, limit: 1 });
  const batch = { until: null, message: null };
  const untried = { attempts: 0, failing_since: null, next_at: 0, parked_at: null, outcome: null };
  await database.webhooks.add({
    ...{ name: 'crm', url, resources: '', secret: SECRET, private: 0, cursor, ...batch, ...untried },
    ...{ holder: null, leased_until: 0, ...values },
  });
}

export const beginning = async (database: Database): Promise<string> =>
  (await database.changes({ after: undefined, resources: catalogue, limit: 0 })).cursor;

export async function webhook(database: Database, name = 'crm'): Promise<Webhook> {
  const { rows } = await database.webhooks.read();
  return rows.find((each) => each.name === name)!;
}

export const until = (database: Database, condition: (webhook: Webhook) => boolean, name = 'crm'): Promise<void> =>
  waitUntil('the webhook to change', async () => condition(await webhook(database, name)));

/** The id of the new record. */
export async function create(database: Database, reason = 'a reason', values: DataRecord = {}): Promise<number> {
  const outcome = await database.create(leave, { leave_type: 'annual', reason, ...values });
  if (!('id' in outcome)) throw new Error('not created');
  return outcome.id;
}

export async function createMany(database: Database, count: number, reason?: string): Promise<number[]> {
  const ids: number[] = [];
  for (let n = 0; n < count; n++) ids.push(await create(database, reason));
  return ids;
}
