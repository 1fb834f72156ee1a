// How long people stay, and which share of those who join leaves soon.
import { excludedBy, groupsIn, quotient } from '../answer.ts';
import type { Asked } from '../asked.ts';
import { type Cohort, cohortsOf, stillOpen } from '../cohorts.ts';
import { between, type FigureOf, LEFT_BEFORE_JOINING, leftOut, NOT_JOINED, records, upTo } from '../figures.ts';
import { type Answer, entriesBy, type Metric } from '../metric.ts';

/** Both in one question. */
const MEASURES = ['median', 'avg'];

const stay = (to: string, at: number): FigureOf => ({
  kind: 'measure',
  measures: MEASURES.map((name) => `${name}(days(date_of_joining,termination_date until ${to}))`),
  value: (values) => values[at] as number | null,
  of: records('employees', upTo('date_of_joining', to), ['termination_date[not_before]', 'date_of_joining']),
});

export const tenure: Metric = {
  name: 'tenure',
  title: 'Tenure',
  meaning:
    'How long people have been employed: in the middle, half of them longer and half of them shorter, and on average.',
  formula:
    'median and mean of (the termination date or the last day of the period, whichever is earlier) − the date of joining, in days, over everybody who had joined by that day',
  unit: 'days',
  figures: {
    tenure: { unit: 'days', meaning: 'Median days of employment by the last day of the period.' },
    mean_tenure: { unit: 'days', meaning: 'Mean days of employment by then, which a few long ones raise.' },
  },
  drawn: { as: 'line', every: 'month', whole: 'last', years: true },
  edges: [
    'Those who have left count with the time that they stayed. Filter by `termination_date=null` for those who have not.',
    'Someone who joins on the last day of the period counts with 0 days.',
    'People whose joining date is not known, and those who left before they joined, are in `excluded`.',
    'Of an even number of people the median is the mean of the two in the middle.',
    'Where people read it, it is shown in years of 365.25 days; the command line shows less than two years in days.',
    'Someone who came back has two records, and two tenures.',
  ],
  cannotSay: ['How long people have been in their present department or job: moves are not recorded.'],
  of: 'employees',
  isSeries: true,
  reads: ['employees.date_of_joining', 'employees.termination_date'],
  figuresOf: ({ to }) => ({ tenure: stay(to, 0), mean_tenure: stay(to, 1) }),
  excluded: () => [NOT_JOINED, LEFT_BEFORE_JOINING],
};

const WINDOWS = { within_90_days: 90, within_365_days: 365 } as const;

async function attrition(asked: Asked): Promise<Answer> {
  const cohorts: [name: string, of: Cohort[]][] = [];
  for (const [name, days] of Object.entries(WINDOWS)) cohorts.push([name, await cohortsOf(asked, days)]);
  const groups = await groupsIn(
    asked,
    cohorts.flatMap(([, of]) => of.map(({ keys }) => keys)),
  );
  const { reason, of } = LEFT_BEFORE_JOINING;
  return {
    entries: entriesBy(asked.periods, groups, (at, keys) =>
      Object.fromEntries(cohorts.map(([name, of]) => [name, quotient(of[at]!.left(keys), of[at]!.joined(keys))])),
    ),
    excluded: await excludedBy(asked, [
      ...Object.values(WINDOWS).map((days) => stillOpen(unknownYet(days), asked, days)),
      NOT_JOINED,
      leftOut(reason, of.resource, ...of.where, ...between('date_of_joining', asked)),
    ]),
  };
}

const unknownYet = (days: number): string =>
  `They joined less than ${days} days ago, so whether they leave within ${days} days is not known yet.`;

export const newHireAttrition: Metric = {
  name: 'new-hire-attrition',
  title: 'New-hire attrition',
  meaning: 'Which share of the people who join in a period leaves within 90 and within 365 days.',
  formula:
    'joiners of the period whose termination date is at most 90 (365) days after they joined ÷ joiners of the period whose first 90 (365) days are over',
  unit: 'ratio',
  figures: {
    within_90_days: { unit: 'ratio', meaning: 'Left at most 90 days after joining.' },
    within_365_days: { unit: 'ratio', meaning: 'Left at most 365 days after joining.' },
  },
  drawn: { as: 'area', every: 'quarter', better: { within_90_days: 'less', within_365_days: 'less' } },
  edges: [
    'The period is that of joining, not that of leaving.',
    'People whose first 90 (365) days are not over are in neither number; `excluded` counts them.',
    'People whose joining date is not known, and those who left before they joined, are in `excluded`.',
    'Days are days: a leap day is one of the 365.',
    'Someone who leaves on the 90th day after joining has left within 90 days.',
    'A termination that is known for a day to come counts like any other, if the days are over by today.',
  ],
  cannotSay: ['Whether people left of their own will or not.'],
  of: 'employees',
  isSeries: true,
  reads: ['employees.date_of_joining', 'employees.termination_date'],
  answer: attrition,
};
