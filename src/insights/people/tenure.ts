// How long people stay.
import { type FigureOf, upTo } from '../figures.ts';
import { LEFT_BEFORE_JOINING, NOT_JOINED } from '../left-out.ts';
import type { Metric } from '../metric.ts';

/** Both in one question. */
const MEASURES = ['median', 'avg'];

const stay = (to: string, at: number): FigureOf => ({
  kind: 'measure',
  measures: MEASURES.map((name) => `${name}(days(date_of_joining,termination_date until ${to}))`),
  value: (values) => values[at] as number | null,
  of: {
    resource: 'employees',
    where: [upTo('date_of_joining', to), ['termination_date[not_before]', 'date_of_joining']],
  },
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
