// The changes feed: what it says, in which order, from any place, and what it refuses. proofs/feed compares it with the
// database beside changes of all kinds.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { codeNames } from '../../src/store/shared/changes/runs.ts';
import { csvOf, erase, update } from '../engines/changes/changing.ts';
import { eitherEngine } from '../harness/databases.ts';
import { allRecords, post, type Service, startService } from '../harness/service.ts';
import { type ChangePage, Copy, type Entry } from './copy.ts';

setDefaultTimeout(120_000);

const create = async (service: Service, resource: string, body: object): Promise<number> => {
  const response = await post(service, `/api/v1/${resource}`, body);
  expect(response.status).toBe(201);
  return (await response.json()).id;
};

/** All records, as the lists have them. */
async function stored(service: Service, resources: readonly string[] = catalogue.map(({ name }) => name)) {
  const records = new Map<string, unknown>();
  for (const name of resources)
    for (const record of await allRecords(service, name)) records.set(`${name}/${record.id}`, record);
  return records;
}

const keysOf = (entries: readonly Entry[]) => entries.map(({ kind, resource, id }) => `${kind} ${resource}/${id}`);

test('no two resources or kinds have the same code', () => {
  expect(codeNames(catalogue).size).toBe(3 * catalogue.length);
});

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  beforeAll(async () => {
    service = await startService({ engine, attendanceDays: 2 });
  });
  afterAll(() => service.stop());
  const get = (query: string, headers = {}) => fetch(`${service.url}/api/v1/changes${query}`, { headers });
  const pageAt = async (query: string): Promise<ChangePage> => (await get(query)).json();

  test('without a cursor it begins with a snapshot, and goes on with what happens after it', async () => {
    const copy = new Copy(service.url, 'limit=1000');
    const first = await copy.page();
    expect(first.data[0]).toMatchObject({ resource: catalogue[0]!.name, id: 1, kind: 'created' });
    for (const entry of first.data) copy.take(entry);
    copy.cursor = first.meta.cursor;
    // While the snapshot is read, records are added, changed and erased, before and behind the place.
    const id = await create(service, 'organizations', { name: 'During', slug: 'during' });
    await update(service.store, 'employees', csvOf([{ id: 1, first_name: 'Renamed' }]));
    await update(service.store, 'candidates', csvOf([{ id: 2, first_name: 'Renamed too' }]));
    const leave = await create(service, 'leave', { employee_id: 1, leave_type: 'sick' });
    await erase(service.store, 'leave', [leave]);
    await copy.follow();
    copy.checkOrder();
    expect(keysOf(copy.entries.slice(-5))).toEqual([
      `created organizations/${id}`,
      'updated employees/1',
      'updated candidates/2',
      `created leave/${leave}`,
      `erased leave/${leave}`,
    ]);
    expect(copy.entries.at(-2)!.record).toBeNull();
    expect(copy.records).toEqual((await stored(service)) as typeof copy.records);
  });

  test('only some resources, and a place that moves on with those that are left out', async () => {
    const copy = new Copy(service.url, 'resources=departments,organizations&limit=3');
    await copy.follow();
    expect(copy.records).toEqual((await stored(service, ['departments', 'organizations'])) as typeof copy.records);
    const before = copy.cursor;
    await create(service, 'leave', { employee_id: 1, leave_type: 'sick' });
    const { data, meta } = await copy.page();
    expect(data).toEqual([]);
    expect(meta).toMatchObject({ up_to_date: true, limit: 3 });
    expect(meta.cursor).not.toBe(before!);
    const twice = await pageAt(`?resources=departments&resources=organizations&limit=3&after=${before}`);
    expect(twice).toEqual({ data, meta });
  });

  test('a day or a timestamp is the place before its first change, wherever that is', async () => {
    await create(service, 'organizations', { name: 'Before', slug: `before-${engine}` });
    await Bun.sleep(5);
    const { meta } = await pageAt('?after=now');
    for (let at = 0; at < 5; at++)
      await create(service, 'organizations', { name: 'Since', slug: `since-${engine}-${at}` });
    const { data } = await pageAt(`?after=${meta.cursor}`);
    expect(data).toHaveLength(5);
    for (const [at, { at: time }] of data.entries()) {
      const page = await pageAt(`?since=${time}`);
      const first = data.findIndex((each) => each.at === time);
      expect([at, keysOf(page.data)]).toEqual([at, keysOf(data.slice(first))]);
      expect(page.meta.up_to_date).toBe(true);
    }
    const part = await get(`?since=${data[0]!.at}&limit=1`);
    const next = /<([^>]+)>; rel="next"/.exec(part.headers.get('link')!)![1]!;
    const second = data.findIndex(({ cursor }) => cursor === data[0]!.cursor) + 1;
    const rest: ChangePage = await (await fetch(service.url + next)).json();
    expect(rest.data[0]).toEqual(data[second]!);
    expect((await pageAt('?since=2999-01-01')).data).toEqual([]);
    // The database is younger.
    for (const page of ['limit=3', 'limit=3&resources=leave'])
      expect(await pageAt(`?since=1999-01-01&${page}`)).toEqual(await pageAt(`?${page}`));
    const copy = new Copy(service.url, 'limit=1000');
    const first = await pageAt('?since=today-9d&limit=1000');
    for (const entry of first.data) copy.take(entry);
    copy.cursor = first.meta.cursor;
    await copy.follow();
    expect(copy.records).toEqual((await stored(service)) as typeof copy.records);
    expect(await pageAt('?since=today%2B1d')).toMatchObject({ data: [], meta: { up_to_date: true } });
    for (const wrong of ['since=banana', 'since=-7d', 'since=2026-02-30', `since=2026-01-01&after=${meta.cursor}`])
      expect([wrong, (await get(`?${wrong}`)).status]).toEqual([wrong, 422]);
  });

  test('`now` is the end; a wait ends with the next change', async () => {
    const { data, meta } = await pageAt('?after=now');
    expect(data).toEqual([]);
    const waiting = pageAt(`?after=${meta.cursor}&wait=30&resources=organizations`);
    const id = await create(service, 'organizations', { name: 'Next', slug: `next-${engine}` });
    const next = await waiting;
    expect(keysOf(next.data)).toEqual([`created organizations/${id}`]);
    expect(next.data[0]!.record).toEqual(await (await fetch(`${service.url}/api/v1/organizations/${id}`)).json());
    // `now` waits for what comes after the request.
    const fromNow = pageAt('?after=now&wait=30');
    const ids = [];
    for (let answered = false; !answered; await Bun.sleep(5)) {
      ids.push(await create(service, 'organizations', { name: 'Later', slug: `later-${engine}-${ids.length}` }));
      void fromNow.then(() => {
        answered = true;
      });
      await Bun.sleep(20);
    }
    expect(ids).toContain((await fromNow).data[0]!.id);
  });

  test('the same page has the same tag, at once or after a wait', async () => {
    const { meta } = await pageAt('?after=now');
    const first = await get(`?after=${meta.cursor}`);
    const tag = first.headers.get('etag')!;
    expect(first.headers.get('link')).toBe(`</api/v1/changes?after=${meta.cursor}>; rel="next"`);
    if (engine === 'postgresql') expect(first.headers.get('workforce-position')).toMatch(/^[0-9A-F]+\/[0-9A-F]+$/);
    for (const wait of ['', '&wait=1'])
      expect((await get(`?after=${meta.cursor}${wait}`, { 'If-None-Match': tag })).status).toBe(304);
    await create(service, 'organizations', { name: 'Tag', slug: `tag-${engine}` });
    expect((await get(`?after=${meta.cursor}&wait=1`, { 'If-None-Match': tag })).status).toBe(200);
  });

  test('an entry of each kind has its time, in order', async () => {
    const { meta } = await pageAt('?after=now');
    const began = Date.now();
    const ids = await Promise.all(
      Array.from({ length: 40 }, (_, i) => create(service, 'organizations', { name: 'T', slug: `t-${engine}-${i}` })),
    );
    await erase(service.store, 'organizations', ids.slice(10, 13));
    const { data } = await pageAt(`?after=${meta.cursor}`);
    expect(
      data
        .filter(({ kind }) => kind === 'created')
        .map(({ id }) => id)
        .sort((a, b) => a - b),
    ).toEqual(ids.sort((a, b) => a - b));
    expect(data.filter(({ kind }) => kind === 'erased')).toHaveLength(3);
    const times = data.map(({ at }) => Date.parse(at));
    expect(times).toEqual(times.toSorted((a, b) => a - b));
    expect(times[0]).toBeGreaterThanOrEqual(began);
    expect(times.at(-1)).toBeLessThanOrEqual(Date.now());
    // From every entry it goes on with the next one.
    for (const [i, { cursor }] of data.entries())
      expect((await pageAt(`?after=${cursor}&limit=1`)).data).toEqual(data.slice(i + 1, i + 2));
  });

  test('a page of large records ends early, and the next ones have the rest', async () => {
    const { meta } = await pageAt('?after=now');
    const reason = 'x'.repeat(20_000);
    const ids = await Promise.all(
      Array.from({ length: 110 }, () => create(service, 'leave', { leave_type: 'sick', reason })),
    );
    const copy = new Copy(service.url, 'limit=1000');
    copy.cursor = meta.cursor;
    const first = await copy.page();
    expect(first.data.length).toBeWithin(90, 110);
    expect(first.meta.up_to_date).toBe(false);
    await copy.follow();
    expect(copy.entries.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b));
  });

  test.each([
    ['banana', 410],
    ['0.0', 410],
    ['zzzzzzzzzzzz.1', 410],
    ['1.zzzzzzz.employees.1', 410],
    ['x'.repeat(100), 410],
    ['x'.repeat(101), 422],
    ['😀'.repeat(100), 410],
  ])('a cursor that is none: %.20s', async (cursor, status) => {
    for (const headers of [{}, { Accept: 'text/event-stream' }]) {
      const response = await get(`?after=${encodeURIComponent(cursor)}`, headers);
      expect(response.status).toBe(status);
      const body = await response.json();
      if (status === 410) {
        expect(body.error.code).toBe('cursor_gone');
        expect(body.error.message).toContain('Begin again without `after`');
      } else expect(body.detail[0]).toMatchObject({ type: 'string_too_long', loc: ['query', 'after'] });
    }
  });

  test('an empty value asks nothing; a repeated one counts last; unknown names are told', async () => {
    const { meta } = await pageAt('?after=now');
    const response = await get(`?after=&after=${meta.cursor}&resources=&limit=5&limit=7&wait=3&wait=0&foo=1`);
    expect(response.headers.get('workforce-ignored')).toBe('foo');
    expect((await response.json()).meta).toEqual({ ...meta, limit: 7 });
    expect((await get('?foo=1', { Prefer: 'handling=strict' })).status).toBe(422);
    expect((await fetch(`${service.url}/api/v1/changes?wait=30&after=now`, { method: 'HEAD' })).status).toBe(200);
    expect((await fetch(`${service.url}/api/v1/changes`, { method: 'POST' })).status).toBe(405);
  });
});
