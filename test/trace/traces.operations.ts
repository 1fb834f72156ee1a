// Traces and metrics for a collector: whole traces on both engines, metrics that are those of /metrics, nothing secret,
// and a collector that is slow, refuses or is away.
import { afterEach, describe, expect, test } from 'bun:test';
import { type Spawned, spawnService } from '../harness/command.ts';
import { databaseSetting, demoDatabase, engines } from '../harness/databases.ts';
import { freePort } from '../harness/free-port.ts';
import { post, TOKEN } from '../harness/service.ts';
import { temporaryFolder } from '../harness/temporary-folder.ts';
import { waitUntil } from '../harness/wait-until.ts';
import { prometheusText } from '../serve/prometheus-text.ts';
import { type Collector, collector, type SentSpan, timesOf, valueIn } from './collector.ts';

const stopping: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stopping.splice(0)) await stop();
});

function receive(...settings: Parameters<typeof collector>): Collector {
  const made = collector(...settings);
  stopping.push(made.stop);
  return made;
}

async function start(settings: Record<string, string>): Promise<Spawned> {
  const own = { WORKFORCE_DATA: temporaryFolder(), WORKFORCE_DEMO: '0', WORKFORCE_WORKERS: '1' };
  const quick = { OTEL_BSP_SCHEDULE_DELAY: '50', OTEL_METRIC_EXPORT_INTERVAL: '200' };
  const service = await spawnService({ ...own, WORKFORCE_API_TOKEN: TOKEN, ...quick, ...settings });
  stopping.push(() => ended(service));
  return service;
}

async function ended(service: Spawned): Promise<void> {
  service.process.kill('SIGTERM');
  await service.ended;
}

/** So long that no time or id has it by chance. */
const NUMBER = '471147114711';
const TRACE = '0af7651916cd43dd8448eb211c80319c';
const CALLER = 'b7ad6b7169203331';
const traceparent = `00-${TRACE}-${CALLER}-01`;

const treeOf = (spans: readonly SentSpan[], traceId: string) => {
  const own = spans.filter((span) => span.traceId === traceId);
  return {
    own,
    root: own.find(({ kind }) => kind === 2),
    under: (id: string) => own.filter((each) => each.parentSpanId === id),
  };
};

describe.each(engines)('on %s', (engine) => {
  test('a list, a create and an aggregate are traced from the request to the statement, without a value', async () => {
    const to = receive();
    const location = await demoDatabase(engine);
    const service = await start({ ...databaseSetting(location), OTEL_EXPORTER_OTLP_ENDPOINT: to.url });
    const secret = 'Ann-secret';
    const asked: [string, string, RequestInit?][] = [
      ['GET', `/api/v1/attendance?status=absent&q=${secret}&limit=3`],
      ['GET', `/api/v1/aggregate/attendance?group=status&sort=-count,status&employee_id[gt]=${NUMBER}`],
      ['POST', '/api/v1/leave', { body: JSON.stringify({ leave_type: 'annual', reason: secret }) }],
    ];
    const ids: string[] = [];
    for (const [method, path, init = {}] of asked) {
      const id = crypto.randomUUID().replaceAll('-', '');
      const headers = {
        traceparent: `00-${id}-${CALLER}-01`,
        Authorization: `Bearer ${TOKEN}`,
        'Content-Type': 'application/json',
        'User-Agent': secret,
      };
      const answer = await fetch(service.url + path, { method, headers, ...init });
      expect([path, answer.status]).toEqual([path, method === 'POST' ? 201 : 200]);
      ids.push(id);
    }
    await waitUntil('the spans', () => ids.every((id) => treeOf(to.spans(), id).root));
    for (const [i, id] of ids.entries()) {
      const { own, root, under } = treeOf(to.spans(), id);
      const [method, path] = asked[i]!;
      const route = path.replace(/\?.*/, '');
      expect([root?.name, root?.parentSpanId]).toEqual([`${method} ${route}`, CALLER]);
      expect(valueIn(root!, 'http.route')).toBe(route);
      expect(valueIn(root!, 'http.response.status_code')).toBe(method === 'POST' ? '201' : '200');
      const questions = under(root!.spanId).filter((each) => valueIn(each, 'workforce.question'));
      const name = ['list attendance', 'aggregate attendance', 'create leave'][i]!;
      expect(questions.map((each) => each.name)).toContain(name);
      const found = questions.find((each) => each.name === name)!;
      const named = (...names: string[]) => ({ values: names.map((each) => ({ stringValue: each })) });
      if (name.startsWith('list')) expect(valueIn(found, 'workforce.filters')).toEqual(named('status'));
      if (name.startsWith('aggregate')) expect(valueIn(found, 'workforce.sort')).toEqual(named('count', 'status'));
      const statements = own.filter((each) => valueIn(each, 'db.system.name'));
      expect(statements.length).toBeGreaterThan(0);
      const systems = new Set(statements.map((each) => valueIn(each, 'db.system.name')));
      expect([...systems]).toEqual([engine === 'embedded' ? 'sqlite' : 'postgresql']);
      // Every span is inside its request, or is what the request leaves to be done.
      const known = new Set([CALLER, ...own.map(({ spanId }) => spanId)]);
      for (const span of own) {
        const [begins, ends] = timesOf(span);
        expect([span.name, known.has(span.parentSpanId!), ends >= begins]).toEqual([span.name, true, true]);
        expect(begins).toBeGreaterThanOrEqual(timesOf(root!)[0]);
      }
    }
    await ended(service);
    expect(to.got.flatMap(({ faults }) => faults)).toEqual([]);
    for (const value of [secret, NUMBER, TOKEN]) expect([value, to.text().includes(value)]).toEqual([value, false]);
    const logged = service
      .output()
      .split('\n')
      .filter((line) => ids.some((id) => line.includes(`"trace_id":"${id}"`)));
    expect(logged).toHaveLength(ids.length);
  });
});

