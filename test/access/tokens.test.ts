// The texts of secrets, what is read as scopes and roles, and secrets that nobody has: how they are looked up, what they
// leave behind, and what others notice of them.
import { expect, spyOn, test } from 'bun:test';
import { accesses } from '../../src/access/access.ts';
import { directory } from '../../src/access/directory.ts';
import { EVERYTHING, isMatch, NOTHING, parseScopes, type Scopes, scopesText } from '../../src/access/scopes.ts';
import { digestOf, isWellFormed, newSecret } from '../../src/access/secret.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { eitherEngine, emptyDatabase } from '../harness/databases.ts';
import { fc } from '../harness/random/fc.ts';
import { startService } from '../harness/service.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { bearer, withTokens } from './tokens.ts';
import { issue, open } from './world.ts';

const kinds = ['token', 'calendar', 'session'] as const;
const DIGITS = [...'0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'];

test('a secret has its prefix, 32 random characters and a checksum, and is of its own kind only', () => {
  const made = new Set<string>();
  const digits = new Set<string>();
  for (let n = 0; n < 300; n++)
    for (const kind of kinds) {
      const secret = newSecret(kind);
      expect(secret).toMatch({ token: /^wft_/, calendar: /^wfc_/, session: /^wfs_/ }[kind]);
      expect([secret.length, /^wf._[0-9A-Za-z]{38}$/.test(secret)]).toEqual([42, true]);
      expect(kinds.filter((each) => isWellFormed(secret, each))).toEqual([kind]);
      made.add(secret);
      for (const digit of secret.slice(4, 36)) digits.add(digit);
    }
  expect([made.size, [...digits].sort()]).toEqual([900, DIGITS]);
});

test('the checksum is CRC-32 in base 62, as scanners compute it', () => {
  // By Python's zlib.crc32.
  expect(isWellFormed(`wft_${'0'.repeat(32)}2I68dL`, 'token')).toBe(true);
  expect(digestOf('abc')).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
});

test('a typo is no secret', () => {
  const secret = newSecret('token');
  const typos = fc.record({ at: fc.nat(secret.length - 1), digit: fc.constantFrom(...DIGITS, ' ', '\n', '_', 'é') });
  fc.assert(
    fc.property(typos, ({ at, digit }) => {
      const typed = secret.slice(0, at) + digit + secret.slice(at + 1);
      expect(isWellFormed(typed, 'token')).toBe(typed === secret);
    }),
    { verbose: true },
  );
  for (const typed of [`${secret}\n`, ` ${secret}`, secret.slice(1), secret.slice(0, -1), `${secret}0`, ''])
    expect(isWellFormed(typed, 'token')).toBe(false);
});

const parsed: [string, Parameters<typeof parseScopes>[1], Scopes, string][] = [
  ['nothing', {}, NOTHING, 'nothing'],
  ['everything', { read: 'all', private: 'all', create: 'all' }, EVERYTHING, 'read all; private all; create all'],
  [
    'names',
    { read: 'employees, leave,leave', private: 'employees.base_salary', create: 'leave' },
    { read: ['employees', 'leave'], private: ['employees.base_salary'], create: ['leave'], rows: [] },
    'read employees, leave; private employees.base_salary; create leave',
  ],
  [
    'rows',
    { read: 'all', rows: ['employees?branch=London', 'leave?status=approved'] },
    { ...NOTHING, read: 'all', rows: ['employees?branch=London', 'leave?status=approved'] },
    'read all; only employees?branch=London, leave?status=approved',
  ],
];

test.each(parsed)('scopes: %s', (_, texts, scopes, text) => {
  expect(parseScopes(catalogue, texts)).toEqual({ scopes });
  expect(scopesText(scopes)).toBe(text);
});

const faulty: [Parameters<typeof parseScopes>[1], RegExp[]][] = [
  [{ read: 'employes' }, [/^--read names a resource that there is not \(did you mean employees\?\); there are all, /]],
  [{ read: 'all,leave' }, [/^--read names a resource that there is not/]],
  [{ private: 'employees.salary' }, [/^--private names a field that there is not/]],
  [{ private: 'base_salary' }, [/a field is written as employees\.base_salary, and all is every private field$/]],
  [
    { create: 'employees' },
    [/^--create names a resource that there is not, or that is only imported; there are all, /],
  ],
  [{ rows: ['employees?brnch=London'] }, [/^--rows: .*brnch/]],
  [{ read: 'x', create: 'y', rows: ['z'] }, [/^--read/, /^--create/, /^--rows/]],
];

test.each(faulty)('scopes with faults: %j', (texts, faults) => {
  expect(parseScopes(catalogue, texts)).toEqual({ faults: faults.map((fault) => expect.stringMatching(fault)) });
});

test('how a role is matched is written claim=value, or any', () => {
  for (const text of ['any', 'groups=hr-team', 'groups=a=b', 'groups=Human Resources'])
    expect(isMatch(text)).toBe(true);
  for (const text of ['', 'groups', 'groups=', '=x', 'ANY', 'groups= ', 'a b=c']) expect(isMatch(text)).toBe(false);
});

/** Nearly another secret, as somebody would send who guesses it from left to right: only the last of the random
 * characters is another one, and the checksum is right. */
function almost(secret: string): string {
  const last = DIGITS[(DIGITS.indexOf(secret[35]!) + 1) % DIGITS.length];
  const text = secret.slice(0, 35) + last;
  let [rest, checksum] = [Bun.hash.crc32(text), ''];
  for (; checksum.length < 6; rest = Math.floor(rest / 62)) checksum = DIGITS[rest % 62] + checksum;
  return text + checksum;
}

