// Leave requests: time away from work, requested and decided.
import { field, resource } from '../resource.ts';

export const leave = resource('leave', {
  schema: 'LeaveRequest',
  one: 'leave request',
  many: 'leave requests',
  about:
    'Time away from work: who is away, from when to when, why, and whether it was approved. Approved leave shows in attendance as `on_leave`.',
  shown: {
    group: 'People',
    columns: ['employee_id', 'leave_type', 'from_date', 'to_date', 'days', 'status', 'applied_on'],
    icon: 'M8 2.5c3 0 5.5 2 5.5 5h-11c0-3 2.5-5 5.5-5zM8 7.5v4.5a1.5 1.5 0 0 1-3 0',
  },
  fields: {
    id: field('id', 'Identifies the request.'),
    employee_id: field('reference', 'The employee who is away.', {
      to: 'employees',
      partOf: true,
      create: 'optional',
    }),
    leave_type: field('word', 'What kind of leave it is: any text.', {
      words: ['annual', 'sick', 'personal', 'parental', 'unpaid', 'compensatory', 'bereavement', 'study'],
      required: true,
      create: 'required',
    }),
    from_date: field('date', 'First day away.', { create: 'optional' }),
    to_date: field('date', 'Last day away, not before `from_date`.', { create: 'optional', notBefore: 'from_date' }),
    days: field('amount', 'Working days away; halves are possible.', { create: 'optional' }),
    status: field('word', 'Approval status: any text, `pending` when omitted.', {
      words: ['pending', 'approved', 'rejected', 'cancelled'],
      required: true,
      create: 'optional',
      default: 'pending',
    }),
    reason: field('prose', 'What the employee wrote about it.', { create: 'optional' }),
    applied_on: field('date', 'When it was asked for; today (UTC) when omitted.', {
      create: 'optional',
      default: (_, now) => now.slice(0, 10),
      defaultFor: 'create',
    }),
  },
});
