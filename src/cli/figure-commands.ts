// The commands that answer with figures, in the local database or through a service elsewhere: groups of records,
// metrics of people and hiring, and how the public sees the jobs.

import { everyUnits } from '../contract/documents/beside/insights.ts';
import { AGGREGATE, LIMIT, OFFSET } from '../contract/limits.ts';
import { endpoint, explained, FILTERS, LOCAL, RESOURCE, selection, shownAs } from './data-commands.ts';
import { groupNames, measureNames, metricGroupNames, orderNames } from './options/aggregate-names.ts';
import type { Command } from './options/command.ts';
import { metricNames, metricSubject, metrics } from './options/metric-options.ts';

export const aggregate: Command = {
  about: 'count and measure records, in groups, with a bar for each on a terminal',
  more: `A group is a field, a field behind a reference (employee_id.branch), year, quarter, month, week, day, weekday
or month_of_year of a date, or bin(NUMBER,WIDTH). A measure is count; sum, avg, min, max, median or distinct of a
field; avg or median of days(FROM,TO). What has parentheses needs quotes in a shell. Without a group, all records
are one.
${FILTERS}
${LOCAL}
The table is for people, rounds, and may change; --json and --format are for machines and do not.`,
  operands: [RESOURCE],
  perResource: 'filters',
  options: {
    group: {
      value: 'a,b',
      items: groupNames,
      about: `by what, ${AGGREGATE.groups} at most`,
      many: true,
      default: 'one group of all',
    },
    measure: { value: 'a,b', items: measureNames, about: 'what of each group', many: true, default: 'count' },
    sort: {
      value: 'a,-b',
      items: orderNames,
      about: 'in the order of these groups and measures, with a minus from the end',
      default: 'the groups',
    },
    having: {
      value: 'MEASURE[OP]=N',
      about: 'only groups whose measure is so, such as count[gte]=10; OP is gte, gt, lte, lt or ne',
      many: true,
    },
    q: selection.q,
    limit: {
      value: 'N',
      about: `how many groups, ${LIMIT.minimum} to ${LIMIT.maximum}`,
      default: `${LIMIT.default}; all with csv, xlsx and ndjson`,
    },
    offset: { value: 'N', about: 'how many to skip', default: String(OFFSET.default) },
    format: shownAs,
    ...endpoint,
  },
  flags: { json: "the service's JSON as it is: the same as --format json", ...explained },
  examples: [
    ['workforce aggregate employees --group dept_id --status active --sort -count', 'active people by department'],
    ["workforce aggregate employees --group branch --measure 'count,median(base_salary)'", 'what they earn there'],
    ["workforce aggregate leave --group 'month(from_date)' --measure 'sum(days)'", 'days of leave, month by month'],
    ["workforce aggregate candidates --group email --having 'count[gt]=1'", 'addresses that are there twice'],
    ["workforce aggregate attendance --group 'weekday(att_date),status' --format csv", 'for a spreadsheet'],
  ],
  run: async (args) => (await import('./commands/records/read.ts')).aggregate(args),
};

export const insight: Command = {
  about: 'answer a question about people or hiring, such as turnover, as a chart on a terminal',
  more: `Without NAME it lists the metrics: what each is called, its unit, and what it means. A metric is about the time from --from to
--to, both days included, in one period or in as many as --every makes; some are about today.
Filters are options too, those of the records that the metric is about: --branch London, --dept_id.name Sales;
they are as "workforce list" has them.
${LOCAL}
The chart is for people, rounds, and may change; --json and --format are for machines and do not, and have the addresses of
the records behind every number.`,
  operands: [{ name: 'NAME', about: 'which metric', optional: true, choices: metricNames }],
  perResource: 'filters',
  subject: metricSubject,
  subjects: { title: 'Metrics', rows: metrics.map(({ name, meaning }) => [name, meaning] as const) },
  options: {
    from: { value: 'DAY', about: 'the first day', default: 'twelve months before the last' },
    to: { value: 'DAY', about: 'the last day', default: 'today' },
    every: { value: 'UNIT', about: 'in periods of this length', default: 'one period', choices: everyUnits },
    group: {
      value: 'a,b',
      items: metricGroupNames,
      about: `by which fields, ${AGGREGATE.groups} at most`,
      many: true,
      default: 'no groups',
    },
    limit: {
      value: 'N',
      about: `how many lines, ${LIMIT.minimum} to ${LIMIT.maximum}`,
      default: `${LIMIT.default}; all with csv and xlsx`,
    },
    offset: { value: 'N', about: 'how many to skip', default: String(OFFSET.default) },
    format: { ...shownAs, about: 'how it is shown', choices: ['table', 'json', 'csv', 'xlsx'] },
    ...endpoint,
  },
  flags: { json: "the service's JSON as it is: the same as --format json" },
  examples: [
    ['workforce insight', 'what there is'],
    ['workforce insight turnover --every quarter', 'who left, quarter by quarter'],
    ['workforce insight headcount --every month --from 2026-01-01 --to 2026-06-30 --branch London', 'of one branch'],
    ['workforce insight time-to-hire --group job_id.dept_id', 'days to a hire, by department'],
    ['workforce insight absence --every week --employee_id.branch London --format csv', 'for a spreadsheet'],
    ['workforce insight funnel --url https://hr.example.com', 'from a service elsewhere'],
  ],
  run: async (args) => (await import('./commands/records/read.ts')).insight(args),
};

export const careers: Command = {
  about: 'say which jobs the public sees on each career site and in its feeds, and why not the others',
  more: `"check" goes through the job distributions of every career site. Each has a line that says where it is shown: its page,
the list of the site, the RSS and JSON feeds, the feeds for Indeed and LinkedIn, markup for search engines; and
below it why it is missing anywhere. It ends with 0 whatever it finds: a draft is no fault.
${LOCAL}
For machines there is "workforce insight job-visibility --group id --json", which has the same.`,
  operands: [{ name: 'ACTION', about: 'what to do: check', choices: ['check'] }],
  options: {
    site: { value: 'SLUG', about: 'only this career site', default: 'all' },
    ...endpoint,
  },
  examples: [
    ['workforce careers check', 'of all sites'],
    ['workforce careers check --site alderwick', 'of one'],
    ['workforce careers check --url https://hr.example.com', 'of a service elsewhere'],
  ],
  run: async (args) => (await import('./commands/records/careers.ts')).careers(args),
};
