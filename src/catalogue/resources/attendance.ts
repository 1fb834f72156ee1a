// Attendance: one record per employee and working day.
import { field, resource } from '../resource.ts';

export const attendance = resource('attendance', {
  schema: 'Attendance',
  one: 'attendance record',
  many: 'attendance records',
  about: 'One record per employee and working day: present, remote, late, away, and for how many hours.',
  shown: {
    group: 'People',
    short: 'attendance',
    columns: ['employee_id', 'att_date', 'hours', 'status'],
    icon: 'M8 13.5a5.5 5.5 0 1 0 0-11 5.5 5.5 0 0 0 0 11zM8 5v3.2l2 1.3',
  },
  fields: {
    id: field('id', 'Identifies the record.'),
    employee_id: field('reference', 'The employee.', { to: 'employees', partOf: true }),
    att_date: field('date', 'The day.', { required: true }),
    status: field('word', 'How the day went.', {
      words: ['present', 'remote', 'late', 'half_day', 'on_leave', 'absent'],
      required: true,
    }),
    hours: field('number', 'Hours worked that day.', { sort: false }),
  },
});
