// Deliveries on both engines: every change once and in order where all goes well, again and again where it does not,
// and never two requests at a time to one endpoint, whoever crashes.
import { describe, expect, test } from 'bun:test';
import type { Webhook } from '../../src/store/webhooks.ts';
import { durationText, TIMES, waitAfter } from '../../src/webhooks/back-off.ts';
import type { Post } from '../../src/webhooks/send.ts';
import { engines } from '../harness/databases.ts';
import type { Message } from './receiver.ts';
import {
  addWebhook,
  beginning,
  create,
  createMany,
  deliveries,
  newReceiver,
  newWorld,
  open,
  organizations,
  QUICK,
  until,
  webhook,
} from './world.ts';

const idsIn = (messages: readonly Message[]): number[] => messages.flatMap(({ data }) => data.map(({ id }) => id));
const LONG = 3_600_000;

describe.each(engines)('%s', (engine) => {
  test('every change arrives once, in the order of the feed, signed and in batches', async () => {
    const [{ database }, receiver] = [await newWorld(engine), newReceiver()];
    const before = await create(database);
    await addWebhook(database, receiver.url);
    const ids = await createMany(database, 250);
    deliveries(database);
    const messages = await receiver.received(3);
    await until(database, ({ until: under, outcome }) => under === null && outcome === 'answered 204');
    expect(messages.map(({ data }) => data.length)).toEqual([100, 100, 50]);
    expect(idsIn(messages)).toEqual(ids);
    expect(ids).not.toContain(before);
    expect(new Set(messages.map(({ id }) => id)).size).toBe(3);
    expect(messages[0]).toMatchObject({ type: 'changes', timestamp: expect.stringMatching(/^\d{4}-.*Z$/) });
    expect(messages[0]!.data[0]).toEqual({
      cursor: expect.any(String),
      resource: 'leave',
      id: ids[0]!,
      kind: 'created',
      at: expect.stringMatching(/^\d{4}-.*Z$/),
      record: expect.objectContaining({ id: ids[0], leave_type: 'annual' }),
    });
    const id = await create(database);
    expect(idsIn(await receiver.received(4)).at(-1)).toBe(id);
    expect(receiver.most).toBe(1);
  });

  test('from the beginning, only of its resources, and no batch is large', async () => {
    const [{ database }, receiver] = [await newWorld(engine), newReceiver()];
    const long = 'x'.repeat(60_000);
    const ids = await createMany(database, 6, long);
    await database.create(organizations, { name: 'New', slug: 'new' });
    await addWebhook(database, receiver.url, { cursor: await beginning(database), resources: 'leave,jobs' });
    deliveries(database);
    const messages = await receiver.received(2);
    expect(messages.map(({ data }) => data.length)).toEqual([4, 2]);
    expect(idsIn(messages)).toEqual(ids);
    // Changes of other resources are passed, so that the cursor does not grow old.
    await until(database, ({ until: under }) => under === null);
    const { cursor } = await webhook(database);
    await database.create(organizations, { name: 'Newer', slug: 'newer' });
    await until(database, (now) => now.cursor !== cursor);
    await create(database);
    expect((await receiver.received(3))[2]!.data.map(({ resource }) => resource)).toEqual(['leave']);
  });

  test('what fails is sent again as the same message, and nothing overtakes it', async () => {
    const [{ database }, receiver] = [await newWorld(engine), newReceiver()];
    await addWebhook(database, receiver.url);
    const answers = [500, 302, 404, 429, 204];
    receiver.answer = () => answers.shift() ?? 204;
    const first = await create(database);
    deliveries(database);
    await receiver.received(1);
    const second = await create(database);
    const messages = await receiver.received(6);
    expect(new Set(messages.slice(0, 5).map(({ id, body }) => id + body)).size).toBe(1);
    expect(idsIn(messages)).toEqual([first, first, first, first, first, second]);
    await until(database, ({ attempts, failing_since, until: under }) => !attempts && !failing_since && !under);
    expect(receiver.most).toBe(1);
  });

  test('how long to wait is kept over a restart', async () => {
    const { database } = await newWorld(engine);
    const [dead, well] = [newReceiver(), newReceiver()];
    dead.answer = () => 503;
    await addWebhook(database, dead.url, { name: 'dead' });
    await addWebhook(database, well.url, { name: 'well' });
    await create(database);
    const times = { ...QUICK, waits: [1, LONG] };
    const first = deliveries(database, { times });
    await until(database, ({ attempts, holder }) => attempts === 2 && holder === null, 'dead');
    await first.stop();
    const before = await webhook(database, 'dead');
    expect(before).toMatchObject({ outcome: 'answered 503', parked_at: null, failing_since: expect.any(Number) });
    expect(before.next_at).toBeGreaterThan(Date.now() + 0.7 * LONG);
    deliveries(database, { times });
    // Each of these needs several looks, at which the other one is not due.
    for (let n = 2; n < 5; n++) {
      await create(database);
      await well.received(n);
    }
    expect(await webhook(database, 'dead')).toEqual(before);
    expect(dead.messages.length).toBe(2);
    // With another clock it would be due.
    await database.webhooks.change('dead', { next_at: 0 }, {});
    expect((await dead.received(3))[2]).toEqual(dead.messages[0]!);
  });

  test('an endpoint that fails for days is parked, and goes on where it stopped when it is resumed', async () => {
    const [{ database }, receiver] = [await newWorld(engine), newReceiver()];
    receiver.answer = () => 500;
    await addWebhook(database, receiver.url);
    const id = await create(database);
    deliveries(database, { times: { ...QUICK, patience: 30 } });
    await until(database, ({ parked_at }) => parked_at !== null);
    expect(await webhook(database)).toMatchObject({
      outcome: expect.stringMatching(/^answered 500, and it has failed/),
    });
    receiver.answer = () => 200;
    const later = await create(database);
    const count = receiver.messages.length;
    const untried: Partial<Webhook> = { attempts: 0, failing_since: null, parked_at: null };
    await database.webhooks.change('crm', untried, {});
    const messages = await receiver.received(count + 2);
    expect(messages[count]).toEqual(messages[0]!);
    expect(idsIn(messages.slice(count))).toEqual([id, later]);
  });

  test('a cursor that the feed does not know parks at once', async () => {
    const [{ database }, receiver] = [await newWorld(engine), newReceiver()];
    await addWebhook(database, receiver.url, { cursor: 'of another time' });
    await create(database);
    deliveries(database);
    await until(database, ({ parked_at }) => parked_at !== null);
    expect(receiver.messages).toEqual([]);
    expect((await webhook(database)).outcome).toContain('replay crm --after beginning');
  });

  test('of several processes exactly one sends at a time', async () => {
    const [{ location, database }, receiver] = [await newWorld(engine), newReceiver()];
    await addWebhook(database, receiver.url);
    receiver.answer = async () => {
      await new Promise(setImmediate);
      return 200;
    };
    const times = { ...QUICK, look: 1 };
    deliveries(database, { times });
    for (let other = 1; other <= 3; other++) deliveries(await open(location), { times });
    const ids: number[] = [];
    // Each is delivered before the next one is made, so that all of them compete for it.
    for (let n = 1; n <= 30; n++) {
      ids.push(...(await createMany(database, 1)));
      await receiver.received(n);
    }
    expect(idsIn(receiver.messages)).toEqual(ids);
    expect(receiver.most).toBe(1);
  });

  test('whoever has lost its lease acknowledges nothing', async () => {
    const { database } = await newWorld(engine);
    await addWebhook(database, 'http://a.example/');
    const id = await create(database);
    const { promise: sent, resolve: answer } = Promise.withResolvers<void>();
    const began = Promise.withResolvers<void>();
    const first = deliveries(database, {
      post: async () => {
        began.resolve();
        await sent;
        return { status: 200 };
      },
    });
    await began.promise;
    const { cursor } = await webhook(database);
    // As if it had been suspended for long: another process has taken over, and failed.
    await database.webhooks.change('crm', { holder: 'another', leased_until: 5, next_at: Date.now() + LONG }, {});
    answer();
    await first.stop();
    expect(await webhook(database)).toMatchObject({ cursor, holder: 'another', until: expect.any(String) });
    expect(id).toBeGreaterThan(0);
  });

  test('stopping ends the request under way, and gives the endpoint back', async () => {
    const [{ database }, receiver] = [await newWorld(engine), newReceiver()];
    await addWebhook(database, receiver.url);
    await create(database);
    receiver.answer = () => new Promise(() => undefined);
    const running = deliveries(database);
    await receiver.received(1);
    await running.stop();
    expect(await webhook(database)).toMatchObject({ holder: null, attempts: 0, until: expect.any(String) });
    receiver.answer = () => 200;
    deliveries(database);
    const messages = await receiver.received(2);
    expect(messages[1]).toEqual(messages[0]!);
  });
});

