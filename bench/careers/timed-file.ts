// One request for a feed or a sitemap.
import { request } from '../load/request.ts';

/** In milliseconds, from the request to the first byte and to the last. */
export type FileTimes = { readonly first: number; readonly whole: number; readonly bytes: number };

export async function timedFile(url: string): Promise<FileTimes> {
  const startedAt = performance.now();
  let [first, bytes] = [Number.NaN, 0];
  for await (const part of (await request(url)).body!) {
    if (bytes === 0) first = performance.now() - startedAt;
    bytes += part.length;
  }
  return { first, whole: performance.now() - startedAt, bytes };
}
