// The settings of traces and metrics for a collector: the standard variables of OpenTelemetry, as far as they are for
// sending OTLP.
import { hostname } from 'node:os';
import { VERSION } from '../contract/product.ts';
import type { ExportSettings, Target } from '../trace/exporter.ts';
import { type Sampler, sampler } from '../trace/request.ts';
import { type Environment, numberFrom, oneOf, optional, type Parse, SettingError, wholeFrom } from './parse.ts';

/** An address, without a password: it stands in the log. */
function collectorAddress(text: string, name: string): string {
  const url = URL.parse(text);
  if (url && ['http:', 'https:'].includes(url.protocol) && url.username + url.password + url.search + url.hash === '')
    return url.href.replace(/\/$/, '');
  throw new SettingError(
    `${name} cannot be used: it is an address such as http://localhost:4318, without a password (OTEL_EXPORTER_OTLP_HEADERS is for that).`,
  );
}

/** `key=value,key2=value2`, with percent signs for special characters. The message never shows a value. */
function pairs(text: string, name: string): Readonly<Record<string, string>> {
  const parts = text.split(',').filter((part) => part.trim() !== '');
  try {
    return Object.fromEntries(
      parts.map((part) => {
        const [, key, value] = /^([^\s=]+)\s*=(.*)$/.exec(part.trim())!;
        return [decodeURIComponent(key!), decodeURIComponent(value!.trim())];
      }),
    );
  } catch {
    throw new SettingError(`${name} cannot be used: it is a list such as api-key=abc,team=hr, with %2C for a comma.`);
  }
}

const trueOrFalse: Parse<boolean> = (text, ...rest) => oneOf('true', 'false')(text.toLowerCase(), ...rest) === 'true';

const SAMPLERS = {
  always_on: { share: 1, byParent: false },
  always_off: { share: 0, byParent: false },
  traceidratio: { share: undefined, byParent: false },
  parentbased_always_on: { share: 1, byParent: true },
  parentbased_always_off: { share: 0, byParent: true },
  parentbased_traceidratio: { share: undefined, byParent: true },
} as const;

const milliseconds = wholeFrom(1, 86_400_000);

export const telemetryRows = {
  otelEndpoint: {
    variables: ['OTEL_EXPORTER_OTLP_ENDPOINT'],
    about:
      'collector that gets traces and metrics by OTLP/HTTP, such as http://localhost:4318; nothing is sent without it',
    parse: optional(collectorAddress),
  },
  otelTracesEndpoint: {
    variables: ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'],
    about: 'whole address for traces, where it is not that of the collector and /v1/traces',
    parse: optional(collectorAddress),
  },
  otelMetricsEndpoint: {
    variables: ['OTEL_EXPORTER_OTLP_METRICS_ENDPOINT'],
    about: 'whole address for metrics, where it is not that of the collector and /v1/metrics',
    parse: optional(collectorAddress),
  },
  otelDisabled: {
    variables: ['OTEL_SDK_DISABLED'],
    default: 'false',
    about: 'true sends nothing, whatever else is set',
    parse: trueOrFalse,
  },
  otelTraces: {
    variables: ['OTEL_TRACES_EXPORTER'],
    default: 'otlp',
    about: 'otlp sends traces, none does not',
    parse: oneOf('otlp', 'none'),
  },
  otelMetrics: {
    variables: ['OTEL_METRICS_EXPORTER'],
    default: 'otlp',
    about: 'otlp sends metrics, none does not',
    parse: oneOf('otlp', 'none'),
  },
  otelProtocol: {
    variables: ['OTEL_EXPORTER_OTLP_PROTOCOL'],
    default: 'http/json',
    about: 'http/json; http/protobuf is taken for it, because a collector takes both at the same address',
    parse: oneOf('http/json', 'http/protobuf'),
  },
  otelHeaders: {
    variables: ['OTEL_EXPORTER_OTLP_HEADERS'],
    about: 'headers for the collector, such as api-key=abc; never logged',
    parse: pairs,
  },
  otelCompression: {
    variables: ['OTEL_EXPORTER_OTLP_COMPRESSION'],
    default: 'none',
    about: 'gzip, or none',
    parse: oneOf('none', 'gzip'),
  },
  otelTimeout: {
    variables: ['OTEL_EXPORTER_OTLP_TIMEOUT'],
    default: '10000',
    about: 'milliseconds that the collector has for an answer',
    parse: milliseconds,
  },
  otelServiceName: {
    variables: ['OTEL_SERVICE_NAME'],
    default: 'workforce',
    about: 'what this service is called in traces and metrics',
    parse: String,
  },
  otelAttributes: {
    variables: ['OTEL_RESOURCE_ATTRIBUTES'],
    about: 'more about this service, such as deployment.environment.name=production',
    parse: pairs,
  },
  otelSampler: {
    variables: ['OTEL_TRACES_SAMPLER'],
    default: 'parentbased_always_on',
    about:
      'which requests are traced: always_on, always_off, traceidratio, or parentbased_ before it, which lets the client decide where it has',
    parse: oneOf(...(Object.keys(SAMPLERS) as [keyof typeof SAMPLERS])),
  },
  otelSamplerArg: {
    variables: ['OTEL_TRACES_SAMPLER_ARG'],
    default: '1',
    about: 'the share of traceidratio, 0 to 1',
    parse: numberFrom(0, 1),
  },
  otelSpanDelay: {
    variables: ['OTEL_BSP_SCHEDULE_DELAY'],
    default: '5000',
    about: 'milliseconds after which spans are sent',
    parse: milliseconds,
  },
  otelSpanBatch: {
    variables: ['OTEL_BSP_MAX_EXPORT_BATCH_SIZE'],
    default: '512',
    about: 'spans that are sent at once',
    parse: wholeFrom(1, 100_000),
  },
  otelSpanQueue: {
    variables: ['OTEL_BSP_MAX_QUEUE_SIZE'],
    default: '2048',
    about: 'spans that may wait for a collector; more are lost, and counted',
    parse: wholeFrom(1, 1_000_000),
  },
  otelMetricDelay: {
    variables: ['OTEL_METRIC_EXPORT_INTERVAL'],
    default: '60000',
    about: 'milliseconds after which metrics are sent again',
    parse: milliseconds,
  },
} as const;

