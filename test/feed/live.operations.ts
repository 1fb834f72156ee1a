// The changes feed as events and with waiting requests: nothing twice and nothing missed over any break, bounded and
// fair.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { listeners } from '../../src/http/response/listeners.ts';
import type { Changes, ChangesQuery } from '../../src/store/store.ts';
import { csvOf, update } from '../engines/changes/changing.ts';
import { eitherEngine } from '../harness/databases.ts';
import { post, type Service, startService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';
import type { ChangePage } from './copy.ts';
import { openEvents } from './events.ts';

setDefaultTimeout(120_000);

let slugs = 0;
const create = async (service: Service): Promise<number> => {
  const response = await post(service, '/api/v1/organizations', { name: 'O', slug: `live-${slugs++}` });
  expect(response.status).toBe(201);
  return (await response.json()).id;
};

const endOf = async (service: Service): Promise<string> => {
  const page = (await (await fetch(`${service.url}/api/v1/changes?after=now`)).json()) as ChangePage;
  return page.meta.cursor;
};

const waiting = (service: Service, count: number) =>
  waitUntil(`${count} listeners`, () => service.listeners.measures()[0]!.samples[0]!.value === count);

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ engine, attendanceDays: 2, listeners: { heartbeat: 50, places: 6 } });
  });
  afterAll(() => service.stop());

  test('events are the entries of the pages, and say when there is nothing more', async () => {
    const after = await endOf(service);
    const stream = await openEvents(`${service.url}/api/v1/changes?after=${after}`);
    expect(stream.response.headers.get('content-type')).toBe('text/event-stream');
    expect(stream.response.headers.get('cache-control')).toBe('no-store');
    expect((await stream.next()).event).toBe('up_to_date');
    const id = await create(service);
    await update(service.store, 'organizations', csvOf([{ id, name: 'Renamed' }]));
    const seen = await stream.until((events) => events.filter(({ event }) => event === 'change').length === 2);
    const { data } = (await (await fetch(`${service.url}/api/v1/changes?after=${after}`)).json()) as ChangePage;
    expect(data.map(({ kind }) => kind)).toEqual(['created', 'updated']);
    const changes = seen.filter(({ event }) => event === 'change');
    expect(changes.map(({ id: cursor }) => cursor)).toEqual(data.map(({ cursor }) => cursor));
    // The first one may have been sent before the record was changed.
    expect(changes.at(-1)!.data).toEqual(data.at(-1)!);
    expect((await stream.next()).data).toEqual({ cursor: data.at(-1)!.cursor });
    stream.close();
  });

  test('a quiet stream sends comments; changes of other resources move the place on', async () => {
    const stream = await openEvents(`${service.url}/api/v1/changes?after=now&resources=leave`);
    const { id: before } = await stream.next();
    await waitUntil('two comments', () => stream.comments() >= 2);
    await create(service);
    const { event, id } = await stream.next();
    expect(event).toBe('up_to_date');
    expect(id).not.toBe(before);
    stream.close();
  });

  test('a stream refuses a foreign event id, a page ignores it', async () => {
    const address = `${service.url}/api/v1/changes?after=now`;
    const status = async (accept: string, id: string) =>
      (await fetch(address, { headers: { Accept: accept, 'Last-Event-ID': id } })).status;
    for (const id of ['nonsense', 'a'.repeat(5000)])
      expect([await status('text/event-stream', id), await status('application/json', id)]).toEqual([410, 200]);
  });

  test('places are shared fairly: a client with many gives one up, and is answered', async () => {
    const own = await startService({
      engine,
      filled: false,
      listeners: { places: 2 },
      listening: { behindProxy: true },
    });
    // Where `now` is may be read only after the create.
    const after = await endOf(own);
    const asked = (from: string) =>
      fetch(`${own.url}/api/v1/changes?after=${after}&wait=30`, { headers: { 'X-Forwarded-For': from } });
    const [first, second] = [asked('10.0.0.1'), asked('10.0.0.1')];
    await waiting(own, 2);
    const other = asked('10.0.0.2');
    // The newest of the greedy client's two is answered, with nothing.
    const given = await Promise.race([first, second]);
    expect(((await given.json()) as ChangePage).data).toEqual([]);
    const id = await create(own);
    for (const answer of [other, first, second]) expect((await answer).status).toBe(200);
    expect(((await (await other).json()) as ChangePage).data[0]!.id).toBe(id);
    await own.stop();
  });

  test('a change that comes while a page is read wakes the one who read it', async () => {
    const asker = { client: () => '', signal: () => new AbortController().signal };
    const query = { after: await endOf(service), limit: 9, resources: catalogue };
    let delay: ((page: Changes) => Promise<Changes>) | undefined;
    let asked = 0;
    const delayed = {
      ...service.store,
      newestChange() {
        asked += 1;
        return service.store.newestChange();
      },
      async changes(wanted: ChangesQuery) {
        const page = await service.store.changes(wanted);
        return delay ? delay(page) : page;
      },
    };
    const own = listeners(delayed);
    const [first, second] = [await own.begin(asker), await own.begin(asker)];
    // It keeps the timer running, and notices the change.
    const woken = first.next(query, 60_000);
    delay = async (page) => {
      delay = undefined;
      await create(service);
      await woken;
      asked = 0;
      return page;
    };
    expect((await second.next({ ...query, limit: 8 }, 30_000)).changes).toHaveLength(1);
    // Otherwise it would have waited for half a minute, and asked at least 600 times.
    expect(asked).toBeLessThan(300);
    first.end();
    second.end();
  });

  test('when the service stops, waiting requests are answered and streams end', async () => {
    const own = await startService({ engine, filled: false });
    const stream = await openEvents(`${own.url}/api/v1/changes?after=now`);
    await stream.next();
    const answer = fetch(`${own.url}/api/v1/changes?after=now&wait=30`);
    await waiting(own, 2);
    await own.stop();
    expect(((await (await answer).json()) as ChangePage).meta.up_to_date).toBe(true);
    expect(await stream.ended()).toEqual([]);
  });
});
