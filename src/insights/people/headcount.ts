// How many people are employed, and how many and which share of them come and go.
import { count, employedOn, LEFT_BEFORE_JOINING, LEFT_UNDATED, NOT_JOINED, type Population } from '../figures.ts';
import type { Metric } from '../metric.ts';
import { monthEnds } from '../question.ts';

/** A person who left before joining is in no headcount, so neither joins nor leaves it. */
const people = (during: string): Population => ({
  resource: 'employees',
  where: [['termination_date[not_before]', 'date_of_joining']],
  during,
});
const [joining, leaving] = [people('date_of_joining'), people('termination_date')];

const CONTRADICTORY = 'People who left before they joined, by their dates, are in `excluded`.';

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
    CONTRADICTORY,
  ],
  cannotSay: ['Whether a place was new or had been left by someone.'],
  of: 'employees',
  isSeries: true,
  reads: ['employees.date_of_joining', 'employees.termination_date'],
  figuresOf: () => ({ joiners: count(joining) }),
  excluded: () => [NOT_JOINED, LEFT_BEFORE_JOINING],
};

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
    CONTRADICTORY,
    'Terminations that are known for days to come are counted in the period of that day.',
  ],
  cannotSay: ['Whether somebody left of their own will or not: the records do not say why employment ended.'],
  of: 'employees',
  isSeries: true,
  reads: ['employees.date_of_joining', 'employees.termination_date', 'employees.status'],
  figuresOf: () => ({ leavers: count(leaving) }),
  excluded: () => [LEFT_BEFORE_JOINING, LEFT_UNDATED],
};

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
    turnover: { kind: 'ratio', numerator: [leaving], denominator: monthEnds(period).map(employedOn), overMean: true },
  }),
  excluded: () => [NOT_JOINED, LEFT_BEFORE_JOINING, LEFT_UNDATED],
};
