// The operations of a resource: list, get, all, export, aggregate and create. They are the same for all resources.
// Their types are in types.ts. And the metrics, whose types are in insight-types.ts.
import type { Send } from './connection.ts';
import { queryString } from './query-string.ts';
import { parseRecords, withOwnErrors } from './streams.ts';
import type { CallOptions, CreateOptions, Page } from './types.ts';
import { ConnectionError, WorkforceError } from './workforce-error.ts';

type Query = Readonly<Record<string, unknown>>;
type Json = Record<string, unknown>;

const PAGE_SIZE = 200;

export function reads(send: Send, path: string) {
  const list = async (query: Query = {}, { signal }: CallOptions = {}): Promise<Page<Json>> =>
    sendJson(send, { path: path + queryString(query), signal });

  const get = async (id: number, query: Query = {}, { signal }: CallOptions = {}): Promise<Json> =>
    sendJson(send, { path: `${path}/${encodeURIComponent(id)}${queryString(query)}`, signal });

  /** Pages by offset, because every offset costs the same with any filter and any order. */
  async function* all(query: Query = {}, options: CallOptions = {}): AsyncGenerator<Json> {
    let newest = Number.NEGATIVE_INFINITY;
    for (let offset = 0; ; ) {
      const { data, meta } = await list({ ...query, offset, limit: PAGE_SIZE }, options);
      for (const record of data) {
        // A record may be committed after records with greater ids. It then moves them back by one, and one of them is
        // read twice.
        if (query.sort === undefined && Number(record.id) <= newest) continue;
        newest = Number(record.id);
        yield record;
      }
      offset += data.length;
      if (data.length === 0 || offset >= meta.total) return;
    }
  }

  const stream = async (query: Query, { signal }: CallOptions): Promise<ReadableStream<Uint8Array>> =>
    send({ path: path + queryString(query), signal }, async ({ body }) => {
      if (!body) throw new ConnectionError('The answer has no body.');
      return withOwnErrors(body, signal);
    });

  async function* ndjson(query: Query, options: CallOptions): AsyncGenerator<Json> {
    yield* parseRecords<Json>(await stream(query, options));
  }

  const exportRecords = (query: Query, options: CallOptions = {}) =>
    query.format === 'ndjson' ? ndjson(query, options) : stream(query, options);

  const aggregate = async (query: Query = {}, { signal }: CallOptions = {}): Promise<Json> =>
    sendJson(send, { path: `aggregate/${path}${queryString(query)}`, signal });

  return { list, get, all, export: exportRecords, aggregate };
}

export const creates = (send: Send, path: string) => ({
  create: async (body: Json, { signal, idempotencyKey = newIdempotencyKey() }: CreateOptions = {}): Promise<Json> =>
    sendJson(send, {
      path,
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Idempotency-Key': idempotencyKey },
      body: JSON.stringify(body),
      signal,
    }),
});

export const asksInsights = (send: Send) => ({
  insights: async ({ signal }: CallOptions = {}): Promise<Json> => sendJson(send, { path: 'insights', signal }),
  insight: async (name: string, query: Query = {}, { signal }: CallOptions = {}): Promise<Json> =>
    sendJson(send, { path: `insights/${encodeURIComponent(name)}${queryString(query)}`, signal }),
});

/** Not crypto.randomUUID, because browsers do not have it on pages without TLS. */
const newIdempotencyKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');

export async function sendJson<T>(send: Send, call: Parameters<Send>[0]): Promise<T> {
  const text = await send(call, (response) => response.text());
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    const message = 'The answer is no JSON, so it is not from the service; look at what stands between you and it.';
    throw new WorkforceError(message, { status: 200, code: 'unexpected_answer', cause });
  }
}
