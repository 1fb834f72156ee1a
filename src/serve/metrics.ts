// Counts what a process does, and says it in the text format of Prometheus. Cheap where it counts: a few additions a request.

import type { Answered } from '../http/app.ts';
import type { Measure } from '../store/shared/measure.ts';

export type Sample = {
  readonly name: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
};
export type Metric = {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly help: string;
  readonly samples: readonly Sample[];
};

/** Upper bounds in milliseconds. */
const BOUNDS = [0.1, 0.25, 0.5, 1, 2.5, 5, 10, 25, 50, 100, 250, 500, 1000, 2500, 5000];

type Route = {
  readonly route: string;
  /** Answers by method, then status. */
  readonly counts: Map<string, Map<number, number>>;
  seconds: number;
  readonly buckets: number[];
};

export type RequestMetrics = {
  add(answered: readonly Answered[]): void;
  read(): Metric[];
};

export function requestMetrics(): RequestMetrics {
  const routes = new Map<string, Route>();
  function newRoute(route: string): Route {
    const made = { route, counts: new Map(), seconds: 0, buckets: new Array(BOUNDS.length + 1).fill(0) };
    routes.set(route, made);
    return made;
  }
  return {
    add(answered) {
      for (const { method, route: name, status, milliseconds } of answered) {
        const route = routes.get(name) ?? newRoute(name);
        const byStatus = route.counts.get(method) ?? new Map<number, number>();
        if (byStatus.size === 0) route.counts.set(method, byStatus);
        byStatus.set(status, (byStatus.get(status) ?? 0) + 1);
        route.seconds += milliseconds / 1000;
        let at = 0;
        while (at < BOUNDS.length && milliseconds > BOUNDS[at]!) at += 1;
        route.buckets[at]! += 1;
      }
    },
    read: () => [
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
    [...byStatus].map(([status, value]) => ({
      name: 'workforce_requests_total',
      labels: { method, route, status: String(status) },
      value,
    })),
  );

function histogram({ route, seconds, buckets }: Route): Sample[] {
  let total = 0;
  const counted = buckets.map((count, i) => {
    total += count;
    const le = i < BOUNDS.length ? String(BOUNDS[i]! / 1000) : '+Inf';
    return { name: 'workforce_request_seconds_bucket', labels: { route, le }, value: total };
  });
  return [
    ...counted,
    { name: 'workforce_request_seconds_sum', labels: { route }, value: seconds },
    { name: 'workforce_request_seconds_count', labels: { route }, value: total },
  ];
}

/** What others measure, in the same form. */
export const metricOf = ({ samples, ...rest }: Measure): Metric => ({
  ...rest,
  samples: samples.map((sample) => ({ name: rest.name, ...sample })),
});

const escaped = (text: string): string => text.replace(/[\\"\n]/g, (sign) => (sign === '\n' ? '\\n' : `\\${sign}`));

/** Several processes' metrics as one text; each sample says which process it is from, by its place among them. */
export function exposition(processes: readonly (readonly Metric[])[]): string {
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
