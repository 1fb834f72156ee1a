// The query string of a list, from the options that were given. Values are for the service to judge.
import type { Given } from './command.ts';
import { parameterOf } from './resource-options.ts';

export function question({ values, ofResource }: Given, names: readonly string[]): URLSearchParams {
  const asked = new URLSearchParams(ofResource.map(([name, value]) => [parameterOf(name), value]));
  for (const name of names) if (values[name] !== undefined) asked.set(name, values[name]);
  return asked;
}

/** What says which records are meant, in what order and shape. */
export const WHICH = ['q', 'sort', 'fields', 'expand'];

export const withQuery = (path: string, asked: URLSearchParams): string => (asked.size > 0 ? `${path}?${asked}` : path);
