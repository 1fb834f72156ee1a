// How long people stay.
import { measure, upTo } from '../figures.ts';
import { LEFT_BEFORE_JOINING, NOT_JOINED } from '../left-out.ts';
import type { Metric } from '../metric.ts';

export const tenure: Metric = {
  name: 'tenure',
  title: 'Tenure',
  meaning: 'How many days people have been employed, in the middle: half of them longer, half of them shorter.',
  formula:
    'median of (the termination date or the last day of the period, whichever is earlier) − the date of joining, in days, over everybody who had joined by that day',
  unit: 'days',
  figures: { tenure: { unit: 'days', meaning: 'Median days of employment by the last day of the period.' } },
  edges: [
    'Those who have left count with the time that they stayed. Filter by `termination_date=null` for those who have not.',
    'Someone who joins on the last day of the period counts with 0 days.',
    'People whose joining date is not known, and those who left before they joined, are in `excluded`.',
    'Of an even number of people it is the mean of the two in the middle.',
    'Someone who came back has two records, and two tenures.',
  ],
  cannotSay: ['How long people have been in their present department or job: moves are not recorded.'],
  of: 'employees',
  isSeries: true,
  reads: ['employees.date_of_joining', 'employees.termination_date'],
  figuresOf: ({ to }) => ({
    tenure: measure(`median(days(date_of_joining,termination_date until ${to}))`, {
      resource: 'employees',
      where: [upTo('date_of_joining', to), ['termination_date[not_before]', 'date_of_joining']],
    }),
  }),
  excluded: () => [NOT_JOINED, LEFT_BEFORE_JOINING],
};
