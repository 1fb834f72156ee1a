// What comes of applications from each source.
import { counted, excludedBy, groupsIn, measured, quotient } from '../answer.ts';
import type { Asked } from '../asked.ts';
import { cohortsOf, stillOpen } from '../cohorts.ts';
import {
  fieldsOf,
  LEFT_BEFORE_JOINING,
  leftOut,
  NOT_JOINED,
  type Population,
  undated,
  unknownWords,
  type Where,
} from '../figures.ts';
import { type Answer, entriesBy, type Metric } from '../metric.ts';

const YEAR = 365;
const FROM_CANDIDATES: Where = [['candidate_id[ne]', null]];

const applications = (...where: Where): Population => ({ resource: 'applications', where, during: 'applied_on' });

async function answer(asked: Asked): Promise<Answer> {
  const all = await asked.inPeriods(applications());
  const hired = await asked.inPeriods(applications(['status', 'hired']));
  const rated = await asked.inPeriods(applications(['rating[ne]', null]), ['avg(rating)']);
  const cohorts = await cohortsOf(asked, YEAR, FROM_CANDIDATES);
  const groups = await groupsIn(
    asked,
    cohorts.map(({ keys }, at) => [...all[at]!.keys, ...keys]),
  );
  const entries = entriesBy(asked.periods, groups, (at, keys) => ({
    hire_rate: quotient(counted([hired[at]!], keys), counted([all[at]!], keys)),
    rating: measured(rated[at]!.measures(keys)?.[0] ?? null, counted([rated[at]!], keys)),
    kept: quotient(cohorts[at]!.stayed(keys), cohorts[at]!.joined(keys)),
  }));
  const leftOutOf = [
    stillOpen(NOT_A_YEAR, asked, YEAR, FROM_CANDIDATES),
    undated('The day of the application is not known.', applications()),
    unknownWords('applications', 'status', 'applied_on', asked),
    ...[NOT_JOINED, LEFT_BEFORE_JOINING].map(({ of, reason }) =>
      leftOut(reason, of.resource, ...of.where, ...FROM_CANDIDATES),
    ),
  ];
  return { entries, excluded: await excludedBy(asked, leftOutOf) };
}

const NOT_A_YEAR = 'They joined less than a year ago, so whether they stay for one is not known yet.';

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
    ...fieldsOf('applications', 'status', 'applied_on', 'rating', 'candidate_id'),
    ...fieldsOf('employees', 'candidate_id', 'date_of_joining', 'termination_date'),
    'candidates.source',
  ],
  // A mean and its count are a sum, and one more rating could be computed from two of them.
  withheld: ['rating'],
  answer,
};
