// What is doubtful in the records, found by loops.
import type { DataRecord } from '../../../src/catalogue/resource.ts';
import { dayOf } from '../company.ts';
import { type Asked, contradictory, type Expected, notJoined, type Records, type Rows, unknown } from './figures.ts';

type Line = [reason: string, count: number];

const isBefore = (row: DataRecord, one: string, other: string): boolean => dayOf(row[one])! < dayOf(row[other])!;

const isHiredAtOnce = ({ status, applied_on, stage_entered_on }: DataRecord): boolean =>
  status === 'hired' && applied_on !== null && dayOf(applied_on) === dayOf(stage_entered_on);

const YEARS_80 = 80 * 365 + 20;

/** With the other records at hand. */
function linesOf(records: Records, { today, company }: Asked): Record<string, Line[]> {
  const all = (name: string): Rows => records(name);
  const those = (name: string, is: (row: DataRecord) => boolean): number => all(name).filter(is).length;
  const at = (name: string, id: unknown): DataRecord | undefined => company.get(name)!.get(Number(id));
  const isLater = (value: unknown): boolean => dayOf(value as string | null)! > today;
  const stays = ({ status }: DataRecord): boolean => status !== 'terminated';
  const isMissing = (field: string) => (row: DataRecord) => stays(row) && row[field] === null;
  const isHired = (id: unknown): boolean => at('candidates', id)?.status === 'hired';
  const isGone = (id: unknown): boolean => id !== null && at('employees', id)?.status === 'terminated';
  return {
    impossible_dates: [
      contradictory(all('employees')),
      ['Employees: their probation', those('employees', (row) => isBefore(row, 'probation_end', 'date_of_joining'))],
      ['80 years', those('employees', (row) => dayOf(row.date_of_joining)! < today - YEARS_80)],
      [
        'join on a day to come',
        those(
          'employees',
          ({ status, date_of_joining }) => ['active', 'on_leave'].includes(String(status)) && isLater(date_of_joining),
        ),
      ],
      ['last day is over', those('employees', (row) => stays(row) && dayOf(row.termination_date)! < today)],
      ['Leave requests: they end before', those('leave', (row) => isBefore(row, 'to_date', 'from_date'))],
      ['Attendance records: they are about', those('attendance', ({ att_date }) => isLater(att_date))],
      ['Job openings: they should', those('jobs', (row) => isBefore(row, 'target_date', 'opened_on'))],
      ['before they applied', those('applications', (row) => isBefore(row, 'stage_entered_on', 'applied_on'))],
      ['hired on the day on which they applied', those('applications', isHiredAtOnce)],
      ['made on a day to come', those('applications', ({ applied_on }) => isLater(applied_on))],
    ],
    missing: [
      notJoined(all('employees')),
      ['by their status', those('employees', (row) => !stays(row) && row.termination_date === null)],
      ['their department', those('employees', isMissing('dept_id'))],
      ['their branch', those('employees', isMissing('branch'))],
      ['their gender', those('employees', isMissing('gender'))],
      ['form of contract', those('employees', isMissing('employment_type'))],
      ['their salary', those('employees', isMissing('base_salary'))],
      ...['from_date', 'to_date'].map((field): Line => {
        const isOpen = (row: DataRecord) => row.status === 'approved' && row[field] === null;
        return [field, those('leave', isOpen)];
      }),
      ['since when', those('jobs', ({ status, opened_on }) => status === 'open' && opened_on === null)],
      ['day of applying', those('applications', ({ applied_on }) => applied_on === null)],
      ['stage was entered', those('applications', ({ stage_entered_on }) => stage_entered_on === null)],
    ],
    unknown_words: WORDS.map(
      ([name, field, ...words]): Line => [`their ${field}`, unknown(all(name), field, ...words).length],
    ),
    likely_duplicates: [
      ...[['code'], ['email'], ['first_name', 'last_name', 'date_of_joining']].map((fields) =>
        alike(all('employees'), fields),
      ),
      ...[['email'], ['first_name', 'last_name', 'phone']].map((fields) => alike(all('candidates'), fields)),
    ],
    one_sided: [
      ['hired from', those('employees', ({ candidate_id: id }) => id !== null && !isHired(id))],
      ['Their manager'.toLowerCase(), those('employees', (row) => stays(row) && isGone(row.manager_id))],
      ['hiring manager', those('jobs', (row) => row.status === 'open' && isGone(row.hiring_manager_id))],
      ['by whom', those('candidates', (row) => row.source === 'referral' && row.referred_by === null)],
      ['another one', those('candidates', (row) => row.source !== 'referral' && row.referred_by !== null)],
      ['ended with a hire', those('applications', (row) => row.status === 'hired' && !isHired(row.candidate_id))],
    ],
  };
}

function alike(rows: Rows, fields: readonly string[]): Line {
  const whole = rows.filter((row) => fields.every((field) => row[field] !== null));
  const sets = Map.groupBy(whole, (row) => JSON.stringify(fields.map((field) => row[field])));
  return [`the same ${fields[0]}`, [...sets.values()].filter((set) => set.length > 1).length];
}

const TYPES = ['full_time', 'part_time', 'contract', 'intern', 'temporary'];
const WORDS = [
  ['employees', 'status', 'active', 'on_leave', 'onboarding', 'terminated'],
  ['employees', 'gender', 'female', 'male', 'non_binary', 'undisclosed'],
  ['employees', 'employment_type', ...TYPES],
  ['leave', 'leave_type', 'annual', 'sick', 'personal', 'parental', 'unpaid', 'compensatory', 'bereavement', 'study'],
  ['leave', 'status', 'pending', 'approved', 'rejected', 'cancelled'],
  ['attendance', 'status', 'present', 'remote', 'late', 'half_day', 'on_leave', 'absent'],
  ['jobs', 'remote_policy', 'on_site', 'hybrid', 'remote'],
  ['jobs', 'employment_type', ...TYPES],
  ['jobs', 'status', 'draft', 'open', 'on_hold', 'filled', 'closed', 'cancelled'],
  ['candidates', 'source', 'career_site', 'job_board', 'referral', 'sourced', 'social', 'agency', 'event'],
  ['candidates', 'status', 'new', 'active', 'hired', 'rejected', 'withdrawn', 'archived'],
  ['applications', 'stage', 'applied', 'screening', 'assessment', 'interview', 'offer', 'hired'],
  ['applications', 'status', 'active', 'rejected', 'hired', 'withdrawn'],
  ['job-distributions', 'status', 'draft', 'pending', 'published', 'expired', 'removed', 'failed'],
] as const satisfies [string, string, ...string[]][];

export const quality: Readonly<Record<string, Expected>> = {
  'data-quality': {
    isSeries: false,
    groups: [],
    seen: () => [],
    values: (records, _, asked) =>
      Object.fromEntries(
        Object.entries(linesOf(records, asked)).map(([name, lines]) => [
          name,
          { value: lines.reduce((sum, [, count]) => sum + count, 0) },
        ]),
      ),
    excluded: (records, asked) => Object.values(linesOf(records, asked)).flat(),
  },
};
