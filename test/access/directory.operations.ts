// Who has which secret, on both engines, as several processes see it. Tests that mostly wait do so at the same time.
import { describe, expect, spyOn, test } from 'bun:test';
import { directory, SEEN_WITHIN } from '../../src/access/directory.ts';
import { digestOf, newSecret } from '../../src/access/secret.ts';
import { log } from '../../src/log/log.ts';
import type { Credentials } from '../../src/store/credentials.ts';
import { StoreError } from '../../src/store/store.ts';
import { emptyDatabase, engines } from '../harness/databases.ts';
import { keptOpen, query } from '../harness/postgres/server.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { addRole, counted, issue, open, READER } from './world.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const REVOKED = { refused: 'revoked' } as const;
const UNKNOWN = { refused: 'unknown' } as const;

const time = async (credentials: Credentials): Promise<number> => (await credentials.read()).now;
const rowOf = async (credentials: Credentials, secret: string) =>
  (await credentials.read()).rows.find(({ digest }) => digest === digestOf(secret));

/** A clock that can be put forward, and is hours away from that of the database. */
function shiftedClock() {
  let shift = -5 * 60 * MINUTE;
  const now = () => performance.timeOrigin + performance.now() + shift;
  return { now, forward: (by: number) => (shift += by) };
}

describe.each(engines)('%s', (engine) => {
  test('a token ends at the millisecond that it names', async () => {
    const credentials = await open(await emptyDatabase(engine));
    const end = (await time(credentials)) + DAY;
    const token = await issue(credentials, 'token', { expires_at: end });
    for (const [at, found] of [
      [end - 1, { kind: 'token' }],
      [end, { refused: 'expired' }],
    ] as const) {
      // The clock of the database stands still.
      const known = directory(
        { ...credentials, read: async (from) => ({ ...(await credentials.read(from)), now: at }) },
        () => 0,
      );
      expect(await known.find(token, 'token')).toMatchObject(found);
    }
  });

  test('a thousand wrong tokens at once cost a few reads, and a thousand right ones hardly more', async () => {
    const credentials = counted(await open(await emptyDatabase(engine)));
    const known = directory(credentials);
    const right = await issue(credentials, 'token');
    await known.find(right, 'token');
    const [started, before] = [performance.now(), credentials.reads()];
    const wrong = Array.from({ length: 1000 }, () => known.find(newSecret('token'), 'token'));
    expect(new Set((await Promise.all(wrong)).map((each) => JSON.stringify(each)))).toEqual(
      new Set([JSON.stringify(UNKNOWN)]),
    );
    expect(credentials.reads() - before).toBeLessThanOrEqual(3 + (performance.now() - started) / 50);
    const [began, reads] = [performance.now(), credentials.reads()];
    for (let n = 0; n < 1000; n++) expect(await known.find(right, 'token')).toMatchObject({ kind: 'token' });
    expect(credentials.reads() - reads).toBeLessThanOrEqual(1 + (performance.now() - began) / 50);
    // Malformed ones are not looked up at all.
    const looked = credentials.reads();
    for (let n = 0; n < 1000; n++) await known.find(`wft_${'a'.repeat(38)}`, 'token');
    expect(credentials.reads()).toBe(looked);
  });

  test.concurrent('what was added a moment ago is found by all', async () => {
    const location = await emptyDatabase(engine);
    const [here, there] = [directory(await open(location)), directory(await open(location))];
    await addRole(await open(location), { name: 'hr', match: 'any', scopes: READER });
    for (let round = 0; round < 10; round++) {
      const secret = newSecret('session');
      // What it knows is fresh, and does not have it.
      expect(await there.find(newSecret('session'), 'session')).toEqual(UNKNOWN);
      const session = { digest: digestOf(secret), kind: 'session', name: 'a', claim: 'x', expires_at: null } as const;
      await here.add({ ...session, scopes: '["hr"]' });
      for (const who of [here, there])
        expect(await who.find(secret, 'session')).toMatchObject({ name: 'a', role: 'hr', scopes: READER });
    }
    const row = { digest: digestOf('a'), kind: 'token', name: 'a', claim: null } as const;
    const token = { ...row, expires_at: null, scopes: '{}' };
    await here.add(token);
    expect(here.add(token)).rejects.toThrow('There is a credential with this digest or name.');
  });

  test.concurrent('the last use is written once in ten minutes, whoever is asked how often', async () => {
    const credentials = counted(await open(await emptyDatabase(engine)));
    const { now } = shiftedClock();
    const [one, other] = [directory(credentials, now), directory(credentials)];
    const token = await issue(credentials, 'token');
    for (let n = 0; n < 10; n++) await one.find(token, 'token');
    await waitUntil('the last use', async () => (await rowOf(credentials, token))!.used_at !== null);
    await Bun.sleep(SEEN_WITHIN);
    for (let n = 0; n < 10; n++) await other.find(token, 'token');
    expect(credentials.writes()).toBe(1);
    const { used_at } = (await rowOf(credentials, token))!;
    expect(Math.abs(used_at! - (await time(credentials)))).toBeLessThan(5 * MINUTE);
    await credentials.change(digestOf(token), { used_at: used_at! - 11 * MINUTE }, {});
    await directory(credentials).find(token, 'token');
    await waitUntil('the next use', async () => (await rowOf(credentials, token))!.used_at! > used_at! - MINUTE);
  });

  test('who cannot write the last use is not told so', async () => {
    const credentials = await open(await emptyDatabase(engine));
    const token = await issue(credentials, 'token');
    const change = () => Promise.reject(new Error('no right'));
    expect(await directory({ ...credentials, change }).find(token, 'token')).toMatchObject({ kind: 'token' });
  });

  test('what ended a month ago is removed, and nothing else', async () => {
    const credentials = await open(await emptyDatabase(engine));
    const now = await time(credentials);
    const [month, day] = [now - 31 * DAY, now - DAY];
    const gone = [
      await issue(credentials, 'token', { revoked_at: month }),
      await issue(credentials, 'session', { expires_at: month, scopes: '[]' }),
    ];
    const stay = [
      await issue(credentials, 'token', { revoked_at: day }),
      await issue(credentials, 'token', { expires_at: day }),
      await issue(credentials, 'token', { created_at: month }),
      // By a clock that is wrong for a moment, every token with an end has expired long ago.
      await issue(credentials, 'token', { expires_at: month }),
      await issue(credentials, 'calendar', { expires_at: month }),
    ];
    await directory(credentials).roles();
    await waitUntil('them to be removed', async () => (await credentials.read()).rows.length === stay.length);
    for (const secret of gone) expect(await rowOf(credentials, secret)).toBeUndefined();
    for (const secret of stay) expect(await rowOf(credentials, secret)).toBeDefined();
  });
});

