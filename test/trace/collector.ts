// A collector for tests: takes OTLP/HTTP as JSON, checks every body, and has what it got.
import { otlpFaults } from './otlp-schema.ts';

export type SentSpan = {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
  readonly status?: { readonly code: number };
};

type Got = { readonly path: string; readonly headers: Headers; readonly body: any; readonly faults: string[] };

export type Collector = {
  readonly url: string;
  readonly got: readonly Got[];
  spans(): SentSpan[];
  metrics(): any[];
  /** The bodies as text, to look for what must not be in them. */
  text(): string;
  stop(): Promise<void>;
};

/** `answer`: the response to each request, by its number; without it, everything is taken. */
export function collector(answer: (count: number) => Response = () => Response.json({}), port = 0): Collector {
  const got: Got[] = [];
  const server = Bun.serve({
    port,
    hostname: '127.0.0.1',
    async fetch(request) {
      const bytes = await request.bytes();
      const isZipped = request.headers.get('content-encoding') === 'gzip';
      const body = JSON.parse(Buffer.from(isZipped ? Bun.gunzipSync(bytes) : bytes).toString());
      const path = new URL(request.url).pathname;
      got.push({ path, headers: request.headers, body, faults: otlpFaults(path, body) });
      return answer(got.length);
    },
  });
  const parts = (path: string) => got.filter((each) => each.path === path).map(({ body }) => body);
  return {
    url: `http://127.0.0.1:${server.port}`,
    got,
    spans: () => parts('/v1/traces').flatMap((body) => body.resourceSpans[0].scopeSpans[0].spans),
    metrics: () => parts('/v1/metrics').flatMap((body) => body.resourceMetrics[0].scopeMetrics[0].metrics),
    text: () => JSON.stringify(got.map(({ body }) => body)),
    stop: () => server.stop(true),
  };
}

export const valueIn = ({ attributes }: SentSpan, key: string): unknown => {
  const found = attributes.find((each) => each.key === key)?.value;
  return found && Object.values(found)[0];
};

/** In nanoseconds. */
export const timesOf = ({ startTimeUnixNano, endTimeUnixNano }: SentSpan): [bigint, bigint] => [
  BigInt(startTimeUnixNano),
  BigInt(endTimeUnixNano),
];
