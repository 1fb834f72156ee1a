// Spans and metrics as OTLP writes them in JSON (opentelemetry-proto 1.x: names in lowerCamelCase, ids in hex, 64-bit
// numbers as text).
import type { Attributes, Span } from './span.ts';

export type Metric = {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: readonly Sample[];
};

/** `part`: of a histogram, where the label `le` is the upper bound of a bucket. */
export type Sample = {
  readonly part?: 'bucket' | 'sum' | 'count';
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
};

export type Sender = { readonly attributes: Attributes; readonly version: string };

const SCOPE = 'workforce';
/** Values since the start of the process, and not since the last time. */
const CUMULATIVE = 2;
const ERROR = 2;

/** Nanoseconds since 1970 have more digits than a number. */
function nanoseconds(now: number): string {
  const milliseconds = performance.timeOrigin + now;
  const whole = Math.floor(milliseconds);
  return `${whole}${String(Math.floor((milliseconds - whole) * 1e6)).padStart(6, '0')}`;
}

function anyValue(value: string | number | readonly string[]): object {
  if (typeof value === 'string') return { stringValue: value };
  if (typeof value !== 'number') return { arrayValue: { values: value.map(anyValue) } };
  return Number.isSafeInteger(value) ? { intValue: String(value) } : { doubleValue: value };
}

const attributesOf = (attributes: Attributes): object[] =>
  Object.entries(attributes).flatMap(([key, value]) => (value === undefined ? [] : [{ key, value: anyValue(value) }]));

const senderJson = ({ attributes, version }: Sender) => ({
  resource: { attributes: attributesOf(attributes) },
  scope: { name: SCOPE, version },
});

export function spansJson(spans: readonly Span[], sender: Sender): object {
  const { resource, scope } = senderJson(sender);
  return { resourceSpans: [{ resource, scopeSpans: [{ scope, spans: spans.map(spanJson) }] }] };
}

const spanJson = ({ traceId, spanId, parentId, name, kind, start, end, attributes, error }: Span): object => ({
  traceId,
  spanId,
  ...(parentId && { parentSpanId: parentId }),
  name,
  kind,
  startTimeUnixNano: nanoseconds(start),
  endTimeUnixNano: nanoseconds(end),
  attributes: attributesOf({ ...attributes, 'error.type': error }),
  ...(error && { status: { code: ERROR } }),
});

export function metricsJson(metrics: readonly Metric[], sender: Sender): object {
  const { resource, scope } = senderJson(sender);
  const withSamples = metrics.map(known).filter(({ samples }) => samples.length > 0);
  return { resourceMetrics: [{ resource, scopeMetrics: [{ scope, metrics: withSamples.map(metricJson) }] }] };
}

/** JSON has no NaN, which stands for a number that is not known. */
const known = (metric: Metric): Metric => ({
  ...metric,
  samples: metric.samples.filter(({ value }) => Number.isFinite(value)),
});

function metricJson({ name, type, help: description, samples }: Metric): object {
  const times = { startTimeUnixNano: nanoseconds(0), timeUnixNano: nanoseconds(performance.now()) };
  const unit = name.endsWith('_seconds') ? 's' : name.endsWith('_bytes') ? 'By' : '1';
  const about = { name, description, unit };
  if (type === 'histogram')
    return {
      ...about,
      histogram: { aggregationTemporality: CUMULATIVE, dataPoints: histograms(samples, times) },
    };
  const dataPoints = samples.map(({ labels = {}, value }) => ({
    ...times,
    attributes: attributesOf(labels),
    asDouble: value,
  }));
  return type === 'gauge'
    ? { ...about, gauge: { dataPoints } }
    : { ...about, sum: { aggregationTemporality: CUMULATIVE, isMonotonic: true, dataPoints } };
}

/** Prometheus counts each bucket together with those below it; OTLP counts each for itself. */
function histograms(samples: readonly Sample[], times: object): object[] {
  const series = new Map<string, { labels: Record<string, string>; parts: Map<string, number> }>();
  for (const { part = '', labels: { le = '', ...labels } = {}, value } of samples) {
    const key = JSON.stringify(labels);
    const found = series.get(key) ?? { labels, parts: new Map<string, number>() };
    series.set(key, found);
    found.parts.set(part === 'bucket' ? le : part, value);
  }
  return [...series.values()].map(({ labels, parts }) => {
    const bounds = [...parts.keys()].filter((part) => part !== 'sum' && part !== 'count');
    return {
      ...times,
      attributes: attributesOf(labels),
      count: String(parts.get('count')),
      sum: parts.get('sum'),
      explicitBounds: bounds.filter((bound) => bound !== '+Inf').map(Number),
      bucketCounts: bounds.map((bound, i) => String(parts.get(bound)! - (parts.get(bounds[i - 1] ?? '') ?? 0))),
    };
  });
}
