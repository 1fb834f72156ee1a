// Jobs that are open: how many places, since when, and how late.
import { count, type Figures, measure, type Where } from '../figures.ts';
import type { Metric } from '../metric.ts';

const OPEN: Where = [['status', 'open']];

const jobs = (...where: Where) => ({ resource: 'jobs', where: [...OPEN, ...where] });

const figuresOf = (_: unknown, today: string): Figures => ({
  jobs: count(jobs()),
  places: {
    kind: 'measure',
    of: jobs(['headcount[ne]', null]),
    measures: ['sum(headcount)', 'sum(filled)'],
    value: ([wanted, filled]) => Number(wanted) - Number(filled),
  },
  days_open: measure(`median(days(opened_on until ${today}))`, jobs(['opened_on[ne]', null])),
  late_jobs: count(jobs(['target_date[lt]', today])),
  days_late: measure(`median(days(target_date until ${today}))`, jobs(['target_date[lt]', today])),
});

export const openRoles: Metric = {
  name: 'open-roles',
  title: 'Open roles',
  meaning: 'How many jobs and places are open today, for how long, and how many are past their target date.',
  formula:
    'jobs with the status open: their number, the sum of headcount − filled, the median of today − the opening day; of those whose target date is before today, their number and the median of today − the target date',
  unit: 'places',
  figures: {
    jobs: { unit: 'records', meaning: 'Open jobs.' },
    places: { unit: 'places', meaning: 'Places that are not filled yet.' },
    days_open: { unit: 'days', meaning: 'Median days since the job was opened.' },
    late_jobs: { unit: 'records', meaning: 'Open jobs whose target date has passed.' },
    days_late: { unit: 'days', meaning: 'Median days since the target date, among these.' },
  },
  drawn: { as: 'numbers', better: { late_jobs: 'less', days_open: 'less', days_late: 'less' } },
  edges: [
    'A job with more hires than places makes the sum smaller, as it is in the records.',
    'A job whose target date is today is not late.',
    'Jobs without a headcount are in no sum and jobs without an opening day in no median; `excluded` counts them.',
    'Jobs on hold and drafts are not open.',
  ],
  cannotSay: ['How many places were open on a day in the past: only the present status is recorded.'],
  of: 'jobs',
  isSeries: false,
  reads: ['jobs.status', 'jobs.headcount', 'jobs.filled', 'jobs.opened_on', 'jobs.target_date'],
  figuresOf,
  excluded: () => [
    { reason: 'The number of places is not known.', of: jobs(['headcount', null]) },
    { reason: 'The day on which the job was opened is not known.', of: jobs(['opened_on', null]) },
    { field: 'status', of: { resource: 'jobs', where: [] } },
  ],
};
