// Roles: the rights of people who have signed in, by the claims of their provider.
import type { Scopes } from './scopes.ts';

export type Role = {
  readonly name: string;
  /** Who has it: `any`, or a claim and its value, such as `groups=hr-team`. */
  readonly match: string;
  readonly scopes: Scopes;
};

export const isMatch = (text: string): boolean => text === 'any' || /^[^=\s]+=\S(.*\S)?$/.test(text);

/** The key of the row that stores it. */
export const roleKey = (name: string): string => `role:${name}`;
