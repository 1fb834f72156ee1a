// The token that the person has given.
import { signal } from '@preact/signals';

/** It is here, and in this tab's session storage if the person says so, and nowhere else. Tests of other parts have no
 * tab. */
export const token = signal<string | undefined>(globalThis.sessionStorage?.getItem('token') ?? undefined);

export function keepToken(value: string | undefined, inTab: boolean): void {
  token.value = value;
  if (value !== undefined && inTab) sessionStorage.setItem('token', value);
  else sessionStorage.removeItem('token');
}

/** The headers of a request that shows it. */
export const headersWith = (shown: string | undefined): Record<string, string> =>
  shown === undefined ? {} : { Authorization: `Bearer ${shown}` };
