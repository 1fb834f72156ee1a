// Why applications end, and at which stage.
import { count, type Population } from '../figures.ts';
import type { Metric } from '../metric.ts';
import { ofUnknownStatus } from './hired.ts';

const rejected: Population = {
  resource: 'applications',
  where: [['status', 'rejected']],
  during: 'stage_entered_on',
};

export const rejections: Metric = {
  name: 'rejections',
  title: 'Rejections',
  meaning: 'How many applications were rejected in each period, by the reason and the stage.',
  formula: 'applications with the status rejected that entered their stage in the period',
  unit: 'records',
  figures: { rejections: { unit: 'records', meaning: 'Rejected applications.' } },
  drawn: { as: 'bars', whole: 'sum' },
  edges: [
    'The period is that of the day on which the stage was entered, because the day of the decision is not recorded.',
    'Rejections without a reason are a group of their own.',
    'Applications that were withdrawn are not among them.',
    'Rejections without that day are in `excluded`.',
  ],
  cannotSay: ['Several reasons for one rejection: a record has one text.', 'Who decided.'],
  of: 'applications',
  isSeries: true,
  groups: ['rejection_reason', 'stage'],
  reads: ['status', 'stage_entered_on', 'rejection_reason', 'stage'].map((name) => `applications.${name}`),
  figuresOf: () => ({ rejections: count(rejected) }),
  excluded: (asked) => [
    {
      reason: 'The day on which the stage was entered is not known.',
      of: { resource: 'applications', where: [...rejected.where, ['stage_entered_on', null]] },
    },
    ofUnknownStatus(asked),
  ],
};
