// The employees: when they joined and left, their titles and their pay, and who reports to whom: one tree below the
// CEO, in which everybody joined after their manager.
import { dateOf, workdayUpTo } from './calendar.ts';
import { type Random, seededRandom } from './random.ts';
import type { Employee } from './shapes.ts';
import { DEPARTMENTS, type Department, LEVEL, payBand, titleAt } from './words/departments.ts';
import { asciiLetters, uniqueText } from './words/names.ts';
import { localName, PLACES, type Place, randomPlace } from './words/places.ts';

const CEO_DAYS = 12 * 365;
/** Everyone who joined more recently was hired through a job opening. */
const LONG_SERVING_DAYS = 271;

type Start = { dept: Department; place: Place; title: string; level: number; type: string; joined: number };

export function employee(start: Start, random: Random): Employee {
  const name = localName(start.place, random);
  return {
    ...start,
    ...name,
    id: 0,
    email: '',
    left: null,
    manager: null,
    origin: null,
    candidate: null,
    leaveDays: [],
    status: 'active',
  };
}

/** Higher levels become more likely with the years. */
const levelAfter = (years: number, random: Random): number =>
  1 + random.weightedIndex([Math.max(0, 2.5 - years), 4, 1.5 + years / 2, years > 1.5 ? years / 4 : 0.1]);

function employmentType(days: number, random: Random): string {
  const shortTerm = days < 800;
  return random.weighted({ full_time: 86, part_time: 8, contract: shortTerm ? 5 : 0, temporary: shortTerm ? 4 : 0 });
}

function longServing(dept: Department, today: number, longest: number, random: Random): Employee {
  const days = LONG_SERVING_DAYS + 2 + Math.floor(random.next() ** 1.9 * (longest - LONG_SERVING_DAYS - 2));
  const level = levelAfter(days / 365, random);
  const type = employmentType(days, random);
  const start = { dept, place: randomPlace(random), title: titleAt(dept, level, random), level, type };
  return employee({ ...start, joined: workdayUpTo(today - days) }, random);
}

function leaver(dept: Department, today: number, random: Random): Employee {
  const person = longServing(dept, today, CEO_DAYS - 90, random);
  const stay = today - person.joined - 1;
  const intern = random.chance(0.12);
  const days = intern ? random.int(90, 180) : random.int(60, stay);
  const level = intern ? LEVEL.intern : levelAfter(days / 365, random);
  const type = intern ? 'intern' : employmentType(days, random);
  const left = workdayUpTo(person.joined + days);
  return { ...person, level, type, title: titleAt(dept, level, random), left, status: 'terminated' };
}

function departmentHead(dept: Department, days: number, today: number, random: Random): Employee {
  const place = random.chance(0.6) || dept.id === 1 ? PLACES[0]! : randomPlace(random);
  const start = { dept, place, title: dept.head, level: LEVEL.lead, type: 'full_time' };
  return employee({ ...start, joined: workdayUpTo(today - days) }, random);
}

export type StaffPlan = { employees: number; hires: number };

/** A very small company has nobody in the last departments. */
export function staffedDepartments({ employees, hires }: StaffPlan): readonly Department[] {
  const rest = employees - hires - 1;
  return DEPARTMENTS.slice(0, 1 + Math.min(DEPARTMENTS.length - 1, Math.ceil(rest / 2)));
}

export const randomDepartment = (list: readonly Department[], random: Random): Department =>
  list[random.weightedIndex(list.map((dept) => dept.weight))]!;

/** Everyone, new hires included, in the order of joining. The CEO is first. */
export function workforce(plan: StaffPlan, newHires: readonly Employee[], today: number, seed: number): Employee[] {
  const random = seededRandom(seed, 'people');
  const depts = staffedDepartments(plan);
  const heads = depts.map((dept) => {
    // The heads of the first three departments founded the company.
    const days = dept.id === 1 ? CEO_DAYS : random.int(dept.id < 4 ? CEO_DAYS - 200 : 1500, CEO_DAYS - 20);
    return departmentHead(dept, days, today, random);
  });
  const people = [...heads.slice(1), ...newHires];
  const leavers = Math.floor(plan.employees * 0.11);
  for (let n = plan.employees - people.length - 1; n > 0; n--) {
    const dept = randomDepartment(depts, random);
    const longest = today - heads[dept.id - 1]!.joined;
    people.push(n <= leavers ? leaver(dept, today, random) : longServing(dept, today, longest, random));
  }
  people.sort((a, b) => a.joined - b.joined);
  people.unshift(heads[0]!);
  const address = uniqueText();
  people.forEach((person, index) => {
    person.id = index + 1;
    person.email = `${address(`${asciiLetters(person.first)}.${asciiLetters(person.last)}`)}@alderwick.example`;
  });
  return people;
}

