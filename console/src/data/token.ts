// The write token, and what those who have given none may not see: private fields, and more than the whole of metrics with one inside.
import { signal } from '@preact/signals';
import { catalogue, type Field } from './catalogue.ts';

/** It is here, and in this tab's session storage if the person says so, and nowhere else. Tests of other parts have no tab. */
export const token = signal<string | undefined>(globalThis.sessionStorage?.getItem('token') ?? undefined);

export function keepToken(value: string | undefined, inTab: boolean): void {
  token.value = value;
  if (value !== undefined && inTab) sessionStorage.setItem('token', value);
  else sessionStorage.removeItem('token');
}

export const isLocked = (field: Field | undefined): boolean => field?.private === true && token.value === undefined;

/** Of such a metric there are rounded figures, without periods, groups, filters and records. */
export const isRestricted = (metric: string): boolean =>
  token.value === undefined &&
  catalogue.value.insights.some(({ name, private: isPrivate }) => name === metric && isPrivate);
