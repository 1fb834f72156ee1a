// How often people are absent, and how many days of sick leave they take.
import { between, ratio } from '../figures.ts';
import type { Metric } from '../metric.ts';

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
    'attendance.employee_id',
    'attendance.att_date',
    'attendance.status',
    'leave.employee_id',
    'leave.leave_type',
    'leave.status',
    'leave.from_date',
    'leave.days',
  ],
  figuresOf: () => ({
    absence: ratio(
      [{ resource: 'attendance', where: [['status', 'absent']], during: 'att_date' }],
      [{ resource: 'attendance', where: [], during: 'att_date' }],
    ),
    sick_days: {
      kind: 'measure',
      measures: ['sum(days)'],
      of: {
        resource: 'leave',
        where: [
          ['leave_type', 'sick'],
          ['status', 'approved'],
        ],
        during: 'from_date',
      },
    },
  }),
  excluded: (asked) => [
    { field: 'status', of: { resource: 'attendance', where: between('att_date', asked) } },
    ...['leave_type', 'status'].map((field) => ({
      field,
      of: { resource: 'leave', where: between('from_date', asked) },
    })),
  ],
};
