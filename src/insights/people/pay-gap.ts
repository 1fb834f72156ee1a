// How much less women earn than men, within each branch.
import type { Value } from '../../catalogue/kinds.ts';
import { excludedBy, measured } from '../answer.ts';
import type { Answered, Asked } from '../asked.ts';
import { employedOn, fieldsOf, NOT_JOINED, type Population, type Where } from '../figures.ts';
import { type Answer, type Entry, type Excluded, type Figure, type Metric, type Rows, SMALL } from '../metric.ts';
import { hundredths, largeAmong, publicPart } from '../restricted.ts';

const MEASURES = { mean_gap: 'avg(base_salary)', median_gap: 'median(base_salary)' } as const;

/** Those who work full-time; everybody, where nobody's form of contract is known. One private value must not decide
 * that. */
async function peopleIn(asked: Asked): Promise<Population> {
  const employed = employedOn(asked.today);
  const known = await asked.ask({ ...employed, where: [['employment_type[ne]', null]] }, [], []);
  const isPrivate = DECIDING.some((name) => asked.hidden.employees?.has(name));
  const isEverybody = known.count([]) === 0 && !isPrivate;
  return isEverybody ? employed : { ...employed, where: [['employment_type', 'full_time']] };
}

const DATES = ['date_of_joining', 'termination_date'];
const DECIDING = ['employment_type', ...DATES];

const PAID: Where = [
  ['gender', 'male'],
  ['gender', 'female'],
  ['base_salary[ne]', null],
];

/** The gaps are in the order of the measures. */
type Branch = {
  readonly keys: readonly Value[];
  readonly people: number;
  readonly rows: Rows;
  readonly gaps: readonly Gap[];
};
type Gap = { readonly men: number; readonly women: number; readonly value: number | null };

async function answer(asked: Asked): Promise<Answer> {
  const { isRestricted } = asked;
  const all = await peopleIn(asked);
  const people: Population = { ...all, where: [...all.where, ...PAID] };
  const salaries = await asked.ask(people, Object.values(MEASURES), ['branch', 'gender']);
  const together = await asked.ask(people, [], ['branch']);
  const fewest = ([branch]: readonly Value[]) =>
    Math.min(...['male', 'female'].map((gender) => salaries.count([branch!, gender])));
  const isBoth = (keys: readonly Value[]) => keys[0] !== null && fewest(keys) > 0;
  const compared = together.keys.filter(isBoth);
  const { byBranch, whole } = isRestricted ? await publicCounts(asked, all, together) : { byBranch: together };
  const branches = (isRestricted ? largeAmong(compared, fewest) : compared).map((keys) => ({
    ...{ keys, people: byBranch.count(keys), rows: byBranch.rows(keys) },
    gaps: gapsOf(keys, salaries, isRestricted),
  }));
  const entries = branches.map(({ keys, people: size, rows, gaps }) =>
    entryOf(keys, (at) => {
      const { men, women, value } = gaps[at]!;
      if (isRestricted) return measured(value, { value: size, isPublic: true });
      const parts = { numerator: { value: men - women }, denominator: { value: men } };
      return { value, ...parts, of: { value: size, rows }, small: size < SMALL };
    }),
  );
  return {
    entries: entries.length === 0 ? [] : [overall(branches, isRestricted, whole), ...entries],
    excluded: await leftOut(asked, all, together, isBoth),
  };
}

/** The people that everybody can count: their number says nothing of anybody's gender or salary. */
async function publicCounts({ ask, hidden, hidesGroups }: Asked, people: Population, together: Answered) {
  const counts = await ask(publicPart(people, hidden), [], hidesGroups ? [] : ['branch']);
  // Where the branch itself is private only the whole is shown, which is weighted by branches all the same.
  return hidesGroups ? { byBranch: together, whole: counts.count([]) } : { byBranch: counts };
}

function gapsOf([branch]: readonly Value[], salaries: Answered, isRestricted: boolean): Gap[] {
  return Object.values(MEASURES).map((_, at) => {
    const [men, women] = ['male', 'female'].map((gender) => Number(salaries.measures([branch!, gender])![at]));
    const gap = men === 0 ? null : (men! - women!) / men!;
    return { men: men!, women: women!, value: isRestricted && gap !== null ? hundredths(gap) : gap };
  });
}

const entryOf = (keys: readonly Value[], figureAt: (at: number) => Figure): Entry => ({
  ...{ period: null, keys },
  values: Object.fromEntries(Object.keys(MEASURES).map((name, at) => [name, figureAt(at)])),
});

const peopleOf = (branches: readonly Branch[]): number => branches.reduce((sum, { people }) => sum + people, 0);

/** Weighted by the people of the branches. */
const overall = (branches: readonly Branch[], isRestricted: boolean, whole = peopleOf(branches)): Entry =>
  entryOf([], (at) => {
    const known = branches.filter(({ gaps }) => gaps[at]!.value !== null);
    const people = peopleOf(known);
    const mean = known.reduce((sum, { gaps, people: weight }) => sum + gaps[at]!.value! * weight, 0) / people;
    const value = people === 0 ? null : mean;
    if (isRestricted) return measured(value, { value: whole, isPublic: true });
    return measured(value, { value: people, rows: known.flatMap(({ rows }) => rows) });
  });

async function leftOut(
  asked: Asked,
  people: Population,
  together: Answered,
  isBoth: (keys: readonly Value[]) => boolean,
): Promise<Excluded[]> {
  const those = (...where: Where): Population => ({ ...people, where: [...people.where, ...where] });
  const employed = employedOn(asked.today);
  const typed = (...types: Value[]): Population => ({ ...employed, where: [['employment_type', types]] });
  const but = (field: string, ...words: string[]) =>
    asked.wordsOf('employees', field).filter((word) => !words.includes(word));
  const isEverybody = people.where.length === 0;
  const contracts = [
    { reason: 'They do not work full-time.', of: typed(...but('employment_type', 'full_time')) },
    { reason: 'Whether they work full-time is not known.', of: typed(null) },
    { field: 'employment_type', of: employed },
  ];
  const others = await excludedBy(asked, [
    NOT_JOINED,
    ...(isEverybody ? [] : contracts),
    {
      reason: 'Their gender is neither male nor female, or not known.',
      of: those(['gender', [null, ...but('gender', 'male', 'female')]]),
    },
    { field: 'gender', of: people },
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
  return [...(isEverybody && together.keys.length > 0 ? [EVERYBODY] : []), ...branches, ...others];
}

/** It leaves out nobody. */
const EVERYBODY: Excluded = {
  reason: 'Nobody has an employment_type, so it is not known who works full-time: everybody is compared.',
  count: 0,
  rows: [],
};
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
  drawn: { as: 'bars', sides: ['Women earn more', 'Men earn more'] },
  edges: [
    'It is about people who are employed today, full-time, with a salary.',
    'Branches pay in their own currencies, so only people of the same branch are compared. The entry without a branch is all of them, weighted.',
    'Where no form of contract is known of anybody, everybody is compared, and `excluded` says so.',
    'A branch without men or without women has no gap; its people are in `excluded`, as are those of other or unknown gender, those without a branch, and those who do not work full-time or of whom that is not known.',
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
  reads: fieldsOf('employees', 'base_salary', 'gender', 'employment_type', 'branch', ...DATES),
  answer,
};