test('metrics are those of /metrics, for each process, and the collector is told who sends them', async () => {
  const [to, port] = [receive(), freePort()];
  const service = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${to.url}/`,
    OTEL_SERVICE_NAME: 'people',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test%2C1,team=hr',
    OTEL_EXPORTER_OTLP_HEADERS: 'api-key=key%3D1, x-tenant=7',
    OTEL_EXPORTER_OTLP_COMPRESSION: 'gzip',
    WORKFORCE_METRICS_PORT: String(port),
  });
  for (let i = 0; i < 5; i++) await fetch(`${service.url}/api/v1/jobs`);
  for (let i = 0; i < 2; i++) await post(service, '/api/v1/organizations', { name: 'x', slug: `x-${i}` });
  const families = prometheusText(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
  const newest = (name: string) => to.metrics().findLast((each) => each.name === name);
  await waitUntil('the metrics', () => newest('workforce_creates_total')?.sum.dataPoints[0].asDouble === 2);
  const skipped = /workforce_(resident|database)_bytes|workforce_spans_total|workforce_webhook/;
  for (const [name, { samples }] of families) {
    if (skipped.test(name)) continue;
    const sent = newest(name);
    if (sent?.histogram) {
      const [point] = sent.histogram.dataPoints.filter((each: any) => JSON.stringify(each).includes('/jobs"'));
      const count = samples.find((each) => each.name.endsWith('_count') && each.labels.route === '/api/v1/jobs')!.value;
      expect([point.count, point.bucketCounts.reduce((sum: number, each: string) => sum + Number(each), 0)]).toEqual([
        String(count),
        count,
      ]);
      expect(point.bucketCounts).toHaveLength(point.explicitBounds.length + 1);
      continue;
    }
    const { dataPoints: points } = sent!.sum ?? sent!.gauge;
    const keyOf = (labels: Record<string, string>) => JSON.stringify(Object.entries(labels).sort());
    const values = new Map(
      points.map((point: any) => [
        keyOf(Object.fromEntries(point.attributes.map((each: any) => [each.key, each.value.stringValue]))),
        point.asDouble,
      ]),
    );
    for (const {
      labels: { process: _, ...labels },
      value,
    } of samples)
      expect([name, labels, values.get(keyOf(labels))]).toEqual([name, labels, value]);
  }
  const [{ headers, body }] = to.got.filter(({ path }) => path === '/v1/metrics') as [Collector['got'][number]];
  expect([headers.get('api-key'), headers.get('x-tenant')]).toEqual(['key=1', '7']);
  const attributes = JSON.stringify(body.resourceMetrics[0].resource.attributes);
  for (const [key, value] of [
    ['service.name', 'people'],
    ['deployment.environment.name', 'test,1'],
    ['team', 'hr'],
  ])
    expect(attributes).toContain(JSON.stringify({ key, value: { stringValue: value } }));
  await ended(service);
  expect(to.got.flatMap(({ faults }) => faults)).toEqual([]);
  expect(service.output() + service.errors()).not.toContain('key=1');
});

test('by default nothing is sent, and the trace of a client is in the log alone', async () => {
  const service = await start({ OTEL_TRACES_SAMPLER: 'of another program', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
  for (const header of [traceparent, traceparent.toUpperCase(), 'nonsense'])
    await fetch(`${service.url}/api/v1/jobs`, { headers: { traceparent: header } });
  await ended(service);
  const lines = service
    .output()
    .split('\n')
    .filter((line) => line.includes('/api/v1/jobs'));
  expect(lines.map((line) => JSON.parse(line).trace_id)).toEqual([TRACE, undefined, undefined]);
  expect(service.errors()).toBe('');
});

describe('a collector', () => {
  test('that is busy is asked again; one that refuses is not; a part that it refuses is said', async () => {
    const busy = receive((count) =>
      count === 1
        ? new Response('', { status: 503, headers: { 'Retry-After': '0.05' } })
        : Response.json({ partialSuccess: { rejectedSpans: '2', errorMessage: 'too old' } }),
    );
    const refusing = receive(() => new Response('', { status: 400 }));
    const one = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: busy.url, OTEL_METRICS_EXPORTER: 'none' });
    const other = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: refusing.url, OTEL_METRICS_EXPORTER: 'none' });
    for (const service of [one, other]) await fetch(`${service.url}/api/v1/jobs`, { headers: { traceparent } });
    await waitUntil('two attempts', () => busy.got.length >= 2 && refusing.got.length >= 1);
    await Promise.all([ended(one), ended(other)]);
    expect(busy.got[0]!.body).toEqual(busy.got[1]!.body);
    expect(one.errors()).toContain('it took only a part: 2 refused, "too old".');
    expect(refusing.spans().filter(({ name, traceId }) => name.startsWith('GET') && traceId === TRACE)).toHaveLength(1);
    expect(other.errors()).toContain(`The collector at ${refusing.url}/v1/traces did not take spans: it answers 400.`);
  });

  test('that is away or hangs slows nobody, and what is lost is counted', async () => {
    const hangs = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Promise<Response>(() => undefined) });
    stopping.push(() => hangs.stop(true));
    for (const url of [`http://127.0.0.1:${freePort()}`, `http://127.0.0.1:${hangs.port}`]) {
      const port = freePort();
      const service = await start({
        ...{ OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_BSP_MAX_QUEUE_SIZE: '8', OTEL_BSP_MAX_EXPORT_BATCH_SIZE: '4' },
        ...{ OTEL_EXPORTER_OTLP_TIMEOUT: '300', WORKFORCE_METRICS_PORT: String(port) },
      });
      for (let i = 0; i < 50; i++) expect((await fetch(`${service.url}/api/v1/jobs`)).status).toBe(200);
      const lost = async () => {
        const families = prometheusText(await (await fetch(`http://127.0.0.1:${port}/metrics`)).text());
        const { samples } = families.get('workforce_spans_total')!;
        return samples.find(({ labels }) => labels.outcome === 'lost')!.value;
      };
      await waitUntil('lost spans', async () => (await lost()) > 30);
      await ended(service);
      expect(service.errors().match(/did not take/g)!.length).toBeLessThanOrEqual(2);
    }
  });

  test('that still hangs when the service stops is named with a reason', async () => {
    const hangs = Bun.serve({ port: 0, hostname: '127.0.0.1', fetch: () => new Promise<Response>(() => undefined) });
    stopping.push(() => hangs.stop(true));
    const service = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${hangs.port}` });
    await fetch(`${service.url}/api/v1/jobs`);
    await Bun.sleep(500);
    await ended(service);
    expect(service.errors()).toContain(
      'did not take metrics: the service stops, and there is no time left. They are lost',
    );
  });
});
