// Which share of the people leaves.
import { employedOn, type Population } from '../figures.ts';
import { LEFT_BEFORE_JOINING, LEFT_UNDATED, NOT_JOINED } from '../left-out.ts';
import type { Metric } from '../metric.ts';
import { monthEnds } from '../periods.ts';
import { left } from './leavers.ts';

/** A person who left before joining is in no headcount, so not among those who leave it. */
const leaving: Population = { ...left, where: [['termination_date[not_before]', 'date_of_joining']] };

export const turnover: Metric = {
  name: 'turnover',
  title: 'Turnover',
  meaning: 'Which share of the people leaves in each period.',
  formula: 'leavers of the period ÷ mean of the headcounts on the last days of its months',
  unit: 'ratio',
  figures: { turnover: { unit: 'ratio', meaning: 'Leavers for each person employed.' } },
  drawn: { as: 'area', every: 'month', better: { turnover: 'less' } },
  edges: [
    'The last days of all months that end in the period count the same. In a period in which no month ends, such as a week, it is the last day of the period.',
    'It is the ratio of the period itself and is not scaled to a year: a quarter with 3% is a year with about 12%.',
    'People whose dates are missing or contradict each other are in `excluded`.',
    'Without anybody employed there is no ratio: the value is null.',
    'Month ends to come count what is known today; such a period is marked `partial`.',
  ],
  cannotSay: [
    'Whether people left of their own will or not, so there is no voluntary turnover.',
    'The department in which someone was when they left, if they had changed: groups are those of today.',
  ],
  of: 'employees',
  isSeries: true,
  reads: ['employees.date_of_joining', 'employees.termination_date', 'employees.status'],
  figuresOf: (period) => ({
    turnover: { kind: 'rate', numerator: [leaving], mean: monthEnds(period).map(employedOn) },
  }),
  excluded: () => [NOT_JOINED, LEFT_BEFORE_JOINING, LEFT_UNDATED],
};
