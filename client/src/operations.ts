// What can be done with a resource: list, get, all, export and create, the same for all of them. Their types are in types.ts.
import type { Ask } from './connection.ts';
import { queryString } from './query-string.ts';
import { records, watched } from './streams.ts';
import type { CallOptions, CreateOptions, Page } from './types.ts';
import { ConnectionError, WorkforceError } from './workforce-error.ts';

type Query = Readonly<Record<string, unknown>>;
type Json = Record<string, unknown>;

const PAGE = 200;

export function reads(ask: Ask, path: string) {
  const list = async (query: Query = {}, { signal }: CallOptions = {}): Promise<Page<Json>> =>
    askJson(ask, { path: path + queryString(query), signal });

  const get = async (id: number, query: Query = {}, { signal }: CallOptions = {}): Promise<Json> =>
    askJson(ask, { path: `${path}/${encodeURIComponent(id)}${queryString(query)}`, signal });

  /** By offsets: any costs the same, whatever the filters and the order are. */
  async function* all(query: Query = {}, options: CallOptions = {}): AsyncGenerator<Json> {
    let newest = Number.NEGATIVE_INFINITY;
    for (let offset = 0; ; ) {
      const { data, meta } = await list({ ...query, offset, limit: PAGE }, options);
      for (const record of data) {
        // A record that was committed after others with greater ids moves them by a place, so that one comes again.
        if (query.sort === undefined && Number(record.id) <= newest) continue;
        newest = Number(record.id);
        yield record;
      }
      offset += data.length;
      if (data.length === 0 || offset >= meta.total) return;
    }
  }

  const stream = async (query: Query, { signal }: CallOptions): Promise<ReadableStream<Uint8Array>> =>
    ask({ path: path + queryString(query), signal }, async ({ body }) => {
      if (!body) throw new ConnectionError('The answer has no body.');
      return watched(body, signal);
    });

  async function* ndjson(query: Query, options: CallOptions): AsyncGenerator<Json> {
    yield* records<Json>(await stream(query, options));
  }

  const exported = (query: Query, options: CallOptions = {}) =>
    query.format === 'csv' ? stream(query, options) : ndjson(query, options);

  return { list, get, all, export: exported };
}

export const creates = (ask: Ask, path: string) => ({
  create: async (body: Json, { signal, idempotencyKey = newKey() }: CreateOptions = {}): Promise<Json> =>
    askJson(ask, {
      path,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body: JSON.stringify(body),
      signal,
    }),
});

/** Unlike crypto.randomUUID, this is there on pages without TLS too. */
const newKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export async function askJson<T>(ask: Ask, call: Parameters<Ask>[0]): Promise<T> {
  const text = await ask(call, (response) => response.text());
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    const message = 'The answer is no JSON, so it is not from the service; look at what stands between you and it.';
    throw new WorkforceError(message, { status: 200, code: 'unexpected_answer', cause });
  }
}
