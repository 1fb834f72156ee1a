// People by whether they stayed: of those who joined in a period, whose first days are over, how many left within them.
import type { Value } from '../catalogue/kinds.ts';
import { keyOf } from '../store/shared/aggregate/tally.ts';
import type { Answered, Asked } from './asked.ts';
import { between, type Population, type Where } from './figures.ts';
import type { Counted } from './metric.ts';
import { dayAfter } from './periods.ts';

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

/** Not those who left before they joined. */
export const POSSIBLE: Where[number] = ['termination_date[not_before]', 'date_of_joining'];

/** One for each period. `where`: more conditions. How long someone stayed is no filter, so those who left are listed by
 * the day on which they joined. */
export async function cohortsOf(asked: Asked, days: number, where: Where = []): Promise<Cohort[]> {
  const joined: Population = {
    resource: 'employees',
    where: [...where, POSSIBLE],
    during: 'date_of_joining',
    last: lastClosed(asked.today, days),
  };
  const all = await asked.inPeriods(joined);
  const gone = await asked.inPeriods(
    { ...joined, where: [...joined.where, ['termination_date[ne]', null]] },
    [],
    // By their values: between days without records there are no groups, however many days there are.
    [...asked.groups, 'date_of_joining', 'termination_date'],
  );
  const still = await asked.inPeriods({ ...joined, where: [...joined.where, ['termination_date', null]] });
  // What contradicts a filter that was sent is refused, whether somebody left or not.
  for (const operator of ['[lt]', '[gte]']) asked.wholeAddress(stayedFrom(asked.from, operator, { days, where }));
  return asked.periods.map((_, at) =>
    cohortIn(asked, { all: all[at]!, gone: gone[at]!, still: still[at]! }, { days, where }),
  );
}

type Window = { readonly days: number; readonly where: Where };

/** People who joined on the day, by whether they stayed for longer than the days. */
const stayedFrom = (day: string, operator: string, { days, where }: Window): Population => ({
  resource: 'employees',
  where: [
    ...where,
    ...between('date_of_joining', { from: day, to: day }),
    [`termination_date${operator}`, dayAfter(day, days + 1)],
    POSSIBLE,
  ],
});

type CohortAnswers = { readonly all: Answered; readonly gone: Answered; readonly still: Answered };

function cohortIn(asked: Asked, { all, gone, still }: CohortAnswers, window: Window): Cohort {
  const leavers = Map.groupBy(gone.keys, (keys) => keyOf(keys.slice(0, -2)));
  const partOf = (group: readonly Value[], isWanted: (isEarly: boolean) => boolean, operator: string): Counted => {
    const wanted = (leavers.get(keyOf(group)) ?? []).filter((keys) =>
      isWanted(dayOf(keys.at(-1)!) <= dayAfter(dayOf(keys.at(-2)!), window.days)),
    );
    const joinedOn = [...new Set(wanted.map((keys) => dayOf(keys.at(-2)!)))];
    return {
      value: wanted.reduce((sum, keys) => sum + gone.count(keys), 0),
      rows: joinedOn.map((day) => asked.address(stayedFrom(day, operator, window), group)),
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