test('the embedded database is read again by the first request after 50 ms, and no request waits', async () => {
  const location = await emptyDatabase('embedded');
  const [ours, theirs] = [await open(location), await open(location)];
  const { now, forward } = shiftedClock();
  const known = directory(ours, now);
  const token = await issue(ours, 'token');
  expect(await known.find(token, 'token')).toMatchObject({ kind: 'token' });
  await theirs.change(digestOf(token), { revoked_at: 1 }, {});
  forward(51);
  expect(known.find(token, 'token')).toEqual(REVOKED);
  expect(known.hasAny()).toBe(false);
});

test.concurrent('a commit that is seen late is seen all the same', async () => {
  const location = await emptyDatabase('postgresql');
  const credentials = await open(location);
  const known = directory(credentials);
  const token = await issue(credentials, 'token');
  expect(await known.find(token, 'token')).toMatchObject({ kind: 'token' });
  const release = await keptOpen(location, 'SELECT pg_advisory_lock(1)');
  const late = query(
    location,
    `BEGIN; UPDATE workforce_credentials SET revoked_at = 1,
       changed_at = floor(1000 * extract(epoch FROM clock_timestamp()))::bigint;
     SELECT pg_advisory_xact_lock(1); COMMIT`,
  );
  for (const until = performance.now() + 1500; performance.now() < until; await Bun.sleep(10))
    expect(await known.find(token, 'token')).toMatchObject({ kind: 'token' });
  await release();
  await late;
  await Bun.sleep(SEEN_WITHIN);
  expect(await known.find(token, 'token')).toEqual(REVOKED);
});

test('what was known stays in force while the database is away, which is said once; one that hangs holds up nobody', async () => {
  const credentials = await open(await emptyDatabase('postgresql'));
  let read = credentials.read;
  const reading = { ...credentials, read: (...asked: Parameters<typeof read>) => read(...asked) };
  const [known, fresh] = [directory(reading), directory(reading)];
  const token = await issue(credentials, 'token');
  const unavailable = { code: 'unavailable', headers: { 'Retry-After': '1' } };
  expect(await known.find(token, 'token')).toMatchObject({ kind: 'token' });
  const warnings = spyOn(log, 'warning').mockImplementation(() => undefined);
  read = () => Promise.reject(new StoreError('away'));
  for (let n = 0; n < 3; n++) {
    await Bun.sleep(SEEN_WITHIN / 2);
    expect(await known.find(token, 'token')).toMatchObject({ kind: 'token' });
    // Nothing is said of others, and a process that has never read anything knows nobody.
    for (const [who, secret] of [
      [known, newSecret('token')],
      [fresh, token],
    ] as const)
      expect(await Promise.try(() => who.find(secret, 'token')).catch((error) => error)).toMatchObject(unavailable);
  }
  const said = warnings.mock.calls.map(([line]) => line).filter((line) => line.startsWith('Tokens cannot be read'));
  expect(said.length).toBe(2);
  expect(said[0]).toContain('what was known of them stays in force');
  read = () => new Promise(() => undefined);
  await Bun.sleep(SEEN_WITHIN + 1);
  const found = await Promise.all(Array.from({ length: 100 }, () => known.find(token, 'token')));
  expect(found.every((each) => 'kind' in each)).toBe(true);
  read = credentials.read;
  await waitUntil('a read', () =>
    Promise.try(() => known.find(newSecret('token'), 'token')).then(
      () => true,
      () => false,
    ),
  );
  expect(await fresh.find(token, 'token')).toMatchObject({ kind: 'token' });
  warnings.mockRestore();
});
