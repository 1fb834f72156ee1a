// One record for each employed person and working day. There are too many to hold in memory, so they are generated one
// by one.
import { dateOf, isWorkday } from './calendar.ts';
import { type Random, seededRandom } from './random.ts';
import type { DemoRecord, Employee } from './shapes.ts';

const STATUSES = ['present', 'remote', 'late', 'half_day', 'absent'] as const;
const OFFICE = [88, 5, 4, 2, 1];
const REMOTE = [14, 80, 2, 3, 1];
const MIXED = [52, 40, 4, 3, 1];

export function* attendance(people: readonly Employee[], today: number, days: number, seed: number) {
  const random = seededRandom(seed, 'attendance');
  // Each person keeps one habit: some work in the office nearly every day, some nearly never.
  const habits = people.map(() => random.pick([OFFICE, MIXED, MIXED, REMOTE]));
  let id = 0;
  for (let day = today - days + 1; day <= today; day++) {
    if (!isWorkday(day)) continue;
    for (let i = 0; i < people.length; i++) {
      const person = people[i]!;
      if (person.joined > day || (person.left !== null && person.left < day)) continue;
      yield record(++id, person, day, habits[i]!, random);
    }
  }
}

function record(id: number, person: Employee, day: number, habit: readonly number[], random: Random): DemoRecord {
  const status = isOnLeave(person, day) ? 'on_leave' : STATUSES[random.weightedIndex(habit)]!;
  const hours = hoursWorked(status, person.type === 'part_time' ? 5 : 8, random);
  return { id, employee_id: person.id, att_date: dateOf(day), status, hours };
}

function isOnLeave({ leaveDays }: Employee, day: number): boolean {
  for (let i = leaveDays.length - 1; i >= 0; i--) {
    const [from, to] = leaveDays[i]!;
    if (day > to) return false;
    if (day >= from) return true;
  }
  return false;
}

function hoursWorked(status: string, full: number, random: Random): number {
  if (status === 'on_leave' || status === 'absent') return 0;
  if (status === 'half_day') return full / 2 + random.int(-1, 2) / 4;
  return full + random.int(-2, 3) / 4 - (status === 'late' ? 1 : 0);
}
