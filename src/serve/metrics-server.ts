// Serves `/metrics` in the text format of Prometheus, on a port of its own that the public never sees, for all processes.
import { SettingError, type Settings } from '../config.ts';
import { exposition, type Metric } from './metrics.ts';

export type MetricsServer = { stop(): Promise<void> };

/** `collect` gives the metrics of every process. Without a port nothing is served. */
export function serveMetrics(
  { metricsPort, host }: Settings,
  collect: () => Promise<readonly (readonly Metric[])[]>,
): MetricsServer {
  if (metricsPort === undefined) return { stop: async () => undefined };
  try {
    const server = Bun.serve({
      port: metricsPort,
      hostname: host,
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
    const reason = error instanceof Error ? error.message : String(error);
    throw new SettingError(`WORKFORCE_METRICS_PORT ${metricsPort} cannot be listened on (${reason}); set another.`);
  }
}

const HEADERS = {
  'Content-Type': 'text/plain; version=0.0.4; charset=utf-8',
  'Cache-Control': 'no-store',
  'X-Content-Type-Options': 'nosniff',
};
