// The organizations' teams, as large as the departments that the people of a country make up.
import { ORGANIZATIONS } from './enterprise.ts';
import type { Employee } from './shapes.ts';
import { DEPARTMENTS } from './words/ladders.ts';

const COUNTRIES: Record<string, string> = {
  GB: 'United Kingdom',
  IE: 'Ireland',
  AU: 'Australia',
  DE: 'Germany',
  FR: 'France',
  US: 'United States',
  CA: 'Canada',
};

type Team = {
  id: number;
  organization_id: number;
  parent_id: number | null;
  name: string;
  country: string | null;
  department_id: number | null;
  settings_json: string | null;
};

/** A root per organization, its countries, their departments by size, and numbered squads when there are many people. */
export function teams(people: readonly Employee[], count: number): Team[] {
  const list: Team[] = [];
  const add = (team: Team): Team => {
    const settings_json = team.department_id && JSON.stringify({ cost_centre: `CC-${1000 + list.length}` });
    list.push({ ...team, id: list.length + 1, settings_json: settings_json || null });
    return list.at(-1)!;
  };
  const below = (parent: Team, name: string, more: Partial<Team> = {}): Team =>
    add({ ...parent, ...more, parent_id: parent.id, name });
  const countries = ORGANIZATIONS.flatMap(({ name, countries }, i) => {
    const nowhere = { country: null, department_id: null, settings_json: null };
    const root = add({ id: 0, organization_id: i + 1, parent_id: null, name, ...nowhere });
    return countries.map((country) => below(root, `${name}: ${COUNTRIES[country]}`, { country }));
  });
  const largest = groups(people, countries).slice(0, Math.max(0, count - list.length));
  const parents = largest.map(({ office, dept }) =>
    below(office, `${dept.name}, ${COUNTRIES[office.country!]}`, { department_id: dept.id }),
  );
  const staff = largest.reduce((sum, { size }) => sum + size, 0);
  const spare = Math.max(0, count - list.length);
  for (const [i, { office, dept, size }] of largest.entries()) {
    const squads = Math.floor((spare * size) / staff);
    for (let n = 1; n <= squads; n++) below(parents[i]!, `${dept.name} ${office.country} ${n}`);
  }
  return list;
}

/** Departments per country that have people, the largest first. */
function groups(people: readonly Employee[], countries: readonly Team[]) {
  const sizes = new Map<string, number>();
  for (const { place, dept, left } of people) {
    const key = `${place.country} ${dept.id}`;
    if (left === null) sizes.set(key, (sizes.get(key) ?? 0) + 1);
  }
  return countries
    .flatMap((office) =>
      DEPARTMENTS.map((dept) => ({ office, dept, size: sizes.get(`${office.country} ${dept.id}`) ?? 0 })),
    )
    .filter(({ size }) => size > 0)
    .sort((a, b) => b.size - a.size);
}
