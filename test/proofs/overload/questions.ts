// What is dear to answer: lists with long sorts, ranges, filters one reference further, common searches and pages far
// from the start; insights, aggregates, feeds, sitemaps, career pages and calendars. Values are drawn anew each time, so
// that no answer can come from a cache.
import { randomFrom, SEED } from '../../harness/random/sample.ts';

export type Random = () => number;

/** The day on which the companies of these proofs are as large as they are: the same for a month, and never long ago,
 * because calendars and metrics are about the time around today. */
export const COMPANY_DAY = `${new Date().toISOString().slice(0, 7)}-01`;

const below = (next: Random, bound: number): number => Math.floor(next() * bound);
const one = <T>(next: Random, values: readonly T[]): T => values[below(next, values.length)]!;

/** A moment so many days before that day, at most and at least. */
function before(next: Random, most: number, least: number): string {
  const days = most + next() * (least - most);
  return new Date(Date.parse(COMPANY_DAY) - 86_400_000 * days).toISOString();
}

/** What stands in braces in the templates below; `{lo..hi}` is a number, and `{a|b}` one of these. */
const places: Readonly<Record<string, (next: Random) => string | number>> = {
  any: (next) => below(next, 1e9),
  /** Of the first records, so that nearly all are left. */
  first: (next) => below(next, 500),
  page: (next) => 20 + below(next, 181),
  day: (next) => before(next, 365, 0).slice(0, 10),
  month: (next) => before(next, 100, 60),
  years: (next) => before(next, 1520, 270),
  weekdays: (next) => 1 + below(next, 7),
  letter: (next) => one(next, [...'aeinorst']),
  site: (next) => one(next, ['alderwick', 'alderwick-europe', 'alderwick-americas']),
};

function filled(template: string, next: Random): string {
  return template.replace(/\{([^}]+)\}/g, (_, name: string) => {
    const [low, high] = name.split('..').map(Number);
    if (high !== undefined) return (low! + next() * (high - low!)).toFixed(4);
    return String(places[name]?.(next) ?? one(next, name.split('|')));
  });
}

/** Attendance comes more than once, because its lists are the longest. */
const lists = [
  'attendance?sort={-|}status,{-|}att_date,employee_id&offset={any}',
  'attendance?att_date[gte]={month}&sort=-status,employee_id&offset={first}',
  'attendance?status={present|remote}&status=late&hours[gt]={0.5..7}&offset={first}',
  'attendance?status=present&hours[gt_or_null]={0.5..7}&sort={att_date|-employee_id}&offset={any}',
  'attendance?status[ne]=nobody+{any}&offset={any}',
  'attendance?att_date[weekday]={weekdays}&att_date[weekday]={weekdays}&employee_id.branch[ne]=nobody+{any}&sort=-att_date',
  'attendance?employee_id.{last_name|email|designation}[ne]=nobody+{any}&q={e|re}&sort=status&offset={first}',
  'attendance?q={present|remote|e}&hours[gt]={0.5..7}&sort=-att_date,status',
  'employees?base_salary[gte]={1000..60000}&sort={branch|designation},-base_salary&offset={first}',
  'employees?q={a|e|engineer}&manager_id.{branch|last_name}[ne]=nobody+{any}&sort=last_name,gender',
  'employees?candidate_id.{source|location}[ne]=nobody+{any}&dept_id.name[ne]=x{any}&offset={any}',
  'candidates?created[gt]={years}&q={a|example}&sort={location|source},-years_experience&offset={first}',
  'candidates?referred_by.{branch|status}[ne]=nobody+{any}&source={referral|sourced}&sort=-created',
  'applications?applied_on[lt_or_null]={years}&job_id.{title|location}[ne]=nobody+{any}&sort=stage,-rating',
  'applications?q={e|rejected|ed}&candidate_id.email[ne]=nobody+{any}&sort=-applied_on,status&offset={first}',
].map((list) => `/api/v1/${list}&limit={page}`);

const metrics = [
  'funnel?every=day&group=job_id&from={day}&limit={page}',
  'headcount?every=day&group={designation|id}&id[gt]={first}&limit={page}',
  'span-of-control?n={any}',
  'new-hire-attrition?every=day&group=designation&from={day}&id[gt]={first}',
  'absence?every=day&group=employee_id.branch&from={day}&employee_id.id[gt]={first}',
  'job-visibility?group=id&id[gt]={first}&limit={page}',
  'source-quality?every=day&from={day}',
];

const groups = [
  'attendance?group=employee_id&measure=distinct(att_date),median(hours)&hours[gt]={0..4}',
  'attendance?group=employee_id,status,year(att_date)&id[gt]={first}&limit={page}',
  'attendance?group=day(att_date),employee_id.branch,status&measure=distinct(employee_id)&id[gt]={first}',
  'attendance?measure=median(hours),distinct(employee_id)&group=bin(hours,{0.0002..0.001})',
  'employees?measure=median(days(date_of_joining,termination_date))&group=bin(base_salary,{100..200}),branch',
  'candidates?group=location,source,day(created)&measure=distinct(email)&id[gt]={first}',
  'applications?group=day(applied_on),job_id.dept_id,candidate_id.source&measure=median(rating)&id[gt]={first}',
];

/** By the name of the attack. */
export const dear: Readonly<Record<string, readonly string[]>> = {
  insights: metrics.map((metric) => `/api/v1/insights/${metric}`),
  aggregates: groups.map((group) => `/api/v1/aggregate/${group}`),
  searches: lists.filter((list) => /[?&]q=/.test(list)),
  feeds: ['/careers/{site}/{feed.xml|feed.json|indeed.xml|linkedin.xml}?n={any}'],
  sitemaps: ['/careers/{site}/sitemap.xml?n={any}'],
  'career pages': ['/careers/{site}?q={letter}+{letter}+{letter}&page={weekdays}&n={any}'],
  calendars: ['/calendar/who-is-out.ics?n={any}&dept_id={weekdays}', '/calendar/who-is-out.ics?n={any}'],
};

const chance = randomFrom(SEED);

/** The path of one. */
export const drawn = (templates: readonly string[], next: Random = chance): string =>
  filled(one(next, templates), next);

export const heavyQuestion = (next: Random = chance): string => drawn(lists, next);
