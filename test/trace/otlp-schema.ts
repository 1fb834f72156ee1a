// The parts of OTLP that we send, by opentelemetry-proto 1.x and its rules for JSON: an independent judge of every body
// that a collector gets. Names that it does not know are refused.
import Ajv2020 from 'ajv/dist/2020';

const object = (properties: object, required: string[] = Object.keys(properties)) => ({
  type: 'object',
  properties,
  required,
  additionalProperties: false,
});
const list = (items: object, minItems = 0) => ({ type: 'array', items, minItems });
const text = { type: 'string' };
const named = { type: 'string', minLength: 1 };
/** A 64-bit number is a text in JSON. */
const whole = { type: 'string', pattern: '^\\d{1,20}$' };
const moment = { type: 'string', pattern: '^1\\d{18}$' };
const hex = (digits: number) => ({ type: 'string', pattern: `^(?!0+$)[0-9a-f]{${digits}}$` });
const value = {
  oneOf: [
    object({ stringValue: text }),
    object({ intValue: { type: 'string', pattern: '^-?\\d{1,19}$' } }),
    object({ doubleValue: { type: 'number' } }),
    object({ arrayValue: object({ values: list(object({ stringValue: text })) }) }),
  ],
};
const attributes = list(object({ key: named, value }));
const resource = object({ attributes });
const scope = object({ name: named, version: named });

const span = object(
  {
    traceId: hex(32),
    spanId: hex(16),
    parentSpanId: hex(16),
    name: named,
    kind: { enum: [1, 2, 3] },
    startTimeUnixNano: moment,
    endTimeUnixNano: moment,
    attributes,
    status: object({ code: { enum: [2] } }),
  },
  ['traceId', 'spanId', 'name', 'kind', 'startTimeUnixNano', 'endTimeUnixNano', 'attributes'],
);

const times = { startTimeUnixNano: moment, timeUnixNano: moment, attributes };
const number = object({ ...times, asDouble: { type: 'number' } });
const histogram = object({
  ...times,
  count: whole,
  sum: { type: 'number' },
  explicitBounds: list({ type: 'number' }),
  bucketCounts: list(whole),
});
const about = { name: { type: 'string', pattern: '^workforce_' }, description: named, unit: named };
const metric = {
  oneOf: [
    object({ ...about, gauge: object({ dataPoints: list(number, 1) }) }),
    object({
      ...about,
      sum: object({ aggregationTemporality: { const: 2 }, isMonotonic: { const: true }, dataPoints: list(number, 1) }),
    }),
    object({
      ...about,
      histogram: object({ aggregationTemporality: { const: 2 }, dataPoints: list(histogram, 1) }),
    }),
  ],
};

const ajv = new Ajv2020({ allErrors: true });
const checks = {
  '/v1/traces': ajv.compile(
    object({
      resourceSpans: list(object({ resource, scopeSpans: list(object({ scope, spans: list(span, 1) }), 1) }), 1),
    }),
  ),
  '/v1/metrics': ajv.compile(
    object({
      resourceMetrics: list(
        object({ resource, scopeMetrics: list(object({ scope, metrics: list(metric, 1) }), 1) }),
        1,
      ),
    }),
  ),
};

/** What is wrong with a body that was sent to this path; empty when nothing is. */
export function otlpFaults(path: string, body: unknown): string[] {
  const check = checks[path as keyof typeof checks];
  if (!check) return [`${path} is no path of OTLP`];
  return check(body) ? [] : check.errors!.map(({ instancePath, message }) => `${instancePath} ${message}`);
}
