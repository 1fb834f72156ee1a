// Attendance: one record per employee and working day.
import { field, resource } from '../resource.ts';

export const attendance = resource('attendance', {
  schema: 'Attendance',
  one: 'attendance record',
  many: 'attendance records',
  about: 'One record per employee and working day: present, remote, late, away, and for how many hours.',
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