const OWN = 'OTEL_';
const isTelemetry = (name: string): boolean => name.startsWith(OWN);

/** Whether something is sent. */
const isOn = (environment: Environment): boolean =>
  environment.OTEL_SDK_DISABLED?.trim().toLowerCase() !== 'true' &&
  Object.entries(environment).some(([name, value]) => isTelemetry(name) && name.endsWith('ENDPOINT') && value?.trim());

/** The variables are those of other programs too: while nothing is sent, none of them can be wrong. */
export const withoutUnusedTelemetry = (environment: Environment): Environment =>
  isOn(environment)
    ? environment
    : Object.fromEntries(Object.entries(environment).filter(([name]) => !isTelemetry(name)));

/** Those that have no effect although something is sent. */
export const unknownTelemetry = (environment: Environment, known: readonly string[]): string[] =>
  isOn(environment) ? Object.keys(environment).filter((name) => isTelemetry(name) && !known.includes(name)) : [];

type TelemetrySettings = {
  readonly [Name in keyof typeof telemetryRows]: ReturnType<(typeof telemetryRows)[Name]['parse']>;
};

/** The signals to send, and their addresses; `undefined` where none are sent. */
export function telemetryOf(settings: TelemetrySettings): (ExportSettings & { readonly sample: Sampler }) | undefined {
  const at = (signal: 'traces' | 'metrics', own: string | undefined): Target | undefined => {
    const url = own ?? (settings.otelEndpoint && `${settings.otelEndpoint}/v1/${signal}`);
    const isWanted = settings[signal === 'traces' ? 'otelTraces' : 'otelMetrics'] === 'otlp';
    if (!url || !isWanted || settings.otelDisabled) return undefined;
    const { otelHeaders: headers, otelCompression, otelTimeout: timeout } = settings;
    return { url, headers, isCompressed: otelCompression === 'gzip', timeout };
  };
  const traces = at('traces', settings.otelTracesEndpoint);
  const metrics = at('metrics', settings.otelMetricsEndpoint);
  if (!traces && !metrics) return undefined;
  const { share = settings.otelSamplerArg, byParent } = SAMPLERS[settings.otelSampler];
  return {
    sender: { version: VERSION, attributes: resourceOf(settings) },
    traces,
    metrics,
    sample: sampler(share, byParent),
    spanDelay: settings.otelSpanDelay,
    spanBatch: settings.otelSpanBatch,
    spanQueue: Math.max(settings.otelSpanQueue, settings.otelSpanBatch),
    metricDelay: settings.otelMetricDelay,
  };
}

const resourceOf = ({ otelServiceName, otelAttributes }: TelemetrySettings) => ({
  'service.version': VERSION,
  'host.name': hostname(),
  'process.pid': process.pid,
  // Each process counts for itself.
  'service.instance.id': crypto.randomUUID(),
  'service.name': otelServiceName,
  ...otelAttributes,
});
