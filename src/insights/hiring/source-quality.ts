// What comes of applications from each source.
import type { Value } from '../../catalogue/kinds.ts';
import { addGroups, byKeys, measured, quotient } from '../answer.ts';
import type { Answered, Asked } from '../asked.ts';
import { cohortsOf, lastClosed, POSSIBLE } from '../cohorts.ts';
import { between, type LeftOut, type Population, type Where } from '../figures.ts';
import { excludedBy, LEFT_BEFORE_JOINING, NOT_JOINED } from '../left-out.ts';
import { type Answer, type Counted, entriesBy, type Metric } from '../metric.ts';
import { dayAfter } from '../periods.ts';

const YEAR = 365;
const FROM_CANDIDATES: Where = [['candidate_id[ne]', null]];

const applications: Population = { resource: 'applications', where: [], during: 'applied_on' };
const hires: Population = { ...applications, where: [['status', 'hired']] };
const rated: Population = { ...applications, where: [['rating[ne]', null]] };

async function answer(asked: Asked): Promise<Answer> {
  const [all, taken, ratings] = [
    await asked.inPeriods(applications),
    await asked.inPeriods(hires),
    await asked.inPeriods(rated, ['avg(rating)']),
  ];
  const cohorts = await cohortsOf(asked, YEAR, FROM_CANDIDATES);
  const sources = new Map<string, readonly Value[]>();
  for (const [at, { keys }] of cohorts.entries()) await addGroups(sources, [...all[at]!.keys, ...keys], asked);
  const groups = [...sources.values()].sort(byKeys);
  const entries = entriesBy(asked.periods, groups, (at, keys) => ({
    hire_rate: quotient(counted(taken[at]!, keys), counted(all[at]!, keys)),
    rating: measured(ratings[at]!.measures(keys)?.[0] ?? null, counted(ratings[at]!, keys)),
    kept: quotient(cohorts[at]!.stayed(keys), cohorts[at]!.joined(keys)),
  }));
  return { entries, excluded: await excludedBy(asked, leftOut(asked)) };
}

const counted = (answered: Answered, keys: readonly Value[]): Counted => ({
  value: answered.count(keys),
  rows: answered.rows(keys),
});

function leftOut({ from, to, today }: Asked): LeftOut[] {
  const first = dayAfter(lastClosed(today, YEAR), 1);
  const within = between('date_of_joining', { from: first > from ? first : from, to });
  return [
    {
      reason: 'They joined less than a year ago, so whether they stay for one is not known yet.',
      of: { resource: 'employees', where: [...FROM_CANDIDATES, ...within, POSSIBLE] },
    },
    {
      reason: 'The day of the application is not known.',
      of: { resource: 'applications', where: [['applied_on', null]] },
    },
    { field: 'status', of: { resource: 'applications', where: between('applied_on', { from, to }) } },
    ...[NOT_JOINED, LEFT_BEFORE_JOINING].map(({ of, reason }) => ({
      reason,
      of: { ...of, where: [...of.where, ...FROM_CANDIDATES] },
    })),
  ];
}

export const sourceQuality: Metric = {
  name: 'source-quality',
  title: 'Source quality',
  meaning:
    'What comes of applications from each source: how many are hired, how they are rated, and who is still there after a year.',
  formula:
    'by the source of the candidate: hires ÷ applications of the period; mean rating of the applications of the period that have one; employees from candidates who joined in the period and stayed for more than 365 days ÷ those who joined in the period at least that long ago',
  unit: 'ratio',
  figures: {
    hire_rate: { unit: 'ratio', meaning: 'Hires for each application.' },
    rating: { unit: 'rating', meaning: 'Mean rating.' },
    kept: { unit: 'ratio', meaning: 'Still employed after 365 days, for each who joined.' },
  },
  drawn: { as: 'bars', better: { hire_rate: 'more', rating: 'more', kept: 'more' } },
  edges: [
    'Hires and ratings are those of applications of the period; a hire counts where the application was sent, not where it ended.',
    'Kept is about people who joined in the period and are linked to a candidate; those who joined less than a year ago are in `excluded`.',
    'Applications of candidates without a source are a group of their own.',
  ],
  cannotSay: ['What a source costs.', 'Which of several sources brought a candidate: there is one for each.'],
  of: 'applications',
  through: 'candidate_id',
  isSeries: true,
  groups: ['candidate_id.source'],
  reads: [
    ...['status', 'applied_on', 'rating', 'candidate_id'].map((name) => `applications.${name}`),
    ...['candidate_id', 'date_of_joining', 'termination_date'].map((name) => `employees.${name}`),
    'candidates.source',
  ],
  // A mean and its count are a sum, and one more rating could be computed from two of them.
  withheld: ['rating'],
  answer,
};
