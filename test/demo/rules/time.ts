// The rules of the demo data for leave and attendance.
import type { DemoRecord } from '../../../src/demo/shapes.ts';
import { among, by, type Company, dateAt, day, ofAttendance, type Rule, rule, text, workdaysBetween } from './rule.ts';

const covers = (leave: DemoRecord, date: string): boolean =>
  text(leave.from_date) <= date && date <= text(leave.to_date);

const approvedIn = (company: Company): DemoRecord[] =>
  company.of('leave').filter(({ status }) => status === 'approved');

const leaveRules: readonly Rule[] = [
  rule('leave starts and ends on working days and counts those between', (company) =>
    among(company, 'leave', (leave) => {
      const days = workdaysBetween(leave.from_date, leave.to_date);
      return days[0] !== leave.from_date || days.at(-1) !== leave.to_date || days.length !== leave.days;
    }),
  ),
  rule('leave is asked for before it starts, except when sick', (company) =>
    among(
      company,
      'leave',
      ({ leave_type, applied_on, from_date }) => leave_type !== 'sick' && text(applied_on) >= text(from_date),
    ),
  ),
  rule('leave lies within the employment, and approved leave does not overlap', (company) => {
    const outside = among(company, 'leave', (leave) => {
      const person = company.find('employees', leave.employee_id)!;
      const early = [leave.from_date, leave.applied_on].some((date) => text(date) < text(person.date_of_joining));
      return early || text(leave.to_date) > text(person.termination_date ?? '9999');
    });
    const overlaps = [...by(approvedIn(company), 'employee_id').values()].flatMap((own) =>
      own.filter((a) => own.some((b) => a !== b && covers(a, text(b.from_date)))),
    );
    return [...outside, ...overlaps.map(({ id }) => `leave ${id}`)];
  }),
  rule('pending leave lies ahead, or has just begun', (company) =>
    among(
      company,
      'leave',
      ({ status, from_date }) => status === 'pending' && !(day(from_date) >= day(company.date) - 5),
    ),
  ),
  rule('whoever is on approved leave on the last working day has the status on_leave, nobody else', (company) => {
    const today = workdaysBetween(dateAt(day(company.date) - 6), company.date).at(-1)!;
    const away = new Set(
      approvedIn(company)
        .filter((leave) => covers(leave, today))
        .map(({ employee_id }) => employee_id),
    );
    return among(
      company,
      'employees',
      ({ id, status }) => status !== 'terminated' && (status === 'on_leave') !== away.has(id!),
    );
  }),
];

/** Each working day with everyone who is employed then, in the order of days and ids. */
function* expectedAttendance(company: Company): Generator<string> {
  for (const today of workdaysBetween(company.attendanceFrom, company.date)) {
    for (const { id, date_of_joining, termination_date } of company.of('employees'))
      if (text(date_of_joining) <= today && today <= text(termination_date ?? '9999')) yield `${today} ${id}`;
  }
}

const HOURS: Record<string, [number, number]> = { absent: [0, 0], on_leave: [0, 0], half_day: [2, 5], late: [3, 8] };

const attendanceRules: readonly Rule[] = [
  ofAttendance(
    'attendance is one row per employed person and working day of the window, by day and person',
    (company) => {
      const expected = expectedAttendance(company);
      return {
        attend: (row) => expected.next().value !== `${row.att_date} ${row.employee_id}`,
        end: () => expected.map((missing) => `no attendance on the ${missing.replace(' ', ' of employee ')}`),
      };
    },
  ),
  ofAttendance('attendance is on_leave on the days of approved leave and on no others', (company) => {
    const away = new Set(
      approvedIn(company).flatMap((leave) =>
        workdaysBetween(leave.from_date, leave.to_date).map((date) => `${leave.employee_id} ${date}`),
      ),
    );
    return { attend: (row) => (row.status === 'on_leave') !== away.has(`${row.employee_id} ${row.att_date}`) };
  }),
  ofAttendance('hours fit the status', () => ({
    attend({ status, hours }) {
      const [low, high] = HOURS[text(status)] ?? [4, 9];
      return !(Number(hours) >= low && Number(hours) <= high);
    },
  })),
];

export const timeRules: readonly Rule[] = [...leaveRules, ...attendanceRules];
