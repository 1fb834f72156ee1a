// How long a job is open until someone is hired for it.
import { measure } from '../figures.ts';
import type { Metric } from '../metric.ts';
import { ofUnknownStatus, undated, withDay, without } from './hired.ts';

export const timeToFill: Metric = {
  name: 'time-to-fill',
  title: 'Time to fill',
  meaning: 'How many days pass from the opening of a job to a hire for it, in the middle of all hires of each period.',
  formula:
    'median of the day of the hire − the day on which the job was opened, over applications with the status hired that entered their stage in the period',
  unit: 'days',
  figures: { time_to_fill: { unit: 'days', meaning: 'Median days from opening to hire.' } },
  drawn: { as: 'area', every: 'month', better: { time_to_fill: 'less' } },
  edges: [
    'A job with several places counts once for each hire, each time from its opening.',
    'Hires without a job, or for a job without an opening day, are in `excluded`.',
    'Jobs that are still open are not in it: see open-roles.',
  ],
  cannotSay: ['When a job was closed or put on hold in between.'],
  of: 'applications',
  isSeries: true,
  reads: ['applications.status', 'applications.stage_entered_on', 'applications.job_id', 'jobs.opened_on'],
  figuresOf: () => ({
    time_to_fill: measure('median(days(job_id.opened_on,stage_entered_on))', withDay('job_id.opened_on')),
  }),
  excluded: (asked) => [
    { reason: 'The day on which the job was opened is not known.', of: without('job_id.opened_on', asked) },
    { reason: 'The day of the hire is not known.', of: undated },
    ofUnknownStatus(asked),
  ],
};
