// The client's changes feed against a real service: entries in order, pages, the end, breaks on the way, and cursors
// that are gone.
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'bun:test';
import {
  type Change,
  type ClientOptions,
  ConnectionError,
  CursorGoneError,
  createClient,
  InvalidParametersError,
} from '../../client/src/index.ts';
import { csvOf, erase, update } from '../engines/changes/changing.ts';
import { eitherEngine } from '../harness/databases.ts';
import { allRecords, type Service, startService, TOKEN } from '../harness/service.ts';
import { faultyNetwork, type Mishap, type Network } from './faulty-network.ts';

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  let network: Network;
  beforeAll(async () => {
    service = await startService({ engine, attendanceDays: 2 });
    network = await faultyNetwork(service.url);
  });
  afterAll(async () => {
    network.stop();
    await service.stop();
  });
  beforeEach(() => network.next());
  const client = (options: Partial<ClientOptions> = {}) =>
    createClient({ baseUrl: network.url, token: TOKEN, ...options });
  let slugs = 0;
  const create = async () =>
    (
      await createClient({ baseUrl: service.url, token: TOKEN }).organizations.create({
        name: 'O',
        slug: `o-${slugs++}`,
      })
    ).id;
  const now = async () => (await client().changes.page({ after: 'now' })).meta.cursor;

  test('a copy that is read to the end is what the lists have', async () => {
    const copy = new Map<string, unknown>();
    const ends: string[] = [];
    let last = '';
    const resources = ['employees', 'leave', 'career-sites'] as const;
    const options = { onUpToDate: (cursor: string) => void ends.push(cursor) };
    for await (const entry of client().changes({ resources, live: false, limit: 100 }, options)) {
      copy.set(`${entry.resource}/${entry.id}`, entry.record);
      last = entry.cursor;
    }
    expect(ends).toHaveLength(1);
    expect((await client().changes.page({ after: last, resources })).data).toEqual([]);
    const records = await Promise.all(
      resources.map(async (name) => (await allRecords(service, name)).map((each) => [`${name}/${each.id}`, each])),
    );
    expect([...copy]).toEqual(records.flat() as [string, unknown][]);
  });

  test('it goes on with what happens, and the loop can be left', async () => {
    const seen: Change[] = [];
    const id = await create();
    const steps = [
      () => update(service.store, 'organizations', csvOf([{ id, name: 'Renamed' }])),
      () => erase(service.store, 'organizations', [id]),
      create,
    ];
    // The next thing happens when the one before was told.
    const options = { onUpToDate: async () => void (await steps.shift()?.()) };
    for await (const entry of client().changes({ after: await now() }, options)) {
      seen.push(entry);
      if (seen.length === 3) break;
    }
    expect(seen.map(({ kind, record }) => [kind, (record as { name?: string } | null)?.name])).toEqual([
      ['updated', 'Renamed'],
      ['erased', undefined],
      ['created', 'O'],
    ]);
    // It waited for each, and asked no more often.
    expect(network.seen.filter(({ url }) => url.includes('wait=30')).length).toBeLessThanOrEqual(4);
  });

  const passing: [string, Mishap][] = [
    ['a request that is lost', 'request lost'],
    ['an answer that is lost', 'answer lost'],
    ['an answer that is cut off', 'answer cut'],
    ['503', { status: 503, headers: { 'retry-after': '0' } }],
  ];
  test.each(passing)('%s: each entry comes once, in order', async (_, mishap) => {
    const after = await now();
    const ids = [];
    for (let i = 0; i < 6; i++) ids.push(await create());
    network.next('pass', mishap, 'pass', mishap);
    const seen: number[] = [];
    for await (const { id } of client().changes({ after, live: false, limit: 2 })) seen.push(id);
    expect(seen).toEqual(ids);
  });

  test('a break that outlasts the retries is told, and it goes on from the same place', async () => {
    const after = await now();
    const broken: Error[] = [];
    const pages = client({ retries: 0 }).changes.pages({ after }, { onBreak: (error) => void broken.push(error) });
    expect((await pages.next()).value).toMatchObject({ data: [], meta: { cursor: after, up_to_date: true } });
    network.next('request lost');
    const id = await create();
    expect((await pages.next()).value).toMatchObject({ data: [{ resource: 'organizations', id }] });
    expect(broken).toEqual([expect.any(ConnectionError)]);
    await pages.return();
  });

  test.each([
    ['onBreak may end it', true, 'request lost' as Mishap],
    ['what does not pass ends it', false, { status: 500 } as Mishap],
  ])('%s', async (_, isThrown, mishap) => {
    const onBreak = (error: Error) => {
      if (isThrown) throw error;
    };
    const pages = client({ retries: 0 }).changes.pages({ after: 'now' }, { onBreak });
    await pages.next();
    network.next(mishap);
    await expect(pages.next()).rejects.toBeInstanceOf(Error);
  });

  test('what is wrong at the beginning ends it at once', async () => {
    network.next('request lost');
    await expect(client({ retries: 0 }).changes().next()).rejects.toBeInstanceOf(ConnectionError);
    await expect(client().changes({ limit: 5000 }).next()).rejects.toBeInstanceOf(InvalidParametersError);
    await expect(client().changes({ resources: [] }).next()).rejects.toThrow('resources is an empty list');
    await expect(client().changes.page({ wait: 31 })).rejects.toBeInstanceOf(InvalidParametersError);
  });

  test('a cursor that is not known is an error that says what to do', async () => {
    const wanted = {
      status: 410,
      code: 'cursor_gone',
      message: expect.stringContaining('Begin again without `after`'),
    };
    for (const call of [client().changes({ after: 'banana' }), client().changes.pages({ after: 'banana' })]) {
      const error: unknown = await call.next().catch((thrown) => thrown);
      expect(error).toBeInstanceOf(CursorGoneError);
      expect(error).toMatchObject(wanted);
    }
  });

  test('a signal ends it while it waits', async () => {
    const ending = new AbortController();
    const options = {
      signal: ending.signal,
      onUpToDate: () => void setTimeout(() => ending.abort(new Error('Enough.'))),
    };
    await expect(
      client()
        .changes({ after: await now() }, options)
        .next(),
    ).rejects.toThrow('Enough.');
  });

  test('a wait takes longer than a call may', async () => {
    const after = await now();
    const { data, meta } = await client().changes.page({ after, wait: 1 });
    expect([data, meta.up_to_date]).toEqual([[], true]);
    // There is never an answer, so it is the client that ends it.
    network.next('silence');
    const began = performance.now();
    const ended = client({ timeout: 400 }).changes.page({ after, wait: 1 });
    await expect(ended).rejects.toThrow('There was no answer within 1400 ms.');
    expect(performance.now() - began).toBeGreaterThanOrEqual(1400 - 5);
  });
});
