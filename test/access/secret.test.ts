// The texts of secrets, and what is read as scopes and roles.
import { expect, test } from 'bun:test';
import { EVERYTHING, isMatch, NOTHING, parseScopes, type Scopes, scopesText } from '../../src/access/scopes.ts';
import { digestOf, isWellFormed, newSecret } from '../../src/access/secret.ts';
import { catalogue } from '../../src/catalogue/catalogue.ts';
import { fc } from '../harness/random/fc.ts';

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
  [{ read: '' }, [/^--read names/]],
  [{ private: 'employees.salary' }, [/^--private names a field that there is not/]],
  [{ private: 'base_salary' }, [/a field is written as employees\.base_salary, and all is every private field$/]],
  [{ create: 'leav' }, [/^--create names .*\(did you mean leave\?\)/]],
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
