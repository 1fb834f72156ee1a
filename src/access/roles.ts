// Roles: what people may do who have signed in, by what their provider says of them.
import type { Scopes } from './scopes.ts';

export type Role = {
  readonly name: string;
  /** Who has it: `any`, or a claim and its value, such as `groups=hr-team`. */
  readonly match: string;
  readonly scopes: Scopes;
};

export const isMatch = (text: string): boolean => text === 'any' || /^[^=\s]+=\S(.*\S)?$/.test(text);

/** Of those in order, the first one that fits. A claim may have several values. */
export const roleFor = (roles: readonly Role[], claims: Readonly<Record<string, unknown>>): Role | undefined =>
  roles.find(({ match }) => {
    if (match === 'any') return true;
    const at = match.indexOf('=');
    const [name, value] = [match.slice(0, at), match.slice(at + 1)];
    return Object.hasOwn(claims, name) && [claims[name]].flat().some((each) => isPlain(each) && String(each) === value);
  });

const isPlain = (value: unknown): boolean => ['string', 'number', 'boolean'].includes(typeof value);

/** The key of the row that stores it. */
export const roleKey = (name: string): string => `role:${name}`;
