// The audit log: an entry is there exactly when what it is about is, it is never changed, and it goes
// when it is old.
import { afterAll, describe, expect, test } from 'bun:test';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import type { DataRecord } from '../../src/catalogue/resource.ts';
import { eraseRecords, planErasure } from '../../src/jobs/erase/erase-records.ts';
import { startTrimming } from '../../src/serve/audit-trim.ts';
import { remembered } from '../../src/store/shared/remembered.ts';
import { eitherEngine } from '../harness/databases.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { isPostgres, type World, world } from './world.ts';

const resourceNamed = (name: string) => catalogue.find((each) => each.name === name)!;
const leave = resourceNamed('leave');
const ADA = { name: 'token ada', client: '10.0.0.7', requestId: 'request-1' };

const opened: World[] = [];
afterAll(async () => {
  for (const { store } of opened) await store.close();
});

const created = (outcome: object): number => (outcome as { id: number }).id;

/** Makes the service fail to write an entry. */
async function refuse({ sql, location }: World): Promise<void> {
  if (!isPostgres(location)) {
    await sql(`CREATE TRIGGER refuse BEFORE INSERT ON workforce_audit_log
      BEGIN SELECT RAISE(ABORT, 'refused by a trigger'); END`);
    return;
  }
  await sql(`CREATE FUNCTION refuse() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN RAISE EXCEPTION 'refused by a trigger' USING ERRCODE = '23514'; END $$`);
  await sql('CREATE TRIGGER refuse BEFORE INSERT ON workforce_audit_log FOR EACH ROW EXECUTE FUNCTION refuse()');
}

/** Makes the next commit fail that has an entry, when everything is written. */
async function refuseCommit({ sql, location }: World): Promise<void> {
  await sql('CREATE TABLE wanted (id INTEGER PRIMARY KEY)');
  await sql('CREATE TABLE wanting (id INTEGER REFERENCES wanted (id) DEFERRABLE INITIALLY DEFERRED)');
  if (!isPostgres(location)) {
    await sql('CREATE TRIGGER late AFTER INSERT ON workforce_audit_log BEGIN INSERT INTO wanting VALUES (1); END');
    return;
  }
  await sql(`CREATE FUNCTION late() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN INSERT INTO wanting VALUES (1); RETURN NULL; END $$`);
  await sql('CREATE TRIGGER late AFTER INSERT ON workforce_audit_log FOR EACH STATEMENT EXECUTE FUNCTION late()');
}

/** Entries of any age, as only someone can write them who goes around the service. */
async function plant({ sql, location }: World, count: number, daysAgo: number): Promise<void> {
  const at = Date.now() - daysAgo * 86_400_000;
  const numbers = isPostgres(location)
    ? `generate_series(1, ${count})`
    : `(WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < ${count}) SELECT i FROM n)`;
  await sql(
    `INSERT INTO workforce_audit_log (at, actor, action) SELECT ${at}, 'somebody', 'create' FROM ${numbers} AS x`,
  );
}

