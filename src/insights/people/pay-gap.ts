// How much less women earn than men, within each branch.
import type { Value } from '../../catalogue/kinds.ts';
import type { Answered, Asked } from '../asked.ts';
import { employedOn, type Population, type Where } from '../figures.ts';
import { excludedBy } from '../left-out.ts';
import { type Answer, type Entry, type Excluded, type Figure, type Metric, type Rows, SMALL } from '../metric.ts';

const MEASURES = { mean_gap: 'avg(base_salary)', median_gap: 'median(base_salary)' } as const;

const fullTime = (day: string): Population => {
  const employed = employedOn(day);
  return { ...employed, where: [...employed.where, ['employment_type', 'full_time']] };
};

const paid = (day: string): Population => {
  const people = fullTime(day);
  return { ...people, where: [...people.where, ['gender', 'male'], ['gender', 'female'], ['base_salary[ne]', null]] };
};

async function answer(asked: Asked): Promise<Answer> {
  const people = paid(asked.today);
  const salaries = await asked.ask(people, Object.values(MEASURES), ['branch', 'gender']);
  const together = await asked.ask(people, [], ['branch']);
  const isBoth = ([branch]: readonly Value[]) =>
    branch !== null && ['male', 'female'].every((gender) => salaries.count([branch!, gender]) > 0);
  const smallest = ([branch]: readonly Value[]) =>
    Math.min(...['male', 'female'].map((gender) => salaries.count([branch!, gender])));
  const compared = visible(together.keys.filter(isBoth), smallest, asked.isRestricted);
  const entries = compared.map((keys) => entryOf(keys, salaries, together, asked.isRestricted));
  const all = entries.length === 0 ? [] : [overall(entries, asked)];
  return { entries: [...all, ...entries], excluded: await leftOut(asked, together, isBoth) };
}

/** Who may not see salaries sees no branch with fewer than five women or men, nor the next smallest one. */
function visible(
  branches: readonly (readonly Value[])[],
  smallest: (keys: readonly Value[]) => number,
  isRestricted: boolean,
): readonly (readonly Value[])[] {
  if (!isRestricted) return branches;
  const large = branches.filter((keys) => smallest(keys) >= 5).toSorted((a, b) => smallest(a) - smallest(b));
  const shown = new Set(large.length < branches.length ? large.slice(1) : large);
  return branches.filter((keys) => shown.has(keys));
}

function entryOf(keys: readonly Value[], salaries: Answered, together: Answered, isRestricted: boolean): Entry {
  const of = { value: together.count(keys), rows: together.rows(keys) };
  const gap = (at: number): Figure => {
    const [men, women] = ['male', 'female'].map((gender) => Number(salaries.measures([keys[0]!, gender])![at]));
    const value = men === 0 ? null : (men! - women!) / men!;
    const small = of.value < SMALL;
    // Two decimals, and no salary: what one more person changes says nothing of that person.
    if (isRestricted) return { value: hundredths(value), of: { value: of.value }, small };
    return { value, numerator: { value: men! - women! }, denominator: { value: men! }, of, small };
  };
  return { period: null, keys, values: Object.fromEntries(Object.keys(MEASURES).map((name, at) => [name, gap(at)])) };
}

const hundredths = (value: number | null): number | null => value && Math.round(value * 100) / 100;

type Gap = { readonly value: number | null; readonly of: { readonly value: number; readonly rows: Rows } };

/** Weighted by the people of the branches. */
function overall(entries: readonly Entry[], { isRestricted }: Asked): Entry {
  const values = Object.keys(MEASURES).map((name) => {
    const gaps = entries.map(({ values: of }) => of[name] as Gap).filter(({ value }) => value !== null);
    const people = gaps.reduce((sum, { of }) => sum + of.value, 0);
    const mean = gaps.reduce((sum, { value, of }) => sum + value! * of.value, 0) / people;
    const value = people === 0 ? null : isRestricted ? hundredths(mean) : mean;
    return [
      name,
      { value, of: { value: people, rows: gaps.flatMap(({ of }) => of.rows) }, small: people < SMALL },
    ] as const;
  });
  return { period: null, keys: [], values: Object.fromEntries(values) };
}

async function leftOut(
  asked: Asked,
  together: Answered,
  isBoth: (keys: readonly Value[]) => boolean,
): Promise<Excluded[]> {
  const people = fullTime(asked.today);
  const those = (...where: Where): Population => ({ ...people, where: [...people.where, ...where] });
  const others = await excludedBy(asked, [
    {
      reason: 'Their gender is neither male nor female, or not known.',
      of: those(['gender[ne]', 'male'], ['gender[ne]', 'female']),
    },
    {
      reason: 'Their salary is not known.',
      of: those(['gender', 'male'], ['gender', 'female'], ['base_salary', null]),
    },
  ]);
  const alone = together.keys.filter((keys) => !isBoth(keys));
  const branches = [ALONE, UNKNOWN].flatMap((reason): Excluded[] => {
    const some = alone.filter(([branch]) => (branch === null) === (reason === UNKNOWN));
    const count = some.reduce((sum, keys) => sum + together.count(keys), 0);
    return count === 0 ? [] : [{ reason, count, rows: some.flatMap((keys) => together.rows(keys)) }];
  });
  return [...branches, ...others];
}

const ALONE = 'Their branch has men or women only, so there is nothing to compare.';
const UNKNOWN = 'Their branch is not known, and with it the currency.';

export const payGap: Metric = {
  name: 'pay-gap',
  title: 'Pay gap',
  meaning:
    'By how much the pay of women is below that of men, in each branch and over all of them. Negative where women earn more.',
  formula:
    '(salary of men − salary of women) ÷ salary of men, of the means and of the medians, among full-time employees of a branch; over all branches, the mean of their gaps weighted by their people',
  unit: 'ratio',
  figures: {
    mean_gap: { unit: 'ratio', meaning: 'Gap between the mean salaries.' },
    median_gap: { unit: 'ratio', meaning: 'Gap between the median salaries.' },
  },
  edges: [
    'It is about people who are employed today, full-time, with a salary.',
    'Branches pay in their own currencies, so only people of the same branch are compared. The entry without a branch is all of them, weighted.',
    'A branch without men or without women has no gap; its people are in `excluded`, as are those of other or unknown gender and those without a branch.',
  ],
  cannotSay: [
    'Whether work of the same value is paid the same: neither grade nor experience is compared.',
    'Anything but the basic salary: no bonus, no benefits.',
    'Gaps of the past: records have the present salary only.',
  ],
  of: 'employees',
  isSeries: false,
  groups: ['branch'],
  isWhole: true,
  reads: [
    'employees.base_salary',
    'employees.gender',
    'employees.employment_type',
    'employees.branch',
    'employees.date_of_joining',
    'employees.termination_date',
  ],
  answer,
};
