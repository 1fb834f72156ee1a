// The changes feed for tokens that are limited to some resources and records: a copy that is kept with one is what its
// lists show, and nothing is said of the rest, at once, after a wait, or as events.
import { afterAll, beforeAll, describe, expect, setSystemTime, test } from 'bun:test';
import { catalogue } from '../../../src/catalogue/catalogue.ts';
import type { Database } from '../../../src/store/maintenance.ts';
import { csvOf, erase, update } from '../../engines/changes/changing.ts';
import { Copy } from '../../feed/copy.ts';
import { openEvents } from '../../feed/events.ts';
import { eitherEngine, engines, newDatabase, openDatabase } from '../../harness/databases.ts';
import { allRecords, post, type Service } from '../../harness/service.ts';
import { bearer, withTokens } from '../tokens.ts';

/** The same whatever has happened. */
const GONE =
  '{"error":{"code":"cursor_gone","message":"Records have changed that may have left those which this token sees. Begin again without `after`."}}';
const LONDON = ['employees?branch=London'];

describe.each(eitherEngine)('on the %s database', (engine) => {
  let service: Service;
  let tokens: Record<string, string>;
  /** Of an employee in London, and of one elsewhere. */
  let [here, elsewhere]: number[] = [];

  beforeAll(async () => {
    const all = { read: 'all' } as const;
    const given = {
      all,
      london: { ...all, rows: LONDON },
      employees: { read: ['employees'], rows: LONDON },
      leave: { read: ['leave'], rows: LONDON },
      unlimited: { read: ['leave'] },
      brands: { read: ['brands'], rows: ['organizations?id[gt]=1'] },
      applications: { read: ['applications'], rows: ['jobs?dept_id.name[ne]=Renamed'] },
    };
    ({ service, tokens } = await withTokens(given, { engine, attendanceDays: 1, listeners: { heartbeat: 100 } }));
    const employees = await list('all', 'employees');
    here = employees.find(({ branch }) => branch === 'London')!.id;
    for (const each of [here!, here!, null]) await leaveOf(each);
    elsewhere = employees.find(({ branch }) => branch === 'Berlin')!.id;
  });
  afterAll(() => service.stop());

  const list = (token: string, path: string) => allRecords(service, path, { headers: bearer(tokens[token]) });
  const copyWith = (token: string, parameters = 'limit=1000&') =>
    new Copy(service.url, parameters, bearer(tokens[token]));
  const move = (id: number, branch: string) => update(service.store, 'employees', csvOf([{ id, branch }]));
  const leaveOf = async (id: number | null): Promise<number> =>
    (await (await post(service, '/api/v1/leave', { employee_id: id, leave_type: 'sick' })).json()).id;

  /** The copy has exactly what the lists have. */
  async function expectEqual(copy: Copy, token: string, names: readonly string[]): Promise<void> {
    const listed: Copy['records'] extends Map<string, infer T> ? Record<string, T> : never = {};
    for (const name of names) for (const each of await list(token, name)) listed[`${name}/${each.id}`] = each;
    const held = [...copy.records].filter(([key]) => names.includes(key.split('/')[0]!));
    expect(Object.fromEntries(held)).toEqual(listed);
  }

  /** The copy is told to begin again, without a word about what happened, and then has what the lists have. */
  async function expectAnew(copy: Copy, token: string, names: readonly string[]) {
    expect(await copy.follow().then(() => 'nothing', String)).toBe(`Error: 410 ${GONE}`);
    copy.records.clear();
    copy.cursor = undefined;
    await copy.follow();
    await expectEqual(copy, token, names);
  }

  test('resources that may not be read are refused by name, and none of them is in the rest', async () => {
    const response = await fetch(`${service.url}/api/v1/changes?resources=leave,employees`, {
      headers: bearer(tokens.leave),
    });
    expect(response.status).toBe(403);
    expect(response.headers.get('www-authenticate')).toEndWith('scope="read:employees"');
    expect((await copyWith('leave', 'resources=leave&').page()).data.length).toBeGreaterThan(0);
  });

  test('creates that cannot be seen are passed over, and others are told', async () => {
    const copies = ['london', 'leave', 'unlimited'].map((token) => [token, copyWith(token)] as const);
    for (const [, copy] of copies) await copy.follow();
    const hidden = await leaveOf(elsewhere!);
    const shown = await leaveOf(here!);
    const ofNobody = await leaveOf(null);
    for (const [token, copy] of copies) {
      const before = copy.entries.length;
      await copy.follow();
      const ids = copy.entries.slice(before).map(({ id }) => id);
      expect(ids).toEqual(token === 'unlimited' ? [hidden, shown, ofNobody] : [shown, ofNobody]);
      await expectEqual(copy, token, ['leave']);
    }
  });

  test('what cannot be seen does not end a wait', async () => {
    const copy = copyWith('leave');
    await copy.follow();
    let isOver = false;
    const waiting = copy.page('wait=30&').then((page) => {
      isOver = true;
      return page.data.map(({ id }) => id);
    });
    for (let n = 0; n < 3; n++) {
      await leaveOf(elsewhere!);
      await Bun.sleep(150);
    }
    expect(isOver).toBe(false);
    const shown = await leaveOf(here!);
    expect(await waiting).toEqual([shown]);
    // A wait that ends without anything visible has come on.
    await copy.follow();
    await leaveOf(elsewhere!);
    const { data, meta } = await copy.page('wait=1&');
    expect([data, meta.up_to_date, meta.cursor === copy.cursor]).toEqual([[], true, false]);
  });

  test('as events: only what can be seen, and an end when it may have left', async () => {
    const { data, meta } = await copyWith('leave', 'after=now&').page();
    expect(data).toEqual([]);
    const events = await openEvents(`${service.url}/api/v1/changes?after=${meta.cursor}`, bearer(tokens.leave));
    const hidden = await leaveOf(elsewhere!);
    const shown = await leaveOf(here!);
    const came = await events.until((each) => each.some(({ event }) => event === 'change'));
    const changes = came.filter(({ event }) => event === 'change');
    expect(changes.map(({ data: each }) => (each as { id: number }).id)).toEqual([shown]);
    expect(JSON.stringify(came)).not.toContain(`"id":${hidden}`);
    await move(elsewhere!, 'London');
    const rest = await events.ended();
    expect(rest.filter(({ event }) => event === 'change')).toEqual([]);
    await move(elsewhere!, 'Berlin');
    const last = came.at(-1)!.id;
    const again = await fetch(`${service.url}/api/v1/changes`, {
      headers: { Accept: 'text/event-stream', 'Last-Event-ID': last, ...bearer(tokens.leave) },
    });
    expect([again.status, (await again.json()).error.code]).toEqual([410, 'cursor_gone']);
  });

  test.each([
    ['employees', ['employees']],
    ['leave', ['leave']],
    ['london', ['employees', 'leave', 'attendance']],
  ] as const)('records that come and go by an update: the token %s', async (token, names) => {
    const copy = copyWith(token);
    await copy.follow();
    const held = copy.records.size;
    await move(here!, 'Berlin');
    await expectAnew(copy, token, names);
    expect(copy.records.size).toBeLessThan(held);
    await move(here!, 'London');
    if (token === 'employees') {
      // It decides nothing but itself, and can be seen.
      await copy.follow();
      await expectEqual(copy, token, names);
    } else await expectAnew(copy, token, names);
    expect(copy.records.size).toBe(held);
  });

  test('what decides may be two hops away, and is not told itself', async () => {
    const [first] = await list('all', 'departments');
    const applications = copyWith('applications');
    await applications.follow();
    await update(service.store, 'departments', csvOf([{ id: first.id, name: 'Renamed' }]));
    await expectAnew(applications, 'applications', ['applications']);
    const brands = copyWith('brands');
    await brands.follow();
    const held = brands.entries.length;
    const made = await post(service, '/api/v1/organizations', { name: 'New', slug: 'new-one' });
    const { id } = (await made.json()) as { id: number };
    await brands.follow();
    expect(brands.entries.slice(held)).toEqual([]);
    await post(service, '/api/v1/brands', { name: 'Newer', slug: 'newer-one', organization_id: id });
    await brands.follow();
    expect(brands.entries.slice(held).map(({ resource }) => resource)).toEqual(['brands']);
  });

  test('a record that was erased, seen or not, has the copy begin again', async () => {
    for (const owner of [here!, elsewhere!]) {
      const id = await leaveOf(owner);
      const copy = copyWith('leave');
      await copy.follow();
      await erase(service.store, 'leave', [id]);
      await expectAnew(copy, 'leave', ['leave']);
    }
  });
});

