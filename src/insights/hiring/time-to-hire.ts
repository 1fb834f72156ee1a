// How long candidates wait from their application to the hire.
import { measure } from '../figures.ts';
import type { Metric } from '../metric.ts';
import { ofUnknownStatus, undated, withDay, without } from './hired.ts';

export const timeToHire: Metric = {
  name: 'time-to-hire',
  title: 'Time to hire',
  meaning: 'How many days pass from the application to the hire, in the middle of all hires of each period.',
  formula:
    'median of the day of the hire − the day of the application, over applications with the status hired that entered their stage in the period',
  unit: 'days',
  figures: { time_to_hire: { unit: 'days', meaning: 'Median days from application to hire.' } },
  drawn: { as: 'area', every: 'month', better: { time_to_hire: 'less' } },
  edges: [
    'The day of the hire is the day on which the application entered its last stage.',
    'Of an even number of hires it is the mean of the two in the middle.',
    'Hires without a day of application or of the hire are in `excluded`.',
  ],
  cannotSay: ['How long each stage took: only the present stage is dated.'],
  of: 'applications',
  isSeries: true,
  reads: ['applications.status', 'applications.applied_on', 'applications.stage_entered_on'],
  figuresOf: () => ({ time_to_hire: measure('median(days(applied_on,stage_entered_on))', withDay('applied_on')) }),
  excluded: (asked) => [
    { reason: 'The day of the application is not known.', of: without('applied_on', asked) },
    { reason: 'The day of the hire is not known.', of: undated },
    ofUnknownStatus(asked),
  ],
};
