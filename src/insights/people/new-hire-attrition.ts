// Which share of those who join leaves soon.
import type { Value } from '../../catalogue/kinds.ts';
import { addGroups, byKeys, quotient } from '../answer.ts';
import type { Asked } from '../asked.ts';
import { type Cohort, cohortsOf, lastClosed, POSSIBLE } from '../cohorts.ts';
import { between, type LeftOut } from '../figures.ts';
import { excludedBy, LEFT_BEFORE_JOINING, NOT_JOINED } from '../left-out.ts';
import { type Answer, entriesBy, type Metric } from '../metric.ts';
import { dayAfter } from '../periods.ts';

const WINDOWS = { within_90_days: 90, within_365_days: 365 } as const;

async function answer(asked: Asked): Promise<Answer> {
  const cohorts: Record<string, Cohort[]> = {};
  for (const [name, days] of Object.entries(WINDOWS)) cohorts[name] = await cohortsOf(asked, days);
  const all = new Map<string, readonly Value[]>(asked.groups.length === 0 ? [['[]', []]] : []);
  for (const { keys } of Object.values(cohorts).flat()) await addGroups(all, keys, asked);
  const groups = [...all.values()].sort(byKeys);
  return {
    entries: entriesBy(asked.periods, groups, (at, keys) =>
      Object.fromEntries(
        Object.entries(cohorts).map(([name, of]) => [name, quotient(of[at]!.left(keys), of[at]!.joined(keys))]),
      ),
    ),
    excluded: await excludedBy(asked, [...open(asked), NOT_JOINED, beforeJoining(asked)]),
  };
}

const open = ({ from, to, today }: Asked) =>
  Object.values(WINDOWS).map((days) => {
    const first = dayAfter(lastClosed(today, days), 1);
    return {
      reason: `They joined less than ${days} days ago, so whether they leave within ${days} days is not known yet.`,
      of: {
        resource: 'employees',
        where: [...between('date_of_joining', { from: first > from ? first : from, to }), POSSIBLE],
      },
    };
  });

const beforeJoining = (asked: Asked): LeftOut => ({
  ...LEFT_BEFORE_JOINING,
  of: { ...LEFT_BEFORE_JOINING.of, where: [...LEFT_BEFORE_JOINING.of.where, ...between('date_of_joining', asked)] },
});

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
  answer,
};
