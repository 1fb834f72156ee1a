// Who is on leave on a day.
import { count, measure, type Population, upTo } from '../figures.ts';
import type { Metric } from '../metric.ts';

const out = (day: string): Population => ({
  resource: 'leave',
  where: [['status', 'approved']],
  on: { since: 'from_date', until: 'to_date', day },
});

export const whoIsOut: Metric = {
  name: 'who-is-out',
  title: 'Who is out',
  meaning: 'How much approved leave covers the last day of each period, and of how many people.',
  formula: 'leave with the status approved that begins on or before the day and ends on or after it, or has no end',
  unit: 'records',
  figures: {
    leave: { unit: 'records', meaning: 'Leave requests that cover the day.' },
    people: { unit: 'people', meaning: 'Different people among them.' },
  },
  drawn: { as: 'area', every: 'month', whole: 'last' },
  edges: [
    'Leave without an end goes on until there is one.',
    'The first and the last day of the leave are both days off.',
    'Weekends and holidays inside the leave count as out.',
    'Someone with two requests that overlap is two requests and one person.',
  ],
  cannotSay: ['Half days: a request that covers a part of a day covers the day.'],
  of: 'leave',
  isSeries: true,
  reads: ['leave.status', 'leave.from_date', 'leave.to_date', 'leave.employee_id'],
  figuresOf: ({ to }) => ({ leave: count(out(to)), people: measure('distinct(employee_id)', out(to)) }),
  excluded: ({ from, to }) => [
    { field: 'status', of: { resource: 'leave', where: [upTo('from_date', to), ['to_date[gte_or_null]', from]] } },
    {
      reason: 'The first day of the leave is not known.',
      of: {
        resource: 'leave',
        where: [
          ['status', ['approved']],
          ['from_date', [null]],
        ],
      },
    },
    {
      reason: 'It ends before it begins, by its dates.',
      of: {
        resource: 'leave',
        where: [
          ['status', ['approved']],
          ['to_date[before]', 'from_date'],
        ],
      },
    },
  ],
};
