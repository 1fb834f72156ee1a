// The parts of tracing, by tables: the header of a trace, the share that is taken, spans around work, and the settings.
import { describe, expect, test } from 'bun:test';
import { telemetryOf, unknownTelemetry } from '../../src/config/telemetry.ts';
import { readSettings, settingNames } from '../../src/config.ts';
import { metricsJson, spansJson } from '../../src/trace/otlp.ts';
import { parentOf, sampler } from '../../src/trace/request.ts';
import { afterWaiting, isTraced, newSpanId, newTraceId, type Span, traced, within } from '../../src/trace/span.ts';
import { fc } from '../harness/random/fc.ts';
import { otlpFaults } from './otlp-schema.ts';

const [T, S] = ['0af7651916cd43dd8448eb211c80319c', 'b7ad6b7169203331'];

test.each([
  [`00-${T}-${S}-01`, true],
  [`00-${T}-${S}-00`, false],
  [`00-${T}-${S}-03`, true],
  [`cc-${T}-${S}-01-what-comes-later`, true],
  [`00-${T}-${S}-01-more`, undefined],
  [`ff-${T}-${S}-01`, undefined],
  [`00-${'0'.repeat(32)}-${S}-01`, undefined],
  [`00-${T}-${'0'.repeat(16)}-01`, undefined],
  [`00-${T.toUpperCase()}-${S}-01`, undefined],
  [`00-${T}-${S}`, undefined],
  ['', undefined],
  [null, undefined],
])('traceparent %p', (header, isSampled) => {
  expect(parentOf(header)).toEqual(isSampled === undefined ? undefined : { traceId: T, spanId: S, isSampled });
});

test('a share takes that part of all traces, and the larger share takes what the smaller one takes', () => {
  // Spread evenly by the digits that decide.
  const ids = Array.from(
    { length: 4096 },
    (_, i) => `${'7'.repeat(19)}${i.toString(16).padStart(3, '0')}${'5'.repeat(10)}`,
  );
  const taken = (share: number) => ids.filter((id) => sampler(share, true)(id, undefined));
  const [few, more] = [new Set(taken(0.25)), new Set(taken(0.5))];
  expect([taken(0).length, few.size, more.size, taken(1).length]).toEqual([0, 1024, 2048, 4096]);
  expect([...few].every((id) => more.has(id))).toBe(true);
});

describe('spans', () => {
  const recording = () => {
    const spans: Span[] = [];
    return {
      spans,
      root: { traceId: T, spanId: S, record: (span: Span) => void spans.push(span), statements: { count: 0 } },
    };
  };
  const shape = ({ name, parentId, error }: Span) => [name, parentId, error];

  test('are nested as the work is, at once and later, and end with it', async () => {
    const { spans, root } = recording();
    const result = await within(root, () =>
      traced({ name: 'outer' }, async () => {
        await Bun.sleep(1);
        traced({ name: 'inner' }, () => 1);
        return 2;
      }),
    );
    expect(result).toBe(2);
    const [inner, outer] = spans as [Span, Span];
    expect([shape(inner), shape(outer)]).toEqual([
      ['inner', outer.spanId, undefined],
      ['outer', S, undefined],
    ]);
    expect(outer.start <= inner.start && inner.end <= outer.end).toBe(true);
  });

  test('name the class of what was thrown, and nothing else of it', async () => {
    const { spans, root } = recording();
    class Refused extends Error {}
    const failing = () => {
      throw new Refused('Ann');
    };
    within(root, () => expect(() => traced({ name: 'now' }, failing)).toThrow('Ann'));
    await within(root, () => expect(traced({ name: 'later' }, async () => failing())).rejects.toThrow('Ann'));
    expect(spans.map(shape)).toEqual([
      ['now', S, 'Refused'],
      ['later', S, 'Refused'],
    ]);
    expect(JSON.stringify(spans)).not.toContain('Ann');
  });

  test('go with work that waits among that of others', () => {
    const { spans, root } = recording();
    const waiting = within(root, () =>
      afterWaiting({ name: 'wait' }, (by: number) => traced({ name: 'work' }, () => by + 1)),
    );
    expect(isTraced()).toBe(false);
    expect(waiting(41)).toBe(42);
    expect(spans.map(shape)).toEqual([
      ['wait', S, undefined],
      ['work', S, undefined],
    ]);
  });

  test('of statements beyond the first are those that take long; all are counted', async () => {
    const { spans, root } = recording();
    const statement = { name: 'SELECT', isStatement: true } as const;
    await within(root, async () => {
      for (let i = 0; i < 500; i++) traced(statement, () => i);
      await traced(statement, () => Bun.sleep(5));
    });
    const long = spans.filter(({ start, end }) => end - start >= 1);
    expect(root.statements.count).toBe(501);
    expect(spans.length - long.length).toBeLessThanOrEqual(16);
    expect(spans.length).toBeGreaterThanOrEqual(16);
    expect(long.length).toBeGreaterThanOrEqual(1);
  });
});

