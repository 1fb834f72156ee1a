// What is doubtful in the records themselves and makes other metrics wrong or silent: for analysts, and for `workforce
// doctor`.
import { catalogue } from '../../catalogue/catalogue.ts';
import type { Resource } from '../../catalogue/resource.ts';
import { relativeDay } from '../../contract/request/days.ts';
import { pathNamed } from '../../contract/request/paths.ts';
import { excludedBy } from '../answer.ts';
import type { Asked } from '../asked.ts';
import { LEFT_BEFORE_JOINING, LEFT_UNDATED, type LeftOut, leftOut, NOT_JOINED, since } from '../figures.ts';
import type { Answer, Excluded, Metric } from '../metric.ts';
import { dayAfter } from '../question.ts';

/** A time of today is none. */
const toCome = (field: string, today: string) => since(field, dayAfter(today, 1));

const impossibleDates = ({ today }: Pick<Asked, 'today'>): LeftOut[] => [
  LEFT_BEFORE_JOINING,
  leftOut('Their probation ended before they joined.', 'employees', ['probation_end[before]', 'date_of_joining']),
  leftOut('They joined more than 80 years ago.', 'employees', [
    'date_of_joining[lt]',
    relativeDay('today-80y', today)!,
  ]),
  leftOut(
    'By their status they work, but they join on a day to come.',
    'employees',
    ['status', ['active', 'on_leave']],
    toCome('date_of_joining', today),
  ),
  leftOut(
    'Their last day is over, but by their status they have not left.',
    'employees',
    ['termination_date[lt]', today],
    ['status[ne]', 'terminated'],
  ),
  leftOut('They end before they begin.', 'leave', ['to_date[before]', 'from_date']),
  leftOut('They are about a day to come.', 'attendance', toCome('att_date', today)),
  leftOut('They should be filled before hiring began.', 'jobs', ['target_date[before]', 'opened_on']),
  leftOut('Their stage was entered before they applied.', 'applications', ['stage_entered_on[before]', 'applied_on']),
  leftOut(
    'They were hired on the day on which they applied. An import may have filled in one of the days.',
    'applications',
    ['status', 'hired'],
    ['applied_on[ne]', null],
    ['stage_entered_on[ne]', null],
    ['applied_on[not_before]', 'stage_entered_on'],
    ['stage_entered_on[not_before]', 'applied_on'],
  ),
  leftOut('They were made on a day to come.', 'applications', toCome('applied_on', today)),
];

const EMPLOYED = ['status[ne]', 'terminated'] as const;

const missing: readonly LeftOut[] = [
  NOT_JOINED,
  LEFT_UNDATED,
  ...Object.entries({
    dept_id: 'Their department is not known, which turnover and headcount are often asked by.',
    branch: 'Their branch is not known, and with it the currency of their salary.',
    gender: 'Their gender is not known, which the pay gap needs.',
    employment_type: 'Their form of contract is not known, which the pay gap needs.',
    base_salary: 'Their salary is not known, which the pay gap needs.',
  }).map(([field, reason]) => leftOut(reason, 'employees', EMPLOYED, [field, null])),
  ...['from_date', 'to_date'].map((field) =>
    leftOut(`They are approved, but have no ${field}.`, 'leave', ['status', 'approved'], [field, null]),
  ),
  leftOut('They are open, but it is not known since when.', 'jobs', ['status', 'open'], ['opened_on', null]),
  ...Object.entries({
    applied_on: 'The day of applying is not known, from which time to hire is counted.',
    stage_entered_on: 'The day on which the stage was entered is not known, which all metrics of hiring go by.',
  }).map(([field, reason]) => leftOut(reason, 'applications', [field, null])),
];

/** Fields with words that metrics and pages know; others are written as people like. */
const unknownWords: readonly LeftOut[] = catalogue.flatMap(({ name: resource, fields }) =>
  fields
    .filter(({ words, kindName }) => words && kindName === 'word')
    .map(({ name: field }) => ({ field, of: { resource, where: [] } })),
);

const oneSided: readonly LeftOut[] = [
  leftOut(
    'They were hired from a candidate who is not hired.',
    'employees',
    ['candidate_id[ne]', null],
    ['candidate_id.status[ne]', 'hired'],
  ),
  leftOut('Their manager has left.', 'employees', EMPLOYED, ['manager_id.status', 'terminated']),
  leftOut(
    'They are open, but their hiring manager has left.',
    'jobs',
    ['status', 'open'],
    ['hiring_manager_id.status', 'terminated'],
  ),
  leftOut(
    'They were referred, but it is not known by whom.',
    'candidates',
    ['source', 'referral'],
    ['referred_by', null],
  ),
  leftOut(
    'Somebody referred them, but their source is another one.',
    'candidates',
    ['referred_by[ne]', null],
    ['source[ne]', 'referral'],
  ),
  leftOut(
    'They ended with a hire, but their candidate is not hired.',
    'applications',
    ['status', 'hired'],
    ['candidate_id.status[ne]', 'hired'],
  ),
];

/** Records with the same values in these fields are likely the same person. */
const ALIKE: readonly (readonly [resource: string, ...fields: string[]])[] = [
  ['employees', 'code'],
  ['employees', 'email'],
  ['employees', 'first_name', 'last_name', 'date_of_joining'],
  ['candidates', 'email'],
  ['candidates', 'first_name', 'last_name', 'phone'],
];

