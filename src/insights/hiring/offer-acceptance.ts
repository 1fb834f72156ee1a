// How many offers are accepted.
import { between, type Population, ratio } from '../figures.ts';
import type { Metric } from '../metric.ts';
import { hired } from './hired.ts';

const declined: Population = {
  resource: 'applications',
  where: [
    ['stage', 'offer'],
    ['status', 'rejected'],
    ['status', 'withdrawn'],
  ],
  during: 'stage_entered_on',
};

export const offerAcceptance: Metric = {
  name: 'offer-acceptance',
  title: 'Offer acceptance',
  meaning: 'Which share of the offers that were decided in each period ended with a hire.',
  formula: 'hired ÷ (hired + rejected or withdrawn at the stage offer)',
  unit: 'ratio',
  figures: { offer_acceptance: { unit: 'ratio', meaning: 'Hires for each offer that was decided.' } },
  drawn: { as: 'area', every: 'quarter', better: { offer_acceptance: 'more' } },
  edges: [
    'Offers that are still open count in neither number.',
    'The period is that of the day on which the stage was entered: for hires the day of the hire, for offers that came to nothing the day of the offer, because the day of the decision is not recorded.',
    'The stage has to be called `offer`.',
  ],
  cannotSay: ['Who ended it: `withdrawn` is the candidate, `rejected` may be either side.'],
  of: 'applications',
  isSeries: true,
  reads: ['applications.stage', 'applications.status', 'applications.stage_entered_on'],
  figuresOf: () => ({ offer_acceptance: ratio([hired], [hired, declined]) }),
  excluded: (asked) => [
    { field: 'status', of: { resource: 'applications', where: between('stage_entered_on', asked) } },
    {
      reason: 'The day on which the stage was entered is not known.',
      of: { resource: 'applications', where: [...declined.where, ['stage_entered_on', null]] },
    },
    {
      reason: 'The day of the hire is not known.',
      of: { resource: 'applications', where: [...hired.where, ['stage_entered_on', null]] },
    },
  ],
};
