// The operations of insights for the OpenAPI document, one of each metric.
import { AGGREGATE } from '../../limits.ts';
import { DAY_PATTERN } from '../../request/days.ts';
import { ALWAYS, answer, answers, READ_FAILURES, READ_HEADERS, tableContent } from '../answers.ts';
import { alternatives, listParameter, parameterReferences, pascal, query, readHeaders } from '../parameters.ts';
import { anyValue, byName, flag, type Json, list, object, orNull, reference, text } from '../schemas.ts';

/** The text about a metric in the document. */
export type DescribedMetric = {
  readonly name: string;
  readonly title: string;
  readonly meaning: string;
  readonly formula: string;
  readonly isSeries: boolean;
  /** The groupings that can be chosen, if any. */
  readonly groups: readonly string[] | undefined;
  /** The resource whose filters it takes, such as `employees`, or `attendance.employee_id` for those behind that
   * reference. */
  readonly filtersOf: string | undefined;
};

export const everyUnits = ['day', 'week', 'month', 'quarter', 'year'] as const;

const DAY: Json = { type: 'string', pattern: DAY_PATTERN };

export const insightParameters = (metrics: readonly DescribedMetric[]): Json => ({
  insight_from: query(
    'from',
    'The first day, which is included. Without it, twelve months back from `to`; with `every`, from the first whole unit of these on.',
    DAY,
  ),
  insight_to: query('to', 'The last day, which is included. Without it, today (UTC).', DAY),
  insight_every: query(
    'every',
    'One entry for each of these, cut at `from` and `to`. Without it there is one period.',
    { type: 'string', enum: [...everyUnits] },
  ),
  insight_format: query(
    'format',
    'How it is sent; wins over `Accept`. `csv` and `xlsx` are all entries, or as many as `limit` says.',
    { type: 'string', enum: ['json', 'csv', 'xlsx'] },
  ),
  ...Object.fromEntries(
    metrics.flatMap((each) => (each.groups ? [[groupKey(each), groupParameter(each.groups)]] : [])),
  ),
});

/** Metrics of the same records have the same groups. */
const groupKey = ({ filtersOf }: DescribedMetric): string => `insight_group_${filtersOf?.replace('.', '_')}`;

/** `filters`: references to the parameters of the filters, by what a metric takes them of. */
export const insightPaths = (
  metrics: readonly DescribedMetric[],
  filters: ReadonlyMap<string, readonly Json[]>,
): Json => ({
  '/v1/insights': {
    get: {
      operationId: 'listInsights',
      summary: 'List all insights',
      description: 'Every metric: what it means, its formula, its edge cases, and what it cannot say.',
      tags: ['insights'],
      parameters: parameterReferences(['if_none_match']),
      responses: {
        200: answer('All metrics.', reference('InsightList'), ['ETag', 'Cache-Control']),
        ...answers({ ...ALWAYS, 304: 'NotModified' }),
      },
    },
  },
  ...Object.fromEntries(
    metrics.map((metric) => [`/v1/insights/${metric.name}`, { get: insightOperation(metric, filters) }]),
  ),
});

function insightOperation(metric: DescribedMetric, filters: ReadonlyMap<string, readonly Json[]>): Json {
  const { name, title, meaning, formula, isSeries, groups, filtersOf } = metric;
  return {
    operationId: `insight${pascal(name)}`,
    summary: title,
    description: `${meaning} Formula: ${formula}.${filtersOf ? ' A filter that the metric decides itself, such as the days it counts, is refused.' : ''}`,
    tags: ['insights'],
    parameters: [
      ...parameterReferences([
        ...(isSeries ? ['insight_from', 'insight_to', 'insight_every'] : []),
        ...(groups ? [groupKey(metric)] : []),
        ...['limit', 'offset', 'insight_format'],
      ]),
      ...(filtersOf ? filters.get(filtersOf)! : []),
      ...readHeaders,
    ],
    responses: {
      200: answer(
        'The values of the metric, each with the records behind it.',
        reference('Insight'),
        READ_HEADERS,
        undefined,
        tableContent,
      ),
      ...answers(READ_FAILURES),
    },
  };
}

const groupParameter = (groups: readonly string[]): Json =>
  listParameter('group', 'Up to three fields, separated by commas. Groups are those of today.', alternatives(groups), {
    most: AGGREGATE.groups,
  });

const texts = (description: string): Json => list({ type: 'string' }, description);

const rows = reference('InsightRows');

const figureKind = object('A figure of a metric.', { unit: text('Its unit.'), meaning: text('What it is.') });

export const insightSchemas: Json = {
  InsightList: object('All metrics.', { data: list(reference('InsightDescription')) }),
  InsightDescription: object('A metric.', {
    name: text('Its name, the last part of its address.'),
    title: text('Its name for people.'),
    meaning: text('What it says.'),
    formula: text('How it is computed.'),
    unit: text('The unit of its first figure.'),
    figures: byName('Each of its figures by its name; empty where the data decides which there are.', figureKind),
    edges: texts('What is counted how where one could doubt.'),
    cannot_say: texts('What the records do not tell.'),
    parameters: texts('The parameters that it takes, besides filters.'),
    groups: texts('What it can be grouped by, or always is.'),
    filters_of: orNull(
      'string',
      'The resource whose filters it takes; with a reference behind a point, those behind that reference; null for none.',
    ),
    address: text('Where it is answered.'),
  }),
  Insight: object('The answer of a metric.', {
    name: text('Its name.'),
    unit: text('The unit of its first figure.'),
    from: orNull('string', 'The first day; null where the metric is about today.'),
    to: orNull('string', 'The last day; null where the metric is about today.'),
    every: orNull('string', 'The length of the periods; null for one period.'),
    today: text('The day of the answer, in UTC.'),
    data: list(reference('InsightEntry')),
    excluded: list(reference('InsightExcluded')),
    meta: reference('PaginationMeta'),
  }),
  InsightEntry: object('A period and a group.', {
    period: { anyOf: [reference('InsightPeriod'), { type: 'null' }] },
    group: byName('What its records have in common; empty for all of them.', anyValue),
    labels: byName('For people: what references lead to.', { type: 'string' }),
    values: byName('The figures by name.', reference('InsightFigure')),
  }),
  InsightPeriod: object('Days, the first and the last included.', {
    from: text('The first day.'),
    to: text('The last day.'),
    partial: flag('Whether it is not a whole unit of the calendar, or not over yet.'),
  }),
  InsightCount: object('A number, and the records it counts.', { value: { type: 'number' }, rows }, ['value']),
  InsightFigure: object(
    'A count has `rows`; a ratio `numerator` and `denominator`; a median, mean or sum `of`, the records it is over.',
    {
      value: orNull('number', 'Null where there is nothing to compute it of.'),
      rows,
      numerator: reference('InsightCount'),
      denominator: reference('InsightCount'),
      of: reference('InsightCount'),
      small: flag('Whether it is over fewer than ten.'),
    },
    ['value'],
  ),
  InsightExcluded: object('Records that are left out.', {
    reason: text('Why.'),
    count: { type: 'integer' },
    rows,
  }),
  InsightRows: {
    description:
      'The list of exactly the records that are counted, as a path on this host; several lists without a record in common, where one cannot say it. Where other records are counted by whom they lead to, such as managers, it is an aggregate with a group for each.',
    anyOf: [{ type: 'string' }, list({ type: 'string' })],
  },
};