/** Sets of records that are alike. The address has the sets. */
async function likelyDuplicates(asked: Asked): Promise<Excluded[]> {
  const found: Excluded[] = [];
  for (const [resource, ...fields] of ALIKE) {
    const of = { resource, where: fields.map((field) => [`${field}[ne]`, null] as const) };
    const repeated = await asked.repeated(of, fields);
    const reason = repeated
      ? `Several have the same ${list.format(fields)}; this is the number of such sets.`
      : `They are too many for a search for duplicates by ${list.format(fields)}: ask for the groups of a part of them.`;
    found.push({ reason: about(resource, reason), ...(repeated ?? (await all(asked, resource))) });
  }
  return found.filter(({ count }) => count > 0);
}

const list = new Intl.ListFormat('en-GB', { type: 'conjunction' });

async function all(asked: Asked, resource: string): Promise<Pick<Excluded, 'count' | 'rows'>> {
  const answer = await asked.ask({ resource, where: [] }, [], []);
  return { count: answer.count([]), rows: answer.rows([]) };
}

const resourceNamed = (name: string): Resource => catalogue.find((each) => each.name === name)!;

/** `They left …` of employees is `Employees: they left …`. */
function about(resource: string, reason: string): string {
  const { many } = resourceNamed(resource);
  return `${many[0]!.toUpperCase()}${many.slice(1)}: ${reason[0]!.toLowerCase()}${reason.slice(1)}`;
}

/** One after the other: it is one client's question. */
async function lines(asked: Asked, some: readonly LeftOut[]): Promise<Excluded[]> {
  const found: Excluded[] = [];
  for (const each of some)
    for (const line of await excludedBy(asked, [each]))
      found.push({ ...line, reason: about(each.of.resource, line.reason) });
  return found;
}

const parts = {
  impossible_dates: {
    meaning: 'Records with dates that cannot be, or contradict each other or the status.',
    find: (asked: Asked) => lines(asked, impossibleDates(asked)),
  },
  missing: { meaning: 'Values that metrics need and do not find.', find: (asked: Asked) => lines(asked, missing) },
  unknown_words: {
    meaning: 'Records with a word that metrics do not know.',
    find: (asked: Asked) => lines(asked, unknownWords),
  },
  likely_duplicates: { meaning: 'Sets of records that are likely the same person.', find: likelyDuplicates },
  one_sided: {
    meaning: 'Records that say something of another record that this one does not say.',
    find: (asked: Asked) => lines(asked, oneSided),
  },
} as const;

const names = Object.keys(parts) as (keyof typeof parts)[];

async function answer(asked: Asked): Promise<Answer> {
  const excluded: Excluded[] = [];
  const values: Record<string, { value: number }> = {};
  for (const name of names) {
    const found = await parts[name].find(asked);
    values[name] = { value: found.reduce((sum, { count }) => sum + count, 0) };
    excluded.push(...found);
  }
  return { entries: [{ period: null, keys: [], values }], excluded };
}

/** The fields that the findings are made of, by resource. */
function fieldsRead(): string[] {
  const asked = [...impossibleDates({ today: '2000-01-01' }), ...missing, ...unknownWords, ...oneSided];
  const conditions = asked.flatMap((each) => {
    const names = each.of.where.flatMap(([filter, value]) => [
      filter.replace(/\[.*/, ''),
      ...(filter.endsWith('[before]') ? [String(value)] : []),
    ]);
    return [...names, ...('field' in each ? [each.field] : [])].map((name) => [each.of.resource, name] as const);
  });
  const alike = ALIKE.flatMap(([resource, ...fields]) => fields.map((field) => [resource, field] as const));
  const found = [...conditions, ...alike].flatMap(([name, path]) => {
    const { field, via } = pathNamed(resourceNamed(name), path)!;
    return via ? [`${name}.${via.name}`, `${via.target.name}.${field.name}`] : [`${name}.${field.name}`];
  });
  return catalogue.flatMap(({ name }) => [...new Set(found)].filter((each) => each.startsWith(`${name}.`)));
}

export const dataQuality: Metric = {
  name: 'data-quality',
  title: 'Data quality',
  meaning:
    'What is doubtful in the records and makes other metrics wrong or silent: impossible dates, missing values, words that are not known, likely duplicates, and references of which the other side says something else.',
  formula: 'the records that each line of `excluded` is about, added up by kind',
  unit: 'records',
  figures: Object.fromEntries(names.map((name) => [name, { unit: 'records' as const, meaning: parts[name].meaning }])),
  drawn: { as: 'bars', axes: [names], better: Object.fromEntries(names.map((name) => [name, 'less'])) },
  edges: [
    'Here `excluded` has the findings themselves, one line each, with the number and the address of the records.',
    'A record with several faults counts once in each of them.',
    'A likely duplicate is a set of records with the same value in the named fields; it counts as one.',
    'A finding is a question to the people who know, not a fault: two employees may have the same name and first day.',
  ],
  cannotSay: [
    'Whether a value that looks right is right.',
    'Duplicates whose names or addresses are written in different ways.',
  ],
  of: 'employees',
  isSeries: false,
  groups: [],
  isWhole: true,
  reads: fieldsRead(),
  withheld: names,
  answer,
};
