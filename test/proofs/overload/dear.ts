// The dearest of what can be asked for beside lists: insights, aggregates, searches, feeds, sitemaps, career pages and
// calendars. Values are drawn anew each time, so that no answer can come from a cache.
import type { Random } from '../wire/inputs.ts';
import { before, below, number, one } from './draw.ts';
import { heavySearch } from './questions.ts';

/** Draws the path of one. */
export type Draw = (next: Random) => string;

/** A path with what differs each time, which may say something or nothing. */
const drawn =
  (path: string, parts: Readonly<Record<string, (next: Random) => unknown>>): Draw =>
  (next) =>
    path +
    Object.entries(parts)
      .map(([name, value], at) => `${at || path.includes('?') ? '&' : '?'}${name}=${value(next)}`)
      .join('');

const aDay = (next: Random): string => before(365, 0)(next).slice(0, 10);
const anyNumber = (next: Random): number => below(next, 1e9);
/** Of the first records, so that nearly all are left. */
const first = (next: Random): number => below(next, 500);
const page = (next: Random): number => 20 + below(next, 181);

const insights: readonly Draw[] = [
  drawn('funnel?every=day&group=job_id', { from: aDay, limit: page }),
  drawn('headcount?every=day&group=designation', { 'id[gt]': first, limit: page }),
  drawn('headcount?every=day&group=id', { 'id[gt]': first, limit: page }),
  drawn('span-of-control', { n: anyNumber }),
  drawn('new-hire-attrition?every=day&group=designation', { from: aDay, 'id[gt]': first }),
  drawn('absence?every=day&group=employee_id.branch', { from: aDay, 'employee_id.id[gt]': first }),
  drawn('job-visibility?group=id', { 'id[gt]': first, limit: page }),
  drawn('tenure?every=day&group=dept_id', { from: aDay, 'id[gt]': first }),
  drawn('source-quality?every=day', { from: aDay }),
];

const aggregates: readonly Draw[] = [
  drawn('attendance?group=employee_id&measure=distinct(att_date),median(hours)', { 'hours[gt]': number(0, 4) }),
  drawn('attendance?group=employee_id&measure=sum(hours),avg(hours)&sort=-sum(hours)', {
    'id[gt]': first,
    offset: first,
  }),
  drawn('attendance?group=employee_id,status,year(att_date)', { 'id[gt]': first, limit: page }),
  drawn('attendance?group=day(att_date),employee_id.branch,status&measure=distinct(employee_id)', { 'id[gt]': first }),
  drawn('attendance?measure=median(hours),distinct(employee_id)', {
    group: (next) => `bin(hours,${number(0.0002, 0.001)(next)})`,
  }),
  drawn('employees?measure=median(days(date_of_joining,termination_date))', {
    group: (next) => `bin(base_salary,${number(100, 200)(next)}),branch`,
  }),
  drawn('candidates?group=location,source,day(created)&measure=distinct(email)', { 'id[gt]': first }),
  drawn('applications?group=day(applied_on),job_id.dept_id,candidate_id.source&measure=median(rating)', {
    'id[gt]': first,
  }),
];

const SITES = ['alderwick', 'alderwick-europe', 'alderwick-americas'];
const FEEDS = ['feed.xml', 'feed.json', 'indeed.xml', 'linkedin.xml'];
const at =
  (draws: readonly Draw[], prefix: string): Draw =>
  (next) =>
    prefix + one(next, draws)(next);
const ofSite =
  (path: (next: Random) => string): Draw =>
  (next) =>
    drawn(`/careers/${one(next, SITES)}${path(next)}`, { n: anyNumber })(next);

const letter = (next: Random): string => one(next, [...'aeinorst']);
const DEPARTMENTS = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12];
/** About half of the values, any of which will do; with none of them, all will. */
const some = (next: Random, values: readonly unknown[], name: string): string =>
  values.map((value) => (next() < 0.5 ? `&${name}=${value}` : '')).join('');

/** By the name of the attack. */
export const dear: Readonly<Record<string, Draw>> = {
  insights: at(insights, '/api/v1/insights/'),
  aggregates: at(aggregates, '/api/v1/aggregate/'),
  searches: heavySearch,
  feeds: ofSite((next) => `/${one(next, FEEDS)}`),
  sitemaps: ofSite(() => '/sitemap.xml'),
  'career pages': ofSite((next) => `?q=${letter(next)}+${letter(next)}+${letter(next)}&page=${1 + below(next, 20)}`),
  calendars: (next) => drawn('/calendar/who-is-out.ics', { n: anyNumber })(next) + some(next, DEPARTMENTS, 'dept_id'),
};
