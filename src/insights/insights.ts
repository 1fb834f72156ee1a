// The metrics of this service, in the order in which they are listed. Adding one is declaring it in a file of its
// subject, and its name here.
import type { Catalogue } from '../catalogue/resource.ts';
import type { DescribedMetric } from '../contract/documents/beside/insights.ts';
import { dataQuality } from './data/data-quality.ts';
import { funnel } from './hiring/funnel.ts';
import { jobVisibility } from './hiring/job-visibility.ts';
import { openRoles, stuck } from './hiring/open.ts';
import { offerAcceptance, rejections, timeToFill, timeToHire } from './hiring/outcomes.ts';
import { sourceQuality } from './hiring/source-quality.ts';
import type { Metric } from './metric.ts';
import { absence, whoIsOut } from './people/absence.ts';
import { headcount, joiners, leavers, turnover } from './people/headcount.ts';
import { payGap } from './people/pay-gap.ts';
import { spanOfControl } from './people/span-of-control.ts';
import { newHireAttrition, tenure } from './people/tenure.ts';
import { filterSource, groupNames, resourceOf } from './request.ts';

export const insights: readonly Metric[] = [
  headcount,
  joiners,
  leavers,
  turnover,
  newHireAttrition,
  tenure,
  absence,
  whoIsOut,
  timeToHire,
  timeToFill,
  funnel,
  offerAcceptance,
  rejections,
  sourceQuality,
  stuck,
  openRoles,
  jobVisibility,
  payGap,
  spanOfControl,
  dataQuality,
];

/** What the documents say of them. */
export const describedMetrics = (catalogue: Catalogue): DescribedMetric[] =>
  insights.map((metric) => ({
    ...metric,
    groups: metric.groups ? undefined : groupNames(metric, resourceOf(metric, catalogue)),
    filtersOf: filterSource(metric),
  }));
