// One row per employed person and working day. By far the most records, so they are made as they are asked for.
import { dateOf, isWorkday } from './calendar.ts';
import { type Random, random } from './random.ts';
import type { DemoRecord, Employee } from './shapes.ts';

const USUAL = ['present', 'remote', 'late', 'half_day', 'absent'] as const;
const OFFICE = [88, 5, 4, 2, 1];
const HOME = [14, 80, 2, 3, 1];
const MIXED = [52, 40, 4, 3, 1];

export function* attendance(people: readonly Employee[], today: number, days: number, seed: number) {
  const source = random(seed, 'attendance');
  // A habit stays with a person: some come in daily, some hardly ever.
  const habits = people.map(() => source.pick([OFFICE, MIXED, MIXED, HOME]));
  let id = 0;
  for (let day = today - days + 1; day <= today; day++) {
    if (!isWorkday(day)) continue;
    for (let i = 0; i < people.length; i++) {
      const person = people[i]!;
      if (person.joined > day || (person.left !== null && person.left < day)) continue;
      yield row(++id, person, day, habits[i]!, source);
    }
  }
}

function row(id: number, person: Employee, day: number, habit: readonly number[], source: Random): DemoRecord {
  const status = isAway(person, day) ? 'on_leave' : USUAL[source.index(habit)]!;
  const hours = worked(status, person.type === 'part_time' ? 5 : 8, source);
  return { id, employee_id: person.id, att_date: dateOf(day), status, hours };
}

function isAway({ away }: Employee, day: number): boolean {
  for (let i = away.length - 1; i >= 0; i--) {
    const [from, to] = away[i]!;
    if (day > to) return false;
    if (day >= from) return true;
  }
  return false;
}

function worked(status: string, full: number, source: Random): number {
  if (status === 'on_leave' || status === 'absent') return 0;
  if (status === 'half_day') return full / 2 + source.int(-1, 2) / 4;
  return full + source.int(-2, 3) / 4 - (status === 'late' ? 1 : 0);
}