test.each(engines)('on the %s database, what happened when cannot be computed from a cursor', async (engine) => {
  setSystemTime(new Date('2026-03-04T05:06:07.089Z'));
  const [leave] = catalogue.filter(({ name }) => name === 'leave');
  const stores = await Promise.all([0, 1].map(async () => openDatabase(await newDatabase(engine), catalogue)));
  try {
    // Of the same changes at the same time, each database makes another mark. So no client can make one.
    for (const store of stores) await store.create(leave!, { leave_type: 'sick' });
    const placeIn = (store: Database, after: string | undefined = 'now') =>
      store.changes({ after, resources: [], limit: 1 });
    const cursors = await Promise.all(stores.map(async (store) => (await placeIn(store)).cursor));
    const [one, other] = cursors.map((cursor) => cursor.split('.'));
    expect(one![0]).toBe(other![0]!);
    expect(one![1]).not.toBe(other![1]!);
    await expect(placeIn(stores[0]!, cursors[1])).rejects.toMatchObject({ code: 'cursor_gone' });
    // A process that opens the database later knows the key.
    expect(await placeIn(stores[0]!, cursors[0])).toMatchObject({ cursor: cursors[0]!, upToDate: true });
  } finally {
    setSystemTime();
    for (const store of stores) await store.close();
  }
});
