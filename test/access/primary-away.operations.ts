// Tokens while PostgreSQL is away or hangs: who was known goes on, of others nothing is said, and all is well when it
// is back.
import { afterAll, beforeAll, expect, setDefaultTimeout, spyOn, test } from 'bun:test';
import { directory, SEEN_WITHIN } from '../../src/access/directory.ts';
import { digestOf, newSecret } from '../../src/access/secret.ts';
import { log } from '../../src/log/log.ts';
import { startPostgres } from '../harness/postgres/postgres.ts';
import type { PostgresServer } from '../harness/postgres/server.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { issue, open } from './world.ts';

setDefaultTimeout(120_000);

let server: PostgresServer;
beforeAll(async () => {
  server = await startPostgres();
});
afterAll(() => server.destroy());

test('what was known stays in force while the database is away, and it is said once', async () => {
  const credentials = await open(await server.createDatabase());
  const known = directory(credentials);
  const [token, other] = [await issue(credentials, 'token'), await issue(credentials, 'token')];
  expect(await known.find(token, 'token')).toMatchObject({ kind: 'token' });
  const warnings = spyOn(log, 'warning').mockImplementation(() => undefined);
  await server.stop();
  for (let n = 0; n < 5; n++) {
    await Bun.sleep(SEEN_WITHIN / 2);
    expect(await known.find(token, 'token')).toMatchObject({ kind: 'token' });
    const unknown = await Promise.try(() => known.find(newSecret('token'), 'token')).catch((error) => error);
    expect(unknown).toMatchObject({ code: 'unavailable', headers: { 'Retry-After': '1' } });
  }
  const said = warnings.mock.calls.map(([line]) => line).filter((line) => line.startsWith('Tokens cannot be read'));
  expect(said).toEqual([expect.stringContaining('what was known of them stays in force')]);
  warnings.mockRestore();
  // A process that has never read anything knows nobody.
  const fresh = directory(credentials);
  expect(Promise.try(() => fresh.find(token, 'token'))).rejects.toMatchObject({ code: 'unavailable' });
  await server.start();
  await waitUntil('the database', () => credentials.change(digestOf(other), { revoked_at: 1 }, {}).catch(() => false));
  await Bun.sleep(SEEN_WITHIN);
  await waitUntil('the revocation', async () => 'refused' in (await known.find(other, 'token')));
  for (const each of [known, fresh]) {
    expect(await each.find(token, 'token')).toMatchObject({ kind: 'token' });
    expect(await each.find(newSecret('token'), 'token')).toEqual({ refused: 'unknown' });
  }
});

test('a read that is never answered holds up nobody for longer than two seconds', async () => {
  const credentials = await open(await server.createDatabase());
  const token = await issue(credentials, 'token');
  let hangs = false;
  const never = new Promise<never>(() => undefined);
  const known = directory({ ...credentials, read: (atLeast) => (hangs ? never : credentials.read(atLeast)) });
  await known.find(token, 'token');
  hangs = true;
  await Bun.sleep(SEEN_WITHIN + 1);
  const warnings = spyOn(log, 'warning').mockImplementation(() => undefined);
  const found = await Promise.all(Array.from({ length: 100 }, () => known.find(token, 'token')));
  expect(found.every((each) => 'kind' in each)).toBe(true);
  // From then on nobody waits.
  expect(known.find(token, 'token')).toMatchObject({ kind: 'token' });
  hangs = false;
  await waitUntil('a read', () =>
    Promise.try(() => known.find(newSecret('token'), 'token')).then(
      () => true,
      () => false,
    ),
  );
  warnings.mockRestore();
});
