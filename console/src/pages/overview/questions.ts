// What the overview asks.
import { isRestricted, readable } from '../../data/rights.ts';
import { addDays, today } from '../../data/words.ts';

/** The Monday of the week that a day is in. */
export const mondayOf = (day: string): string => addDays(day, -((new Date(`${day}T00:00:00Z`).getUTCDay() + 6) % 7));

function yearAgo(day: string): string {
  const at = new Date(`${day.slice(0, 7)}-01T00:00:00Z`);
  at.setUTCMonth(at.getUTCMonth() - 12);
  return at.toISOString().slice(0, 10);
}

/** Everything that the page asks, as the panel of code shows it; nothing where the person may not read it. */
export function questions() {
  const day = today();
  const monday = mondayOf(day);
  const asked = {
    headcount: metric('headcount', `from=${yearAgo(day)}&to=${day}&every=month`),
    roles: 'insights/open-roles',
    pipeline: 'aggregate/applications?status=active&group=stage&limit=50',
    out: metric('who-is-out', `from=${monday}&to=${addDays(monday, 6)}&every=day`),
    away: `leave?status=approved&from_date[lt]=${addDays(monday, 5)}&to_date[gte_or_null]=${monday}&sort=from_date&limit=6&fields=id,employee_id,employee_id.first_name,employee_id.last_name,from_date,to_date`,
    turnover: metric('turnover', `from=${addDays(yearBefore(day), 1)}&to=${day}`),
  };
  return mapped(asked, readable);
}

const mapped = <Name extends string, T, R>(values: Record<Name, T>, map: (value: T) => R): Record<Name, R> =>
  Object.fromEntries(Object.entries<T>(values).map(([name, value]) => [name, map(value)])) as Record<Name, R>;

/** With a private field inside there is only its whole. */
const metric = (name: string, query: string): string => `insights/${name}${isRestricted(name) ? '' : `?${query}`}`;

const yearBefore = (day: string): string => `${Number(day.slice(0, 4)) - 1}${day.slice(4).replace('-02-29', '-02-28')}`;
