// The metrics of people, from their formulas.
import type { DataRecord } from '../../../src/catalogue/resource.ts';
import { dayOf, monthEnds, type Span } from '../company.ts';
import {
  type Asked,
  contradictory,
  counted,
  during,
  type Expected,
  employed,
  type Figure,
  mean,
  measured,
  median,
  notJoined,
  possible,
  type Records,
  type Rows,
  ratio,
  total,
  unknown,
} from './figures.ts';

const joinedIn = (records: Records, span: Span) => during(records('employees'), 'date_of_joining', span);
const leftIn = (records: Records, span: Span) => during(records('employees'), 'termination_date', span);

/** Those of the rows who joined so long ago that their first days are over. */
export const closed = (rows: Rows, days: number, today: number): Rows =>
  rows.filter((row) => dayOf(row.date_of_joining)! + days < today);

export const leftWithin = ({ date_of_joining: joined, termination_date: left }: DataRecord, days: number): boolean =>
  left !== null && dayOf(left)! - dayOf(joined)! <= days;

const attendanceIn = (records: Records, span: Span) => during(records('attendance'), 'att_date', span);
const sickIn = (records: Records, span: Span) =>
  during(records('leave'), 'from_date', span).filter((row) => row.leave_type === 'sick' && row.status === 'approved');
const outIn = (records: Records, { from: start, to: end }: Span) =>
  records('leave').filter(({ status, from_date: from, to_date: to }) => {
    const [first, last] = [dayOf(from), dayOf(to)];
    if (status !== 'approved' || first === undefined || first > end) return false;
    return last === undefined || (last >= start && last >= first);
  });

const leftUndated = (records: Records): [string, number] => [
  'by their status',
  records('employees').filter((row) => row.status === 'terminated' && row.termination_date === null).length,
];

const OTHER_TYPES = ['part_time', 'contract', 'intern', 'temporary'];
const LEAVE_STATUSES = ['pending', 'approved', 'rejected', 'cancelled'];
const LEAVE_TYPES = ['annual', 'sick', 'personal', 'parental', 'unpaid', 'compensatory', 'bereavement', 'study'];
const ATTENDANCE = ['present', 'remote', 'late', 'half_day', 'on_leave', 'absent'];

/** Whether it is known of anybody at all. */
const isTypeKnown = ({ company, today }: Asked): boolean =>
  employed([...company.get('employees')!.values()], today).some((row) => row.employment_type !== null);

const fullTime = (records: Records, asked: Asked) => {
  const rows = employed(records('employees'), asked.today);
  return isTypeKnown(asked) ? rows.filter((row) => row.employment_type === 'full_time') : rows;
};
const isMan = ({ gender }: DataRecord) => gender === 'male';
const isWoman = ({ gender }: DataRecord) => gender === 'female';
const paid = (records: Records, asked: Asked) =>
  fullTime(records, asked).filter((row) => (isMan(row) || isWoman(row)) && row.base_salary !== null);

function gap(rows: Rows, middle: (values: readonly number[]) => number | null): Figure {
  const [men, women] = [isMan, isWoman].map((is) => middle(rows.filter(is).map((row) => Number(row.base_salary)))!);
  return {
    value: (men! - women!) / men!,
    numerator: { value: men! - women! },
    denominator: { value: men! },
    of: counted(rows.length),
    small: rows.length < 10,
  };
}

const branchOf = ({ branch }: DataRecord) => branch;

/** The people of branches with both men and women, or of those without. */
function compared(rows: Rows, isWanted: boolean): DataRecord[] {
  const known = rows.filter((row) => branchOf(row) !== null);
  const branches = [...Map.groupBy(known, branchOf).values()];
  return branches.filter((some) => (some.some(isMan) && some.some(isWoman)) === isWanted).flat();
}

/** Different people on the way up, oneself included; the longest such way. */
function levelsOf(led: Rows, { company }: Asked): number {
  let most = 0;
  for (const row of led) {
    const way = new Set<number>();
    for (let id = Number(row.id); id !== 0 && !way.has(id); )
      id = Number(way.add(id) && (company.get('employees')!.get(id)!.manager_id ?? 0));
    most = Math.max(most, way.size);
  }
  return most;
}

