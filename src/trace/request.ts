// The trace of a request: that of its client, by the header `traceparent` (W3C Trace Context), or a new one; and
// whether its spans are recorded.
import { KIND, newSpanId, newTraceId, type Open, type Span } from './span.ts';

export type Parent = { readonly traceId: string; readonly spanId: string; readonly isSampled: boolean };

const FORMAT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** `undefined` for a header that is missing or wrong, which counts as none. A later version may have more parts. */
export function parentOf(header: string | null): Parent | undefined {
  const [, version, traceId, spanId, flags, more] = (header && FORMAT.exec(header)) || [];
  if (traceId === undefined || (version === '00' && more !== undefined)) return undefined;
  return { traceId, spanId: spanId!, isSampled: (Number.parseInt(flags!, 16) & 1) === 1 };
}

/** Decides about a trace whose client has not, or about all. */
export type Sampler = (traceId: string, parent: Parent | undefined) => boolean;

/** `byParent`: the client's decision counts, where there is one. The share is taken by the id, so that all services of
 * a trace that take the same share decide alike. */
export const sampler =
  (share: number, byParent: boolean): Sampler =>
  (traceId, parent) =>
    parent && byParent ? parent.isSampled : Number.parseInt(traceId.slice(-13), 16) < share * 2 ** 52;

/** `span`: only where it is recorded. */
export type RequestTrace = { readonly traceId: string; readonly span?: Open & Begun };
type Begun = Pick<Span, 'parentId' | 'start'>;

export type Tracer = (header: string | null, start: number) => RequestTrace | undefined;

/** Without a recorder the id of the client's trace is still for the log. */
export const clientTrace: Tracer = (header) => {
  const parent = parentOf(header);
  return parent && { traceId: parent.traceId };
};

export const tracer =
  (sample: Sampler, record: (span: Span) => void): Tracer =>
  (header, start) => {
    const parent = parentOf(header);
    const traceId = parent?.traceId ?? newTraceId();
    if (!sample(traceId, parent)) return { traceId };
    return {
      traceId,
      span: { traceId, spanId: newSpanId(), parentId: parent?.spanId, start, record, statements: { count: 0 } },
    };
  };

/** As the log has them. */
type Ended = Readonly<Record<'method' | 'route' | 'requestId', string>> & Readonly<Record<'status' | 'at', number>>;

export function endRequest(span: Open & Begun, { method, route, status, at, requestId }: Ended): void {
  const { traceId, spanId, parentId, start, record, statements } = span;
  record({
    ...{ traceId, spanId, parentId, start, end: at },
    name: `${method} ${route}`,
    kind: KIND.server,
    attributes: {
      'http.request.method': method,
      'http.route': route,
      'http.response.status_code': status,
      'workforce.request_id': requestId,
      'workforce.statements': statements.count,
    },
    error: status >= 500 ? String(status) : undefined,
  });
}
