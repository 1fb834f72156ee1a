// How many people are employed on a day.
import { count, employedOn } from '../figures.ts';
import { LEFT_BEFORE_JOINING, NOT_JOINED } from '../left-out.ts';
import type { Metric } from '../metric.ts';

export const headcount: Metric = {
  name: 'headcount',
  title: 'Headcount',
  meaning: 'How many people are employed on the last day of each period.',
  formula: 'employees who joined on or before the day and have no termination date, or one on or after the day',
  unit: 'people',
  figures: { headcount: { unit: 'people', meaning: 'People employed on the last day of the period.' } },
  drawn: { as: 'line', every: 'month', whole: 'last' },
  edges: [
    'The termination date is the last day of employment: on that day a person still counts.',
    'Someone who left and came back has two records, and counts by the one that is open on the day.',
    'Of a day to come, what is known today counts: people who have signed and those who have given notice.',
    'People whose joining date is not known, and those whose dates contradict each other, are in `excluded`.',
    'A period that is not over yet, or not a whole one, is marked `partial`; its day is its last one all the same.',
  ],
  cannotSay: [
    'Where people worked in the past: department, branch and every other group are those of today.',
    'Full-time equivalents: the records have no hours of employment.',
  ],
  of: 'employees',
  isSeries: true,
  reads: ['employees.date_of_joining', 'employees.termination_date'],
  figuresOf: ({ to }) => ({ headcount: count(employedOn(to)) }),
  excluded: () => [NOT_JOINED, LEFT_BEFORE_JOINING],
};
