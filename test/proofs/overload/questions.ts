// Lists that are expensive to make: long sorts, ranges, combined filters, what a field is not, days of the week,
// filters one hop further, common searches, pages far from the start. Their values are drawn anew each time, so that no
// answer can come from a cache.
import type { Random } from '../wire/inputs.ts';
import { before, below, number, one } from './draw.ts';

type About = {
  readonly path: string;
  /** About as many records as the largest database of these proofs has. */
  readonly records: number;
  readonly sorts: readonly string[];
  readonly filters: Readonly<Record<string, readonly string[]>>;
  readonly ranges: Readonly<Record<string, (next: Random) => string>>;
  readonly dates: readonly string[];
  /** References, with fields of the records that they lead to. */
  readonly hops: Readonly<Record<string, readonly string[]>>;
  readonly words: readonly string[];
};

/** Attendance is named more than once, because its lists are the longest. */
const attendance: About = {
  path: '/api/v1/attendance',
  records: 1_000_000,
  sorts: ['status', 'att_date', 'employee_id'],
  filters: { status: ['present', 'remote', 'late'] },
  ranges: { att_date: before(100, 60), hours: number(0.5, 7) },
  dates: ['att_date'],
  hops: { employee_id: ['branch', 'last_name', 'status', 'email', 'designation', 'employment_type'] },
  words: ['present', 'remote', 'e', 're'],
};
const resources: readonly About[] = [
  attendance,
  attendance,
  attendance,
  {
    path: '/api/v1/employees',
    records: 18_000,
    sorts: ['branch', 'designation', 'base_salary', 'last_name', 'date_of_joining', 'gender'],
    filters: { status: ['active', 'terminated'], employment_type: ['full_time', 'part_time'], alumni: ['0', '1'] },
    ranges: { base_salary: number(1000, 60_000), date_of_joining: before(4440, 790) },
    dates: ['date_of_joining', 'termination_date', 'probation_end'],
    hops: { manager_id: ['branch', 'last_name', 'status'], candidate_id: ['source', 'location'], dept_id: ['name'] },
    words: ['a', 'e', 'engineer', 'alderwick'],
  },
  {
    path: '/api/v1/candidates',
    records: 45_000,
    sorts: ['location', 'years_experience', 'last_name', 'created', 'source', 'status'],
    filters: { source: ['referral', 'sourced', 'job_board'], status: ['active', 'rejected', 'archived'] },
    ranges: { years_experience: number(0, 6), created: before(1520, 270) },
    dates: ['created', 'consent_at'],
    hops: { referred_by: ['branch', 'last_name', 'status'] },
    words: ['a', 'e', 'engineer', 'example'],
  },
  {
    path: '/api/v1/applications',
    records: 68_000,
    sorts: ['stage', 'applied_on', 'rating', 'created', 'status', 'candidate_id'],
    filters: { stage: ['applied', 'screening', 'interview'], status: ['active', 'rejected'] },
    ranges: { applied_on: before(1520, 270), rating: number(0, 3) },
    dates: ['applied_on', 'stage_entered_on', 'created'],
    hops: { candidate_id: ['source', 'current_title', 'email'], job_id: ['status', 'title', 'location'] },
    words: ['e', 'rejected', 'not_qualified', 'ed'],
  },
];

const sort = ({ sorts }: About, next: Random): string => {
  const chosen = [...sorts].sort(() => next() - 0.5).slice(0, 3);
  return `sort=${chosen.map((name) => (next() < 0.5 ? `-${name}` : name)).join(',')}`;
};
const range = ({ ranges }: About, next: Random): string => {
  const name = one(next, Object.keys(ranges));
  return `${name}[${one(next, ['gt', 'gte', 'gt_or_null', 'gte_or_null'])}]=${ranges[name]!(next)}`;
};
/** Two values of one field: any of them will do. */
const filter = ({ filters }: About, next: Random): string => {
  const name = one(next, Object.keys(filters));
  return [one(next, filters[name]!), one(next, filters[name]!)].map((value) => `${name}=${value}`).join('&');
};
/** A value that no record has, so that nearly all records are found. */
const nobody = (next: Random): string => `nobody ${below(next, 1_000_000_000)}`;
const different = ({ filters }: About, next: Random): string =>
  `${one(
    next,
    Object.keys(filters).filter((name) => name !== 'alumni'),
  )}[ne]=${encodeURIComponent(nobody(next))}`;
const weekday = ({ dates }: About, next: Random): string => {
  const name = one(next, dates);
  return [1, 2, 3, 4, 5, 6, 7]
    .filter(() => next() < 0.5)
    .map((day) => `${name}[weekday]=${day}`)
    .join('&');
};
const hop = ({ hops }: About, next: Random): string => {
  const reference = one(next, Object.keys(hops));
  return `${reference}.${one(next, hops[reference]!)}[ne]=${encodeURIComponent(nobody(next))}`;
};
const search = ({ words }: About, next: Random): string => `q=${one(next, words)}`;
const deep = ({ records }: About, next: Random): string => `offset=${below(next, records)}`;
const near = (_: About, next: Random): string => `offset=${below(next, 1000)}`;

type Part = (about: About, next: Random) => string;

const forms: readonly (readonly Part[])[] = [
  [sort, deep],
  [range, sort, near],
  [filter, range, near],
  [filter, range, sort, deep],
  [search, range, sort, near],
  [search, filter, sort, deep],
  [range, deep],
  [different, deep],
  [different, range, sort, near],
  [weekday, range, near],
  [weekday, hop, sort, deep],
  [hop, deep],
  [hop, filter, range, near],
  [hop, hop, search, sort, near],
];
const searches: readonly (readonly Part[])[] = [...forms.filter((form) => form.includes(search)), [search, sort, deep]];

/** The path of one of them. */
export function heavyQuestion(next: Random = Math.random): string {
  return questionOf(one(next, resources), one(next, forms), next);
}

/** The path of one that searches. */
export function heavySearch(next: Random = Math.random): string {
  return questionOf(one(next, resources), one(next, searches), next);
}

function questionOf(about: About, form: readonly Part[], next: Random): string {
  const parameters = form.map((part) => part(about, next));
  return `${about.path}?${parameters.join('&')}&limit=${20 + below(next, 181)}`;
}
