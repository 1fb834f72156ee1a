// People by whether they stayed: of those who joined in a period, whose first days are over, how many left within them.
import type { Value } from '../catalogue/kinds.ts';
import { keyOf } from '../store/shared/aggregate/tally.ts';
import { counted } from './answer.ts';
import type { Asked } from './asked.ts';
import { between, type LeftOut, leftOut, type Population, records, type Where } from './figures.ts';
import type { Counted } from './metric.ts';
import { dayAfter } from './question.ts';

export type Cohort = {
  readonly keys: readonly (readonly Value[])[];
  joined(keys: readonly Value[]): Counted;
  left(keys: readonly Value[]): Counted;
  stayed(keys: readonly Value[]): Counted;
};

/** Of a day, or of a time on it. */
const dayOf = (value: Value): string => String(value).slice(0, 10);

/** Not those who left before they joined. */
const POSSIBLE: Where[number] = ['termination_date[not_before]', 'date_of_joining'];

/** Those who joined so late that their first days are not all over. `where`: more conditions. */
export function stillOpen(reason: string, { from, to, today }: Asked, days: number, where: Where = []): LeftOut {
  const first = dayAfter(today, -days);
  const within = between('date_of_joining', { from: first > from ? first : from, to });
  return leftOut(reason, 'employees', ...where, ...within, POSSIBLE);
}

/** One for each period. `where`: more conditions. How long someone stayed is no filter, so those who left are listed by
 * the day on which they joined. */
export async function cohortsOf(asked: Asked, days: number, where: Where = []): Promise<Cohort[]> {
  /** `last`: the last day on which someone may have joined whose first days are all over. */
  const joining = (...more: Where): Population => ({
    ...records('employees', ...where, POSSIBLE, ...more),
    ...{ during: 'date_of_joining', last: dayAfter(asked.today, -days - 1) },
  });
  const all = await asked.inPeriods(joining());
  // By their values: between days without records there are no groups, however many days there are.
  const byDays = [...asked.groups, 'date_of_joining', 'termination_date'];
  const gone = await asked.inPeriods(joining(['termination_date[ne]', null]), [], byDays);
  const still = await asked.inPeriods(joining(['termination_date', null]));
  /** People who joined on the day, by whether they stayed for longer than the days. */
  const joinedOn = (day: string, operator: 'lt' | 'gte'): Population =>
    records(
      'employees',
      ...where,
      ...between('date_of_joining', { from: day, to: day }),
      [`termination_date[${operator}]`, dayAfter(day, days + 1)],
      POSSIBLE,
    );
  // What contradicts a filter that was sent is refused, whether somebody left or not.
  for (const operator of ['lt', 'gte'] as const) asked.wholeAddress(joinedOn(asked.from, operator));
  return asked.periods.map((_, at): Cohort => {
    const leavers = Map.groupBy(gone[at]!.keys, (keys) => keyOf(keys.slice(0, -2)));
    const partOf = (group: readonly Value[], isEarly: boolean): Counted => {
      const wanted = (leavers.get(keyOf(group)) ?? []).filter((keys) => {
        const [joined, left] = keys.slice(-2).map((day) => dayOf(day!));
        return left! <= dayAfter(joined!, days) === isEarly;
      });
      const joinDays = [...new Set(wanted.map((keys) => dayOf(keys.at(-2)!)))];
      return {
        value: wanted.reduce((sum, keys) => sum + gone[at]!.count(keys), 0),
        rows: joinDays.map((day) => asked.address(joinedOn(day, isEarly ? 'lt' : 'gte'), group)),
      };
    };
    return {
      keys: all[at]!.keys,
      joined: (keys) => counted([all[at]!], keys),
      left: (keys) => partOf(keys, true),
      stayed: (keys) => {
        const late = partOf(keys, false);
        return { value: still[at]!.count(keys) + late.value, rows: [still[at]!.rows(keys), late.rows!].flat() };
      },
    };
  });
}
