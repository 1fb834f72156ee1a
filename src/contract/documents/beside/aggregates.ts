// The aggregate operations for the OpenAPI document, one of each resource.
import type { DataRecord, Field, Resource } from '../../../catalogue/resource.ts';
import { dateUnits, dayFunctions, fieldsOf, functions, WIDTH } from '../../aggregate/grouping.ts';
import { AGGREGATE, inWords, LIMIT, OFFSET } from '../../limits.ts';
import { BASE } from '../../product.ts';
import { havingName, havingOperators } from '../../request/having.ts';
import { pathsOf, pathText } from '../../request/paths.ts';
import { answer, answers, READ_FAILURES, READ_HEADERS, streamContent } from '../answers.ts';
import { family } from '../filter-parameters.ts';
import {
  alternatives,
  EMPTY,
  listParameter,
  listParameters,
  namesOf,
  parameterReferences,
  pascal,
  query,
  readHeaders,
} from '../parameters.ts';
import { anyValue, byName, type Json, list, object, reference, text } from '../schemas.ts';

/** Matches the names of fields that pass, own ones and those behind references; undefined where there are none. */
function namePattern(resource: Resource, passes: (field: Field) => boolean): string | undefined {
  const names = alternatives(pathsOf(resource, passes).map(pathText));
  return names.length > 0 ? `(?:${names.join('|')})` : undefined;
}

function groupParameter(resource: Resource): Json {
  const own = (passes: (field: Field) => boolean) => namesOf(resource.fields.filter(passes)) || 'none of its own';
  const description = `Up to ${inWords(AGGREGATE.groups)}, separated by commas: fields (${own(fieldsOf.group)}), units of dates (${own(fieldsOf.date)}), bins of numbers (${own(fieldsOf.bin)}), and the same of what references lead to, as **Counting and grouping** says. Without it there is one group.`;
  const [date, number] = [namePattern(resource, fieldsOf.date), namePattern(resource, fieldsOf.bin)];
  const items = [
    ...alternatives(pathsOf(resource, fieldsOf.group).map(pathText)),
    ...(date ? [`(?:${dateUnits.join('|')})\\(${date}\\)`] : []),
    ...(number ? [`bin\\(${number},${WIDTH}\\)`] : []),
  ];
  return listParameter('group', description, items, { most: AGGREGATE.groups });
}

function measureParameter(resource: Resource): Json {
  const description = `Up to ${AGGREGATE.measures} figures of each group, separated by commas: \`count\`, as without it, or functions such as \`avg(field)\`, which **Counting and grouping** lists.`;
  const [number, date] = [namePattern(resource, fieldsOf.sum), namePattern(resource, fieldsOf.date)];
  const ofNumbers = functions.filter((name) => name !== 'distinct');
  const distinct = namePattern(resource, fieldsOf.distinct);
  const items = [
    'count',
    ...(number ? [`(?:${ofNumbers.join('|')})\\(${number}\\)`] : []),
    ...(date ? [`(?:min|max)\\(${date}\\)`, `(?:${dayFunctions.join('|')})\\(days\\(${date},${date}\\)\\)`] : []),
    ...(distinct ? [`distinct\\(${distinct}\\)`] : []),
  ];
  return listParameter('measure', description, items, { most: AGGREGATE.measures });
}

const groupSort: Json = query(
  'sort',
  'The names of groups and measures, as they were asked for, separated by commas, each with `-` in front of it for descending order. Without it, and among equals, groups are in the order of their values, missing ones first.',
  { type: 'string' },
  EMPTY,
);

/** All aggregates share them. Which names `sort` takes depends on the other parameters. */
export const aggregateParameters: Json = {
  group_sort: groupSort,
  group_having: family(
    'having',
    'Only groups with such counts, while the totals stay those of all records. Any other measure that is asked for can stand in place of `count`, as in `having[avg(rating)][gte]`. Conditions',
    'Having',
  ),
};

/** `filters`: references to the parameters of the resource's filters. `examples`: some of its records. The response is
 * written in place: some generators take a reference to a response for one without a body. */
export const aggregateOperation = (
  resource: Resource,
  filters: readonly Json[],
  examples: readonly DataRecord[],
): Json => ({
  operationId: `aggregate${pascal(resource.name)}`,
  summary: `Count and group ${resource.many}`,
  description: `Counts, sums, averages and more of ${resource.many}, by groups, each with the address of exactly its records.`,
  tags: [resource.name],
  parameters: [
    groupParameter(resource),
    measureParameter(resource),
    ...parameterReferences([...Object.keys(aggregateParameters), ...Object.keys(listParameters)]),
    ...filters,
    ...readHeaders,
  ],
  responses: {
    200: answer(
      'Groups of records; or, as CSV, JSON lines or a workbook of Excel, all of them.',
      reference('Aggregates'),
      READ_HEADERS,
      exampleOf(resource, examples),
      streamContent,
    ),
    ...answers(READ_FAILURES),
  },
});

/** The two example records, counted by a field of few values. */
function exampleOf(resource: Resource, examples: readonly DataRecord[]): Json {
  const field =
    resource.fields.find(({ index, target, required }) => index === 'counted' && !target && required) ??
    resource.fields[0]!;
  const rows = `${BASE}/v1/${resource.name}`;
  const values = [...new Set(examples.map((record) => record[field.name]!))].sort();
  const data = values.map((value) => ({
    group: { [field.name]: value },
    labels: {},
    values: { count: examples.filter((record) => record[field.name] === value).length },
    rows: `${rows}?${field.name}=${encodeURIComponent(String(value))}`,
  }));
  const meta = { total: data.length, limit: LIMIT.default, offset: OFFSET.default };
  return { data, totals: { values: { count: examples.length }, rows }, meta };
}

const figures = {
  values: byName('Each measure by its name; null where there is nothing to compute it of.', anyValue),
  rows: text('The list of exactly these records, as a path on this host.'),
};

/** The conditions on the count, which are written out for all measures. */
const having = havingOperators.map((operator) => [
  havingName('count', operator),
  operator === 'in' || operator === 'ne' ? list({ type: 'number' }) : { type: 'number' },
]);

export const aggregateSchemas: Json = {
  Having: { type: 'object', properties: Object.fromEntries(having) },
  Aggregates: object('Groups of records with their measures.', {
    data: list(reference('AggregateGroup')),
    totals: object('The measures of all records, computed over the records and not over the groups.', figures),
    meta: reference('PaginationMeta'),
  }),
  AggregateGroup: object('One group.', {
    group: byName(
      'What its records have in common, by the names in `group`: a value; `2026`, `2026-Q1`, `2026-03`, `2026-W10`, `2026-03-04`, a weekday from 1 (Monday) to 7; a month from 1 to 12; the lower end of a bin.',
      anyValue,
    ),
    labels: byName('For people: what references lead to, and the names of weekdays and months.', { type: 'string' }),
    ...figures,
  }),
};
