// What the page asks the API. The filters of its address are those of leave; those of a person's department and branch
// are also filters of employees and of the calendar.
import { conditionsIn, formatQuery, type Query, valuesIn, without, withValue } from '../../data/query.ts';
import { addDays } from '../../data/words.ts';
import type { Period } from './period.ts';

export type By = 'dept_id' | 'branch';
const HOP = 'employee_id.';

/** What is about the page, not about leave. The page shows approved leave of its own period only. */
const OWN = ['view', 'day', 'by', 'status'];

export const leaveConditions = (query: Query): Query => conditionsIn(without(query, ...OWN));

/** `employee_id.dept_id=2` → `dept_id=2`, and `employee_id=5` → `id=5`. */
export const employeeConditions = (query: Query): Query =>
  leaveConditions(query).flatMap(([name, value]): Query => {
    if (name === 'employee_id') return [['id', value]];
    return name.startsWith(HOP) ? [[name.slice(HOP.length), value]] : [];
  });

/** The way back: the page with other conditions on people. */
export function withEmployeeConditions(query: Query, conditions: Query): Query {
  const others = query.filter(([name]) => name !== 'employee_id' && !name.startsWith(HOP));
  const hops = conditions.map(([name, value]) => [name === 'id' ? 'employee_id' : HOP + name, value] as const);
  return [...others, ...hops];
}

/** Approved leave that has a day in the period. */
export const listQuery = (query: Query, { from, to }: Pick<Period, 'from' | 'to'>): Query => [
  ...leaveConditions(query),
  ['status', 'approved'],
  ['from_date[lt]', addDays(to, 1)],
  ['to_date[gte_or_null]', from],
];

const FIELDS = [
  ...['id', 'employee_id', 'from_date', 'to_date', `${HOP}first_name`, `${HOP}last_name`],
  ...[`${HOP}dept_id`, `${HOP}branch`],
].join();

/** The same, of one group. */
export const groupQuery = (query: Query, period: Period, by: By, value: string): Query =>
  withValue(listQuery(query, period), HOP + by, value);

export const leavePath = (list: Query): string => `leave${formatQuery([...list, ['fields', FIELDS]])}`;

export const awayPath = (query: Query, { from, to }: Period, by: By): string =>
  `insights/who-is-out${formatQuery([
    ...leaveConditions(query),
    ['from', from],
    ['to', to],
    ['every', 'day'],
    ['group', HOP + by],
  ])}`;

export const headcountPath = (query: Query, { day }: Period, by: By): string =>
  `insights/headcount${formatQuery([...employeeConditions(query), ['to', day], ['group', by]])}`;

/** The filters that the calendar knows. */
export const calendarPath = (query: Query): string =>
  `/calendar/who-is-out.ics${formatQuery(
    (
      [
        ['branch', `${HOP}branch`],
        ['dept_id', `${HOP}dept_id`],
        ['employee_id', 'employee_id'],
      ] as const
    ).flatMap(([name, own]): Query => valuesIn(query, own).map((value) => [name, value] as const)),
  )}`;
