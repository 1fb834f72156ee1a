// How often people are absent, how many days of sick leave they take, and who is on leave on a day.
import {
  count,
  fieldsOf,
  leftOut,
  measure,
  type Population,
  ratio,
  records,
  unknownWords,
  upTo,
  type Where,
} from '../figures.ts';
import type { Metric } from '../metric.ts';
import type { Days } from '../question.ts';

const attendance = (...where: Where): Population => ({ resource: 'attendance', where, during: 'att_date' });

const sickLeave: Population = {
  ...records('leave', ['leave_type', 'sick'], ['status', 'approved']),
  during: 'from_date',
};

export const absence: Metric = {
  name: 'absence',
  title: 'Absence',
  meaning:
    'Which share of the attendance records says that someone was absent; beside it, the days of approved sick leave.',
  formula:
    'attendance records of the period with the status absent ÷ attendance records of the period; sum of the days of approved leave of the type sick that begins in the period',
  unit: 'ratio',
  figures: {
    absence: { unit: 'ratio', meaning: 'Absent without leave, for each attendance record.' },
    sick_days: { unit: 'days', meaning: 'Days of approved sick leave that begins in the period.' },
  },
  drawn: { as: 'area', every: 'month', better: { absence: 'less', sick_days: 'less' } },
  edges: [
    'Days on approved leave have a status of their own (`on_leave`) and are in the denominator only.',
    'Records with a status or type that is none of the known words are in `excluded`; in the denominator they count all the same.',
    'Sick leave counts whole in the period in which it begins, also where it ends later.',
    'Leave without a number of days adds nothing to the sum, and is one of the requests it is over.',
  ],
  cannotSay: ['Days without an attendance record: whether someone should have worked is not known.'],
  of: 'attendance',
  through: 'employee_id',
  isSeries: true,
  reads: [
    ...fieldsOf('attendance', 'employee_id', 'att_date', 'status'),
    ...fieldsOf('leave', 'employee_id', 'leave_type', 'status', 'from_date', 'days'),
  ],
  figuresOf: () => ({
    absence: ratio([attendance(['status', 'absent'])], [attendance()]),
    sick_days: measure('sum(days)', sickLeave),
  }),
  excluded: (asked) => [
    unknownWords('attendance', 'status', 'att_date', asked),
    unknownWords('leave', 'leave_type', 'from_date', asked),
    unknownWords('leave', 'status', 'from_date', asked),
  ],
};

const APPROVED: Where[number] = ['status', ['approved']];

/** Leave that ends before it begins covers no day. */
const out = ({ from, to }: Days): Population => ({
  resource: 'leave',
  where: [
    ['status', 'approved'],
    ['to_date[not_before]', 'from_date'],
  ],
  on: { since: 'from_date', until: 'to_date', from, to },
});

export const whoIsOut: Metric = {
  name: 'who-is-out',
  title: 'Who is out',
  meaning:
    'How many approved leave requests fall into each period, and how many people are out on at least one of its days.',
  formula:
    'leave with the status approved that begins on or before the last day of the period and ends on or after the first, or has no end',
  unit: 'records',
  figures: {
    leave: { unit: 'records', meaning: 'Leave requests that cover a day of the period, or several.' },
    people: { unit: 'people', meaning: 'Different people among them.' },
  },
  drawn: { as: 'area', every: 'month' },
  edges: [
    'Ask for one day (`from` and `to` the same) for who is out on it, and with `every=day` for each day.',
    'Leave that covers days of several periods counts in each of them.',
    'Leave without an end goes on until there is one.',
    'The first and the last day of the leave are both days off.',
    'Weekends and holidays inside the leave count as out.',
    'Someone with two requests that overlap is two requests and one person.',
  ],
  cannotSay: ['Half days: a request that covers a part of a day covers the day.'],
  of: 'leave',
  isSeries: true,
  reads: ['leave.status', 'leave.from_date', 'leave.to_date', 'leave.employee_id'],
  figuresOf: (period) => ({ leave: count(out(period)), people: measure('distinct(employee_id)', out(period)) }),
  excluded: ({ from, to }) => [
    { field: 'status', of: records('leave', upTo('from_date', to), ['to_date[gte_or_null]', from]) },
    leftOut('The first day of the leave is not known.', 'leave', APPROVED, ['from_date', [null]]),
    leftOut('It ends before it begins, by its dates.', 'leave', APPROVED, ['to_date[before]', 'from_date']),
  ],
};