const TEAM_SIZE = 5;
/** How many of the latest leads new members are given to. */
const RECENT_LEADS = 16;
/** While the latest lead has a smaller team, it gets all new members. */
const MIN_TEAM = 3;

/** Sets the manager of everyone except new hires, and the titles of leads. Returns the leads of each department. */
export function setManagers(people: readonly Employee[], seed: number): Employee[][] {
  const random = seededRandom(seed, 'managers');
  const ceo = people[0]!;
  const leads: Employee[][] = DEPARTMENTS.map((dept) => (dept.id === 1 ? [ceo] : []));
  const members = DEPARTMENTS.map(() => 0);
  const teamSizes = new Map<Employee, number>();
  for (const person of people.slice(1)) {
    if (person.origin) continue;
    const deptLeads = leads[person.dept.id - 1]!;
    const count = members[person.dept.id - 1]!++;
    const isHead = person.title === person.dept.head;
    const isPermanent = person.left === null && person.type === 'full_time';
    const becomesLead = !isHead && isPermanent && deptLeads.length > 0 && count >= deptLeads.length * TEAM_SIZE;
    const latest = deptLeads.at(-1);
    if (isHead || !latest) person.manager = ceo;
    else if (becomesLead) person.manager = deptLeads[Math.floor((deptLeads.length - 1) / TEAM_SIZE)]!;
    else if ((teamSizes.get(latest) ?? 0) < MIN_TEAM) person.manager = latest;
    else person.manager = pickLead(deptLeads.slice(-RECENT_LEADS), person, random);
    if (isHead || becomesLead) deptLeads.push(person);
    teamSizes.set(person.manager, (teamSizes.get(person.manager) ?? 0) + 1);
  }
  return leads.map((deptLeads) =>
    setTitles(deptLeads.filter((person) => person.title === person.dept.head || teamSizes.has(person))),
  );
}

/** In the same branch, if one is found in a few tries. */
export function pickLead(leads: readonly Employee[], { place }: { place: Place }, random: Random): Employee {
  let found = random.pick(leads);
  for (let tries = 0; tries < 5 && found.place !== place; tries++) found = random.pick(leads);
  return found;
}

/** The title depends on how many layers a lead has below. Leads are in the order of joining, so those below come later.
 * */
function setTitles(leads: Employee[]): Employee[] {
  const layers = new Map<Employee, number>();
  for (const person of leads.toReversed()) {
    const own = layers.get(person) ?? 1;
    const { head, leads: titles } = person.dept;
    if (person.title !== head) person.title = titles[Math.min(own, titles.length) - 1]!;
    person.level = LEVEL.lead;
    if (person.manager) layers.set(person.manager, Math.max(layers.get(person.manager) ?? 1, own + 1));
  }
  return leads;
}

/** Most pay is near the middle of the band, and it rises with the years. */
function salary(person: Employee, today: number, random: Random): number {
  const [low, high] = payBand(person.title, person.place.city);
  const years = ((person.left ?? today) - person.joined) / 365;
  const position = (random.next() + random.next() + random.next()) / 3 + Math.min(0.25, years * 0.03) - 0.08;
  return Math.round((low + (high - low) * Math.min(1, Math.max(0, position))) / 500) * 500;
}

const ON_PROBATION = new Set(['full_time', 'part_time']);

export function employeeRecord(person: Employee, today: number, random: Random) {
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
    base_salary: salary(person, today, random),
    candidate_id: person.candidate?.id ?? null,
    employment_type: person.type,
    probation_end: ON_PROBATION.has(person.type) ? dateOf(person.joined + 90) : null,
    termination_date: person.left === null ? null : dateOf(person.left),
    alumni: person.left === null ? 0 : 1,
    password_hash: null,
  };
}
