// Who reports to whom: one tree below the CEO, in which everybody's manager was there before them.

import { type Random, random } from './random.ts';
import type { Employee } from './shapes.ts';
import { DEPARTMENTS, LEVEL } from './words/ladders.ts';
import type { Place } from './words/places.ts';

const SPAN = 5;
/** Teams fill up: newcomers go to one of the latest leads, and to the very latest while it is nearly alone. */
const RECENT = 16;
const ALONE = 3;

/** Gives everyone but the newcomers a manager who joined before them, and those who lead a title that says so. */
export function lead(people: readonly Employee[], seed: number): Employee[][] {
  const source = random(seed, 'managers');
  const ceo = people[0]!;
  const leads: Employee[][] = DEPARTMENTS.map((dept) => (dept.id === 1 ? [ceo] : []));
  const members = DEPARTMENTS.map(() => 0);
  const team = new Map<Employee, number>();
  for (const person of people.slice(1)) {
    if (person.origin) continue;
    const own = leads[person.dept.id - 1]!;
    const count = members[person.dept.id - 1]!++;
    const isHead = person.title === person.dept.head;
    const steady = person.left === null && person.type === 'full_time';
    const rises = !isHead && steady && own.length > 0 && count >= own.length * SPAN;
    const latest = own.at(-1);
    if (isHead || !latest) person.manager = ceo;
    else if (rises) person.manager = own[Math.floor((own.length - 1) / SPAN)]!;
    else if ((team.get(latest) ?? 0) < ALONE) person.manager = latest;
    else person.manager = nearest(own.slice(-RECENT), person, source);
    if (isHead || rises) own.push(person);
    team.set(person.manager, (team.get(person.manager) ?? 0) + 1);
  }
  return leads.map((own) => entitle(own.filter((person) => person.title === person.dept.head || team.has(person))));
}

/** One of the leads, in the same branch if a few tries find one. */
export function nearest(leads: readonly Employee[], { place }: { place: Place }, source: Random): Employee {
  let found = source.pick(leads);
  for (let tries = 0; tries < 5 && found.place !== place; tries++) found = source.pick(leads);
  return found;
}

/** Titles by layers led; leads stand in the order of joining, so those below come later in the list. */
function entitle(leads: Employee[]): Employee[] {
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
