// What the documents say of the metrics.
import type { Catalogue } from '../catalogue/resource.ts';
import type { DescribedMetric } from '../contract/documents/beside/insights.ts';
import { insights } from './insights.ts';
import type { Metric } from './metric.ts';
import { groupNames, resourceOf } from './request.ts';

export const describedMetrics = (catalogue: Catalogue): DescribedMetric[] =>
  insights.map((metric) => ({
    ...metric,
    groups: metric.groups ? undefined : groupNames(metric, resourceOf(metric, catalogue)),
    filtersOf: filtersOf(metric),
  }));

/** Where its filters come from; `undefined` for a metric that takes none. */
export const filtersOf = ({ of, through, isWhole }: Metric): string | undefined =>
  isWhole ? undefined : through ? `${of}.${through}` : of;