/** The texts that maps and sets are asked for or get while `act` runs. */
async function mapKeys(act: () => Promise<unknown>): Promise<{ asked: Set<string>; stored: Set<string> }> {
  const [asked, stored] = [new Set<string>(), new Set<string>()];
  const add = Set.prototype.add;
  const watch = (type: object, name: string, into: Set<string>) => {
    const original = Reflect.get(type, name) as (...values: unknown[]) => unknown;
    return spyOn(type as never, name as never).mockImplementation(function (this: unknown, ...values: unknown[]) {
      if (typeof values[0] === 'string') add.call(into, values[0]);
      return original.apply(this, values);
    } as never);
  };
  const spies = [
    ...[watch(Map.prototype, 'get', asked), watch(Map.prototype, 'has', asked)],
    ...[watch(Map.prototype, 'set', stored), watch(Set.prototype, 'add', stored)],
  ];
  try {
    await act();
  } finally {
    for (const spy of spies) spy.mockRestore();
  }
  return { asked, stored };
}

test.each(eitherEngine)(
  'on %s only digests are looked up, and 2,000 wrong tokens leave nothing behind',
  async (engine) => {
    const credentials = await open(await emptyDatabase(engine));
    const known = directory(credentials);
    const [right, revoked] = [await issue(credentials, 'token'), await issue(credentials, 'token', { revoked_at: 1 })];
    await known.find(right, 'token');
    const wrong = [almost(right), almost(revoked), ...Array.from({ length: 2000 }, () => newSecret('token'))];
    const shown = [right, revoked, ...wrong];
    const { asked, stored } = await mapKeys(async () => {
      for (const found of await Promise.all(wrong.map((each) => known.find(each, 'token'))))
        expect(found).toEqual({ refused: 'unknown' });
      expect(await known.find(right, 'token')).toMatchObject({ kind: 'token' });
      expect(await known.find(revoked, 'token')).toEqual({ refused: 'revoked' });
    });
    for (const secret of shown) {
      expect([asked.has(digestOf(secret)), asked.has(secret), stored.has(secret)]).toEqual([true, false, false]);
    }
    expect(wrong.filter((each) => stored.has(digestOf(each)))).toEqual([]);
  },
);

test('wrong tokens take no places of requests in flight', async () => {
  const { service, tokens, unknown } = await withTokens(
    { reader: { read: 'all' } },
    { filled: false, parts: { limits: { inFlight: 2, perMinute: undefined } } },
  );
  const get = (token: string) => fetch(`${service.url}/api/v1/organizations`, { headers: bearer(token) });
  expect((await get(tokens.reader!)).status).toBe(200);
  const wrong = Array.from({ length: 100 }, () => get(newSecret('token')));
  const right = Array.from({ length: 20 }, () => get(tokens.reader!));
  expect(new Set((await Promise.all(right)).map(({ status }) => status))).toEqual(new Set([200]));
  expect(new Set((await Promise.all(wrong)).map(({ status }) => status))).toEqual(new Set([401]));
  expect((await get(unknown)).status).toBe(401);
  await service.stop();
});

test('requests that waited together for the look-up still take no more places than there are', async () => {
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  const { service, tokens } = await withTokens(
    { reader: { read: 'all' } },
    {
      ...{ filled: false, engine: 'postgresql', parts: { limits: { inFlight: 2, perMinute: undefined } } },
      partsOf({ credentials }) {
        const known = directory(credentials);
        const find: typeof known.find = async (...asked) => {
          waiting += 1;
          await gate.promise;
          return known.find(...asked);
        };
        return { directory: { ...known, find } };
      },
    },
  );
  const headers = bearer(tokens.reader);
  const asked = Array.from({ length: 20 }, () => fetch(`${service.url}/api/v1/organizations`, { headers }));
  await waitUntil('all of them', () => waiting === asked.length);
  gate.resolve();
  const statuses = (await Promise.all(asked)).map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 200, ...Array(18).fill(503)]);
  await service.stop();
});

test('the write token may look like a named one', async () => {
  const token = newSecret('token');
  const service = await startService({ filled: false, token, parts: { read: 'token' } });
  const get = (headers: Record<string, string>) => fetch(`${service.url}/api/v1/organizations`, { headers });
  const cases: [string, number][] = [
    [`Bearer ${token}`, 200],
    [`bearer   ${token}`, 200],
    [`Bearer  ${token}`, 200],
    [`Bearer ${almost(token)}`, 401],
    [`Bearer ${newSecret('token')}`, 401],
    [`Bearer${token}`, 401],
    [`xBearer ${token}`, 401],
    ['Bearer ', 401],
    [`Basic ${token}`, 401],
  ];
  for (const [Authorization, status] of cases)
    expect([Authorization, (await get({ Authorization })).status]).toEqual([Authorization, status]);
  await service.stop();
});

test('answers can be cached however long the scopes are, and only for the same scopes', () => {
  const all = accesses({ catalogue, privateFields: {}, read: 'token' });
  const keyOf = (rows: string[]) => {
    const scopes = { ...NOTHING, read: 'all' as const, rows };
    return all.of({ kind: 'token', name: 'a', digest: '', expiresAt: undefined, scopes }).key;
  };
  const many = Array.from({ length: 100 }, (_, n) => `employees?branch=${n}`);
  expect(keyOf(many).length).toBeLessThan(64);
  expect(keyOf(many)).toBe(keyOf([...many]));
  expect(new Set([keyOf(many), keyOf(many.slice(1)), keyOf([]), all.owner.key, '']).size).toBe(5);
});