describe.each(eitherEngine)('%s', (engine) => {
  const begun = async (days?: number): Promise<World> => {
    const made = await world(engine, days);
    opened.push(made);
    return made;
  };

  test('a create has an entry: who, when, what, from where, which request', async () => {
    const { store, entries, told } = await begun();
    const before = Date.now();
    const id = created(await store.create(leave, { leave_type: 'annual' }, { actor: ADA }));
    const [entry, ...more] = await entries();
    expect(more).toEqual([]);
    expect(entry).toEqual({
      number: 1,
      at: expect.any(Number),
      actor: 'token ada',
      action: 'create',
      resource: 'leave',
      first_id: id,
      record_count: 1,
      client: '10.0.0.7',
      request_id: 'request-1',
      detail: null,
    });
    expect(entry!.at).toBeWithin(before - 1000, Date.now() + 1000);
    expect(told).toEqual([{ actor: ADA, action: 'create', resource: 'leave', first_id: id, record_count: 1 }]);
  });

  test('without an actor a create has none, and without an audit log nothing is added', async () => {
    const { store, entries, told } = await begun(0);
    await store.create(leave, { leave_type: 'annual' });
    await store.auditLog.add({ actor: ADA, action: 'sign-in' });
    expect([await entries(), told]).toEqual([[], []]);
  });

  test('an entry or a commit that fails leaves neither record nor entry, and the next one is not affected', async () => {
    const made = await begun();
    const { store, sql, entries, told } = made;
    for (const [prepare, name] of [
      [() => refuse(made), 'refuse'],
      [() => refuseCommit(made), 'late'],
    ] as const) {
      await prepare();
      await expect(store.create(leave, { leave_type: 'annual' }, { actor: ADA })).rejects.toThrow();
      expect([(await store.counts()).leave, await entries(), told]).toEqual([0, [], []]);
      await sql(isPostgres(made.location) ? `DROP TRIGGER ${name} ON workforce_audit_log` : `DROP TRIGGER ${name}`);
    }
    const id = created(await made.store.create(leave, { leave_type: 'annual' }, { actor: ADA }));
    expect((await made.entries()).map(({ first_id }) => first_id)).toEqual([id]);
    expect(await made.store.audit()).toEqual([]);
  });

  test('a create that is sent again, and one that is refused, have no entry', async () => {
    const { store, entries } = await begun();
    const send = (fingerprint: string) =>
      store.create(leave, { leave_type: 'annual' }, { actor: ADA, once: { key: 'k', fingerprint } });
    const first = created(await send('a'));
    expect(await send('a')).toMatchObject({ id: first, replayed: true });
    expect(await send('b')).toEqual({ conflict: true });
    expect(await store.create(leave, { leave_type: 'a', employee_id: 99 }, { actor: ADA })).toHaveProperty('faults');
    const gone = { actor: ADA, sender: AbortSignal.abort() };
    expect(await store.create(leave, { leave_type: 'annual' }, gone)).toEqual({ gone: true });
    expect((await entries()).map(({ first_id }) => first_id)).toEqual([first]);
  });

  test('an import has an entry for each resource, and an erasure names every id; what is rolled back has none', async () => {
    const { store, entries, told } = await begun();
    const records = (ids: readonly number[]): DataRecord[] =>
      ids.map((id) => ({ ...Object.fromEntries(leave.fields.map(({ name }) => [name, null])), ...LEAVE, id }));
    const write = (ids: readonly number[], more?: () => never) =>
      store.importInto({ resources: [leave], audit: { actor: ADA, detail: '2 files' } }, async (session) => {
        await session.write(leave, records(ids));
        more?.();
        await session.complete();
      });
    await write([4, 5, 6, 9, 11]);
    await expect(
      write([20], () => {
        throw new Error('stop');
      }),
    ).rejects.toThrow('stop');
    await store.importInto({ resources: [leave], audit: { actor: ADA } }, async (session) => {
      await session.update(leave, records([5, 9]));
      await session.complete();
    });
    await eraseRecords(store, catalogue, await planErasure(store, catalogue, leave, [4, 5, 9]), ADA);
    await eraseRecords(store, catalogue, await planErasure(store, catalogue, leave, [11]), ADA);
    await store.importInto({ resources: [leave], writes: false, audit: { actor: ADA } }, async () => undefined);
    const found = (await entries()).map((each) => [each.action, each.first_id, each.record_count, each.detail]);
    expect(found).toEqual([
      ['import', 4, 5, '2 files'],
      ['update', 5, 2, 'ids 5, 9'],
      ['erase', 4, 3, 'ids 4-5, 9'],
      ['erase', 11, 1, null],
    ]);
    expect(told.map(({ action }) => action)).toEqual(['import', 'update', 'erase', 'erase']);
  });

  test('a webhook and its entry are written together, and nothing where there is nothing to do', async () => {
    const made = await begun();
    const { webhooks } = made.store;
    const said = (action: 'webhook.create' | 'webhook.remove') => ({ actor: ADA, action, detail: 'crm' });
    expect(await webhooks.add(WEBHOOK, said('webhook.create'))).toBe(true);
    expect(await webhooks.add(WEBHOOK, said('webhook.create'))).toBe(false);
    if (isPostgres(made.location))
      expect(await made.sql('SELECT xmin FROM workforce_audit_log')).toEqual(
        await made.sql('SELECT xmin FROM workforce_webhooks'),
      );
    expect(await webhooks.remove('crm', said('webhook.remove'))).toBe(true);
    expect(await webhooks.remove('crm', said('webhook.remove'))).toBe(false);
    const actions = ['webhook.create', 'webhook.remove'];
    expect((await made.entries()).map(({ action }) => action)).toEqual(actions);
    expect(made.told.map(({ action }) => action as string)).toEqual(actions);
    await refuse(made);
    await expect(webhooks.add(WEBHOOK, said('webhook.create'))).rejects.toThrow('refused by a trigger');
    expect((await webhooks.read()).rows).toEqual([]);
  });

  test('no entry can be changed, and only the oldest can be removed, none of the last day', async () => {
    const made = await begun();
    await plant(made, 3, 2);
    await plant(made, 1, 0.5);
    const refused = [
      "UPDATE workforce_audit_log SET actor = 'somebody else'",
      'UPDATE workforce_audit_log SET at = 0 WHERE number = 4',
      'DELETE FROM workforce_audit_log WHERE number = 2',
      'DELETE FROM workforce_audit_log WHERE number > 1',
      'DELETE FROM workforce_audit_log WHERE number = 4',
      'DELETE FROM workforce_audit_log',
      ...(isPostgres(made.location) ? ['TRUNCATE workforce_audit_log', HIDDEN] : []),
    ];
    const before = await made.entries();
    for (const statement of refused) await expect(made.sql(statement)).rejects.toThrow(/audit log/);
    expect(await made.entries()).toEqual(before);
    await made.sql('DELETE FROM workforce_audit_log WHERE number <= 2');
    expect((await made.entries()).map(({ number }) => number)).toEqual([3, 4]);
  });

  test('entries go when they are older than the days that are kept, in steps, and their numbers are not given again', async () => {
    const made = await begun(7);
    await plant(made, 1500, 8);
    await plant(made, 1, 6);
    const steps: number[] = [];
    const other = await world(engine, 7, made.location);
    opened.push(other);
    const counted = {
      trim: async (days: number) => {
        const [gone] = await Promise.all([made.store.auditLog.trim(days), other.store.auditLog.trim(days)]);
        steps.push(gone);
        return gone;
      },
    };
    const trimming = startTrimming(counted, 7, { round: 5, step: 1 });
    await waitUntil('old entries to go', async () => (await made.entries()).length === 1);
    await trimming.stop();
    expect(Math.max(...steps)).toBeLessThanOrEqual(1000);
    await made.store.auditLog.trim(1);
    expect(await made.entries()).toEqual([]);
    await made.store.auditLog.add({ actor: ADA, action: 'sign-in' });
    expect(await made.entries()).toMatchObject([{ number: 1502, action: 'sign-in' }]);
  });

  test('entries are found by time, actor, action and resource, behind a number, and the newest of them', async () => {
    const made = await begun();
    await plant(made, 2, 10);
    const { auditLog } = made.store;
    await auditLog.add([
      { actor: ADA, action: 'token.create', detail: 'payroll' },
      { actor: { name: 'public' }, action: 'sign-in.refused' },
    ]);
    await made.store.create(leave, { leave_type: 'annual' }, { actor: ADA });
    const week = Date.now() - 7 * 86_400_000;
    const numbers = async (filter: object) =>
      (await auditLog.read({ limit: 100, ...filter })).map(({ number }) => number);
    expect(await numbers({})).toEqual([1, 2, 3, 4, 5]);
    expect(await numbers({ since: week })).toEqual([3, 4, 5]);
    expect(await numbers({ until: week })).toEqual([1, 2]);
    expect(await numbers({ actor: 'token ada' })).toEqual([3, 5]);
    expect(await numbers({ action: 'create' })).toEqual([1, 2, 5]);
    expect(await numbers({ action: 'create', resource: 'leave' })).toEqual([5]);
    expect(await numbers({ after: 2, limit: 2 })).toEqual([3, 4]);
    expect([await auditLog.before({}, 2), await auditLog.before({ action: 'create' }, 2)]).toEqual([3, 1]);
    expect([await auditLog.before({}, 99), await auditLog.before({ actor: 'nobody' }, 5)]).toEqual([0, 0]);
  });
});

