// People by whether they stayed: of those who joined in a period, whose first days are over, how many left within them.
import type { Value } from '../catalogue/kinds.ts';
import { keyOf } from '../store/shared/aggregate/tally.ts';
import type { Asked } from './asked.ts';
import { between, type Population, type Where } from './figures.ts';
import type { Counted } from './metric.ts';
import { dayAfter, type Period } from './periods.ts';

export type Cohort = {
  readonly keys: readonly (readonly Value[])[];
  joined(keys: readonly Value[]): Counted;
  left(keys: readonly Value[]): Counted;
  stayed(keys: readonly Value[]): Counted;
};

/** Of a day, or of a time on it. */
const dayOf = (value: Value): string => String(value).slice(0, 10);

/** The last day on which someone may have joined whose first days are all over. */
export const lastClosed = (today: string, days: number): string => dayAfter(today, -days - 1);

/** `where`: more conditions. How long someone stayed is no filter, so those who left are listed by the day on which they joined. */
export async function cohortOf(asked: Asked, period: Period, days: number, where: Where = []): Promise<Cohort> {
  const last = lastClosed(asked.today, days);
  const joined: Population = {
    resource: 'employees',
    where: [...where, ...between('date_of_joining', { from: period.from, to: last < period.to ? last : period.to })],
  };
  const all = await asked.ask(joined);
  const gone = await asked.ask(
    { ...joined, where: [...joined.where, ['termination_date[ne]', null]] },
    [],
    // By their values: between days without records there are no groups, however many days there are.
    [...asked.groups, 'date_of_joining', 'termination_date'],
  );
  const still = await asked.ask({ ...joined, where: [...joined.where, ['termination_date', null]] });
  const leavers = Map.groupBy(gone.keys, (keys) => keyOf(keys.slice(0, -2)));
  const on = (day: string, operator: string): Population => ({
    resource: 'employees',
    where: [
      ...where,
      ...between('date_of_joining', { from: day, to: day }),
      [`termination_date${operator}`, dayAfter(day, days + 1)],
    ],
  });
  // What contradicts a filter that was sent is refused, whether somebody left or not.
  for (const operator of ['[lt]', '[gte]']) asked.wholeAddress(on(period.from, operator));
  const partOf = (group: readonly Value[], isWanted: (isEarly: boolean) => boolean, operator: string): Counted => {
    const wanted = (leavers.get(keyOf(group)) ?? []).filter((keys) =>
      isWanted(dayOf(keys.at(-1)!) <= dayAfter(dayOf(keys.at(-2)!), days)),
    );
    const joinedOn = [...new Set(wanted.map((keys) => dayOf(keys.at(-2)!)))];
    return {
      value: wanted.reduce((sum, keys) => sum + gone.count(keys), 0),
      rows: joinedOn.map((day) => asked.address(on(day, operator), group)),
    };
  };
  return {
    keys: all.keys,
    joined: (keys) => ({ value: all.count(keys), rows: all.rows(keys) }),
    left: (keys) => partOf(keys, (isEarly) => isEarly, '[lt]'),
    stayed: (keys) => {
      const late = partOf(keys, (isEarly) => !isEarly, '[gte]');
      return { value: still.count(keys) + late.value, rows: [still.rows(keys), late.rows!].flat() };
    },
  };
}
