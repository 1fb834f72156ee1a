// The workforce: who joined when, as what, at what pay, and who has left again.
import { dateOf, workdayUpTo } from './calendar.ts';
import { type Random, random } from './random.ts';
import type { Employee } from './shapes.ts';
import { band, DEPARTMENTS, type Department, LEVEL, titleAt } from './words/ladders.ts';
import { plain, unique } from './words/names.ts';
import { localName, PLACES, type Place, somePlace } from './words/places.ts';

const CEO_DAYS = 12 * 365;
/** Everyone who joined later than this many days ago came through an opening. */
export const VETERAN_DAYS = 271;

type Start = { dept: Department; place: Place; title: string; level: number; type: string; joined: number };

export function employee(start: Start, source: Random): Employee {
  const name = localName(start.place, source);
  return {
    ...start,
    ...name,
    id: 0,
    email: '',
    left: null,
    manager: null,
    origin: null,
    candidate: null,
    away: [],
    status: 'active',
  };
}

/** How likely each level from junior to top is after so many years with the company. */
const levelAfter = (years: number, source: Random): number =>
  1 + source.index([Math.max(0, 2.5 - years), 4, 1.5 + years / 2, years > 1.5 ? years / 4 : 0.1]);

function employmentType(days: number, source: Random): string {
  const shortTerm = days < 800;
  return source.weighted({ full_time: 86, part_time: 8, contract: shortTerm ? 5 : 0, temporary: shortTerm ? 4 : 0 });
}

function veteran(dept: Department, today: number, longest: number, source: Random): Employee {
  const days = VETERAN_DAYS + 2 + Math.floor(source.next() ** 1.9 * (longest - VETERAN_DAYS - 2));
  const level = levelAfter(days / 365, source);
  const type = employmentType(days, source);
  const start = { dept, place: somePlace(source), title: titleAt(dept, level, source), level, type };
  return employee({ ...start, joined: workdayUpTo(today - days) }, source);
}

function leaver(dept: Department, today: number, source: Random): Employee {
  const person = veteran(dept, today, CEO_DAYS - 90, source);
  const stay = today - person.joined - 1;
  const intern = source.chance(0.12);
  const days = intern ? source.int(90, 180) : source.int(60, stay);
  const level = intern ? LEVEL.intern : levelAfter(days / 365, source);
  const type = intern ? 'intern' : employmentType(days, source);
  const left = workdayUpTo(person.joined + days);
  return { ...person, level, type, title: titleAt(dept, level, source), left, status: 'terminated' };
}

function chief(dept: Department, days: number, today: number, source: Random): Employee {
  const place = source.chance(0.6) || dept.id === 1 ? PLACES[0]! : somePlace(source);
  const start = { dept, place, title: dept.head, level: LEVEL.lead, type: 'full_time' };
  return employee({ ...start, joined: workdayUpTo(today - days) }, source);
}

export type Plan = { employees: number; hires: number };

/** Departments that have somebody: with very few people, the last ones stay empty. */
export function staffed({ employees, hires }: Plan): readonly Department[] {
  const rest = employees - hires - 1;
  return DEPARTMENTS.slice(0, 1 + Math.min(DEPARTMENTS.length - 1, Math.ceil(rest / 2)));
}

export const someDepartment = (list: readonly Department[], source: Random): Department =>
  list[source.index(list.map((dept) => dept.weight))]!;

/** Everyone, sorted by day of joining, the CEO first; those hired through the given jobs included. */
export function workforce(plan: Plan, newcomers: readonly Employee[], today: number, seed: number): Employee[] {
  const source = random(seed, 'people');
  const depts = staffed(plan);
  const heads = depts.map((dept) => {
    // The founders: those who lead, build and sell.
    const days = dept.id === 1 ? CEO_DAYS : source.int(dept.id < 4 ? CEO_DAYS - 200 : 1500, CEO_DAYS - 20);
    return chief(dept, days, today, source);
  });
  const people = [...heads.slice(1), ...newcomers];
  const leavers = Math.floor(plan.employees * 0.11);
  for (let n = plan.employees - people.length - 1; n > 0; n--) {
    const dept = someDepartment(depts, source);
    const longest = today - heads[dept.id - 1]!.joined;
    people.push(n <= leavers ? leaver(dept, today, source) : veteran(dept, today, longest, source));
  }
  people.sort((a, b) => a.joined - b.joined);
  people.unshift(heads[0]!);
  const address = unique();
  people.forEach((person, index) => {
    person.id = index + 1;
    person.email = `${address(`${plain(person.first)}.${plain(person.last)}`)}@alderwick.example`;
  });
  return people;
}

/** Pay spreads around the middle of the band and drifts up with the years. */
function salary(person: Employee, today: number, source: Random): number {
  const [low, high] = band(person.title, person.place.city);
  const years = ((person.left ?? today) - person.joined) / 365;
  const point = (source.next() + source.next() + source.next()) / 3 + Math.min(0.25, years * 0.03) - 0.08;
  return Math.round((low + (high - low) * Math.min(1, Math.max(0, point))) / 500) * 500;
}

const ON_PROBATION = new Set(['full_time', 'part_time']);

export function employeeRecord(person: Employee, today: number, source: Random) {
  return {
    id: person.id,
    code: `E-${String(person.id).padStart(5, '0')}`,
    first_name: person.first,
    last_name: person.last,
    email: person.email,
    dept_id: person.dept.id,
    designation: person.title,
    manager_id: person.manager?.id ?? null,
    branch: person.place.city,
    status: person.status,
    date_of_joining: dateOf(person.joined),
    gender: person.gender,
    base_salary: salary(person, today, source),
    candidate_id: person.candidate?.id ?? null,
    employment_type: person.type,
    probation_end: ON_PROBATION.has(person.type) ? dateOf(person.joined + 90) : null,
    termination_date: person.left === null ? null : dateOf(person.left),
    alumni: person.left === null ? 0 : 1,
    password_hash: null,
  };
}
