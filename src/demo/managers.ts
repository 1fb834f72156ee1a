// Who reports to whom: one tree below the CEO, in which everybody joined after their manager.

import { type Random, seededRandom } from './random.ts';
import type { Employee } from './shapes.ts';
import { DEPARTMENTS, LEVEL } from './words/departments.ts';
import type { Place } from './words/places.ts';

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
