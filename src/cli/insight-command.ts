// The command that answers questions about people and hiring, on the local database or through a service elsewhere.

import { everyUnits } from '../contract/documents/beside/insights.ts';
import { AGGREGATE, LIMIT, OFFSET } from '../contract/limits.ts';
import { endpoint, LOCAL, shownAs } from './data-commands.ts';
import { metricGroupNames } from './options/aggregate-names.ts';
import type { Command } from './options/command.ts';
import { metricNames, metricSubject, metrics } from './options/metric-options.ts';

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
  run: async (args) => (await import('./commands/records/insight.ts')).insight(args),
};
