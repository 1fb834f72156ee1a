// The teams of the organizations. Departments with more people in a country get more teams there.
import { ORGANIZATIONS } from './enterprise.ts';
import type { Employee } from './shapes.ts';
import { DEPARTMENTS } from './words/departments.ts';

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

/** One for each organization, for its countries and for their largest departments. The rest are numbered squads of
 * those. */
export function teams(people: readonly Employee[], count: number): Team[] {
  const list: Team[] = [];
  const add = (team: Team): Team => {
    const settings_json = team.department_id && JSON.stringify({ cost_centre: `CC-${1000 + list.length}` });
    list.push({ ...team, id: list.length + 1, settings_json: settings_json || null });
    return list.at(-1)!;
  };
  const addBelow = (parent: Team, name: string, more: Partial<Team> = {}): Team =>
    add({ ...parent, ...more, parent_id: parent.id, name });
  const countries = ORGANIZATIONS.flatMap(({ name, countries }, i) => {
    const empty = { country: null, department_id: null, settings_json: null };
    const root = add({ id: 0, organization_id: i + 1, parent_id: null, name, ...empty });
    return countries.map((country) => addBelow(root, `${name}: ${COUNTRIES[country]}`, { country }));
  });
  const largest = groups(people, countries).slice(0, Math.max(0, count - list.length));
  const parents = largest.map(({ team, dept }) =>
    addBelow(team, `${dept.name}, ${COUNTRIES[team.country!]}`, { department_id: dept.id }),
  );
  const staff = largest.reduce((sum, { size }) => sum + size, 0);
  const remaining = Math.max(0, count - list.length);
  for (const [i, { team, dept, size }] of largest.entries()) {
    const squads = Math.floor((remaining * size) / staff);
    for (let n = 1; n <= squads; n++) addBelow(parents[i]!, `${dept.name} ${team.country} ${n}`);
  }
  return list;
}

/** The departments of each country that have people, the largest first. */
function groups(people: readonly Employee[], countries: readonly Team[]) {
  const sizes = new Map<string, number>();
  for (const { place, dept, left } of people) {
    const key = `${place.country} ${dept.id}`;
    if (left === null) sizes.set(key, (sizes.get(key) ?? 0) + 1);
  }
  return countries
    .flatMap((team) => DEPARTMENTS.map((dept) => ({ team, dept, size: sizes.get(`${team.country} ${dept.id}`) ?? 0 })))
    .filter(({ size }) => size > 0)
    .sort((a, b) => b.size - a.size);
}
