// The changes feed on both engines: what it says, in which order, from any place, and what it refuses.
import { afterAll, beforeAll, describe, expect, setDefaultTimeout, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { codeNames } from '../../src/store/shared/changes/runs.ts';
import { csvOf, erase, update } from '../engines/changes/changing.ts';
import { emptyDatabase, engines } from '../harness/databases.ts';
import { fc } from '../harness/random/fc.ts';
import { allRecords, post, type Service, startService } from '../harness/service.ts';
import { type ChangePage, Copy, type Entry } from './copy.ts';

setDefaultTimeout(120_000);

const RUNS = Number(process.env.FEED_RUNS ?? 2);

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

describe.each(engines)('on the %s database', (engine) => {
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
    const leave = await create(service, 'leave', {
      employee_id: 1,
      leave_type: 'sick',
      from_date: '2026-01-05',
      to_date: '2026-01-06',
    });
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
    await create(service, 'leave', {
      employee_id: 1,
      leave_type: 'sick',
      from_date: '2026-01-05',
      to_date: '2026-01-06',
    });
    const { data, meta } = await copy.page();
    expect(data).toEqual([]);
    expect(meta).toMatchObject({ up_to_date: true, limit: 3 });
    expect(meta.cursor).not.toBe(before!);
    const twice = await pageAt(`?resources=departments&resources=organizations&limit=3&after=${before}`);
    expect(twice).toEqual({ data, meta });
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
      Array.from({ length: 130 }, () => create(service, 'leave', { leave_type: 'sick', reason })),
    );
    const copy = new Copy(service.url, 'limit=1000');
    copy.cursor = meta.cursor;
    const first = await copy.page();
    expect(first.data.length).toBeWithin(100, 130);
    expect(first.meta.up_to_date).toBe(false);
    await copy.follow();
    expect(copy.entries.map(({ id }) => id).sort((a, b) => a - b)).toEqual(ids.sort((a, b) => a - b));
  });

  test.each([
    ['banana', 410],
    ['0.0', 410],
    ['zzzzzzzzzzz.1', 410],
    ['zzzzzzzzzzzz.1', 410],
    ['1.zzzzzzz.employees.1', 410],
    ['-1.abc', 410],
    ['x'.repeat(100), 410],
    ['x'.repeat(101), 422],
    ['😀'.repeat(100), 410],
    ['x'.repeat(20_000), 422],
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

  test.each([
    ['limit=0', 'greater_than_equal'],
    ['limit=1001', 'less_than_equal'],
    ['limit=', 'int_parsing'],
    ['wait=31', 'less_than_equal'],
    ['wait=-1', 'greater_than_equal'],
    ['wait=soon', 'int_parsing'],
    ['resources=employes', 'value_error'],
    ['resources=employees,%00', 'value_error'],
  ])('a parameter that is none: %s', async (query, type) => {
    const response = await get(`?${query}`);
    expect(response.status).toBe(422);
    expect((await response.json()).detail[0]).toMatchObject({ type, loc: ['query', query.split('=')[0]] });
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

  test('random changes, read from anywhere, are what happened', async () => {
    const steps = fc.array(
      fc.oneof(
        fc.record({ do: fc.constant('create' as const), count: fc.integer({ min: 1, max: 12 }) }),
        fc.record({
          do: fc.constant('import' as const),
          ids: fc.uniqueArray(fc.integer({ min: 1, max: 400 }), { minLength: 1, maxLength: 8 }),
        }),
        fc.record({ do: fc.constant('update' as const), pick: fc.array(fc.nat(), { minLength: 1, maxLength: 6 }) }),
        fc.record({ do: fc.constant('erase' as const), pick: fc.array(fc.nat(), { minLength: 1, maxLength: 3 }) }),
        fc.record({ do: fc.constant('read' as const), reader: fc.nat(3), limit: fc.integer({ min: 1, max: 30 }) }),
      ),
      { minLength: 25, maxLength: 40 },
    );
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const own = await startService({ engine, filled: false, location: await emptyDatabase(engine) });
        try {
          await runSteps(own, all);
        } finally {
          await own.stop();
        }
      }),
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});

type Step =
  | { do: 'create'; count: number }
  | { do: 'import'; ids: number[] }
  | { do: 'update'; pick: number[] }
  | { do: 'erase'; pick: number[] }
  | { do: 'read'; reader: number; limit: number };

/** Four readers stop and go on at random places, beside changes of all kinds; two see one resource only. */
async function runSteps(service: Service, steps: readonly Step[]): Promise<void> {
  const readers = ['', '', '&resources=organizations', '&resources=departments'].map(
    (only) => new Copy(service.url, only),
  );
  const [organizations, departments] = [new Set<number>(), new Set<number>()];
  let count = 0;
  const pickOf = (from: Set<number>, pick: readonly number[]) => [
    ...new Set(pick.flatMap((each) => (from.size > 0 ? [[...from][each % from.size]!] : []))),
  ];
  for (const step of steps) {
    if (step.do === 'create') {
      const made = Array.from({ length: step.count }, () =>
        create(service, 'organizations', { name: 'O', slug: `o-${count++}` }),
      );
      for (const id of await Promise.all(made)) organizations.add(id);
    } else if (step.do === 'import') {
      const ids = step.ids.filter((id) => !departments.has(id));
      if (ids.length === 0) continue;
      const { faults } = await update(service.store, 'departments', csvOf(ids.map((id) => ({ id, name: `D ${id}` }))));
      if (faults.length === 0) for (const id of ids) departments.add(id);
    } else if (step.do === 'update') {
      for (const [set, name] of [
        [organizations, 'organizations'],
        [departments, 'departments'],
      ] as const) {
        const ids = pickOf(set, step.pick);
        if (ids.length > 0) await update(service.store, name, csvOf(ids.map((id) => ({ id, name: `N ${count++}` }))));
      }
    } else if (step.do === 'erase') {
      const ids = pickOf(departments, step.pick);
      if (ids.length > 0) await erase(service.store, 'departments', ids);
      for (const id of ids) departments.delete(id);
    } else {
      const reader = readers[step.reader]!;
      const { data, meta } = await reader.page(`&limit=${step.limit}`);
      for (const entry of data) reader.take(entry);
      reader.cursor = meta.cursor;
    }
  }
  for (const reader of readers) {
    await reader.follow();
    reader.checkOrder();
    const only = reader.parameters.split('=')[1];
    expect(reader.records).toEqual((await stored(service, only ? [only] : undefined)) as typeof reader.records);
  }
  expect(await service.store.audit()).toEqual([]);
}
