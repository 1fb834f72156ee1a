// Counts the requests of a process and their durations. Its metrics are served by metrics-server.ts.
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
        let bucket = 0;
        while (bucket < BOUNDS.length && milliseconds > BOUNDS[bucket]!) bucket += 1;
        route.buckets[bucket]! += 1;
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
  const bucketSamples = buckets.map((count, i) => {
    total += count;
    const le = i < BOUNDS.length ? String(BOUNDS[i]! / 1000) : '+Inf';
    return { name: 'workforce_request_seconds_bucket', labels: { route, le }, value: total };
  });
  return [
    ...bucketSamples,
    { name: 'workforce_request_seconds_sum', labels: { route }, value: seconds },
    { name: 'workforce_request_seconds_count', labels: { route }, value: total },
  ];
}

/** For measures of other parts. */
export const metricOf = ({ samples, ...rest }: Measure): Metric => ({
  ...rest,
  samples: samples.map((sample) => ({ name: rest.name, ...sample })),
});