export const people: Readonly<Record<string, Expected>> = {
  headcount: {
    isSeries: true,
    seen: (records, { to }) => employed(records('employees'), to),
    values: (records, { to }) => ({ headcount: counted(employed(records('employees'), to).length) }),
    excluded: (records) => [notJoined(records('employees')), contradictory(records('employees'))],
  },
  joiners: {
    isSeries: true,
    seen: (records, period) => possible(joinedIn(records, period)),
    values: (records, period) => ({ joiners: counted(possible(joinedIn(records, period)).length) }),
    excluded: (records) => [notJoined(records('employees')), contradictory(records('employees'))],
  },
  leavers: {
    isSeries: true,
    seen: (records, period) => possible(leftIn(records, period)),
    values: (records, period) => ({ leavers: counted(possible(leftIn(records, period)).length) }),
    excluded: (records) => [contradictory(records('employees')), leftUndated(records)],
  },
  turnover: {
    isSeries: true,
    seen: (records, period) => [
      ...possible(leftIn(records, period)),
      ...monthEnds(period).flatMap((day) => employed(records('employees'), day)),
    ],
    values: (records, period) => {
      const heads = monthEnds(period).map((day) => employed(records('employees'), day).length);
      const average = heads.reduce((sum, each) => sum + each, 0) / heads.length;
      return {
        turnover: { ...ratio(possible(leftIn(records, period)).length, average), denominator: { value: average } },
      };
    },
    excluded: (records) => [notJoined(records('employees')), contradictory(records('employees')), leftUndated(records)],
  },
  'new-hire-attrition': {
    isSeries: true,
    seen: (records, period, { today }) => closed(possible(joinedIn(records, period)), 90, today),
    values: (records, period, { today }) =>
      Object.fromEntries(
        [90, 365].map((days) => {
          const joined = closed(possible(joinedIn(records, period)), days, today);
          const left = joined.filter((row) => leftWithin(row, days));
          return [`within_${days}_days`, ratio(left.length, joined.length)];
        }),
      ),
    excluded: (records, asked) => [
      ...[90, 365].map((days): [string, number] => {
        const joined = possible(joinedIn(records, asked));
        return [`less than ${days} days ago`, joined.length - closed(joined, days, asked.today).length];
      }),
      notJoined(records('employees')),
      contradictory(joinedIn(records, asked)),
    ],
  },
  tenure: {
    isSeries: true,
    seen: (records, { to }) => possible(joinedIn(records, { from: 0, to })),
    values: (records, { to }) => {
      const joined = possible(joinedIn(records, { from: 0, to }));
      const stays = joined.map((row) => Math.min(dayOf(row.termination_date) ?? to, to) - dayOf(row.date_of_joining)!);
      return { tenure: measured(median(stays), joined.length), mean_tenure: measured(mean(stays), joined.length) };
    },
    excluded: (records) => [notJoined(records('employees')), contradictory(records('employees'))],
  },
  absence: {
    isSeries: true,
    seen: (records, period) => [...attendanceIn(records, period), ...sickIn(records, period)],
    values: (records, period) => {
      const days = attendanceIn(records, period);
      const sick = sickIn(records, period);
      return {
        absence: ratio(days.filter(({ status }) => status === 'absent').length, days.length),
        sick_days: measured(total(sick.flatMap((row) => (row.days === null ? [] : Number(row.days)))), sick.length),
      };
    },
    excluded: (records, asked) => {
      const leave = during(records('leave'), 'from_date', asked);
      return [
        ['Their status', unknown(attendanceIn(records, asked), 'status', ...ATTENDANCE).length],
        ['Their leave_type', unknown(leave, 'leave_type', ...LEAVE_TYPES).length],
        ['Their status', unknown(leave, 'status', ...LEAVE_STATUSES).length],
      ];
    },
  },
  'who-is-out': {
    isSeries: true,
    seen: outIn,
    values: (records, period) => {
      const out = outIn(records, period);
      const different = new Set(out.flatMap((row) => row.employee_id ?? []));
      return { leave: counted(out.length), people: measured(different.size, out.length) };
    },
    excluded: (records, { from, to }) => {
      const inTime = records('leave').filter((row) => {
        const [first, last] = [dayOf(row.from_date), dayOf(row.to_date)];
        return first !== undefined && first <= to && (last === undefined || last >= from);
      });
      const approved = records('leave').filter(({ status }) => status === 'approved');
      return [
        ['Their status', unknown(inTime, 'status', ...LEAVE_STATUSES).length],
        ['first day of the leave', approved.filter((row) => row.from_date === null).length],
        ['ends before it begins', approved.filter((row) => dayOf(row.to_date)! < dayOf(row.from_date)!).length],
      ];
    },
  },
  'pay-gap': {
    isSeries: false,
    groups: ['branch'],
    seen: (records, _, asked) => compared(paid(records, asked), true),
    values: (records, _, asked) => ({
      mean_gap: gap(paid(records, asked), mean),
      median_gap: gap(paid(records, asked), median),
    }),
    whole: (entries) =>
      Object.fromEntries(
        ['mean_gap', 'median_gap'].map((name) => {
          const gaps = entries.map((values) => values[name] as any as { value: number; of: { value: number } });
          const all = gaps.reduce((sum, { of }) => sum + of.value, 0);
          const weighted = gaps.reduce((sum, { value, of }) => sum + value * of.value, 0);
          return [name, measured(weighted / all, all)];
        }),
      ),
    excluded: (records, asked) => {
      const all = fullTime(records, asked);
      const today = employed(records('employees'), asked.today);
      const typed = (...types: unknown[]) => today.filter((row) => types.includes(row.employment_type));
      return [
        // Of nobody, and yet it is said.
        ['everybody is compared', isTypeKnown(asked) || today.length === 0 ? -1 : 0],
        ['men or women only', compared(paid(records, asked), false).length],
        ['branch is not known', paid(records, asked).filter((row) => branchOf(row) === null).length],
        notJoined(records('employees')),
        ['do not work full-time', typed(...OTHER_TYPES).length],
        ['full-time is not known', isTypeKnown(asked) ? typed(null).length : 0],
        ['Their employment_type', unknown(today, 'employment_type', 'full_time', ...OTHER_TYPES).length],
        [
          'neither male nor female',
          all.filter(({ gender }) => [null, 'non_binary', 'undisclosed'].includes(gender as any)).length,
        ],
        ['Their gender', unknown(all, 'gender', 'male', 'female', 'non_binary', 'undisclosed').length],
        ['salary', all.filter((row) => (isMan(row) || isWoman(row)) && row.base_salary === null).length],
      ];
    },
  },
  'span-of-control': {
    isSeries: false,
    groups: [],
    seen: () => [],
    values: (records, _, asked) => {
      const led = employed(records('employees'), asked.today).filter((row) => row.manager_id !== null);
      const teams = [...Map.groupBy(led, (row) => row.manager_id).values()].map((team) => team.length);
      return {
        reports: ratio(led.length, teams.length),
        median_reports: measured(median(teams), teams.length),
        most_reports: counted(Math.max(0, ...teams)),
        one_report: counted(teams.filter((size) => size === 1).length),
        levels: { value: levelsOf(led, asked) },
      };
    },
  },
};
