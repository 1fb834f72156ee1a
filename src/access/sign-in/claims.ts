// The claims of the provider about a person, and the role that follows from them.
import { isObject } from '../../contract/request/strict-json.ts';
import type { Role } from '../scopes.ts';
import { readable } from './sign-in-error.ts';

export type Claims = Readonly<Record<string, unknown>>;

/** By its whole name, which may have dots in it, or as a path such as `realm_access.roles`. */
export function claimValue(claims: Claims, name: string): unknown {
  if (Object.hasOwn(claims, name)) return claims[name];
  let value: unknown = claims;
  for (const part of name.split('.')) {
    if (!isObject(value) || !Object.hasOwn(value, part)) return undefined;
    value = value[part];
  }
  return value;
}

const ANY = 'any';

/** `groups=hr-team` as its name and value; `undefined` for `any`. A text without both fits nobody. */
function wantedBy({ match }: Role): { readonly name: string; readonly value: string } | undefined {
  if (match === ANY) return undefined;
  const [, name = '', value = ''] = /^([^=]+)=(.+)$/s.exec(match) ?? [];
  return { name, value };
}

/** The claim is the value, or a list that has it. An address that the provider has not verified is anybody's. */
export function hasRole(role: Role, claims: Claims): boolean {
  const wanted = wantedBy(role);
  if (wanted === undefined) return true;
  if (wanted.name === '') return false;
  if (wanted.name === 'email' && String(claims.email_verified) === 'false') return false;
  return [claimValue(claims, wanted.name)]
    .flat()
    .some((each) => ['string', 'number', 'boolean'].includes(typeof each) && String(each) === wanted.value);
}

/** The first role that the person has, and their identity. `more`: the claims beside the ID token; asked for where that
 * says too little, at most once. */
export async function roleOf(
  roles: readonly Role[],
  token: Claims,
  more: () => Promise<Claims>,
): Promise<{ readonly role: Role | undefined; readonly claims: Claims }> {
  const isMissing = (role: Role, claims: Claims) => {
    const wanted = wantedBy(role);
    return wanted !== undefined && claimValue(claims, wanted.name) === undefined;
  };
  const first = roles.findIndex((role) => hasRole(role, token) || isMissing(role, token));
  const decided = first >= 0 && hasRole(roles[first]!, token);
  const claims = decided && nameIn(token) ? token : { ...(await more()), ...token };
  return { role: roles.find((role) => hasRole(role, claims)), claims };
}

const nameIn = (claims: Claims): string | undefined =>
  [claims.name, claims.preferred_username, claims.email]
    .map((each) => (typeof each === 'string' ? readable(each, 200) : ''))
    .find((each) => each !== '');

export const nameOf = (claims: Claims & { readonly sub: string }): string =>
  nameIn(claims) ?? readable(claims.sub, 200);
