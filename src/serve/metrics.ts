// Counts the requests of a process and their durations; and serves the metrics of all processes at `/metrics`, in the
// text format of Prometheus. The port is not the one of the API, so that it can stay private.
import { SettingError, type Settings } from '../config.ts';
import { messageOf } from '../contract/errors.ts';
import type { Answered } from '../http/app.ts';
import type { Metric, Sample } from '../trace/otlp.ts';

/** Upper bounds in milliseconds. */
const BOUNDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000];

type Route = {
  readonly route: string;
  /** Answers by method, then status. */
  readonly counts: Map<string, Map<number, number>>;
  seconds: number;
  readonly buckets: number[];
};

export function requestMetrics() {
  const routes = new Map<string, Route>();
  function newRoute(route: string): Route {
    const made = { route, counts: new Map(), seconds: 0, buckets: new Array(BOUNDS.length + 1).fill(0) };
    routes.set(route, made);
    return made;
  }
  return {
    add(answered: readonly Answered[]): void {
      for (const { method, route: name, status, milliseconds } of answered) {
        const route = routes.get(name) ?? newRoute(name);
        const byStatus = route.counts.get(method) ?? new Map<number, number>();
        if (byStatus.size === 0) route.counts.set(method, byStatus);
        byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
        route.seconds += milliseconds / 1000;
        let bucket = 0;
        while (bucket < BOUNDS.length && milliseconds > BOUNDS[bucket]!) bucket += 1;
        route.buckets[bucket]! += 1;
      }
    },
    read: (): Metric[] => [
      {
        name: 'workforce_requests_total',
        type: 'counter',
        help: 'Requests that were answered.',
        samples: [...routes.values()].flatMap(counts),
      },
      {
        name: 'workforce_request_seconds',
        type: 'histogram',
        help: 'Time from a request to its answer.',
        samples: [...routes.values()].flatMap(histogram),
      },
    ],
  };
}

const counts = ({ route, counts: byMethod }: Route): Sample[] =>
  [...byMethod].flatMap(([method, byStatus]) =>
    [...byStatus].map(([status, value]) => ({ labels: { method, route, status: String(status) }, value })),
  );

function histogram({ route, seconds, buckets }: Route): Sample[] {
  let total = 0;
  const bucketSamples = buckets.map((count, i): Sample => {
    total += count;
    const le = i < BOUNDS.length ? String(BOUNDS[i]! / 1000) : '+Inf';
    return { part: 'bucket', labels: { route, le }, value: total };
  });
  return [
    ...bucketSamples,
    { part: 'sum', labels: { route }, value: seconds },
    { part: 'count', labels: { route }, value: total },
  ];
}

/** `collect` returns the metrics of each process. */
export function serveMetrics(
  { metricsPort, metricsHost, host }: Settings,
  collect: () => Promise<readonly (readonly Metric[])[]>,
): { stop(): Promise<void> } {
  if (metricsPort === undefined) return { stop: async () => undefined };
  try {
    const server = Bun.serve({
      port: metricsPort,
      hostname: metricsHost ?? host,
      development: false,
      reusePort: false,
      async fetch(request) {
        // Without a Host header, as in HTTP/1.0, the URL is the path alone.
        const { pathname } = new URL(request.url, 'http://localhost');
        if (pathname !== '/metrics') return new Response('GET /metrics\n', { status: 404, headers: HEADERS });
        return new Response(exposition(await collect()), { headers: HEADERS });
      },
      error: () => new Response('The numbers cannot be had just now.\n', { status: 503, headers: HEADERS }),
    });
    return { stop: () => server.stop(true) };
  } catch (error) {
    throw new SettingError(
      `WORKFORCE_METRICS_PORT ${metricsPort} on ${metricsHost === undefined ? `HOST ${host}` : `WORKFORCE_METRICS_HOST ${metricsHost}`} cannot be listened on (${messageOf(error)}); set another.`,
    );
  }
}

const HEADERS = {
  'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};

const escaped = (text: string): string => text.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`));

/** The label `process` of a sample is the number of its process, beginning with 1. */
function exposition(processes: readonly (readonly Metric[])[]): string {
  const byName = new Map<string, { metric: Metric; lines: string[] }>();
  for (const [i, metrics] of processes.entries()) {
    for (const metric of metrics) {
      const entry = byName.get(metric.name) ?? { metric, lines: [] };
      byName.set(metric.name, entry);
      for (const { part, labels = {}, value } of metric.samples) {
        const all = Object.entries({ ...labels, process: String(i + 1) });
        const name = part ? `${metric.name}_${part}` : metric.name;
        entry.lines.push(`${name}{${all.map(([key, text]) => `${key}="${escaped(text)}"`).join(',')}} ${value}`);
      }
    }
  }
  return [...byName.values()]
    .map(
      ({ metric, lines }) =>
        `# HELP ${metric.name} ${metric.help}\n# TYPE ${metric.name} ${metric.type}\n${lines.join('\n')}\n`,
    )
    .join('');
}
