// How many people join in a period.
import { count } from '../figures.ts';
import { NOT_JOINED } from '../left-out.ts';
import type { Metric } from '../metric.ts';

export const joiners: Metric = {
  name: 'joiners',
  title: 'Joiners',
  meaning: 'How many people join in each period.',
  formula: 'employees whose date of joining is in the period',
  unit: 'people',
  figures: { joiners: { unit: 'people', meaning: 'People whose first day is in the period.' } },
  drawn: { as: 'area', every: 'month', whole: 'sum' },
  edges: [
    'The first and the last day of the period both belong to it.',
    'Someone who comes back joins again, with a record of their own.',
    'Someone who joins and leaves in the same period is a joiner and a leaver.',
  ],
  cannotSay: ['Whether a place was new or had been left by someone.'],
  of: 'employees',
  isSeries: true,
  reads: ['employees.date_of_joining'],
  figuresOf: () => ({ joiners: count({ resource: 'employees', where: [], during: 'date_of_joining' }) }),
  excluded: () => [NOT_JOINED],
};