test('with nothing new, nothing is read or written', async () => {
  const { database } = await newWorld('embedded');
  await addWebhook(database, 'http://a.example/');
  await create(database);
  let [reads, writes, looks] = [0, 0, 0];
  const { promise: quiet, resolve } = Promise.withResolvers<void>();
  const posted: Post[] = [];
  deliveries(database, {
    store: {
      changes: (query) => {
        reads += 1;
        return database.changes(query);
      },
      newestChange: () => database.newestChange(),
    },
    webhooks: {
      ...database.webhooks,
      read: () => {
        looks += 1;
        if (looks === 50) resolve();
        return database.webhooks.read();
      },
      change: (...values) => {
        writes += 1;
        return database.webhooks.change(...values);
      },
    },
    post: async (post) => {
      posted.push(post);
      return { status: 200 };
    },
  });
  await quiet;
  expect(posted.length).toBe(1);
  // One batch: leased and acknowledged.
  expect(writes).toBe(2);
  // The batch, that there is no more, and the same once more at the next look.
  expect(reads).toBeLessThanOrEqual(3);
});

test('waits grow to eight hours, a fifth more or less, and three days are a dozen attempts', () => {
  const waits = Array.from({ length: 20 }, (_, i) => waitAfter(TIMES, i + 1));
  for (const [i, wait] of waits.entries()) {
    const nominal = TIMES.waits[Math.min(i, TIMES.waits.length - 1)]!;
    expect(wait).toBeGreaterThanOrEqual(0.8 * nominal);
    expect(wait).toBeLessThanOrEqual(1.2 * nominal);
  }
  expect([TIMES.waits[0], TIMES.waits.at(-1), TIMES.patience]).toEqual([5000, 8 * LONG, 72 * LONG]);
  expect(TIMES.lease).toBeGreaterThan(TIMES.request);
  expect([1, 5000, 120_000, 8 * LONG, 72 * LONG].map(durationText)).toEqual(['1 s', '5 s', '2 min', '8 h', '72 h']);
});
