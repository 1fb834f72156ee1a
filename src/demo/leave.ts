// Leave requests of about two years. Each request of a person starts after the one before has ended.
import { dateOf, lastDay, workdayFrom, workdays, workdayUpTo } from './calendar.ts';
import { type Random, seededRandom } from './random.ts';
import type { DemoRecord, Employee } from './shapes.ts';
import { LEVEL } from './words/departments.ts';

const PAST_DAYS = 700;
const FUTURE_DAYS = 80;
/** Nobody takes leave in the first days after joining. */
const FIRST_DAYS = 45;

const TYPES = {
  annual: 58,
  sick: 21,
  personal: 6,
  compensatory: 4,
  study: 3,
  bereavement: 2,
  unpaid: 2,
  parental: 3,
};
type Type = keyof typeof TYPES;

const LENGTHS: Record<Type, readonly number[]> = {
  annual: [1, 2, 3, 4, 5, 5, 5, 5, 8, 10, 10, 15],
  sick: [1, 1, 1, 2, 2, 3, 4, 5],
  personal: [1, 1, 2],
  compensatory: [1, 1, 2],
  study: [1, 2, 3, 5],
  bereavement: [2, 3, 5],
  unpaid: [5, 10, 15, 20],
  parental: [20, 40, 60, 65, 80],
};

// biome-ignore format: a table
const REASONS: Record<Type, readonly string[]> = {
  annual: ['Family holiday', 'Visiting my parents abroad', 'A week by the sea', 'Hiking trip', 'School holidays', 'Time off at home', 'Using up days from last year'],
  sick: ['Flu', 'Bad cold', 'Back pain', 'Minor surgery', 'Bronchitis'],
  personal: ['Moving house', 'Appointment at the registry office', 'Boiler repair', "Child's first day at school"],
  compensatory: ['Worked at the weekend release', 'Trade fair on Saturday', 'Stock count at night', 'On-call over a holiday'],
  study: ['Exams', 'Certification course', 'Thesis for my evening degree', 'Language course'],
  bereavement: ['Funeral in the family', 'Death of a grandparent', 'Loss of a close relative'],
  unpaid: ['Longer trip abroad', 'Caring for a relative', 'Building our house'],
  parental: ['Birth of our daughter', 'Birth of our son', 'Second part of parental leave', 'Adoption'],
};
/** For leave of at most three days. */
const SHORT_REASONS: Partial<Record<Type, readonly string[]>> = {
  annual: ['Long weekend', "A friend's wedding", 'City trip', 'Birthday in the family', 'A few days at home'],
  sick: ['Migraine', 'Stomach bug', 'Bad cold', 'Dental emergency', 'Fever'],
};

/** In the order of application. Also adds approved leave to the employees and sets the status of those on leave today.
 * */
export function leaveRequests(people: readonly Employee[], today: number, seed: number): Leave[] {
  const random = seededRandom(seed, 'leave');
  const requests = people.flatMap((person) => leaveOf(person, today, random));
  requests.sort((a, b) => a.applied - b.applied || a.employee.id - b.employee.id);
  return requests;
}

function leaveOf(person: Employee, today: number, random: Random): Leave[] {
  const requests: Leave[] = [];
  const end = person.left ?? today + FUTURE_DAYS;
  const lastWorkday = workdayUpTo(today);
  let day = Math.max(today - PAST_DAYS, person.joined) + FIRST_DAYS + random.int(0, 150);
  while (day < end) {
    const request = leaveFrom(workdayFrom(day), person, today, random);
    const { from, to } = request;
    if (person.left !== null && to > person.left) break;
    if (request.status === 'approved') person.leaveDays.push([from, to]);
    requests.push(request);
    day = to + random.int(20, request.type === 'parental' ? 700 : 420);
    // Readers of the data begin with today, so a few more people are on leave then.
    if (day > today && to < today - 25 && random.chance(0.07)) day = today - random.int(0, 6);
  }
  if (person.left === null && person.leaveDays.some(([from, to]) => from <= lastWorkday && lastWorkday <= to)) {
    person.status = 'on_leave';
  }
  return requests;
}

type Leave = ReturnType<typeof leaveFrom>;

function leaveFrom(from: number, person: Employee, today: number, random: Random) {
  const isEstablished = from - person.joined > 365 && person.level !== LEVEL.intern;
  const weights = {
    ...TYPES,
    ...(isEstablished ? {} : { parental: 0, unpaid: 0 }),
    ...(from > today ? { sick: 0, bereavement: 0 } : {}),
  };
  const type = random.weighted(weights);
  const length = random.pick(LENGTHS[type]);
  const to = lastDay(from, length);
  const reason = random.pick((length < 4 ? SHORT_REASONS[type] : undefined) ?? REASONS[type]);
  const notice =
    type === 'bereavement' ? random.int(1, 3) : type === 'parental' ? random.int(60, 150) : random.int(4, 50);
  const applied = type === 'sick' ? from + random.int(0, 1) : Math.max(person.joined, from - notice);
  const status = statusOf(from, to, type, person, today, random);
  return { employee: person, type, from, to, status, reason, applied: Math.min(applied, today) };
}

function statusOf(from: number, to: number, type: Type, person: Employee, today: number, random: Random): string {
  if (from > today) return random.weighted({ pending: 62, approved: 34, cancelled: 4 });
  // A head on leave could not be the hiring manager, who has to be active.
  if (person.title === person.dept.head && to >= workdayUpTo(today)) return 'cancelled';
  if (type === 'sick') return from > today - 4 && random.chance(0.4) ? 'pending' : 'approved';
  return type === 'annual' ? random.weighted({ approved: 86, rejected: 6, cancelled: 8 }) : 'approved';
}

export function leaveRecord(leave: Leave, index: number): DemoRecord {
  return {
    id: index + 1,
    employee_id: leave.employee.id,
    leave_type: leave.type,
    from_date: dateOf(leave.from),
    to_date: dateOf(leave.to),
    days: workdays(leave.from, leave.to),
    status: leave.status,
    reason: leave.reason,
    applied_on: dateOf(leave.applied),
  };
}
