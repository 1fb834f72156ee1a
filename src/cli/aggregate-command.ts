// The command that counts and measures groups of records, in the local database or through a service elsewhere.
import { AGGREGATE, LIMIT, OFFSET } from '../contract/limits.ts';
import { endpoint, explained, FILTERS, LOCAL, RESOURCE, selection, shownAs } from './data-commands.ts';
import { groupNames, measureNames, orderNames } from './options/aggregate-names.ts';
import type { Command } from './options/command.ts';

export const aggregate: Command = {
  about: 'count and measure records, in groups, with a bar for each on a terminal',
  more: `A group is a field, a field behind a reference (employee_id.branch), year, quarter, month, week, day or weekday of a
date, or bin(NUMBER,WIDTH). A measure is count; sum, avg, min, max, median or distinct of a field; avg or median of
days(FROM,TO). What has parentheses needs quotes in a shell. Without a group, all records are one.
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
  run: async (args) => (await import('./commands/records/aggregate.ts')).aggregate(args),
};
