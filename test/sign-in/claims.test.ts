// Which role somebody has: claims that are texts, lists and parts of others, and the order of roles.
import { describe, expect, test } from 'bun:test';
import { type Claims, claimValue, hasRole, nameOf, roleOf } from '../../src/access/sign-in/claims.ts';
import { fc } from '../harness/random/fc.ts';

const scopes = { read: 'all', private: [], create: [], rows: [] } as const;
const role = (match: string, name = match) => ({ name, match, scopes });

const FITS: [string, Claims, boolean][] = [
  ['any', {}, true],
  ['groups=hr-team', { groups: 'hr-team' }, true],
  ['groups=hr-team', { groups: ['staff', 'hr-team'] }, true],
  ['groups=hr-team', { groups: ['hr-team-2', 'HR-TEAM', 'hr', ' hr-team'] }, false],
  ['groups=hr-team', { groups: 'staff,hr-team' }, false],
  ['groups=hr-team', { groups: [['hr-team']] }, false],
  ['groups=hr-team', { groups: { 'hr-team': true } }, false],
  ['groups=hr-team', { groups: null }, false],
  ['groups=hr-team', {}, false],
  ['realm_access.roles=hr', { realm_access: { roles: ['hr'] } }, true],
  ['realm_access.roles=hr', { realm_access: { roles: { hr: 1 } } }, false],
  ['realm_access.roles=hr', { realm_access: 'roles' }, false],
  ['https://example.com/roles=hr', { 'https://example.com/roles': ['hr'] }, true],
  ['level=3', { level: 3 }, true],
  ['admin=true', { admin: true }, true],
  ['admin=true', { admin: 'yes' }, false],
  ['a=b=c', { a: 'b=c' }, true],
  ['a=', { a: '' }, false],
  ['a', { a: 'a', '': 'a' }, false],
  ['=a', { '': 'a' }, false],
  ['', { '': '' }, false],
  ['groups=undefined', {}, false],
  ['groups=null', { groups: null }, false],
  ['groups=[object Object]', { groups: {} }, false],
  ['constructor.name=Object', {}, false],
  ['__proto__.x=1', { x: 1 }, false],
  ['groups.length=1', { groups: ['x'] }, false],
  ['groups.0=x', { groups: ['x'] }, false],
  ['email=ann@example.com', { email: 'ann@example.com' }, true],
  ['email=ann@example.com', { email: 'ann@example.com', email_verified: true }, true],
  ['email=ann@example.com', { email: 'ann@example.com', email_verified: false }, false],
  ['email=ann@example.com', { email: 'ann@example.com', email_verified: 'false' }, false],
];
test.each(FITS)('%p for %j: %p', (claim, claims, fits) => {
  expect(hasRole(role(claim), claims)).toBe(fits);
});

test('only what was sent is a claim, whatever a role asks for', () => {
  fc.assert(
    fc.property(fc.object(), fc.string(), fc.string(), (claims, name, value) => {
      const found = claimValue(claims, name);
      expect(found === undefined || JSON.stringify(claims) !== '{}').toBe(true);
      if (found === undefined) expect(hasRole(role(`${name}=${value}`), claims)).toBe(false);
    }),
  );
});

describe('the role of a person', () => {
  const roles = [role('groups=admin'), role('roles=hr'), role('any')];
  const nothing = () => Promise.reject(new Error('asked'));
  const nameless = async () => ({ name: 'Ann' });

  test('is the first that fits', async () => {
    const found = await roleOf(roles, { name: 'Ann', groups: ['admin'], roles: ['hr'] }, nothing);
    expect(found.role?.name).toBe('groups=admin');
    expect((await roleOf(roles, { name: 'Ann', groups: [], roles: 'hr' }, nothing)).role?.name).toBe('roles=hr');
    expect((await roleOf(roles, { name: 'Ann', groups: [], roles: [] }, nothing)).role?.name).toBe('any');
  });

  test('waits for what else the provider says, where an earlier role could fit by that', async () => {
    expect(roleOf(roles, { name: 'Ann', roles: 'hr' }, nothing)).rejects.toThrow('asked');
    const { role: found } = await roleOf(roles, { name: 'Ann', roles: 'hr' }, async () => ({
      groups: 'admin',
      roles: 'x',
    }));
    expect(found?.name).toBe('groups=admin');
    expect((await roleOf([role('a=1')], { name: 'Ann', a: '2' }, nameless)).role).toBe(undefined);
    expect((await roleOf([], { name: 'Ann' }, nameless)).role).toBe(undefined);
  });

  const NAMES: [Claims, string][] = [
    [{ name: 'Ann Example', email: 'a@b' }, 'Ann Example'],
    [{ preferred_username: 'ann', email: 'a@b' }, 'ann'],
    [{ name: ' ', email: 'a@b' }, 'a@b'],
    [{ name: 3 }, 'the subject'],
    [{ name: 'An\u0000n\u001b[31m\u202e\nX' }, 'An n [31m X'],
    [{ name: 'x'.repeat(500) }, 'x'.repeat(200)],
  ];
  test.each(NAMES)('its name: %j', (claims, name) => {
    expect(nameOf({ ...claims, sub: 'the subject' })).toBe(name);
  });
});
