// What is open today: jobs, and applications, some of which have been at the same stage for long.
import { count, type Figures, measure, records, since, upTo, type Where } from '../figures.ts';
import type { Metric } from '../metric.ts';
import { dayAfter } from '../question.ts';

const jobs = (...where: Where) => records('jobs', ['status', 'open'], ...where);

const openFigures = (_: unknown, today: string): Figures => ({
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
  figuresOf: openFigures,
  excluded: () => [
    { reason: 'The number of places is not known.', of: jobs(['headcount', null]) },
    { reason: 'The day on which the job was opened is not known.', of: jobs(['opened_on', null]) },
    { field: 'status', of: records('jobs') },
  ],
};

/** From so many days on. */
const STEPS = [0, 8, 15, 31, 61, 91] as const;

const STEP_NAMES = STEPS.map((days, at) =>
  at === STEPS.length - 1 ? `over_${days - 1}_days` : `${days}_to_${STEPS[at + 1]! - 1}_days`,
);

const applications = (...where: Where) => records('applications', ['status', 'active'], ...where);

function stuckFigures(_: unknown, today: string): Figures {
  const steps = STEPS.map((days, at) => {
    const next = STEPS[at + 1];
    const where = [
      ...(days === 0 ? [] : [upTo('stage_entered_on', dayAfter(today, -days))]),
      ...(next === undefined ? [] : [since('stage_entered_on', dayAfter(today, 1 - next))]),
    ];
    return [STEP_NAMES[at], count(applications(...where))];
  });
  const median = `median(days(stage_entered_on until ${today}))`;
  return { ...Object.fromEntries(steps), median_days: measure(median, applications(['stage_entered_on[ne]', null])) };
}

export const stuck: Metric = {
  name: 'stuck',
  title: 'Stuck applications',
  meaning: 'How long active applications have been at their present stage.',
  formula: 'applications with the status active, by the days from the day on which they entered their stage to today',
  unit: 'records',
  figures: {
    ...Object.fromEntries(
      STEP_NAMES.map((name) => [
        name,
        { unit: 'records', meaning: `At their stage for ${name.replaceAll('_', ' ')}.` },
      ]),
    ),
    median_days: { unit: 'days', meaning: 'Median days at the present stage.' },
  },
  drawn: { as: 'bars', axes: [STEP_NAMES], better: { median_days: 'less' } },
  edges: [
    'An application that entered its stage today has been there for 0 days.',
    'One that enters its stage on a day to come is in the first group.',
    'Applications without that day are in `excluded`.',
  ],
  cannotSay: ['How long past stages took: only the present stage is dated.'],
  of: 'applications',
  isSeries: false,
  reads: ['applications.status', 'applications.stage_entered_on'],
  figuresOf: stuckFigures,
  excluded: () => [
    { reason: 'The day on which the stage was entered is not known.', of: applications(['stage_entered_on', null]) },
    { field: 'status', of: records('applications') },
  ],
};
