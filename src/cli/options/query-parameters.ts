// The query parameters of a list, from the options of a command. Their values are checked by the service.
import type { Arguments } from './command.ts';
import { parameterFor } from './resource-options.ts';

/** `names`: the options, besides filters, that are parameters too. */
export function queryParameters({ values, resourceOptions }: Arguments, names: readonly string[]): URLSearchParams {
  const query = new URLSearchParams(resourceOptions.map(([name, value]) => [parameterFor(name), value]));
  for (const name of names) if (values[name] !== undefined) query.set(name, values[name]);
  return query;
}

/** The options that choose records, their order and their fields. */
export const SELECTION = ['q', 'sort', 'fields', 'headings'];

export const withQuery = (path: string, query: URLSearchParams): string => (query.size > 0 ? `${path}?${query}` : path);