describe('OTLP', () => {
  const sender = { version: '1', attributes: { 'service.name': 'x' } };
  test('any span is written as the schema has it, to the nanosecond', () => {
    const attribute = fc.oneof(fc.string(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }));
    fc.assert(
      fc.property(
        fc.dictionary(fc.string({ minLength: 1 }), attribute),
        fc.double({ min: 0, max: 1e9, noNaN: true }),
        (attributes, start) => {
          const span: Span = {
            traceId: newTraceId(),
            spanId: newSpanId(),
            parentId: undefined,
            name: 'x',
            kind: 1,
            start,
            end: start + 1,
            attributes,
          };
          expect(otlpFaults('/v1/traces', JSON.parse(JSON.stringify(spansJson([span], sender))))).toEqual([]);
        },
      ),
    );
  });

  test('the schema notices a wrong name, a wrong type and an empty id', () => {
    const span = {
      traceId: T,
      spanId: S,
      parentId: undefined,
      name: 'x',
      kind: 1 as const,
      start: 1,
      end: 2,
      attributes: {},
    };
    const faults = (change: object) => otlpFaults('/v1/traces', spansJson([{ ...span, ...change }], sender)).length;
    expect([faults({}), faults({ kind: 9 }), faults({ spanId: '' }), faults({ name: 1 })]).toEqual([0, 1, 1, 1]);
    expect(otlpFaults('/v1/metrics', metricsJson([], sender))).not.toEqual([]);
    expect(otlpFaults('/v1/logs', {})).toEqual(['/v1/logs is no path of OTLP']);
  });
});

describe('settings', () => {
  const URL = 'http://localhost:4318';
  const of = (settings: Record<string, string>) => telemetryOf(readSettings(settings));
  test.each([
    [{}, undefined, undefined],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: URL }, `${URL}/v1/traces`, `${URL}/v1/metrics`],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: `${URL}/a/` }, `${URL}/a/v1/traces`, `${URL}/a/v1/metrics`],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: URL, OTEL_TRACES_EXPORTER: 'none' }, undefined, `${URL}/v1/metrics`],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: URL, OTEL_METRICS_EXPORTER: 'none' }, `${URL}/v1/traces`, undefined],
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: URL, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/protobuf', OTEL_SDK_DISABLED: 'False' },
      `${URL}/v1/traces`,
      `${URL}/v1/metrics`,
    ],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: URL, OTEL_SDK_DISABLED: 'TRUE' }, undefined, undefined],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: `${URL}/t` }, `${URL}/t`, undefined],
    [{ OTEL_EXPORTER_OTLP_METRICS_ENDPOINT: `${URL}/m` }, undefined, `${URL}/m`],
  ] as [Record<string, string>, string?, string?][])('%p', (settings, traces, metrics) => {
    expect([of(settings)?.traces?.url, of(settings)?.metrics?.url]).toEqual([traces, metrics]);
  });

  test.each([
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc', 'but it is http/json or http/protobuf'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4318', 'it is an address such as http://localhost:4318'],
    ['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'http://me:secret@x', 'OTEL_EXPORTER_OTLP_HEADERS is for that'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'secret', 'it is a list such as api-key=abc'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zz', 'it is a list such as api-key=abc'],
    ['OTEL_TRACES_SAMPLER', 'jaeger_remote', 'always_on, always_off, traceidratio'],
    ['OTEL_TRACES_SAMPLER_ARG', '2', 'a number from 0 to 1'],
    ['OTEL_METRIC_EXPORT_INTERVAL', '0', 'a number from 1'],
  ])('%s=%s is said, without a secret, where something is sent and nowhere else', (name, value, message) => {
    const fault = (settings: Record<string, string>) => {
      try {
        return void readSettings(settings);
      } catch (error) {
        return (error as Error).message;
      }
    };
    expect(fault({ OTEL_EXPORTER_OTLP_ENDPOINT: URL, [name]: value })).toContain(message);
    expect(fault({ OTEL_EXPORTER_OTLP_ENDPOINT: URL, [name]: value })).not.toContain('secret');
    if (!name.endsWith('ENDPOINT')) expect(fault({ [name]: value })).toBeUndefined();
  });

  const parent = (isSampled: boolean) => ({ traceId: T, spanId: S, isSampled });
  test.each([
    ['always_off', '1', false, false, false],
    ['always_on', '0', true, true, true],
    ['traceidratio', '0', false, false, false],
    ['traceidratio', '1', true, true, true],
    ['parentbased_always_off', '1', false, true, false],
    ['parentbased_always_on', '0', true, true, false],
    ['parentbased_traceidratio', '0', false, true, false],
  ])('the sampler %s with %s takes one without a parent: %p', (name, share, own, theirs, others) => {
    const settings = { OTEL_EXPORTER_OTLP_ENDPOINT: URL, OTEL_TRACES_SAMPLER: name, OTEL_TRACES_SAMPLER_ARG: share };
    const { sample } = of(settings)!;
    expect([sample(T, undefined), sample(T, parent(true)), sample(T, parent(false))]).toEqual([own, theirs, others]);
  });

  test('a variable that has no effect is named', () => {
    const given = { OTEL_EXPORTER_OTLP_ENDPOINT: URL, OTEL_PROPAGATORS: 'b3', PATH: '' };
    expect(unknownTelemetry(given, settingNames)).toEqual(['OTEL_PROPAGATORS']);
    expect(unknownTelemetry({ OTEL_PROPAGATORS: 'b3' }, settingNames)).toEqual([]);
  });
});
