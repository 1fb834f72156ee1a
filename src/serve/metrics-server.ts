// Serves the metrics of all processes at `/metrics`, in the text format of Prometheus. The port is not the one of the
// API, so that it can stay private.
import { SettingError, type Settings } from '../config.ts';
import { messageOf } from '../contract/errors.ts';
import type { Metric } from './metrics.ts';

export type MetricsServer = { stop(): Promise<void> };

/** `collect` returns the metrics of each process. */
export function serveMetrics(
  { metricsPort, metricsHost, host }: Settings,
  collect: () => Promise<readonly (readonly Metric[])[]>,
): MetricsServer {
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
      for (const { name, labels = {}, value } of metric.samples) {
        const all = Object.entries({ ...labels, process: String(i + 1) });
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
