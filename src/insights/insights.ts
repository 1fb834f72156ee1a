// The metrics of this service, in the order in which they are listed. Adding one is adding a file, and its name here.
import { dataQuality } from './data/data-quality.ts';
import { funnel } from './hiring/funnel.ts';
import { jobVisibility } from './hiring/job-visibility.ts';
import { offerAcceptance } from './hiring/offer-acceptance.ts';
import { openRoles } from './hiring/open-roles.ts';
import { rejections } from './hiring/rejections.ts';
import { sourceQuality } from './hiring/source-quality.ts';
import { stuck } from './hiring/stuck.ts';
import { timeToFill } from './hiring/time-to-fill.ts';
import { timeToHire } from './hiring/time-to-hire.ts';
import type { Metric } from './metric.ts';
import { absence } from './people/absence.ts';
import { headcount } from './people/headcount.ts';
import { joiners } from './people/joiners.ts';
import { leavers } from './people/leavers.ts';
import { newHireAttrition } from './people/new-hire-attrition.ts';
import { payGap } from './people/pay-gap.ts';
import { spanOfControl } from './people/span-of-control.ts';
import { tenure } from './people/tenure.ts';
import { turnover } from './people/turnover.ts';
import { whoIsOut } from './people/who-is-out.ts';

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
