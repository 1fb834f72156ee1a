// How applications end: with a hire, with an offer that is not accepted, or with a rejection.
import {
  between,
  count,
  fieldsOf,
  type LeftOut,
  leftOut,
  measure,
  type Population,
  ratio,
  undated,
  unknownWords,
  type Where,
} from '../figures.ts';
import type { Metric } from '../metric.ts';
import type { Days } from '../question.ts';

/** Their period is that of the day on which they came to their last stage. */
const applications = (...where: Where): Population => ({ resource: 'applications', where, during: 'stage_entered_on' });

const hired = applications(['status', 'hired']);
const rejected = applications(['status', 'rejected']);
const declined = applications(['stage', 'offer'], ['status', 'rejected'], ['status', 'withdrawn']);

const UNDATED = 'The day on which the stage was entered is not known.';
const HIRE_UNDATED = undated('The day of the hire is not known.', hired);

/** Applications of the period with a status that does not tell how they ended. */
const ofUnknownStatus = (asked: Days): LeftOut => unknownWords('applications', 'status', 'stage_entered_on', asked);

/** Median days from another day until the hire. */
const daysFrom = (field: string) =>
  measure(`median(days(${field},stage_entered_on))`, applications(...hired.where, [`${field}[ne]`, null]));

/** Hires without that day are left out. */
const hiresWithout = (reason: string, field: string, asked: Days): LeftOut[] => [
  leftOut(reason, 'applications', ...hired.where, ...between('stage_entered_on', asked), [field, null]),
  HIRE_UNDATED,
  ofUnknownStatus(asked),
];

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
  figuresOf: () => ({ time_to_hire: daysFrom('applied_on') }),
  excluded: (asked) => hiresWithout('The day of the application is not known.', 'applied_on', asked),
};

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
  figuresOf: () => ({ time_to_fill: daysFrom('job_id.opened_on') }),
  excluded: (asked) => hiresWithout('The day on which the job was opened is not known.', 'job_id.opened_on', asked),
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
  excluded: (asked) => [ofUnknownStatus(asked), undated(UNDATED, declined), HIRE_UNDATED],
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
  reads: fieldsOf('applications', 'status', 'stage_entered_on', 'rejection_reason', 'stage'),
  figuresOf: () => ({ rejections: count(rejected) }),
  excluded: (asked) => [undated(UNDATED, rejected), ofUnknownStatus(asked)],
};
