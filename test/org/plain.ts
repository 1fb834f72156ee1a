// The org chart computed in the plainest way from the list of employees, and the whole of what the service says, to be
// compared.
import type { OrgChart, OrgPerson } from '../../client/src/index.ts';

type Ask = (path: string) => Promise<any>;

/** Days after today. Nobody here comes or goes these days, so midnight makes no difference. */
const day = (after: number) => new Date(Date.now() + after * 86_400_000).toISOString().slice(0, 10);

async function allOf(ask: Ask, path: string): Promise<any[]> {
  const all: any[] = [];
  for (;;) {
    const { data, meta } = await ask(`${path}&offset=${all.length}`);
    all.push(...data);
    if (all.length >= meta.total) return all;
  }
}

/** `filters`: of employees, each with an & in front. */
export async function plainChart(ask: Ask, filters: string, readsJobs: boolean): Promise<OrgPerson[]> {
  const people = await allOf(
    ask,
    `employees?limit=200${filters}&date_of_joining[lt]=${day(1)}&termination_date[gte_or_null]=${day(0)}`,
  );
  const jobs = readsJobs ? await allOf(ask, 'jobs?limit=200&status=open') : [];
  const byId = new Map(people.map((person) => [person.id, person]));
  const isInCircle = (person: any): boolean => {
    let at = byId.get(person.manager_id);
    for (let step = 0; at && step <= people.length; step++) {
      if (at === person) return true;
      at = byId.get(at.manager_id);
    }
    return false;
  };
  const circle = new Set(people.filter(isInCircle));
  const bossOf = (person: any) => (circle.has(person) ? undefined : byId.get(person.manager_id));
  const reportsOf = (boss: any) => people.filter((person) => bossOf(person) === boss);
  const below = (person: any): number => reportsOf(person).reduce((sum, each) => sum + 1 + below(each), 0);
  const nameOf = ({ first_name, last_name }: any) => [first_name, last_name].filter(Boolean).join(' ');
  const { compare } = new Intl.Collator('en');
  const made: OrgPerson[] = [];
  const visit = (boss: any, level: number): void => {
    const some = reportsOf(boss).sort((a, b) => below(b) - below(a) || compare(nameOf(a), nameOf(b)) || a.id - b.id);
    for (const [at, person] of some.entries()) {
      const { id, first_name, last_name, designation } = person;
      made.push({
        ...{ id, first_name, last_name, designation, reports_to: boss?.id ?? null, place: at + 1, level },
        direct_reports: reportsOf(person).length,
        all_reports: below(person),
        open_roles: readsJobs ? jobs.filter(({ hiring_manager_id }) => hiring_manager_id === id).length : null,
        in_circle: circle.has(person),
      });
      visit(person, level + 1);
    }
  };
  visit(undefined, 1);
  return made;
}

/** Opens one person after the other, some reports at a time. */
export async function walked(ask: Ask, filters: string, limit: number): Promise<OrgPerson[]> {
  const made: OrgPerson[] = [];
  const visit = async (root: number | undefined): Promise<void> => {
    const own: OrgPerson[] = [];
    for (let offset = 0; ; offset += limit) {
      const from = root === undefined ? '' : `&root=${root}`;
      const { data, meta }: OrgChart = await ask(`org-chart?limit=${limit}&offset=${offset}${from}${filters}`);
      own.push(...data.filter(({ id }) => id !== root));
      if (offset + limit >= meta.total) break;
    }
    for (const person of own) {
      made.push(person);
      if (person.direct_reports > 0) await visit(person.id);
    }
  };
  await visit(undefined);
  return made;
}
