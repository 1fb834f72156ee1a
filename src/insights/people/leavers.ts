// How many people leave in a period.
import { count, type Population } from '../figures.ts';
import { LEFT_UNDATED } from '../left-out.ts';
import type { Metric } from '../metric.ts';

export const left: Population = { resource: 'employees', where: [], during: 'termination_date' };

export const leavers: Metric = {
  name: 'leavers',
  title: 'Leavers',
  meaning: 'How many people leave in each period.',
  formula: 'employees whose termination date is in the period',
  unit: 'people',
  figures: { leavers: { unit: 'people', meaning: 'People whose last day is in the period.' } },
  drawn: { as: 'area', every: 'month', whole: 'sum', better: { leavers: 'less' } },
  edges: [
    'The last day of employment decides: someone whose last day is the 31st leaves in that month, and counts in the headcount of that day.',
    'People who have left by their status, and have no termination date, are in `excluded`.',
    'Terminations that are known for days to come are counted in the period of that day.',
  ],
  cannotSay: ['Whether somebody left of their own will or not: the records do not say why employment ended.'],
  of: 'employees',
  isSeries: true,
  reads: ['employees.termination_date', 'employees.status'],
  figuresOf: () => ({ leavers: count(left) }),
  excluded: () => [LEFT_UNDATED],
};
