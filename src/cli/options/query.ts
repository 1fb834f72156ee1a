// The query string of a list, from the options that were given, and the stream that is the answer. Values are for the service
// to judge.
import type { Arguments } from './command.ts';
import { CommandError } from './exit-codes.ts';
import { parameterFor } from './resource-options.ts';

export function question({ values, resourceOptions }: Arguments, names: readonly string[]): URLSearchParams {
  const asked = new URLSearchParams(resourceOptions.map(([name, value]) => [parameterFor(name), value]));
  for (const name of names) if (values[name] !== undefined) asked.set(name, values[name]);
  return asked;
}

/** What says which records are meant, in what order, and what of them. */
export const WHICH = ['q', 'sort', 'fields'];

export const withQuery = (path: string, asked: URLSearchParams): string => (asked.size > 0 ? `${path}?${asked}` : path);

/** A service that does not know the format answers as if none were asked for. */
export function streamIn({ headers, body }: Response, format: string): ReadableStream<Uint8Array> {
  if (headers.get('content-type')?.includes(format) && body) return body;
  throw new CommandError('failed', `The service does not write ${format}; it is of an older version.`);
}