/** Behind an empty table of the same name, which comes first. */
const HIDDEN = `CREATE TEMP TABLE workforce_audit_log (number BIGINT);
  DELETE FROM public.workforce_audit_log WHERE number = 2`;
const LEAVE = { leave_type: 'annual', status: 'pending', applied_on: '2026-03-04' };
const WEBHOOK = {
  name: 'crm',
  url: 'https://crm.example.com/hook',
  resources: '',
  secret: 'whsec_',
  private: 0,
  cursor: '',
  until: null,
  message: null,
  attempts: 0,
  failing_since: null,
  next_at: 0,
  parked_at: null,
  outcome: null,
  holder: null,
  leased_until: 0,
};

test.each([
  // What is given to serve and migrate is stored and counts; the rest keeps to what the database has.
  ['all', 30, 'off', false, true, [['audit', 'on']]],
  ['all', 0, 'on', true, false, [['audit', 'off']]],
  ['all', undefined, 'on', false, true, []],
  ['all', undefined, undefined, true, true, []],
  ['version', 0, 'on', false, true, []],
  ['version', undefined, 'on', false, true, []],
  ['nothing', undefined, undefined, true, true, []],
  ['version', undefined, 'off', true, false, []],
  ['version', 30, 'off', false, true, []],
  ['version', undefined, undefined, false, false, []],
] as const)(
  'opened for %s with %p days, where the database says %p',
  (change, days, audit, hasEntries, isKept, store) => {
    const given = { change, audit: { days, onWritten: () => {} }, changesDays: undefined };
    const found = remembered(given, { audit, changes: undefined, hasEntries });
    expect([found.audit.isKept, found.store]).toEqual([isKept, store as never]);
  },
);

test.each([
  ['all', 7, '365', 7],
  ['version', 7, '365', 365],
  ['nothing', undefined, '365', 365],
  ['version', 7, undefined, 7],
] as const)(
  'opened for %s with changes of %p days, where the database says %p',
  (change, changesDays, changes, kept) => {
    const found = remembered(
      { change, audit: undefined, changesDays },
      { audit: undefined, changes, hasEntries: false },
    );
    expect(found.changesDays).toBe(kept);
    expect(found.store).toEqual(change === 'all' ? [['changes', String(changesDays)]] : []);
  },
);
